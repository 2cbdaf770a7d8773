"""Symbols in a text, as written and as named in words."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from symbols.catalog.definitions import UnknownSymbolError, all_definitions, by_pattern, by_spelling, code_in


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A name in `text[start:end]`; the name of a kind has several codes."""

    start: int
    end: int
    codes: tuple[str, ...]


def find_names(text: str) -> Iterator[NameSpan]:
    codes, pattern = _names()
    for match in pattern.finditer(text):
        yield NameSpan(match.start(), match.end(), codes[match[1].casefold()])


@cache
def _names() -> tuple[dict[str, tuple[str, ...]], re.Pattern[str]]:
    """Codes by name, and a pattern that matches every name, in the singular or the plural."""
    codes: dict[str, tuple[str, ...]] = {}
    for one in all_definitions():
        for name in one.named:
            codes[name.casefold()] = (*codes.get(name.casefold(), ()), one.code)
    longest_first = sorted(codes, key=len, reverse=True)
    names = "|".join(re.escape(name) for name in longest_first)
    return codes, re.compile(rf"(?<![\w-])({names})s?(?![\w-])", re.IGNORECASE)


# One old token; several may follow each other without a space, as in `o2oWoW`.
_HALVES = {way: one.code for one in all_definitions() for way in one.spellings if way.startswith("o(")}
_OLD = rf"ocT|oo?(?:[WUBRGXYZTS½]|[0-9]{{1,7}})|{'|'.join(map(re.escape, _HALVES))}"
_OLD_TOKEN = re.compile(_OLD)

# Brackets hold a loyalty cost if it has a sign or is a bare zero; not `[1]`, `[X]`, `[P/T]` or an index, `a[0]`.
# Bars may also be absolute values, `|1|-|2|`.
_ANY = re.compile(
    r"\{(?P<braced>[^{}\n]{1,24})\}"
    r"|(?<!\w)\[(?P<loyalty>[+\-−–](?:[1-9][0-9]{0,6}|X|N)|0)\](?!\w)"
    r"|(?<![\w+\-−*/=<>])\|(?P<piped>[WUBRGCSXYZPTQ0-9/½∞]{1,7})\|(?![\w+\-−*/=<>])"
    rf"|(?<![A-Za-z0-9])(?P<old>(?:{_OLD})+)(?![A-Za-z0-9])"
)
# A cheap test: every old token begins like this, and few other words do.
_MAY_BE_OLD = re.compile(r"oo?[WUBRGXYZTS½0-9(]|ocT")
_MINUS = str.maketrans("−–", "--")


@dataclass(frozen=True, slots=True)
class SymbolSpan:
    """A symbol, written in `text[start:end]`."""

    start: int
    end: int
    code: str


def find_symbols(text: str, edition: dt.date | None = None) -> list[SymbolSpan]:
    """Return the symbols of a rule or card text, in order, without overlap.

    Left out are the rules' placeholders (`{LEVEL N1-N2}`, `{rN}`, `[Cost]`), codes of symbols that are only drawn
    (`{star}`), and braces around anything else. The edition decides what `{C}` and `{P}` mean; None is today's.
    """
    return list(_spans(text, edition)) if may_have_symbols(text) else []


def may_have_symbols(text: str) -> bool:
    """Quick test: if False, the text has no symbols."""
    return "{" in text or "[" in text or "|" in text or _MAY_BE_OLD.search(text) is not None


def _spans(text: str, edition: dt.date | None) -> Iterator[SymbolSpan]:
    for match in _ANY.finditer(text):
        if match.lastgroup == "old":
            for token in _OLD_TOKEN.finditer(match["old"]):
                start = match.start() + token.start()
                yield SymbolSpan(start, start + len(token[0]), _HALVES.get(token[0]) or token[0].lstrip("oc"))
        elif match.lastgroup == "loyalty":
            yield SymbolSpan(match.start(), match.end(), f"[{match['loyalty'].translate(_MINUS)}]")
        elif code := _code(match["braced"] or match["piped"], edition):
            yield SymbolSpan(match.start(), match.end(), code)


@lru_cache(maxsize=2048)
def _code(written: str, edition: dt.date | None) -> str:
    """Code of what stands between braces or bars; empty if it isn't a symbol."""
    old = _OLD_TOKEN.fullmatch(written)
    inner = written.lstrip("oc") if old else written
    meant = code_in(inner, edition)
    if meant != inner:
        return meant
    try:
        one = by_spelling(f"{{{inner}}}")
    except UnknownSymbolError:
        return ""
    braced = one.written.startswith("{") or f"{{{inner}}}" in one.spellings or by_pattern(inner.translate(_MINUS))
    return one.code if braced else ""
