"""What is cast or activated, and the words behind “spells”: `with flying`, `from graveyards`, `you cast`."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

Whose = Literal["", "you", "opponents"]
Told = bool | None

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


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Words behind “spells”, with a test; without one, nobody knows but the player."""

    words: str
    test: Callable[[Played], Told] | None = None

    def told(self, of: Played) -> Told:
        return self.test(of) if self.test else None


def has_keyword(keyword: str, text: str) -> bool:
    return re.search(rf"(?:^|, |; ){re.escape(keyword)}\b", text, re.IGNORECASE | re.MULTILINE) is not None


def read_qualifiers(rest: str) -> tuple[Sequence[Qualifier], Whose] | None:
    """The words behind “spells”; None if they aren't understood."""
    found: list[Qualifier] = []
    whose: Whose = ""
    rest = rest.strip(" ,")
    while rest:
        matches = ((pattern.match(rest), make) for pattern, make in _QUALIFIERS)
        match, make = next(((match, make) for match, make in matches if match), (None, None))
        if match is None or make is None:
            return None
        made = make(match)
        if isinstance(made, Qualifier):
            found.append(made)
        else:
            whose = made or whose
        rest = rest[match.end() :].strip(" ,")
    return found, whose


def zones_of(words: str) -> Collection[str]:
    """`from graveyards or libraries` -> graveyard, library."""
    return {_ZONES[each] for each in _ZONE.findall(words.lower())}


def _of_zone(match: re.Match[str]) -> Qualifier:
    zones, is_other = zones_of(match[0]), match["other"] is not None
    return Qualifier(match[0], lambda played: (played.zone in zones) is not is_other if played.zone else None)


def _of_number(match: re.Match[str]) -> Qualifier:
    number, way = int(match["number"]), match["way"] or ""

    def told(played: Played) -> Told:
        said = match["what"].lower()
        value = {"power": played.power, "toughness": played.toughness}.get(said, played.mana_value)
        try:
            own = float(value) if value not in (None, "") else None
        except ValueError:
            return None
        if own is None:
            return None
        return own >= number if way == "greater" else own <= number if way == "less" else own == number

    return Qualifier(match[0], told)


def _of_evenness(match: re.Match[str]) -> Qualifier:
    rest = 0 if match["even"].lower() == "even" else 1
    return Qualifier(match[0], lambda played: None if played.mana_value is None else played.mana_value % 2 == rest)


def _of_keyword(match: re.Match[str]) -> Qualifier:
    keyword = match["keyword"]
    return Qualifier(match[0], lambda played: None if played.text is None else has_keyword(keyword, played.text))


def _of_x(match: re.Match[str]) -> Qualifier:
    def told(played: Played) -> Told:
        return "{x}" in played.type_line.lower() if ";" in played.type_line else None

    return Qualifier(match[0], told)


def _of_targets(match: re.Match[str]) -> Qualifier:
    return Qualifier(match[0], lambda played: False if played.targets == 0 else None)


def _open(match: re.Match[str]) -> Qualifier:
    return Qualifier(match[0])


def _chosen(match: re.Match[str]) -> Qualifier:
    """A colorless spell is of no color, and a face-down one has no name (708.2)."""
    without = "colorless" if "color" in match[0] else "face-down" if "name" in match[0] else ""

    def told(played: Played) -> Told:
        return False if without and without in played.type_line.split() else None

    return Qualifier(match[0], told)


def _nobody_in_particular(_: re.Match[str]) -> Whose:
    return ""


def _you(_: re.Match[str]) -> Whose:
    return "you"


def _opponents(_: re.Match[str]) -> Whose:
    return "opponents"


def _no_mana_ability(match: re.Match[str]) -> Qualifier:
    return Qualifier(match[0], lambda played: not played.is_mana_ability)


_VERB = "(?:cast|play|control|activate|pay)"
_FURTHER_ZONES = r"(?:graveyards?|exile|(?:the top of (?:your )?)?librar(?:y|ies)|command zone)"
_QUALIFIERS: Final[Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], Qualifier | Whose]]]] = [
    (re.compile(rf"(?:that )?you {_VERB}\b", re.IGNORECASE), _you),
    (re.compile(rf"(?:that )?(?:your |each |an? )?opponents? {_VERB}s?\b", re.IGNORECASE), _opponents),
    (re.compile(rf"(?:players|(?:a|any|each) player) {_VERB}s?\b", re.IGNORECASE), _nobody_in_particular),
    (
        re.compile(
            rf"with (?P<what>{_MANA_VALUE}|power|toughness) (?:equal to )?(?P<number>\d{{1,6}})"
            r"(?: or (?P<way>greater|less))?(?! plus)\b",
            re.IGNORECASE,
        ),
        _of_number,
    ),
    (re.compile(rf"with (?P<even>even|odd) {_MANA_VALUE}", re.IGNORECASE), _of_evenness),
    (re.compile(r"with \{X\} in (?:their|its) mana costs?", re.IGNORECASE), _of_x),
    (
        re.compile(rf"(?:with|that have|that has) (?P<keyword>{_KEYWORDS})\b(?! or| and)", re.IGNORECASE),
        _of_keyword,
    ),
    (
        re.compile(
            r"from (?P<other>anywhere other than )?(?:(?:the top of )?(?:your|their|an?|players'|any \w+'s) )?(?:the )?"
            rf"(?:hands?|{_FURTHER_ZONES})(?: (?:or|and|and/or) (?:from )?(?:your |the )?{_FURTHER_ZONES})*(?!\w)",
            re.IGNORECASE,
        ),
        _of_zone,
    ),
    (re.compile(r"(?:unless they're|that aren't) mana abilities", re.IGNORECASE), _no_mana_ability),
    (re.compile(r"of (?:the|that) chosen (?:type|color|name)s?\b", re.IGNORECASE), _chosen),
    (re.compile(r"with (?:the|a) chosen (?:name|word in their text box)\b", re.IGNORECASE), _chosen),
    (
        re.compile(
            rf"(?:that|enchanted|target|defending|(?:the )?chosen|each other) (?:player|opponent)s? {_VERB}s?\b",
            re.IGNORECASE,
        ),
        _open,
    ),
    (re.compile(r"(?:that|which) targets? .+", re.IGNORECASE), _of_targets),
    (re.compile(r"(?:this|each) turn\b", re.IGNORECASE), _nobody_in_particular),
    (re.compile(_OPEN, re.IGNORECASE), _open),
]
