"""Look up symbol definitions by code, spelling or slug.

They are loaded from `symbols/data/symbols.toml` when this module is imported. A *code* identifies a symbol: what stands
between the braces (`W/U`, `T`, `15`), a whole loyalty cost (`[+1]`), or a word for what is drawn but never written
(`dfc-moon`, `chapter-III`).
"""

import datetime as dt
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

import tomli

from symbols.catalog.symbol import CARDS, COLORS, Definition, Meaning, Pay, slug
from symbols.engine.costs import Amount, mana_symbol
from symbols.roman import from_roman
from symbols.sentences import join_words

_MINUS = str.maketrans("−–", "--")
_OLD = re.compile(r"oc?o?(?:[A-Z0-9½]+|\([A-Z0-9/]+\))|\{\([A-Z0-9/]+\)\}")
_INDICATOR = re.compile(r"CI[_-]?([WUBRG]{1,5})", re.IGNORECASE)
_TEXT = files("symbols").joinpath("data", "symbols.toml").read_text(encoding="utf-8")
_DATA = tomli.loads(_TEXT)
_RULES_EDITION = dt.date(2025, 6, 6)
# Codes that some copies of the rules write between bars: `|W/U|`.
_PIPED = re.compile(r"[WUBRGCSXYZP0-9/½∞]{1,7}")


@dataclass(frozen=True, slots=True)
class Family:
    """Symbols that share one record and differ by the parts of their codes; more can be created."""

    record: Mapping[str, Any]
    pattern: re.Pattern[str] | None
    read: re.Pattern[str] | None
    order: int

    def code_of(self, written: str) -> str:
        """Code of a spelling that follows the rules' pattern (`LEVEL 1-4`); empty if it doesn't."""
        match = self.read.fullmatch(written) if self.read else None
        return match.expand(self.record["code"]) if match else ""

    def member(self, code: str) -> Definition | None:
        """Create the definition of one member; None if the code isn't one."""
        codes = self.record["codes"]
        listed = code in codes
        if self.pattern is None:
            if not listed:
                return None
            groups: tuple[str, ...] = tuple(code.split("/"))
        else:
            match = self.pattern.fullmatch(code)
            if match is None or not _is_sound(self.record["kind"], match.groups()):
                return None
            groups = match.groups()
        place = codes.index(code) if listed else len(codes)
        return _make(code, self.record, _fields(groups), self.order + place, like=code if listed else codes[0])


def _read() -> tuple[Mapping[str, Definition], Sequence[Family], tuple[Meaning, ...]]:
    """Symbols by code, in the gallery's order; the families; former meanings of spellings."""
    # The gallery follows the file's order, so both kinds of record are numbered by their position in it.
    kinds = re.findall(r"^\[\[(symbol|family)\]\]", _TEXT, re.MULTILINE)
    order = {
        kind: [1000 * place for place, found in enumerate(kinds, start=1) if found == kind]
        for kind in ("symbol", "family")
    }
    known: dict[str, Definition] = {}
    families = []
    for record, place in zip(_DATA["symbol"], order["symbol"], strict=True):
        known[record["code"]] = _make(record["code"], record, {}, place, like=record["code"])
    for record, place in zip(_DATA["family"], order["family"], strict=True):
        pattern, read = (re.compile(record[key]) if key in record else None for key in ("pattern", "read"))
        family = Family(record, pattern, read, place)
        families.append(family)
        for code in record["codes"]:
            if code not in known and (made := family.member(code)):
                known[code] = made
    symbols = dict(sorted(known.items(), key=lambda item: item[1].order))
    return symbols, families, tuple(Meaning(**entry) for entry in _DATA["meaning"])


def _make(code: str, record: Mapping[str, Any], fields: Mapping[str, str], order: int, *, like: str) -> Definition:
    def filled(key: str) -> tuple[str, ...]:
        return tuple(_fill(text, fields) for text in record.get(key, ()))

    mana = mana_symbol(code) if record.get("mana") else None
    name = _fill(record["name"], fields)
    written = _written(code)
    return Definition(
        code=code,
        name=name,
        say=record.get("aloud", {}).get(code) or _fill(record.get("say", name), fields),
        kind=record["kind"],
        description=_fill(record["text"], fields),
        written=written,
        label=record.get("label", written or code),
        mana=mana is not None,
        pays=tuple(Pay(one.slot, _exact(one.amount), mana.variable or "") for one in mana.options) if mana else (),
        mana_value=_exact(mana.mana_value) if mana else None,
        colors=tuple(color for color in COLORS if color in mana.colors) if mana else (),
        spellings=_spellings(code, written, (*filled("spellings"), *filled("patterned")), mana=mana is not None),
        rules=tuple(record["rules"]),
        rules_edition=record.get("rules_edition", _RULES_EDITION),
        known_as=((code, "mana"),) if mana else tuple(_known_as(text) for text in filled("known_as")),
        phrases=filled("phrases"),
        excluding_phrases=filled("excluding_phrases"),
        named=tuple(record.get("named", ())),
        beside=record.get("beside", ""),
        patterned=filled("patterned"),
        called=tuple(record.get("called", ())),
        cards=_cards(code, record, made=like != code),
        since=record.get("since"),
        until=record.get("until"),
        kin="since" in record and record.get("kin", "codes" in record),
        source=record.get("source", ""),
        order=order,
        like=like,
    )


def _exact(amount: Amount) -> Fraction | float:
    return math.inf if math.isinf(amount) else Fraction(amount)


def _cards(code: str, record: Mapping[str, Any], *, made: bool) -> str:
    """Key of `CARDS`, as the record lists it for this code, else for all; unknown for one that isn't in the gallery."""
    for cards in CARDS:
        if code in record.get(cards, ()):
            return cards
    return "unknown" if made else str(record.get("cards", "tournament"))


def _is_sound(kind: str, groups: tuple[str, ...]) -> bool:
    """Check that the parts of a code make sense together: `level-4-1` doesn't."""
    if kind == "chapter":
        return from_roman(groups[0]) > 0
    if kind == "level" and len(groups) == 2:
        return int(groups[0]) <= int(groups[1])
    return all(groups)


def _fields(groups: tuple[str, ...]) -> dict[str, str]:
    """Values of the placeholders in a family's texts: `{1}` is a code's first part, `{1w}` that part in words."""
    out: dict[str, str] = {}
    for place, part in enumerate(groups, start=1):
        out[f"{place}"] = part
        out[f"{place}w"] = _DATA["words"].get(part, part)
        out[f"{place}r"] = _DATA["rarities"].get(part, part)
        out[f"{place}k"] = _DATA["tints"].get(part, part)
        if part and part.isdigit():
            out[f"{place}t"] = f"{int(part):,}"
        if part in {"+", "-"}:
            out[f"{place}v"] = "put on" if part == "+" else "remove from"
        if part and set(part) <= set(COLORS):
            out[f"{place}c"] = join_words([_DATA["words"][letter] for letter in part])
        if part and (number := from_roman(part)):
            out[f"{place}n"] = str(number)
    return out


_FIELD = re.compile(r"\{(\d[wrkvcnt]?)\}")


def _fill(text: str, fields: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda match: fields[match[1]], text) if fields else text


def _known_as(text: str) -> tuple[str, str]:
    """Parse a code and its meaning: `P: phyrexian any`."""
    code, _, meaning = text.rpartition(": ")
    return code, meaning


def _written(code: str) -> str:
    if code.startswith("["):
        return code
    return "" if code[0].islower() or code.startswith("CI_") else f"{{{code}}}"


def _reordered(code: str) -> list[str]:
    """Other orders of a hybrid's parts: `W/U` -> `U/W`; with Phyrexian mana, the P may come first too."""
    parts = code.split("/")
    if len(parts) == 1:
        return []
    reordered = [[parts[1], parts[0], *parts[2:]]]
    if len(parts) == 3:
        reordered += [["P", *parts[:2]], ["P", parts[1], parts[0]]]
    return ["/".join(way) for way in reordered]


def _spellings(code: str, written: str, extra: Iterable[str], *, mana: bool) -> tuple[str, ...]:
    """All spellings of a symbol; one that is only drawn has just those of the data file."""
    ways = [written, code, *extra] if written else [*extra]
    for reordered in _reordered(code):
        ways += [f"{{{reordered}}}", reordered]
    if "/" in code:
        ways.append(f"({code})")
    if mana and _PIPED.fullmatch(code):
        ways.append(f"|{code}|")
    return tuple(dict.fromkeys(ways))


_SYMBOLS, _FAMILIES, MEANINGS = _read()
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
    return {slug(code): code for code in _SYMBOLS}


def definition(code: str) -> Definition:
    """Return the symbol with this code.

    Members of open families that the gallery doesn't list (`37`, `[-12]`, `chapter-IX`) are created on demand.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    if found := _SYMBOLS.get(code):
        return found
    for family in _FAMILIES:
        if made := family.member(code):
            return made
    raise UnknownSymbolError(code)


def all_definitions() -> Iterator[Definition]:
    """Yield the symbols of the gallery, in its order."""
    yield from _SYMBOLS.values()


def by_spelling(text: str) -> Definition:
    """Return the symbol with this official, loose or old spelling, as it's meant today (see `code_in`).

    `{W/U}`, `w/u`, `{U/W}`, `|W/U|` and `(w/u)` are one symbol; so are `{T}`, `{Tap}` and `ocT`. An exact spelling
    wins over one in another case.
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
    for family in _FAMILIES:
        if code := family.code_of(inner):
            return code
    if colors := _INDICATOR.fullmatch(inner):
        there = set(colors[1].upper())
        return "CI_" + "".join(color for color in COLORS if color in there) if len(there) == len(colors[1]) else ""
    return ""


def by_slug(text: str) -> Definition:
    """Return the symbol with this slug: `W-U`, `half`, `loyalty-up-1`, `37`."""
    if found := _slugs().get(text):
        return _SYMBOLS[found]
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
