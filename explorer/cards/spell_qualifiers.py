"""What is cast or activated, and the words behind “spells”: `with flying`, `from graveyards`, `you cast`."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

Whose = Literal["", "you", "opponents"]

_MANA_VALUE = r"(?:converted mana cost|mana value)s?"
_ZONES = {
    "hand": "hand",
    "graveyard": "graveyard",
    "exile": "exile",
    "librar": "library",
    "command zone": "command",
}
_ZONE = re.compile("|".join(_ZONES))
_OPEN = (
    r"(?:that|which|of|with|from(?! among)|cast|in|other than|during|each|while|if|as|who|whose)\b"
    r"(?!.* may |.* from among ).+"
)
_KEYWORDS = (
    "cascade|convoke|cycling|deathtouch|defender|delve|double strike|first strike|flash|flying|foretell|haste|hexproof"
    "|indestructible|infect|kicker|lifelink|madness|menace|morph|mutate|reach|trample|vigilance"
)


@dataclass(frozen=True, slots=True)
class Played:
    """What is cast or activated; None and empty where it isn't known.

    Attributes:
        type_line: `Creature — Elf; green monocolored`; of an ability, its source's.
        zone: `hand`, `graveyard`, `exile`, `command` or `library`.
        text: rules text.
        pays: keywords whose costs are paid, in lower case.
        keyword: of an ability, such as `equip`.
    """

    type_line: str
    name: str = ""
    mana_value: float | None = None
    zone: str = ""
    text: str | None = None
    power: str = ""
    toughness: str = ""
    targets: int | None = None
    is_kicked: bool | None = None
    pays: Collection[str] | None = field(default=None, hash=False)
    is_ability: bool = False
    keyword: str = ""
    is_mana_ability: bool = False


Test = Callable[[Played], bool | None]


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Words behind “spells”, with their test; without one, only the player knows."""

    words: str
    test: Test | None = None

    def fits(self, played: Played) -> bool | None:
        return self.test(played) if self.test else None


def has_keyword(keyword: str, text: str) -> bool:
    return re.search(rf"(?:^|, |; ){re.escape(keyword)}\b", text, re.IGNORECASE | re.MULTILINE) is not None


def read_qualifiers(rest: str) -> tuple[Sequence[Qualifier], Whose] | None:
    """The words behind “spells”; None if they aren't understood."""
    qualifiers: list[Qualifier] = []
    whose: Whose = ""
    rest = rest.strip(" ,")
    while rest:
        found = next(((match, kind) for pattern, kind in _QUALIFIERS if (match := pattern.match(rest))), None)
        if found is None:
            return None
        match, kind = found
        if isinstance(kind, str):
            whose = kind or whose
        else:
            qualifiers.append(Qualifier(match[0], kind(match)))
        rest = rest[match.end() :].strip(" ,")
    return qualifiers, whose


def zones_of(words: str) -> Collection[str]:
    """`from graveyards or libraries` -> graveyard, library."""
    return {_ZONES[each] for each in _ZONE.findall(words.lower())}


def _in_zone(match: re.Match[str]) -> Test:
    zones, is_other = zones_of(match[0]), match["other"] is not None
    return lambda played: (played.zone in zones) is not is_other if played.zone else None


def _by_number(match: re.Match[str]) -> Test:
    number, bound, what = int(match["number"]), match["bound"], match["what"].lower()

    def test(played: Played) -> bool | None:
        value = {"power": played.power, "toughness": played.toughness}.get(what, played.mana_value)
        try:
            own = float(value) if value not in (None, "") else None
        except ValueError:
            return None
        if own is None:
            return None
        return own >= number if bound == "greater" else own <= number if bound == "less" else own == number

    return test


def _by_parity(match: re.Match[str]) -> Test:
    remainder = 0 if match["parity"].lower() == "even" else 1
    return lambda played: None if played.mana_value is None else played.mana_value % 2 == remainder


def _with_keyword(match: re.Match[str]) -> Test:
    return lambda played: None if played.text is None else has_keyword(match["keyword"], played.text)


def _with_x(_: re.Match[str]) -> Test:
    return lambda played: "{x}" in played.type_line.lower() if ";" in played.type_line else None


def _with_targets(_: re.Match[str]) -> Test:
    return lambda played: False if played.targets == 0 else None


def _no_mana_ability(_: re.Match[str]) -> Test:
    return lambda played: not played.is_mana_ability


def _of_chosen(match: re.Match[str]) -> Test:
    """A colorless spell is of no color, and a face-down one has no name (708.2)."""
    without = "colorless" if "color" in match[0] else "face-down" if "name" in match[0] else ""
    return lambda played: False if without and without in played.type_line.split() else None


def _unknown(_: re.Match[str]) -> None:
    """Only the player knows."""


_VERB = "(?:cast|play|control|activate|pay)"
_FURTHER_ZONES = r"(?:graveyards?|exile|(?:the top of (?:your )?)?librar(?:y|ies)|command zone)"
_FROM = (
    r"from (?P<other>anywhere other than )?(?:(?:the top of )?(?:your|their|an?|players'|any \w+'s) )?(?:the )?"
    rf"(?:hands?|{_FURTHER_ZONES})(?: (?:or|and|and/or) (?:from )?(?:your |the )?{_FURTHER_ZONES})*(?!\w)"
)
_NUMBER = (
    rf"with (?P<what>{_MANA_VALUE}|power|toughness) (?:equal to )?(?P<number>\d{{1,6}})"
    r"(?: or (?P<bound>greater|less))?(?! plus)\b"
)
_KINDS: Sequence[tuple[str, Whose | Callable[[re.Match[str]], Test | None]]] = [
    (rf"(?:that )?you {_VERB}\b", "you"),
    (rf"(?:that )?(?:your |each |an? )?opponents? {_VERB}s?\b", "opponents"),
    (rf"(?:players|(?:a|any|each) player) {_VERB}s?\b", ""),
    (_NUMBER, _by_number),
    (rf"with (?P<parity>even|odd) {_MANA_VALUE}", _by_parity),
    (r"with \{X\} in (?:their|its) mana costs?", _with_x),
    (rf"(?:with|that have|that has) (?P<keyword>{_KEYWORDS})\b(?! or| and)", _with_keyword),
    (_FROM, _in_zone),
    (r"(?:unless they're|that aren't) mana abilities", _no_mana_ability),
    (r"of (?:the|that) chosen (?:type|color|name)s?\b", _of_chosen),
    (r"with (?:the|a) chosen (?:name|word in their text box)\b", _of_chosen),
    (rf"(?:that|enchanted|target|defending|(?:the )?chosen|each other) (?:player|opponent)s? {_VERB}s?\b", _unknown),
    (r"(?:that|which) targets? .+", _with_targets),
    (r"(?:this|each) turn\b", ""),
    (_OPEN, _unknown),
]
_QUALIFIERS = [(re.compile(pattern, re.IGNORECASE), kind) for pattern, kind in _KINDS]
