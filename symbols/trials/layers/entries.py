"""Lines as they are typed and as they are read, and errors."""

from dataclasses import dataclass
from typing import Final, Literal

from symbols.trials.layers.values import Time, Values

Field = Literal["objects", "effects"]
LABELS: Final[dict[Field, str]] = {"objects": "Permanent", "effects": "Effects"}
LineKind = Literal["permanent", "resolved", "static", "counters", "left out"]

_SAY: Final = "Say what it does, such as “creatures you control get +1/+1”."


class UnreadableError(Exception):
    """A line can't be read, or does nothing; `rule` says so."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule


class UnknownError(UnreadableError):
    """A line is neither a card nor anything else that is known; perhaps a misspelled name."""


class NotUnderstoodError(UnknownError):
    def __init__(self, text: str) -> None:
        super().__init__(f"“{short(text)}” isn’t understood. {_SAY}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it's read.

    Attributes:
        says: the text that is read.
        on: the lines of the permanents that it's on, or that it targets.
        unread: sentences that may matter and aren't understood.
        counts: whether it counts permanents of the board.
        problem: why it's left out, or what is wrong with it, by `rule`.
        aside: a hint, such as “Not kicked. If it is, put (kicked) behind it.”
        unknown: whether it may be a misspelled name.
        cost: the mana cost of a card.
    """

    entry: "Entry"
    kind: LineKind
    says: str = ""
    on: tuple[int, ...] = ()
    unread: tuple[str, ...] = ()
    counts: bool = False
    problem: str = ""
    rule: str = ""
    aside: str = ""
    unknown: bool = False
    cost: str = ""

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def label(self) -> str:
        return self.entry.label


@dataclass(frozen=True, slots=True)
class Entry:
    """A line, taken apart.

    Attributes:
        number: among all lines, those of objects first.
        label: a card's name, or its place.
        text: without its note and targets.
        note: what was in parentheses.
        row: the line that was typed, from 1, within the field `place`.
        targets: the lines of the permanents that it's typed to be on.
        source: the card that it's from, as an object; None for other text.
        own: the line of the permanent whose ability it is; 0 for none.
    """

    number: int
    field: Field
    label: str
    time: Time
    text: str
    note: str = ""
    targets: tuple[int, ...] = ()
    controller: str = "you"
    source: Values | None = None
    own: int = 0
    row: int = 0
    place: Field = "objects"


def short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
