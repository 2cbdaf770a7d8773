"""Look up symbol definitions by code, spelling or slug.

They are loaded from `symbols/data/symbols.toml` when this module is imported. A *code* identifies a symbol: what stands
between the braces (`W/U`, `T`, `15`), a whole loyalty cost (`[+1]`), or a word for what is drawn but never written
(`dfc-moon`, `chapter-III`).
"""

import datetime as dt
import re
from collections.abc import Iterator
from functools import cache

from symbols.catalog import loader
from symbols.catalog.symbol import CARDS, COLORS, Definition, Meaning, Pay, slug

__all__ = [
    "CARDS",
    "COLORS",
    "MEANINGS",
    "Definition",
    "Meaning",
    "Pay",
    "UnknownSymbolError",
    "all_definitions",
    "by_pattern",
    "by_slug",
    "by_spelling",
    "code_in",
    "definition",
    "slug",
    "spelling_kind",
]

_MINUS = str.maketrans("−–", "--")
_OLD = re.compile(r"oc?o?(?:[A-Z0-9½]+|\([A-Z0-9/]+\))|\{\([A-Z0-9/]+\)\}")
_INDICATOR = re.compile(r"CI[_-]?([WUBRG]{1,5})", re.IGNORECASE)
_CATALOG = loader.read()

MEANINGS: tuple[Meaning, ...] = _CATALOG.meanings
"""Former meanings of spellings; of the same spelling, the oldest first."""


class UnknownSymbolError(KeyError):
    """No symbol has this code, spelling or slug."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"There is no symbol {self.text!r}."


@cache
def _spelled() -> dict[str, str]:
    """Codes by spelling, and by case-folded spelling where that isn't another symbol's own."""
    out: dict[str, str] = {}
    for one in all_definitions():
        for way in one.spellings:
            out.setdefault(way, one.code)
    for one in all_definitions():
        for way in one.spellings:
            out.setdefault(way.casefold(), one.code)
    return out


@cache
def _slugs() -> dict[str, str]:
    return {slug(code): code for code in _CATALOG.symbols}


def definition(code: str) -> Definition:
    """Return the symbol with this code.

    Members of open families that the gallery doesn't list (`37`, `[-12]`, `chapter-IX`) are created on demand.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    if found := _CATALOG.symbols.get(code):
        return found
    for family in _CATALOG.families:
        if made := family.member(code):
            return made
    raise UnknownSymbolError(code)


def all_definitions() -> Iterator[Definition]:
    """Yield the symbols of the gallery, in its order."""
    yield from _CATALOG.symbols.values()


def by_spelling(text: str) -> Definition:
    """Return the symbol with this official, loose or old spelling, as it's meant today (see `code_in`).

    `{W/U}`, `w/u`, `{U/W}`, `|W/U|` and `(w/u)` are one symbol; so are `{T}`, `{Tap}` and `ocT`. An exact spelling
    wins over one in another case.

    Raises:
        UnknownSymbolError: no symbol has this spelling.
    """
    plain = text.strip().translate(_MINUS)
    spelled = _spelled()
    code = spelled.get(plain) or spelled.get(plain.casefold())
    if code is None and len(plain) > 2 and plain[0] + plain[-1] in {"{}", "||", "()"}:
        inner = plain[1:-1]
        code = spelled.get(inner) or spelled.get(inner.casefold()) or by_pattern(inner) or inner
    try:
        return definition(code or plain)
    except UnknownSymbolError:
        raise UnknownSymbolError(text) from None


def by_pattern(inner: str) -> str:
    """Code of a spelling that follows a pattern of the rules, without its braces; empty if it follows none.

    `LEVEL 1-4` -> `level-1-4`; `CI_UW` -> `CI_WU`, since the colors of an indicator may be in any order.
    """
    for family in _CATALOG.families:
        if code := family.code_of(inner):
            return code
    if colors := _INDICATOR.fullmatch(inner):
        there = set(colors[1].upper())
        return "CI_" + "".join(color for color in COLORS if color in there) if len(there) == len(colors[1]) else ""
    return ""


def by_slug(text: str) -> Definition:
    """Return the symbol with this slug: `W-U`, `half`, `loyalty-up-1`, `37`.

    Raises:
        UnknownSymbolError: no symbol has this slug.
    """
    if found := _slugs().get(text):
        return _CATALOG.symbols[found]
    tries = [text, text.removesuffix("-plus") + "+"]
    if match := re.fullmatch(r"loyalty-(up|down)-(\w+)", text):
        tries.append(f"[{'+' if match[1] == 'up' else '-'}{match[2]}]")
    if text.startswith("CI-"):
        tries.append(text.replace("-", "_"))
    for code in tries:
        try:
            made = definition(code)
        except UnknownSymbolError:
            continue
        if made.slug == text:
            return made
    raise UnknownSymbolError(text)


def code_in(written: str, edition: dt.date | None) -> str:
    """Code of what an edition writes between braces: `C` is `CHAOS` before 2016. None is today's edition."""
    if edition is not None:
        for meaning in MEANINGS:
            if meaning.written == written and edition < meaning.before:
                return meaning.code
    return written


def spelling_kind(one: Definition, spelling: str) -> str:
    """Classify a symbol's spelling, as a value of `symbols.models.Spelling.Kind`.

    That is `official`, `patterned` (follows a pattern of the rules), `copied` (between bars, as in some copies of the
    rules), `old` (as in card texts before braces), or `loose`.
    """
    if spelling == one.written:
        return "official"
    if spelling in one.patterned:
        return "patterned"
    if spelling.startswith("|"):
        return "copied"
    return "old" if _OLD.fullmatch(spelling) and spelling != one.code else "loose"
