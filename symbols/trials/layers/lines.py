"""Lines that players type, as a board: permanents, what resolved, counters, oldest first."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symbols.plain_text import plain_text
from symbols.trials.layers.board import Board
from symbols.trials.layers.building import Builder, Entry, Field, Line, UnreadableError, short
from symbols.trials.layers.notes import MissingNoteError
from symbols.trials.layers.objects import described, exceptions_of, of_card, with_self
from symbols.trials.layers.systems import System
from symbols.trials.layers.values import Time, Values
from symbols.trials.printed import FindCard, PrintedCard

MOST_LINES: Final = 24
LONGEST_LINE: Final = 400

_TIME: Final = re.compile(r"^(\d{1,4}): ?(?=\S)")
_NOTE: Final = re.compile(r"\s*\(([^()]*)\)$")
_ON: Final = re.compile(r"^(?P<text>.+),? (?:attached to|on|to) (?P<target>[^\"]+?)$", re.IGNORECASE)
_AS_COPY: Final = re.compile(r"^(?P<name>.+?),? (?:as a copy of|copying) (?P<of>.+?)(?:,? except (?P<except>.+))?$")
_WHOSE: Final = re.compile(r"^(?:(?:an |my |your )?opponent's|their|theirs:?) ", re.IGNORECASE)
_STATE: Final = re.compile(
    r",? (?P<state>face[- ]down|opponent|an opponent controls|you control|token)$", re.IGNORECASE
)


class LineError(Exception):
    """A line isn't understood; `number` counts the lines of its field from 1."""

    def __init__(self, place: Field, number: int, message: str) -> None:
        super().__init__(message)
        self.field: Field = place
        self.number = number
        self.message = message


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """`tied` are the numbers of lines with the same timestamp."""

    board: Board
    lines: Sequence[Line]
    tied: Sequence[tuple[int, ...]] = ()


@dataclass(frozen=True, slots=True, order=True)
class _Typed:
    """A line with its time; `count` is its number within its field."""

    time: Time
    number: int
    field: Field
    count: int
    text: str


def read_board(
    objects: Sequence[str], effects: Sequence[str], find: FindCard, system: System, order: Sequence[int] = ()
) -> ReadBoard:
    """Parse all lines. `order` gives that of lines with the same timestamp, by their numbers.

    Raises:
        LineError: a line isn't understood.
    """
    typed = sorted(_timed(objects, effects, order))
    builder = Builder(find, system)
    for line in typed:
        try:
            _read(line, builder)
        except (MissingNoteError, UnreadableError) as error:
            raise LineError(line.field, line.count, error.message) from None
    times = Counter(line.time[0] for line in typed if not line.time[1])
    tied = [
        tuple(line.number for line in typed if line.time[:2] == (when, 0)) for when, many in times.items() if many > 1
    ]
    return ReadBoard(builder.board, sorted(builder.lines, key=lambda one: one.number), tied)


def _timed(objects: Sequence[str], effects: Sequence[str], order: Sequence[int]) -> Iterator[_Typed]:
    """Lines with their timestamps: said, such as `3: Glorious Anthem`, or after the line before."""
    last = 0
    both: list[tuple[Field, Sequence[str]]] = [("objects", objects), ("effects", effects)]
    numbered = [(place, count, text) for place, lines in both for count, text in enumerate(lines, 1)]
    for number, (place, count, text) in enumerate(numbered, 1):
        plain = plain_text(text, keep_case=True)
        rank = (number, 0)
        if said := _TIME.match(plain):
            last, plain = int(said[1]), plain[said.end() :]
            rank = (0, order.index(number) if number in order else number)
        yield _Typed((last, *rank), number, place, count, plain)


def _read(line: _Typed, builder: Builder) -> None:
    if len(line.text) > LONGEST_LINE:
        raise UnreadableError(f"that’s {len(line.text):,} characters. Use {LONGEST_LINE} or fewer.")
    text, note = _cut(_NOTE, line.text)
    target = 0
    if (match := _ON.match(text)) and (target := builder.line_of(match["target"])):
        text, nearer = _cut(_NOTE, match["text"])
        note = note or nearer
    whose = _WHOSE.match(text)
    text, states = _without_states(text[whose.end() :] if whose else text)
    is_theirs = bool(whose or states & {"opponent", "an opponent controls"})
    copy = _AS_COPY.match(text)
    text = copy["name"] if copy else text
    label = f"Effect {line.count}" if line.field == "effects" else short(text)
    entry = Entry(line.number, line.field, label, line.time, text, note, target, "opponent" if is_theirs else "you")
    card = builder.find(text)
    values = of_card(card, note) if card else described(text, note)
    if card and _is_spell(card):
        builder.add_text(replace(entry, label=card.name, text=with_self(card.text, card.name)))
    elif values and set(values.types) & {"Instant", "Sorcery"}:
        says = " ".join(one.text for one in values.abilities)
        builder.add_text(replace(entry, label=values.name or label, text=says))
    elif values:
        entry = replace(entry, label=values.name or label)
        _add_permanent(entry, values, states, builder)
        if copy:
            own = exceptions_of(with_self(card.text, card.name)) if card else ""
            builder.add_copy(entry, copy["of"], copy["except"] or own or "")
        if "face down" in states:
            builder.turn_face_down(entry)
    elif line.field == "objects":
        raise UnreadableError(
            f"“{short(line.text)}” isn’t a card that Pipwise has. Describe it: 2/2 black Goblin creature with haste."
        )
    else:
        builder.add_text(entry, is_typed=True)


def _add_permanent(entry: Entry, values: Values, states: set[str], builder: Builder) -> None:
    is_token = values.is_token or "token" in states
    builder.add_permanent(entry, replace(values, controller=entry.controller, is_token=is_token))


def _without_states(text: str) -> tuple[str, set[str]]:
    """The text without words behind it that say how the permanent is: `face down`."""
    states: set[str] = set()
    while match := _STATE.search(text):
        states.add(match["state"].lower().replace("-", " "))
        text = text[: match.start()]
    return text, states


def _cut(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    match = pattern.search(text)
    return (text[: match.start()], match[1]) if match else (text, "")


def _is_spell(card: PrintedCard) -> bool:
    return bool(re.search(r"\b(?:Instant|Sorcery)\b", card.type_line))
