"""A board built line by line, in the order of timestamps: what a line does is seen in the board before it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from symbols.trials.layers.applying import evaluate
from symbols.trials.layers.board import Board, Effect, Permanent
from symbols.trials.layers.clauses import Clause, ReadText
from symbols.trials.layers.notes import Note
from symbols.trials.layers.objects import described, of_card
from symbols.trials.layers.operations import (
    Copy,
    FaceDown,
    Gain,
    Modify,
    Operation,
    SetColors,
    SetPowerToughness,
)
from symbols.trials.layers.phrases import expanded, read_ability, read_text
from symbols.trials.layers.predicates import CopyOf, read_predicates
from symbols.trials.layers.subjects import Filter, Named, One, read_filter
from symbols.trials.layers.systems import System
from symbols.trials.layers.values import SELF, Ability, Time, Values
from symbols.trials.layers.words import is_keyword
from symbols.trials.printed import FindCard

Field = Literal["objects", "effects"]
LineKind = Literal["permanent", "resolved", "static", "counters"]

_TARGET: Final = re.compile(
    r"\b(?:target|enchanted|equipped) ((?:[a-z]+ )*?[a-z]+?)"
    r"(?= or |,|\.| (?:you|an|gets?|has|loses?|becomes?|gains?|is)\b|'s|$)"
)


class UnreadableError(Exception):
    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it's read.

    Attributes:
        number: among all lines, those of objects first.
        label: what it's called: a card's name, or its place.
        says: the text that is read.
        on: the line of the permanent that it's on, or that it targets; 0 for none.
        unread: sentences that may matter and aren't understood.
        counts: whether it counts permanents of the board.
    """

    number: int
    field: Field
    label: str
    kind: LineKind
    says: str = ""
    on: int = 0
    unread: tuple[str, ...] = ()
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A line, taken apart.

    Attributes:
        text: without what follows.
        note: what stood in parentheses.
        target: the line of the permanent that it's said to be on; 0 for none.
    """

    number: int
    field: Field
    label: str
    time: Time
    text: str
    note: str = ""
    target: int = 0
    controller: str = "you"


@dataclass(slots=True)
class Builder:
    """`names` are those of the permanents, in lower case, and their numbers."""

    find: FindCard
    system: System
    permanents: dict[int, Permanent] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        return Board(dict(self.permanents), tuple(self.effects))

    def line_of(self, name: str) -> int:
        """The line of a permanent by its name or number; 0 for none."""
        return self.names.get(name.lower().removeprefix("the ").strip(), 0)

    def add_permanent(self, entry: Entry, values: Values) -> None:
        read = [read_ability(one.text, one.note) for one in values.abilities]
        attached = 0
        if {"Aura", "Equipment", "Fortification"} & set(values.subtypes):
            said = " ".join(one.text for one in values.abilities)
            attached = entry.target or (self._target_of(said) if entry.field == "effects" else 0)
        self.permanents[entry.number] = Permanent(entry.number, entry.label, values, entry.time, attached)
        for name in (values.name, entry.label, str(entry.number)):
            for known in (name, name.partition(", ")[0]):
                self.names.setdefault(known.lower(), entry.number)
        texts = [one.text for one, found in zip(values.abilities, read, strict=True) if found.clauses or found.unread]
        self._add_line(entry, "permanent", "\n".join(texts), attached, read)

    def add_copy(self, entry: Entry, of: str, exceptions: str) -> None:
        """Let a permanent enter as a copy."""
        words = f"becomes a copy of {of}{f', except {expanded(exceptions)}' if exceptions else ''}"
        read = read_predicates(words, Note(entry.note))
        if read is None:
            raise UnreadableError(f"“except {exceptions}” isn’t understood.")
        clause = Clause(One.TARGET, self._copied(read, entry.number, entry.note))
        self._add_effect(entry, "copy", clause, frozenset({entry.number}))

    def turn_face_down(self, entry: Entry) -> None:
        self._add_effect(entry, "face down", Clause(One.TARGET, (FaceDown(),)), frozenset({entry.number}))

    def add_text(self, entry: Entry, *, is_typed: bool = False) -> None:
        """Add what resolved, or what somebody typed as an effect."""
        if not self.permanents:
            raise UnreadableError("there’s no permanent yet. List one first.")
        read = self._read(entry)
        if not read.clauses and is_typed:
            raise UnreadableError(
                f"“{short(entry.text)}” isn’t understood. Say what it does, such as “creatures you control get +1/+1”."
            )
        if not (read.clauses or read.unread):
            raise UnreadableError(f"“{entry.label}” has no effect on what a permanent is. Leave it out.")
        is_static = is_typed and not any(clause.lasts for clause in read.clauses)
        counters = [one.counters for one in read.clauses if one.counters]
        is_counters = len(counters) == len(read.clauses) > 0
        if is_counters:
            kind_of_counter, many = counters[0]
            label = f"{kind_of_counter} counter" if many == 1 else f"{many} {kind_of_counter} counters"
            entry = replace(entry, label=label)
        target = entry.target or self._target_of(entry.text)
        for place, clause in enumerate(read.clauses):
            self._add_clause(entry, place, clause, target, is_static=is_static)
        kind: LineKind = "counters" if is_counters else "static" if is_static else "resolved"
        self._add_line(entry, kind, entry.text, target, [read])

    def _add_line(self, entry: Entry, kind: LineKind, says: str, on: int, read: Sequence[ReadText]) -> None:
        unread = tuple(one.replace(SELF, entry.label) for found in read for one in found.unread)
        counts = any(clause.counts for found in read for clause in found.clauses)
        says = says.replace(SELF, entry.label)
        self.lines.append(Line(entry.number, entry.field, entry.label, kind, says, on, unread, counts))

    def _read(self, entry: Entry) -> ReadText:
        """Parse a text; one that begins with its verb is about the permanent."""
        read = read_text(entry.text, entry.note, self.names)
        return read if read.clauses or read.unread else read_text(f"it {entry.text}", entry.note, self.names)

    def _target_of(self, text: str) -> int:
        """The first permanent that fits what a text says of its target; else the first of all."""
        match = _TARGET.search(text)
        wanted = read_filter(match[1]) if match and len(self.permanents) > 1 else None
        state = evaluate(self.board, self.system).state if wanted else {}
        fits = (line for line, one in state.items() if wanted and wanted.fits(one, is_source=False, controller="you"))
        return next(fits, min(self.permanents, default=0))

    def _add_clause(self, entry: Entry, place: int, clause: Clause, target: int, *, is_static: bool) -> None:
        subject = clause.subject
        fixed: frozenset[int] | None = frozenset({target})
        if isinstance(subject, Named):
            fixed = frozenset({self.line_of(subject.name)})
        elif isinstance(subject, Filter):
            fixed = None if is_static else self._affected(entry, clause)
        if clause.counters:
            self._add_counters(entry, clause.counters, fixed or frozenset({target}))
            return
        own = next(iter(fixed), target) if fixed else target
        clause = replace(clause, parts=self._copied(clause.parts, own, entry.note))
        self._add_effect(entry, str(place), clause, fixed, is_static=is_static)

    def _affected(self, entry: Entry, clause: Clause) -> frozenset[int]:
        """The objects that fit now, as it resolves (611.2c)."""
        effect = Effect("", entry.number, "", entry.time, clause, controller=entry.controller)
        return self.board.affected(effect, evaluate(self.board, self.system).state)

    def _add_counters(self, entry: Entry, counters: tuple[str, int], objects: frozenset[int]) -> None:
        kind, count = counters
        part: Operation
        if "/" in kind:
            power, toughness = (int(one) * count for one in kind.split("/"))
            part = Modify(power, toughness)
        elif is_keyword(kind):
            part = Gain((kind,))
        else:
            raise UnreadableError(f"{kind} counters change no characteristic.")
        for line in objects:
            known = self.permanents[line]
            values = replace(known.values, counters=known.values.counters | {kind})
            self.permanents[line] = replace(known, values=values)
            key = f"{kind} counter on {line}"
            # Each of that kind gets the new one's timestamp (613.7c).
            self.effects = [
                replace(one, time=entry.time) if one.key.startswith(f"{key} ") else one for one in self.effects
            ]
            self._add_effect(entry, key, Clause(One.TARGET, (part,)), frozenset({line}), is_counter=True)

    def _add_effect(
        self,
        entry: Entry,
        key: str,
        clause: Clause,
        fixed: frozenset[int] | None,
        *,
        is_counter: bool = False,
        is_static: bool = False,
    ) -> None:
        if clause.parts:
            key = f"{key} {entry.number}"
            effect = Effect(key, entry.number, entry.label, entry.time, clause, 0, fixed, entry.controller)
            self.effects.append(replace(effect, is_counter=is_counter, is_static=is_static))

    def _copied(self, parts: Sequence[Operation], own: int, note: str) -> tuple[Operation, ...]:
        """The parts, with copiable values put in for the name of what is copied."""
        return tuple(self._copy(part, own, note) if isinstance(part, CopyOf) else part for part in parts)

    def _copy(self, part: CopyOf, own: int, note: str) -> Copy:
        line = self.line_of(part.of)
        card = self.find(part.of)
        values = of_card(card, note) if card else described(part.of, note)
        if line and line != own:
            values = evaluate(self.board, self.system, copiable_only=True).copiable[line]
        if values is None:
            raise UnreadableError(f"“{short(part.of)}” isn’t on the battlefield or a card that Pipwise has.")
        copied = _without_defining(values, part)
        for one in copied.abilities:
            # It needs no more than is said.
            read_ability(one.text, one.note)
        return Copy(copied, part.except_for, part.keeps)


def _without_defining(values: Values, part: CopyOf) -> Values:
    """Without abilities that define what isn't copied (707.9d)."""
    sets_size = any(isinstance(one, SetPowerToughness) for one in part.except_for)
    sets_color = "color" in part.keeps or any(isinstance(one, SetColors) and not one.also for one in part.except_for)

    def is_copied(ability: Ability) -> bool:
        clauses = [clause for clause in read_ability(ability.text, ability.note).clauses if clause.defines]
        defined = [one for clause in clauses for one in clause.parts]
        if sets_size and any(isinstance(one, SetPowerToughness) for one in defined):
            return False
        return not (sets_color and any(isinstance(one, SetColors) for one in defined))

    return replace(values, abilities=tuple(filter(is_copied, values.abilities)))


def short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
