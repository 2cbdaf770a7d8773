"""Creatures and what they attack, from lines of text.

5/5 trample, deathtouch   ->   an attacker
2/2 damaged 1 -> 1, 2     ->   a blocker of the first two attackers
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Literal, Protocol

from symbols.data_files import read_data
from symbols.sentences import counted
from symbols.similar import similar
from symbols.trials.inputs import TrialError

MOST_CREATURES: Final = 8
"""Most attackers, and most blockers."""

MOST: Final = 999
"""Greatest power, toughness and other numbers."""

Stay = Literal["stays", "removed", "left", "joined", "sacrificed"]
"""`removed` before damage, `left` or `joined` after first-strike damage, `sacrificed` with damage on the stack."""


class Named(Protocol):
    """Finds creatures by the names of their cards."""

    def creature(self, name: str) -> str:
        """Return what a line says of a card: `2/1 first strike`. Raises `TrialError`."""

    def is_card(self, name: str) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Creature:
    """A creature in combat.

    Attributes:
        text: how sentences call it, without the attackers that it blocks.
        damaged: damage marked on it before combat.
        prevent: how much of the next damage is prevented.
        protection: colors of the sources whose damage is prevented; `everything`.
        blocks: numbers of attackers, from 0.
        blocked: an attacker that's blocked, perhaps by nothing that's left.
    """

    text: str
    name: str = ""
    power: int
    toughness: int
    keywords: frozenset[str] = frozenset()
    toxic: int = 0
    damaged: int = 0
    prevent: int = 0
    colors: frozenset[str] = frozenset()
    protection: frozenset[str] = frozenset()
    stay: Stay = "stays"
    blocks: tuple[int, ...] = ()
    blocked: bool = False

    def has(self, *keywords: str) -> bool:
        return not self.keywords.isdisjoint(keywords)

    def is_protected_from(self, source: "Creature") -> bool:
        return "everything" in self.protection or not self.protection.isdisjoint(source.colors)


@dataclass(frozen=True, slots=True)
class Defender:
    """What is attacked; `counters` are loyalty or defense, 0 for a player or once it's removed from combat."""

    kind: Literal["player", "planeswalker", "battle"] = "player"
    counters: int = 0

    @property
    def is_removed(self) -> bool:
        return self.kind != "player" and not self.counters


@dataclass(slots=True)
class _Line:
    """A line as it is read: what is found is blanked, so that places stay. `at` is its number, 0 if it's alone."""

    text: str
    start: int
    key: str
    label: str
    at: int = 0
    rest: str = field(init=False)

    def __post_init__(self) -> None:
        self.rest = self.text

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.search(self.rest)
        if match:
            self.rest = f"{self.rest[: match.start()]}{' ' * (match.end() - match.start())}{self.rest[match.end() :]}"
        return match

    def error(self, message: str, start: int = 0, end: int | None = None, suggestion: str | None = None) -> TrialError:
        place = f"in line {self.at}, " if self.at else ""
        error = TrialError(f"{self.label}: {place}{message}", field=self.key, suggestion=suggestion)
        error.start, error.end = self.start + start, self.start + (len(self.text) if end is None else end)
        return error

    def number(self, digits: str, least: int = 0) -> int:
        value = int(digits[:9])
        if not least <= value <= MOST:
            raise self.error(f"“{self.text.strip()}” has a number over {MOST}. Use smaller ones.")
        return value


_SEPARATOR = re.compile(r"[\n;]")
_ARROW = re.compile(r"\s*(?:->|→|blocks|blocking)\s*(?P<numbers>.*)$", re.IGNORECASE)
_NUMBERS = re.compile(r"(?:attackers?\s*)?#?(\d{1,2})(?:\s*(?:,|&|\band\b)\s*|\s+|$)", re.IGNORECASE)
_SIZE = re.compile(r"(?<![\w/])([-+−–]?\d+)\s*/\s*([-+−–]?\d+)(?![\w/])")
_MINUS: Final = str.maketrans({"−": "-", "–": "-"})
_COLORS: Final = ("white", "blue", "black", "red", "green", "colorless")
_PROTECTION = re.compile(
    rf"\b(?:protection|pro)(?:\s+from|-)\s*({'|'.join(_COLORS)}|everything|(?:all|each)\s+colors?|creatures)"
    rf"(?:(?:\s*,)?\s+and\s+(?:from\s+)?({'|'.join(_COLORS)}))?\b",
    re.IGNORECASE,
)
_AMOUNTS: Final = {
    "damaged": re.compile(r"\b(?:damaged?|marked)(?:\s*:)?\s+(\d+)|\b(\d+)\s+damage\b(?:\s+marked)?", re.IGNORECASE),
    "prevent": re.compile(r"\bprevent(?:ed|s)?(?:\s+the\s+next)?\s+(\d+)(?:\s+damage)?", re.IGNORECASE),
}
_PREVENT_ALL = re.compile(r"\bprevent(?:ed|s)?\s+all(?:\s+damage)?", re.IGNORECASE)
_TOXIC = re.compile(r"\btoxic\s+(\d+)", re.IGNORECASE)
_FILLER: Final = frozenset({"", "and", "with", "a", "an", "the", "creature", "from", "w/"})
_WORDS = re.compile(r"[^\s,]+(?:[ ]+[^\s,]+)*")


@cache
def _data() -> Mapping[str, Any]:
    words: Mapping[str, Any] = read_data("trials/combat.toml")["words"]
    return words


@cache
def _keyword() -> re.Pattern[str]:
    """Any keyword, the longest first: `trample over planeswalkers`."""
    words = sorted((*_data()["counting"], *_data()["idle"]), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, words))})(?![\w-])", re.IGNORECASE)


@cache
def _stays() -> Sequence[tuple[Stay, re.Pattern[str]]]:
    return [(stay, re.compile(rf"\b(?:{words})", re.IGNORECASE)) for stay, words in _data()["stays"].items()]


def lines_of(text: str) -> list[tuple[int, str]]:
    """Lines that aren't empty, each with its place in the text."""
    return [(start, line) for start, line in _split(text, 0, _SEPARATOR) if line.strip()]


def _split(text: str, start: int, between: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    at = 0
    for match in between.finditer(text):
        yield start + at, text[at : match.start()]
        at = match.end()
    yield start + at, text[at:]


BLOCKED_BY = re.compile(r"\s*,?\s*(?:is\s+|are\s+)?blocked\s+by\s+", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:,|&|\band\b)\s*", re.IGNORECASE)


def blocking(blockers: str, attacker: int) -> str:
    """Blockers without an arrow, with one to the attacker."""
    return blockers if _ARROW.search(blockers) else f"{blockers.strip()} -> {attacker}"


def read_creatures(text: str, key: str, label: str, named: Named, attackers: int | None = None) -> list[Creature]:
    """Read attackers, or blockers of so many `attackers`; `key` and `label` are the control's, for errors."""
    found: list[Creature] = []
    lines = lines_of(text)
    for at, (start, text_of_line) in enumerate(lines, 1):
        line = _Line(text_of_line, start, key, label, at if len(lines) > 1 else 0)
        arrow = _ARROW.search(line.text)
        blocks: tuple[int, ...] = ()
        if attackers is not None:
            blocks = _blocks(line, arrow, attackers)
        elif arrow:
            raise line.error("an attacker blocks nothing. List blockers below.", arrow.start())
        of_several = line.text[: arrow.start()] if arrow else line.text
        for begun, one in _creatures_in(of_several, start, named):
            found.append(_creature(replace(line, text=one, start=begun), named, blocks))
    if len(found) > MOST_CREATURES:
        message = f"{label}: that’s {counted(len(found), 'creature')}. Use {MOST_CREATURES} or fewer."
        raise TrialError(message, field=key)
    return found


def _creatures_in(text: str, start: int, named: Named) -> Iterator[tuple[int, str]]:
    """The creatures of a line: `2/2 first strike, 3/3 and Grizzly Bears`. A name may have commas."""
    pieces = [*_split(text, 0, _BETWEEN)]
    while pieces:
        begun = pieces[0][0]
        ends = [at + len(piece) for at, piece in pieces]
        taken = next((n for n in range(len(pieces), 0, -1) if named.is_card(text[begun : ends[n - 1]])), 0)
        if not taken:
            # Up to its size: the name of a card that isn't loaded may have commas, too.
            taken = next((n for n, (_, piece) in enumerate(pieces, 1) if _SIZE.search(piece)), 1)
        while taken < len(pieces) and _is_idle(pieces[taken][1]):
            taken += 1
        yield start + begun, text[begun : ends[taken - 1]]
        pieces = pieces[taken:]


def _is_idle(text: str) -> bool:
    """Whether it names no creature: a keyword, an amount."""
    line = _Line(text, 0, "", "")
    _values(line)
    return {*line.rest.split()} <= _FILLER


def _creature(line: _Line, named: Named, blocks: tuple[int, ...]) -> Creature:
    text = " ".join(line.text.split()).strip(", ")
    values = _values(line)
    size = line.take(_SIZE)
    values["name"] = _name(line, size.start() if size else len(line.text))
    if size is None:
        if not values["name"]:
            raise line.error(f"“{text}” needs power and toughness, such as 2/2.")
        own = replace(line, text=_of_card(line, values["name"], named))
        values = _joined(values, _values(own))
        size = own.take(_SIZE)
        if size is None:
            raise line.error(f"“{values['name']}” needs power and toughness. Add them: {values['name']} 2/2.")
    power, toughness = (line.number(number.translate(_MINUS), -MOST) for number in size.groups())
    creature = Creature(text=text, power=power, toughness=toughness, blocks=blocks, **values)
    _check(line, creature)
    return creature


def _values(line: _Line) -> dict[str, Any]:
    """Everything of a line but its size and name."""
    protection = set[str]()
    while match := line.take(_PROTECTION):
        for word in filter(None, match.groups()):
            qualities = _COLORS[:5] if word.lower().endswith(("color", "colors")) else (word.lower(),)
            protection.update("everything" if quality == "creatures" else quality for quality in qualities)
    values: dict[str, Any] = {"protection": protection}
    values["prevent"] = MOST * MOST_CREATURES * 2 if line.take(_PREVENT_ALL) else 0
    for stay, pattern in _stays():
        if line.take(pattern):
            values["stay"] = stay
    values["blocked"] = bool(line.take(re.compile(r"\bblocked\b", re.IGNORECASE)))
    toxic = 0
    while match := line.take(_TOXIC):
        toxic += line.number(match[1])
    values["toxic"] = toxic
    for name, pattern in _AMOUNTS.items():
        if match := line.take(pattern):
            values[name] = values.get(name, 0) + line.number(next(filter(None, match.groups())))
    keywords, colors = set[str](), set[str]()
    while match := line.take(_keyword()):
        keywords.add(" ".join(match[1].lower().split()))
    while match := line.take(re.compile(rf"\b({'|'.join(_COLORS[:5])})\b", re.IGNORECASE)):
        colors.add(match[1].lower())
    return values | {"keywords": frozenset(keywords), "colors": frozenset(colors), "protection": frozenset(protection)}


def _joined(said: dict[str, Any], of_card: Mapping[str, Any]) -> dict[str, Any]:
    """What a line says of a card besides what the card has."""
    both = {key: said[key] | of_card[key] for key in ("keywords", "colors", "protection")}
    return {**said, **both, "toxic": said["toxic"] + of_card["toxic"]}


def _name(line: _Line, size: int) -> str:
    """The words before the size, which may be a name; any other that isn't known is an error."""
    name = ""
    for match in _WORDS.finditer(line.rest):
        word = match[0].strip(" .")
        if word.lower() in _FILLER:
            continue
        near = similar(word, _data()["counting"], at_least=0.75)
        if match.start() > size or near:
            raise line.error(
                f"“{word[:40]}” isn’t an ability or number that combat damage reads.",
                match.start(),
                match.end(),
                near[0] if near else None,
            )
        name = f"{name}, {word}" if name else word
    return name


def _of_card(line: _Line, name: str, named: Named) -> str:
    try:
        return named.creature(name)
    except TrialError as error:
        start = line.text.find(name.split(",")[0])
        raise line.error(error.message, max(start, 0), max(start, 0) + len(name), error.suggestion) from None


def _blocks(line: _Line, arrow: re.Match[str] | None, attackers: int) -> tuple[int, ...]:
    if arrow is None:
        if attackers == 1:
            return (0,)
        raise line.error(f"“{line.text.strip()}” needs the attacker that it blocks: add -> 1.")
    numbers = arrow["numbers"].strip(" .")
    found = [int(match[1]) for match in _NUMBERS.finditer(numbers)]
    if not found or _NUMBERS.sub("", numbers).strip():
        raise line.error("after -> goes the number of an attacker, such as -> 1 or -> 1, 2.", arrow.start())
    wrong = next((number for number in found if not 1 <= number <= attackers), None)
    if wrong is not None:
        raise line.error(f"there’s no attacker {wrong}; there {_are(attackers)}.", arrow.start())
    return tuple(dict.fromkeys(number - 1 for number in found))


def _are(count: int) -> str:
    return f"is {counted(count, 'attacker')}" if count == 1 else f"are {counted(count, 'attacker')}"


def _check(line: _Line, creature: Creature) -> None:
    if creature.toughness <= 0:
        raise line.error(f"with toughness {creature.toughness}, “{creature.text}” dies before combat damage (704.5f).")
    if creature.damaged >= creature.toughness and not creature.has("indestructible"):
        raise line.error(f"with {creature.damaged} damage, “{creature.text}” dies before combat damage (704.5g).")


_DEFENDER = re.compile(r"(?:a |the )?(player|planeswalker|battle)\s*(\d+|removed|gone|left)?", re.IGNORECASE)


def read_defender(text: str, key: str, label: str) -> Defender:
    """`player`, `planeswalker 4`, `battle 5`; `planeswalker removed` for one that's removed from combat."""
    match = _DEFENDER.fullmatch(text.strip() or "player")
    if match is None or (match[1].lower() == "player") is not (match[2] is None):
        near = similar(text.split()[0] if text.split() else "", ["player", "planeswalker", "battle"])
        hint = f"{near[0]} 3" if near and near[0] != "player" else "player"
        raise TrialError(f"{label}: type player, planeswalker 4 or battle 5.", field=key, suggestion=hint)
    kind: Any = match[1].lower()
    counters = int(match[2][:9]) if match[2] and match[2].isdigit() else 0
    if counters > MOST:
        raise TrialError(f"{label}: use {MOST} or fewer.", field=key)
    return Defender(kind, counters)
