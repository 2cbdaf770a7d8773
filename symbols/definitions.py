"""What every symbol is: its name, what it means, how it is written, and the rules that define it.

The facts lie in `symbols/data/symbols.toml`; this module reads them once, when it is imported, and answers from memory.
A *code* names a symbol: what stands between the braces (`W/U`, `T`, `15`), the whole of a loyalty cost (`[+1]`), or a
plain word for what is drawn but never written (`dfc-moon`, `chapter-III`).
"""

import datetime as dt
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

COLORS = "WUBRG"

_WORDS: Mapping[str, str] = {
    "W": "white",
    "U": "blue",
    "B": "black",
    "R": "red",
    "G": "green",
    "C": "colorless",
    "2": "two generic",
    "+": "plus",
    "-": "minus",
}
_RARITIES = {"mythic": "mythic rare"}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_NUMERALS = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_MINUS = str.maketrans("−–", "--")


class UnknownSymbolError(KeyError):
    """No symbol has this code or spelling.

    Attributes:
        text: what was asked for.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"There is no symbol {self.text!r}."


@dataclass(frozen=True, slots=True)
class Definition:
    """One symbol.

    Attributes:
        code: names the symbol; unique.
        name: what a screen reader says: "white or blue mana".
        kind: the family it belongs to: "hybrid mana", "loyalty cost".
        description: what it means, in one or two sentences of our own.
        written: how rule text writes it, `{W/U}` or `[+1]`; empty for what is only drawn on cards.
        mana: whether it stands for mana, so that it may be part of a mana cost.
        mana_value: what it adds to the mana value of a card away from the stack (202.3): 0 for X; None without mana.
        colors: the colours it gives an object in whose mana cost it is (202.2), in the order W U B R G.
        spellings: every way of writing it that `by_spelling` takes, the official one first.
        rules: numbers of the rules that define it.
        rules_edition: the edition whose numbers these are.
        tournament: false for what was only printed on cards that are not for tournaments.
        since: first day on which the rules had it, where that is certain.
        until: first day on which they no longer had it, where that is certain.
        source: where `since` and `until` come from.
        order: place in a gallery.
    """

    code: str
    name: str
    kind: str
    description: str
    written: str
    mana: bool
    mana_value: Fraction | float | None
    colors: tuple[str, ...]
    spellings: tuple[str, ...]
    rules: tuple[str, ...]
    rules_edition: dt.date
    tournament: bool
    since: dt.date | None
    until: dt.date | None
    source: str
    order: int

    @property
    def slug(self) -> str:
        """The code as it stands in an address and as an id: `W-U`, `half`."""
        return slug(self.code)


@dataclass(frozen=True, slots=True)
class Meaning:
    """A spelling that meant another symbol in older editions.

    Attributes:
        written: what stands between the braces.
        code: the symbol that it meant.
        before: the first day on which it no longer did.
    """

    written: str
    code: str
    before: dt.date


@dataclass(frozen=True, slots=True)
class _Family:
    """Records of symbols that differ by their parts, and how to make another one."""

    record: Mapping[str, Any]
    pattern: re.Pattern[str] | None
    order: int


_RULES_EDITION = dt.date(2025, 6, 6)
_SLUGS = {"½": "half", "∞": "infinity"}
_LOYALTY = re.compile(r"\[([+-]?)(\w+)\]")


def slug(code: str) -> str:
    """Return a code as it stands in an address and as an id of the sprite.

    Letters, figures and hyphens only; no two codes share one. `W/U` gives `W-U`, `½` gives `half`, `∞` gives
    `infinity`, `CI_W` gives `CI-W`, `level-7+` gives `level-7-plus`, `[+1]` gives `loyalty-up-1`, `[-X]` gives
    `loyalty-down-X`, `[0]` gives `loyalty-zero`.
    """
    if loyalty := _LOYALTY.fullmatch(code):
        sign, amount = loyalty.groups()
        way = {"+": "up-", "-": "down-", "": ""}[sign]
        return "loyalty-zero" if not way else f"loyalty-{way}{amount}"
    return _SLUGS.get(code) or code.replace("/", "-").replace("_", "-").replace("+", "-plus")


def _roman(text: str) -> int:
    """Return the value of a Roman numeral, or 0 when it is not one in good form."""
    values = [_ROMAN[letter] for letter in text] + [0]
    total = sum(-now if now < then else now for now, then in pairwise(values))
    rest, made = total, ""
    for value, letters in _NUMERALS:
        made += letters * (rest // value)
        rest %= value
    return total if made == text else 0


def _colors_word(letters: str) -> str:
    words = [_WORDS[letter] for letter in letters]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _fields(groups: tuple[str, ...]) -> dict[str, str]:
    """Return what may be put into a family's texts for the parts of one code."""
    out: dict[str, str] = {}
    for place, part in enumerate(groups, start=1):
        out[f"{place}"] = part
        out[f"{place}w"] = _WORDS.get(part, part)
        out[f"{place}r"] = _RARITIES.get(part, part)
        if part in {"+", "-"}:
            out[f"{place}v"] = "put on" if part == "+" else "remove from"
        if part and set(part) <= set(COLORS):
            out[f"{place}c"] = _colors_word(part)
        if part and set(part) <= _ROMAN.keys():
            out[f"{place}n"] = str(_roman(part))
    return out


_FIELD = re.compile(r"\{(\d[wrvcn]?)\}")


def _fill(text: str, fields: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda match: fields[match[1]], text)


def _mana_value(code: str) -> Fraction | float:
    """Return what a mana symbol adds to a mana value away from the stack (202.3e to 202.3g)."""
    if code == "∞":
        return math.inf
    if code == "½" or re.fullmatch(r"H[WUBRG]", code):
        return Fraction(1, 2)
    if code in {"X", "Y", "Z"}:
        return Fraction(0)
    return max(Fraction(part) if part.isdigit() else Fraction(part != "P") for part in code.split("/"))


def _colors(code: str) -> tuple[str, ...]:
    parts = code[1:] if re.fullmatch(r"H[WUBRG]", code) else code.split("/")
    return tuple(color for color in COLORS if color in parts)


def _written(code: str) -> str:
    if code.startswith("["):
        return code
    return "" if code[0].islower() or code.startswith("CI_") else f"{{{code}}}"


def _turned(code: str) -> list[str]:
    """Return the ways of writing a hybrid with its halves changed round."""
    parts = code.split("/")
    if len(parts) == 1:
        return []
    turned = [[parts[1], parts[0], *parts[2:]]]
    if len(parts) == 3:
        turned += [["P", *parts[:2]], ["P", parts[1], parts[0]]]
    return ["/".join(way) for way in turned]


def _spellings(code: str, extra: list[str]) -> tuple[str, ...]:
    written = _written(code)
    ways = [written, code, *extra] if written else [f"{{{code}}}", code, *extra]
    for turned in _turned(code):
        ways += [f"{{{turned}}}", turned]
    if "/" in code:
        ways += [f"|{code}|", f"({code})"]
    return tuple(dict.fromkeys(ways))


def _make(code: str, record: Mapping[str, Any], fields: Mapping[str, str], order: int) -> Definition:
    mana = bool(record.get("mana", False))
    return Definition(
        code=code,
        name=_fill(record["name"], fields),
        kind=record["kind"],
        description=_fill(record["text"], fields),
        written=_written(code),
        mana=mana,
        mana_value=_mana_value(code) if mana else None,
        colors=_colors(code) if mana else (),
        spellings=_spellings(code, [_fill(way, fields) for way in record.get("spellings", [])]),
        rules=tuple(record["rules"]),
        rules_edition=record.get("rules_edition", _RULES_EDITION),
        tournament=record.get("tournament", True) and code not in record.get("casual", []),
        since=record.get("since"),
        until=record.get("until"),
        source=record.get("source", ""),
        order=order,
    )


def _from_family(family: _Family, code: str) -> Definition | None:
    """Make the definition of one member, or return None when the code is no member."""
    listed = code in family.record["codes"]
    if family.pattern is None:
        groups: tuple[str, ...] = tuple(code.split("/"))
        order = family.order + family.record["codes"].index(code) if listed else -1
        return _make(code, family.record, _fields(groups), order) if listed else None
    match = family.pattern.fullmatch(code)
    if match is None or not _sound(family.record["kind"], match.groups()):
        return None
    place = family.record["codes"].index(code) if listed else len(family.record["codes"])
    return _make(code, family.record, _fields(match.groups()), family.order + place)


def _sound(kind: str, groups: tuple[str, ...]) -> bool:
    """Say whether the parts of a code that fits its pattern also make sense together."""
    if kind == "chapter":
        return _roman(groups[0]) > 0
    if kind == "level" and len(groups) == 2:
        return int(groups[0]) <= int(groups[1])
    return all(groups)


def _read() -> tuple[dict[str, Definition], list[_Family], tuple[Meaning, ...]]:
    text = files("symbols").joinpath("data", "symbols.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    # Galleries follow the file, so both kinds of record are numbered by where they stand in it.
    places = [match.start() for match in re.finditer(r"^\[\[(?:symbol|family)\]\]", text, re.MULTILINE)]
    kinds = re.findall(r"^\[\[(symbol|family)\]\]", text, re.MULTILINE)
    order = {
        kind: [1000 * place for place, found in enumerate(kinds, start=1) if found == kind]
        for kind in ("symbol", "family")
    }
    assert len(places) == len(data["symbol"]) + len(data["family"])  # noqa: S101
    known: dict[str, Definition] = {}
    families = []
    for record, place in zip(data["symbol"], order["symbol"], strict=True):
        known[record["code"]] = _make(record["code"], record, {}, place)
    for record, place in zip(data["family"], order["family"], strict=True):
        pattern = re.compile(record["pattern"]) if "pattern" in record else None
        family = _Family(record, pattern, place)
        families.append(family)
        for code in record["codes"]:
            if code not in known and (made := _from_family(family, code)):
                known[code] = made
    known = dict(sorted(known.items(), key=lambda item: item[1].order))
    return known, families, tuple(Meaning(**entry) for entry in data["meaning"])


_KNOWN, _FAMILIES, MEANINGS = _read()


@cache
def _spelled() -> dict[str, str]:
    """Return the code for every spelling, exact ones before those in other letter case."""
    out: dict[str, str] = {}
    for one in _KNOWN.values():
        for way in one.spellings:
            out.setdefault(way, one.code)
    for one in _KNOWN.values():
        for way in one.spellings:
            out.setdefault(way.casefold(), one.code)
    return out


@cache
def _slugs() -> dict[str, str]:
    return {slug(code): code for code in _KNOWN}


def definition(code: str) -> Definition:
    """Return what the symbol with this code is.

    Members of open families that no gallery shows (`37`, `[-12]`, `chapter-IX`) are made when asked for.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    if found := _KNOWN.get(code):
        return found
    for family in _FAMILIES:
        if made := _from_family(family, code):
            return made
    raise UnknownSymbolError(code)


def all_definitions() -> Iterator[Definition]:
    """Yield every symbol of the galleries, in their order."""
    yield from _KNOWN.values()


def by_spelling(text: str) -> Definition:
    """Return the symbol that is written so: official, loose or old.

    `{W/U}`, `w/u`, `{U/W}`, `|W/U|` and `(w/u)` are one symbol; so are `{T}`, `{Tap}` and `ocT`. The exact spelling
    goes before one in another letter case. Meanings are today's; see `code_in` for older ones.

    Raises:
        UnknownSymbolError: nothing is written so.
    """
    plain = text.strip().translate(_MINUS)
    spelled = _spelled()
    code = spelled.get(plain) or spelled.get(plain.casefold())
    if code is None and len(plain) > 2 and plain[0] + plain[-1] in {"{}", "||", "()"}:
        inner = plain[1:-1]
        code = spelled.get(inner) or spelled.get(inner.casefold()) or inner
    try:
        return definition(code or plain)
    except UnknownSymbolError:
        raise UnknownSymbolError(text) from None


def by_slug(text: str) -> Definition:
    """Return the symbol whose address ends so: `W-U`, `half`, `loyalty-up-1`, `37`.

    Raises:
        UnknownSymbolError: no symbol has this slug.
    """
    if found := _slugs().get(text):
        return _KNOWN[found]
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
    """Return the code of what stood between braces in an edition: `C` was `CHAOS` before 2016.

    Args:
        written: what stands between the braces.
        edition: effective date of the edition; None for today's meaning.
    """
    if edition is not None:
        for meaning in MEANINGS:
            if meaning.written == written and edition < meaning.before:
                return meaning.code
    return written
