"""The words of a line that describes a creature: `2/2 first strike damaged 1`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from symbols.data_files import read_data
from symbols.sentences import capital
from symbols.similar import CLOSE, similar
from symbols.trials.combat.creature import MOST, MOST_CREATURES, Stay
from symbols.trials.inputs import TrialError


@dataclass(slots=True)
class Line:
    """A line being read. `take` blanks what it finds in `rest`, so that places stay.

    Attributes:
        start: its place in the text of the field `key`.
        at: its number, 0 if it's the only line.
    """

    text: str
    start: int = 0
    key: str = ""
    at: int = 0
    rest: str = field(init=False)

    def __post_init__(self) -> None:
        self.rest = self.text

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.search(self.rest)
        if match:
            self.rest = f"{self.rest[: match.start()]}{' ' * (match.end() - match.start())}{self.rest[match.end() :]}"
        return match

    def take_all(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        while match := self.take(pattern):
            yield match

    def error(self, message: str, start: int = 0, end: int | None = None, suggestion: str | None = None) -> TrialError:
        place = f"in line {self.at}, " if self.at else ""
        error = TrialError(f"{capital(self.key)}: {place}{message}", field=self.key, suggestion=suggestion)
        error.start, error.end = self.start + start, self.start + (len(self.text) if end is None else end)
        return error

    def number(self, digits: str, least: int = 0) -> int:
        value = int(digits[:9])
        if not least <= value <= MOST:
            raise self.error(f"“{self.text.strip()}” has a number over {MOST}. Use smaller ones.")
        return value


SIZE: Final = re.compile(r"(?<![\w/.])([-+−–]?\d+)\s*/\s*([-+−–]?\d+)(?:['’]?s)?(?![\w/]|\.\d)")
MINUS: Final = str.maketrans({"−": "-", "–": "-"})
_COLORS: Final = ("white", "blue", "black", "red", "green", "colorless")
_PROTECTION = re.compile(
    rf"\b(?:protection\s+from\s+|pro(?:\s+from\s+|\s+|-))({'|'.join(_COLORS)}|everything|(?:all|each)\s+colors?|creatures)"
    rf"(?:(?:\s*,)?\s+and\s+(?:from\s+)?({'|'.join(_COLORS)}))?\b",
    re.IGNORECASE,
)
_AMOUNTS: Final = {
    "damaged": re.compile(
        r"\b(?:damaged?|marked)(?:\s*:)?\s+(\d+)(?![\d/])|\b(\d+)\s+damage\b(?:\s+marked)?", re.IGNORECASE
    ),
    "prevent": re.compile(r"\bprevent(?:ed|s)?(?:\s+the\s+next)?\s+(\d+)(?:\s+damage)?", re.IGNORECASE),
}
_PREVENT_ALL = re.compile(r"\bprevent(?:ed|s)?\s+all(?:\s+damage)?", re.IGNORECASE)
_TOXIC = re.compile(r"\btoxic\s+(\d+)", re.IGNORECASE)
FILLER: Final = frozenset({"", "and", "with", "a", "an", "the", "creature", "from", "w/", "with:"})
WORDS: Final = re.compile(r"[^\s,]+(?:[ ]+[^\s,]+)*")


_DATA: Final[Mapping[str, Any]] = read_data("trials/combat.toml")["words"]
_LONGEST_FIRST: Final = sorted((*_DATA["counting"], *_DATA["idle"]), key=len, reverse=True)
_KEYWORD: Final = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, _LONGEST_FIRST))})(?![\w-])", re.IGNORECASE)
_UNCOUNTED: Final = re.compile(rf"(?<![\w-])(?:{'|'.join(_DATA['uncounted'])})(?:\s+\d+)?(?![\w-])", re.IGNORECASE)
_STAYS: Final[Mapping[Stay, re.Pattern[str]]] = {
    stay: re.compile(rf"\b(?:{words})", re.IGNORECASE) for stay, words in _DATA["stays"].items()
}
_BLOCKED: Final = re.compile(r"\bblocked\b", re.IGNORECASE)
_COLOR: Final = re.compile(rf"\b({'|'.join(_COLORS)})\b", re.IGNORECASE)


def values_in(line: Line) -> dict[str, Any]:
    """Everything of a line but its size and name."""
    protection = set[str]()
    for protected in line.take_all(_PROTECTION):
        for word in filter(None, protected.groups()):
            qualities = _COLORS[:5] if word.lower().endswith(("color", "colors")) else (word.lower(),)
            protection.update("everything" if quality == "creatures" else quality for quality in qualities)
    values: dict[str, Any] = {"protection": frozenset(protection)}
    values["prevent"] = MOST * MOST_CREATURES * 2 if line.take(_PREVENT_ALL) else 0
    for stay, pattern in _STAYS.items():
        if line.take(pattern):
            values["stay"] = stay
    values["blocked"] = bool(line.take(_BLOCKED))
    values["toxic"] = sum(line.number(match[1]) for match in line.take_all(_TOXIC))
    for name, pattern in _AMOUNTS.items():
        if match := line.take(pattern):
            values[name] = values.get(name, 0) + line.number(next(filter(None, match.groups())))
    values["uncounted"] = tuple(dict.fromkeys(match[0].lower() for match in line.take_all(_UNCOUNTED)))
    values["keywords"] = frozenset(" ".join(match[1].lower().split()) for match in line.take_all(_KEYWORD))
    values["colors"] = frozenset(match[1].lower() for match in line.take_all(_COLOR))
    return values


def is_ability(text: str) -> bool:
    """Whether a text has only keywords and amounts, and names no creature."""
    line = Line(text)
    values_in(line)
    return {*line.rest.split()} <= FILLER


def joined(said: dict[str, Any], of_card: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a line that names a card, and of that card."""
    both = {key: said[key] | of_card[key] for key in ("keywords", "colors", "protection")}
    more = {key: said[key] + of_card[key] for key in ("toxic", "uncounted")}
    return {**said, **both, **more}


def name_in(line: Line, size: int) -> str:
    """The words before the size, as a name. Other unknown words are an error.

    A name may have words that are abilities elsewhere: `Black Knight`, `Flying Men`.
    """
    begun, end = -1, 0
    for match in WORDS.finditer(line.rest):
        word = match[0].strip(" .")
        if {*word.lower().split()} <= FILLER:
            continue
        near = similar(word, _DATA["counting"], at_least=CLOSE)
        if match.start() > size or near:
            raise line.error(
                f"“{' '.join(word.split())[:40]}” isn’t an ability or number that combat damage reads.",
                match.start(),
                match.end(),
                near[0] if near else None,
            )
        begun, end = begun if begun >= 0 else match.start(), match.start() + len(match[0].rstrip(" ."))
    if begun < 0:
        return ""
    before = line.text[:begun]
    is_name = is_ability(before) and not SIZE.search(before) and not {*before.lower().split()} <= FILLER
    return line.text[0 if is_name else begun : end].strip(" ,")
