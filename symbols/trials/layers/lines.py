"""Lines that players type, as a board: permanents, what resolved, counters, oldest first."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from symbols.plain_text import plain_text
from symbols.trials.layers.applying import evaluate
from symbols.trials.layers.board import Board, Effect, Permanent
from symbols.trials.layers.notes import MissingNoteError, Note
from symbols.trials.layers.objects import described, exceptions_of, of_card, with_self
from symbols.trials.layers.operations import Copy, FaceDown, Gain, Modify, Operation, SetColors, SetPowerToughness
from symbols.trials.layers.phrases import Clause, ReadText, read_ability, read_text
from symbols.trials.layers.predicates import CopyOf, read_predicates
from symbols.trials.layers.subjects import Filter, Named, One
from symbols.trials.layers.systems import System
from symbols.trials.layers.values import SELF, Time, Values
from symbols.trials.layers.words import is_keyword
from symbols.trials.printed import FindCard, PrintedCard

Field = Literal["objects", "effects"]
LineKind = Literal["permanent", "resolved", "static", "counters"]

MOST_LINES: Final = 24
LONGEST_LINE: Final = 400

_TIME: Final = re.compile(r"^(\d{1,4}): ?(?=\S)")
_NOTE: Final = re.compile(r"\s*\(([^()]*)\)$")
_ON: Final = re.compile(r"^(?P<text>.+?),? (?:attached to|on|to) (?P<target>[^\"]+?)$", re.IGNORECASE)
_AS_COPY: Final = re.compile(r"^(?P<name>.+?),? (?:as a copy of|copying) (?P<of>.+?)(?:,? except (?P<except>.+))?$")
_WHOSE: Final = re.compile(r"^(?:(?:an |my |your )?opponent's|their|theirs:?) ", re.IGNORECASE)
_MINE: Final = re.compile(r"^(?:your|my) ", re.IGNORECASE)
_STATE: Final = re.compile(
    r",? (?P<state>face[- ]down|opponent|an opponent controls|you control|token)$", re.IGNORECASE
)


class LineError(Exception):
    """A line isn't understood; `number` counts the lines of its field from 1."""

    def __init__(self, place: Field, number: int, message: str, suggestion: str = "") -> None:
        super().__init__(message)
        self.field: Field = place
        self.number = number
        self.message = message
        self.suggestion = suggestion


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it's read.

    Attributes:
        number: among all lines, those of objects first.
        label: what it's called: a card's name, or its words.
        says: the text that is read, if that's more than the label.
        unread: sentences that may matter and aren't understood.
    """

    number: int
    field: Field
    label: str
    kind: LineKind
    time: Time
    says: str = ""
    on: int = 0
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """`tied` are the numbers of lines with the same timestamp."""

    board: Board
    lines: Sequence[Line]
    tied: Sequence[tuple[int, ...]] = ()


def read_board(
    objects: Sequence[str], effects: Sequence[str], find: FindCard, system: System, order: Sequence[int] = ()
) -> ReadBoard:
    """Parse all lines. `order` gives that of lines with the same timestamp, by their numbers.

    Raises:
        LineError: a line isn't understood.
    """
    typed: list[tuple[Field, int, str]] = [("objects", place, line) for place, line in enumerate(objects, 1)]
    typed += [("effects", place, line) for place, line in enumerate(effects, 1)]
    reader = _Reader(find, system)
    timed: list[tuple[Time, int, Field, int, str]] = []
    last, ties = 0, Counter[int]()
    for number, (place, count, text) in enumerate(typed, 1):
        plain = plain_text(text, keep_case=True)
        rank = (number, 0)
        if said := _TIME.match(plain):
            last, plain = int(said[1]), plain[said.end() :]
            ties[last] += 1
            rank = (0, order.index(number) if number in order else number)
        timed.append(((last, *rank), number, place, count, plain))
    for time, number, place, count, text in sorted(timed):
        try:
            reader.read(number, place, count, text, time)
        except MissingNoteError as missing:
            raise LineError(place, count, missing.what) from None
        except _UnreadableError as error:
            raise LineError(place, count, error.message) from None
    tied = [
        tuple(n for time, n, *_ in sorted(timed) if time[:2] == (when, 0)) for when, many in ties.items() if many > 1
    ]
    lines = sorted(reader.lines, key=lambda one: one.number)
    return ReadBoard(Board(reader.permanents, tuple(reader.effects)), lines, tied)


class _UnreadableError(Exception):
    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(slots=True)
class _Reader:
    find: FindCard
    system: System
    permanents: dict[int, Permanent] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)

    def read(self, number: int, place: Field, count: int, text: str, time: Time) -> None:
        if len(text) > LONGEST_LINE:
            raise _UnreadableError(f"that’s {len(text):,} characters. Use {LONGEST_LINE} or fewer.")
        whole = text
        text, note = _cut_note(text)
        text, target = self._cut_target(text, number)
        controller = "you"
        if match := _WHOSE.match(text):
            text, controller = text[match.end() :], "opponent"
        states: set[str] = set()
        while match := _STATE.search(text):
            states.add(match["state"].lower().replace("-", " "))
            text = text[: match.start()]
        if states & {"opponent", "an opponent controls"}:
            controller = "opponent"
        text, copied, exceptions = self._cut_copy(text)
        card = self.find(text) or self.find(_MINE.sub("", text))
        values = of_card(card, note) if card else described(text, note)
        if card and _is_spell(card):
            self._add_text(number, place, card.name, with_self(card.text, card.name), note, target, controller, time)
        elif values and set(values.types) & {"Instant", "Sorcery"}:
            says = " ".join(one.text for one in values.abilities)
            self._add_text(number, place, values.name or text, says, note, target, controller, time)
        elif values:
            values = replace(values, controller=controller, is_token=values.is_token or "token" in states)
            label = values.name or (f"Effect {count}" if place == "effects" else _short(text))
            self._add_permanent(number, place, label, values, target, time)
            if copied:
                said = exceptions or (exceptions_of(with_self(card.text, card.name)) if card else "") or ""
                self._add_copy(number, label, copied, said, note, time)
            if "face down" in states:
                clause = Clause(One.TARGET, (FaceDown(),))
                self._add_effect(number, label, f"{number} face down", time, clause, frozenset({number}), controller)
        elif place == "objects":
            raise _UnreadableError(
                f"“{_short(whole)}” isn’t a card that Pipwise has. Describe it: 2/2 black Goblin creature with haste."
            )
        else:
            self._add_text(number, place, f"Effect {count}", text, note, target, controller, time, is_typed=True)

    def _cut_target(self, text: str, number: int) -> tuple[str, int]:
        """The text without “on” an object of the board, and that object's line; 0 for none."""
        match = _ON.match(text)
        line = self._line_of(match["target"]) if match else 0
        if match and line and line != number:
            return match["text"], line
        return text, 0

    def _line_of(self, name: str) -> int:
        lower = name.lower().removeprefix("the ").strip()
        if lower.isdigit():
            return int(lower) if int(lower) in self.permanents else 0
        return self.names.get(lower, 0)

    def _cut_copy(self, text: str) -> tuple[str, str, str]:
        match = _AS_COPY.match(text)
        return (match["name"], match["of"], match["except"] or "") if match else (text, "", "")

    @property
    def _first(self) -> int:
        return min(self.permanents, default=0)

    def _add_permanent(self, number: int, place: Field, label: str, values: Values, target: int, time: Time) -> None:
        attaches = bool({"Aura", "Equipment", "Fortification"} & set(values.subtypes))
        attached = (target or self._first) if attaches and place == "effects" else target if attaches else 0
        unread = [one for ability in values.abilities for one in read_ability(ability.text, ability.note).unread]
        self.permanents[number] = Permanent(number, label, values, time, attached)
        for name in (values.name, label):
            for known in (name, name.partition(", ")[0]):
                self.names.setdefault(known.lower(), number)
        self.names.setdefault(str(number), number)
        says = "\n".join(_own(one.text, label) for one in values.abilities)
        unread = [_own(one, label) for one in unread]
        self.lines.append(Line(number, place, label, "permanent", time, says, attached, tuple(unread)))

    def _add_copy(self, number: int, label: str, of: str, exceptions: str, note: str, time: Time) -> None:
        read = read_predicates(f"becomes a copy of {of}{f', except {exceptions}' if exceptions else ''}", Note(note))
        if read is None:
            raise _UnreadableError(f"“except {exceptions}” isn’t understood.")
        clause = Clause(One.TARGET, read)
        clause = replace(clause, parts=self._copied(clause.parts, number))
        self._add_effect(number, label, f"{number} copy", time, clause, frozenset({number}), "you")

    def _add_text(
        self,
        number: int,
        place: Field,
        label: str,
        says: str,
        note: str,
        target: int,
        controller: str,
        time: Time,
        *,
        is_typed: bool = False,
    ) -> None:
        """Add what resolved, or what somebody typed as an effect."""
        if not self.permanents:
            raise _UnreadableError("there’s no permanent yet. List one first.")
        read = self._read(says, note)
        if not read.clauses and (is_typed or not read.unread):
            raise _UnreadableError(
                f"“{_short(says if is_typed else label)}” isn’t understood. "
                "Say what it does, such as “creatures you control get +1/+1”."
            )
        target = target or self._first
        is_static = is_typed and not any(clause.lasts for clause in read.clauses)
        kind: LineKind = "counters" if all(one.counters for one in read.clauses) and read.clauses else "resolved"
        if kind == "counters":
            label = f"{read.clauses[0].counters[0]} counter" if read.clauses[0].counters else label
        for count, clause in enumerate(read.clauses):
            self._add_clause(number, count, label, clause, target, controller, time, is_static=is_static)
        says = says if is_typed else _own(says, label)
        unread = tuple(_own(one, label) for one in read.unread)
        self.lines.append(Line(number, place, label, "static" if is_static else kind, time, says, target, unread))

    def _read(self, says: str, note: str) -> ReadText:
        """Parse a line; one that begins with its verb is about the permanent."""
        read = read_text(says, note, self.names)
        if read.clauses or not read.unread:
            return read if read.clauses else read_text(_as_sentence(says), note, self.names)
        return read

    def _add_clause(
        self,
        number: int,
        count: int,
        label: str,
        clause: Clause,
        target: int,
        controller: str,
        time: Time,
        *,
        is_static: bool,
    ) -> None:
        subject = clause.subject
        key = f"{number} {count}"
        fixed: frozenset[int] | None
        if isinstance(subject, Named):
            fixed = frozenset({self._line_of(subject.name)})
        elif isinstance(subject, Filter):
            fixed = None if is_static else self._affected(number, key, clause, controller, time)
        else:
            fixed = frozenset({target})
        if clause.counters:
            self._add_counters(number, label, clause.counters, fixed or frozenset({target}), time)
            return
        own = next(iter(fixed)) if fixed else target
        clause = replace(clause, parts=self._copied(clause.parts, own))
        self._add_effect(number, label, key, time, clause, fixed, controller)

    def _affected(self, number: int, key: str, clause: Clause, controller: str, time: Time) -> frozenset[int]:
        """The objects that fit now, as it resolves (611.2c)."""
        board = Board(dict(self.permanents), tuple(self.effects))
        effect = Effect(key, number, "", time, clause, controller=controller)
        return board.affected(effect, evaluate(board, self.system).state)

    def _add_counters(
        self, number: int, label: str, counters: tuple[str, int], objects: frozenset[int], time: Time
    ) -> None:
        kind, count = counters
        part: Operation
        if "/" in kind:
            power, toughness = (int(one) * count for one in kind.split("/"))
            part = Modify(power, toughness)
        elif is_keyword(kind):
            part = Gain((kind,))
        else:
            raise _UnreadableError(f"{kind} counters change no characteristic.")
        for line in objects:
            known = self.permanents[line]
            values = replace(known.values, counters=known.values.counters | {kind})
            self.permanents[line] = replace(known, values=values)
            key = f"{kind} counter on {line}"
            # Each of that kind gets the new one's timestamp (613.7c).
            self.effects = [replace(one, time=time) if one.key.startswith(f"{key} ") else one for one in self.effects]
            clause = Clause(One.TARGET, (part,))
            self.effects.append(
                Effect(f"{key} {number}", number, label, time, clause, fixed=frozenset({line}), is_counter=True)
            )

    def _add_effect(
        self,
        number: int,
        label: str,
        key: str,
        time: Time,
        clause: Clause,
        fixed: frozenset[int] | None,
        controller: str,
    ) -> None:
        if clause.parts:
            self.effects.append(Effect(key, number, label, time, clause, fixed=fixed, controller=controller))

    def _copied(self, parts: Sequence[Operation], own: int) -> tuple[Operation, ...]:
        """The parts, with copiable values put in for the name of what is copied."""
        return tuple(self._copy(part, own) if isinstance(part, CopyOf) else part for part in parts)

    def _copy(self, part: CopyOf, own: int) -> Copy:
        line = self._line_of(part.of)
        if line and line != own:
            board = Board(dict(self.permanents), tuple(self.effects))
            values = evaluate(board, self.system, copiable_only=True).copiable[line]
        else:
            card = self.find(part.of)
            found = of_card(card) if card else described(part.of)
            if found is None:
                raise _UnreadableError(f"“{_short(part.of)}” isn’t on the battlefield or a card that Pipwise has.")
            values = found
        return Copy(_without_defining(values, part), part.except_for, part.keeps)


def _without_defining(values: Values, part: CopyOf) -> Values:
    """Without abilities that define what isn't copied (707.9d)."""
    sets_size = any(isinstance(one, SetPowerToughness) for one in part.except_for)
    sets_color = "color" in part.keeps or any(isinstance(one, SetColors) and not one.also for one in part.except_for)

    def is_copied(text: str, note: str) -> bool:
        clauses = [clause for clause in read_ability(text, note).clauses if clause.defines]
        defined = [one for clause in clauses for one in clause.parts]
        if sets_size and any(isinstance(one, SetPowerToughness) for one in defined):
            return False
        return not (sets_color and any(isinstance(one, SetColors) for one in defined))

    kept = tuple(one for one in values.abilities if is_copied(one.text, one.note))
    return replace(values, abilities=kept)


def _is_spell(card: PrintedCard) -> bool:
    return bool(re.search(r"\b(?:Instant|Sorcery)\b", card.type_line))


def _cut_note(text: str) -> tuple[str, str]:
    match = _NOTE.search(text)
    return (text[: match.start()], match[1]) if match else (text, "")


def _as_sentence(text: str) -> str:
    """A line that begins with its verb, as a sentence: `becomes blue` -> `it becomes blue`."""
    return f"it {text}"


def _own(text: str, name: str) -> str:
    return text.replace(SELF, name)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
