"""A board built line by line, in the order of timestamps: what a line does is seen in the board before it."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from symbols.trials.layers.applying import evaluate
from symbols.trials.layers.board import Board, Effect, Permanent
from symbols.trials.layers.choices import NOT_KICKED, with_choices
from symbols.trials.layers.clauses import Clause, ReadText
from symbols.trials.layers.copying import COPY_OF, copier_in, own_exceptions, without_defining
from symbols.trials.layers.entries import Entry, Line, LineKind, NotUnderstoodError, UnreadableError, short
from symbols.trials.layers.notes import MissingNoteError, Note
from symbols.trials.layers.objects import described, of_card
from symbols.trials.layers.operations import Control, Copy, FaceDown, Gain, Operation
from symbols.trials.layers.phrases import expanded, read_ability, read_text
from symbols.trials.layers.predicates import read_predicates
from symbols.trials.layers.sizes import Double, Modify, SetPowerToughness
from symbols.trials.layers.special import enters_with, exchanged
from symbols.trials.layers.subjects import Filter, Named, One, Target, read_subject
from symbols.trials.layers.systems import System
from symbols.trials.layers.targets import attaches, check, choose, legal_targets, why_not
from symbols.trials.layers.using import ATTACHES, chosen_use, is_of_event, number_in
from symbols.trials.layers.values import SELF, Ability, Values
from symbols.trials.layers.words import is_keyword, outside_quotes
from symbols.trials.printed import FindCard

_ENTERS_WITH_SIZE: Final = re.compile(
    r"(?:if (?:~|it|this \w+) was (?P<kicked>kicked), )?(?:~|it|this \w+) enters .*[+-]\d+/[+-]\d+ counters?\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Builder:
    """A board that is being built.

    Attributes:
        names: those of the permanents, in lower case, and their lines; 0 where several have the name.
        used: texts of abilities that were activated or triggered, by permanent.
    """

    find: FindCard
    system: System
    permanents: dict[int, Permanent] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    used: dict[int, frozenset[str]] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        return Board(dict(self.permanents), tuple(self.effects))

    @property
    def first(self) -> tuple[int, ...]:
        return (min(self.permanents),) if self.permanents else ()

    @property
    def state(self) -> dict[int, Values]:
        return evaluate(self.board, self.system).state

    @property
    def labels(self) -> dict[int, str]:
        return {line: one.label for line, one in self.lines.items()}

    def line_of(self, name: str) -> int:
        """The line of a permanent by its name or number; 0 for none."""
        line = self.names.get(name.lower().removeprefix("the ").strip(), 0)
        return line if line in self.permanents else 0

    # Permanents

    def add_permanent(self, entry: Entry, values: Values) -> None:
        read = [read_ability(one.text, one.note) for one in values.abilities]
        on, wrong = self._attached(entry, values)
        self.permanents[entry.number] = Permanent(entry.number, entry.label, values, entry.time, on)
        self._add_names(entry, values)
        texts = [one.text for one, found in zip(values.abilities, read, strict=True) if found.clauses or found.unread]
        self._add_line(entry, "permanent", "\n".join(texts), (on,) if on else (), read)
        self._update_line(entry.number, cost=values.mana_cost)
        if wrong:
            self._update_line(entry.number, problem=wrong.message, rule=wrong.rule)

    def _update_line(self, number: int, **changes: Any) -> None:
        self.lines[number] = replace(self.lines[number], **changes)

    def _add_names(self, entry: Entry, values: Values) -> None:
        """Its name, what comes before a comma in that, and words of its name and subtypes that no other has."""
        for name in (values.name, entry.label, str(entry.number)):
            for known in (name, name.partition(", ")[0]):
                self.names.setdefault(known.lower(), entry.number)
        if entry.field == "objects":
            for word in {*values.name.lower().split(), *(one.lower() for one in values.subtypes)}:
                self.names[word] = 0 if self.names.get(word, entry.number) != entry.number else entry.number

    def _attached(self, entry: Entry, values: Values) -> tuple[int, UnreadableError | None]:
        """What an Aura or Equipment is attached to, 0 for nothing; and why not to what was typed."""
        wanted, target = attaches(values), next(iter(entry.targets), 0)
        if wanted is None and target and not entry.note:
            on = self._called(target)
            return 0, UnreadableError(f"{entry.label} isn’t attached to {on}: it’s neither an Aura nor an Equipment.")
        if wanted is None or not self.permanents or not (target or wanted.is_aura or entry.field == "effects"):
            return 0, None
        state = self.state
        controlled = replace(values, controller=entry.controller)
        if target:
            wrong = why_not(wanted, controlled, state[target], self._called(target), entry.label)
            if wrong and wanted.is_aura:
                raise wrong
            return (0, wrong) if wrong else (target, None)
        fits = (line for line, one in state.items() if not why_not(wanted, controlled, one, "", ""))
        line = next(fits, 0)
        if not line and wanted.filter and wanted.is_aura:
            raise UnreadableError(f"{entry.label} has nothing to enchant: it needs {wanted.said}.", "115.1")
        return line, None

    def detach_illegal(self) -> None:
        """Detach Auras and Equipment from what they can't be attached to (704.5m and n)."""
        attached = [one for one in self.permanents.values() if one.attached]
        state = self.state if attached else {}
        for one in attached:
            values, host = state[one.line], state.get(one.attached)
            wanted = attaches(values)
            if wanted is None:
                continue
            if host is None:
                wrong: UnreadableError | None = UnreadableError(f"What {one.label} was on is gone.", "704.5n")
            elif values.is_creature and not wanted.is_aura:
                wrong = UnreadableError(f"{one.label} is a creature now, so it can’t be attached.", "704.5p")
            else:
                wrong = why_not(wanted, values, host, self._called(one.attached), one.label, attached=True)
            if wrong is None:
                continue
            if wanted.is_aura:
                del self.permanents[one.line]
                end, rule = "So it’s put into its owner’s graveyard.", "704.5m"
            else:
                self.permanents[one.line] = replace(one, attached=0)
                end, rule = "So it becomes unattached.", wrong.rule
            self._update_line(one.line, problem=f"{wrong.message} {end}", rule=rule, on=())

    def _called(self, line: int) -> str:
        return self.lines[line].label if line in self.lines else ""

    def add_copy(self, entry: Entry, of: str, exceptions: str) -> None:
        """Let a permanent enter as a copy."""
        words = f"becomes a copy of {of}{f', except {expanded(exceptions)}' if exceptions else ''}"
        read = read_predicates(words, Note(entry.note))
        if read is None:
            raise UnreadableError(f"“except {exceptions}” isn’t understood.")
        clause = Clause(Target(), self._copied(read, entry.number, entry.note))
        self._add_effect(entry, "copy", clause, frozenset({entry.number}))

    def enter_with_counters(self, entry: Entry, values: Values) -> None:
        """Put the counters on it with which it enters; if their number is unknown, the ability stays unread."""
        for one in values.abilities:
            match = _ENTERS_WITH_SIZE.match(one.text)
            if match is None:
                continue
            if match["kicked"] and not Note(one.note).is_met("it was kicked"):
                self._update_line(entry.number, aside=NOT_KICKED)
            elif found := enters_with(one.text, Note(one.note)):
                self._add_counters(entry, found, frozenset({entry.number}))
            else:
                says = one.text.replace(SELF, entry.label)
                self._update_line(entry.number, unread=(*self.lines[entry.number].unread, says))

    def turn_face_down(self, entry: Entry) -> None:
        self._add_effect(entry, "face down", Clause(Target(), (FaceDown(),)), frozenset({entry.number}))

    def use_ability(self, entry: Entry, line: int, how: str) -> None:
        """Let an activated or triggered ability of a permanent resolve."""
        values, label = self.state[line], self._called(line)
        use = chosen_use(values, label, how, entry.note)
        if use.is_of_other and not entry.targets and any(map(is_of_event, use.clauses)):
            raise UnreadableError(f"Which one is it about? Say it: {label} (triggered) on 2.")
        note = number_in(entry.note) or use.ability.note
        self._mark_used(line, use.ability)
        known = self.lines.get(entry.number)
        entry = replace(entry, label=label, note=note, controller=values.controller)
        try:
            entry = replace(entry, text=with_choices(use.effect, note)[0])
            self.add_text(replace(entry, source=values, own=line))
        except MissingNoteError as error:
            said = error.message.replace("such as (", f"such as ({use.how}, ")
            raise UnreadableError(f"{label}: {said}") from None
        if ATTACHES in use.effect and (on := self.lines[entry.number].on):
            # The Aura that it becomes, on what the line is about: Licids.
            on_others = [one for one in (*entry.targets, *on, *self.first) if one != line]
            self.permanents[line] = replace(
                self.permanents[line], attached=on_others[0] if on_others else 0, time=entry.time
            )
        if known:
            # It's the line of the permanent, too.
            unread = (*known.unread, *self.lines[entry.number].unread)
            self.lines[entry.number] = replace(known, unread=unread)

    def _mark_used(self, line: int, *abilities: Ability) -> None:
        self.used[line] = self.used.get(line, frozenset()) | {expanded(one.text) for one in abilities}

    def note_states(self) -> None:
        """Add a hint where an effect asks whether something attacks, or is tapped, and no line says so of anything."""
        state = self.board.start
        known = {each for one in state.values() for each in one.states}
        for effect in (*self.effects, *self.board.static_effects(state)):
            filters = [one for one in (effect.clause.subject, effect.clause.condition) if isinstance(one, Filter)]
            if missing := {each for one in filters for each in one.states} - known:
                how, label = min(missing), self._called(min(state))
                aside = f"No permanent is said to be {how}. For one that is, put it behind its name: {label}, {how}."
                self._update_line(effect.line, aside=aside)

    # Effects

    def add_text(self, entry: Entry, *, is_typed: bool = False, aside: str = "") -> None:
        """Add what resolved, or what somebody typed as an effect."""
        if not self.permanents:
            raise UnreadableError("There’s no permanent yet. List one first.")
        if (both := exchanged(entry.text.partition("\n")[0])) is not None:
            self._exchange(entry, both)
            return
        entry = self._with_copied(entry)
        read = self._read(entry)
        if not read.clauses and is_typed:
            raise NotUnderstoodError(entry.text)
        if not (read.clauses or read.unread or aside):
            raise UnreadableError(f"{entry.label} has no effect on what a permanent is.")
        is_static = is_typed and not any(clause.lasts for clause in read.clauses)
        counters = [one.counters for one in read.clauses if one.counters]
        is_counters = len(counters) == len(read.clauses) > 0
        if is_counters:
            kind_of_counter, many = counters[0]
            label = f"{kind_of_counter} counter" if many == 1 else f"{many} {kind_of_counter} counters"
            entry = replace(entry, label=label)
        chosen, unread = choose(entry, read.clauses, self.state, self.labels, self.first)
        chosen = chosen if is_static else self._without_unmet(entry, chosen)
        for place, (clause, targets) in enumerate(chosen):
            self._add_clause(entry, place, clause, targets, is_static=is_static)
        kind: LineKind = "counters" if is_counters else "static" if is_static else "resolved"
        single = (lines for clause, lines in chosen if not isinstance(clause.subject, Filter | Named))
        on = tuple(dict.fromkeys(itertools.chain.from_iterable(single)))
        self._add_line(entry, kind, entry.text, on, [replace(read, unread=(*read.unread, *unread))])
        self._update_line(entry.number, aside=aside)

    def _exchange(self, entry: Entry, both: str) -> None:
        """Exchange control of two permanents: those that are named or targeted, or the first of each player."""
        state = self.state
        named = [self.line_of(one) for one in re.split(r",? and ", both)]
        own = [entry.own] if both.startswith((f"{SELF} ", "this ")) and entry.own else []
        lines = named if len(named) == 2 and all(named) else [*own, *entry.targets]
        if len(lines) != 2 or not all(lines):
            firsts = {one.controller: line for line, one in sorted(state.items(), reverse=True)}
            lines = sorted(firsts.values())
        if len(lines) != 2:
            raise UnreadableError("Exchange what? Say both: exchange control of 1 and 2.")
        one, other = lines
        if state[one].controller == state[other].controller:
            raise UnreadableError("Both have the same controller, so nothing is exchanged.")
        for line, was in ((one, other), (other, one)):
            clause = Clause(Target(), (Control(state[was].controller),), lasts=True, sentence=entry.text)
            self._add_effect(entry, f"exchange {line}", clause, frozenset({line}))
        self._add_line(entry, "resolved", entry.text, (one, other), [])

    def _with_copied(self, entry: Entry) -> Entry:
        """With the line of what is copied in the text, and the exceptions of the copier's own ability."""
        if (who := copier_in(entry.text)) and (line := self.line_of(who)):
            # Its ability resolves even if it's gone by then.
            own = (*self.state[line].abilities, *self.permanents[line].values.abilities)
            self._mark_used(line, *(one for one in own if "a copy of" in one.text))
            said = own_exceptions("\n".join(one.text for one in own))
            return replace(entry, text=f"{entry.text.rstrip('.')}, except {expanded(said)}") if said else entry
        match = COPY_OF.search(outside_quotes(entry.text))
        if match is None:
            return entry
        said = match["of"]
        wanted = read_subject(said)
        subject = wanted if isinstance(wanted, Target) else Target()
        line = next(iter(entry.targets[-1:]), 0)
        if line:
            check(entry, subject, self.state[line], self._called(line))
        elif subject.said:
            legal = legal_targets(entry, subject, self.state, self.labels)
            line = next((one for one in legal if one != entry.own), 0)
        if not line:
            label = self._called(entry.own or self.first[0])
            raise UnreadableError(f"A copy of what? Say it: {label} becomes a copy of Grizzly Bears.")
        text = f"{entry.text[: match.start('of')]}{line}{entry.text[match.end('of') :]}"
        return replace(entry, text=text, targets=entry.targets[:-1])

    def _read(self, entry: Entry) -> ReadText:
        """Parse a text; one that begins with its verb is about the permanent."""
        names = [name for name in self.names if self.line_of(name)]
        read = read_text(entry.text, entry.note, names)
        if read.clauses or read.unread:
            return read
        of_it = read_text(f"it {entry.text}", entry.note, names)
        return of_it if of_it.clauses else read

    def _add_line(self, entry: Entry, kind: LineKind, says: str, on: tuple[int, ...], read: Sequence[ReadText]) -> None:
        unread = tuple(one.replace(SELF, entry.label) for found in read for one in found.unread)
        counts = any(clause.counts for found in read for clause in found.clauses)
        self.lines[entry.number] = Line(entry, kind, says.replace(SELF, entry.label), on, unread, counts)

    def leave_out(self, entry: Entry, problem: str, rule: str = "", *, unknown: bool = False) -> None:
        self.lines[entry.number] = Line(entry, "left out", entry.text, problem=problem, rule=rule, unknown=unknown)

    def _add_clause(
        self, entry: Entry, place: int, clause: Clause, targets: tuple[int, ...], *, is_static: bool
    ) -> None:
        subject = clause.subject
        fixed: frozenset[int] | None = frozenset(targets)
        if isinstance(subject, Named):
            fixed = frozenset({self.line_of(subject.name)})
        elif subject is One.ATTACHED and entry.own:
            fixed = frozenset(filter(None, [self.permanents[entry.own].attached]))
        elif isinstance(subject, Filter):
            # The objects that fit now, as it resolves (611.2c).
            fixed = None if is_static else self.board.affected(_resolving(entry, clause, None), self.state)
        if clause.counters:
            self._add_counters(entry, clause.counters, frozenset(targets) if fixed is None else fixed)
            return
        own = next(iter(fixed or targets), 0)
        parts = self._copied(clause.parts, own, entry.note)
        if not is_static:
            parts = self._counted_now(entry, clause, parts, fixed)
        self._add_effect(entry, str(place), replace(clause, parts=parts), fixed, is_static=is_static)

    def _without_unmet(
        self, entry: Entry, chosen: Sequence[tuple[Clause, tuple[int, ...]]]
    ) -> list[tuple[Clause, tuple[int, ...]]]:
        """The clauses whose conditions are met as it resolves, without those that another replaces."""
        state, found = self.state, list[tuple[Clause, tuple[int, ...]]]()
        for clause, targets in chosen:
            about = frozenset(targets or (entry.own,))
            has_condition = clause.condition is not None or clause.needs is not None
            if has_condition and not self.board.affected(_resolving(entry, clause, about), state):
                continue
            if clause.instead and found:
                found.pop()
            found.append((replace(clause, condition=None, needs=None), targets))
        return found

    def _counted_now(
        self, entry: Entry, clause: Clause, parts: tuple[Operation, ...], fixed: frozenset[int] | None
    ) -> tuple[Operation, ...]:
        """With numbers that were counted once, as it resolved (608.2h)."""
        if not clause.counts:
            return parts
        state = self.state
        view = self.board.view(_resolving(entry, clause, fixed), state)
        holder = state.get(next(iter(fixed or ()), 0), Values())
        counting = Modify | SetPowerToughness | Double
        return tuple(part.resolved(holder, view) if isinstance(part, counting) else part for part in parts)

    def _add_counters(self, entry: Entry, counters: tuple[str, int], objects: frozenset[int]) -> None:
        kind, count = counters
        parts: list[Operation] = []
        if "/" in kind:
            power, toughness = (int(one) * count for one in kind.split("/"))
            parts.append(Modify(power, toughness))
        elif is_keyword(kind):
            parts.append(Gain((kind,)))
        for line in objects:
            known = self.permanents[line]
            there = known.values.counters_on
            there[kind] = there.get(kind, 0) + count
            self.permanents[line] = replace(known, values=replace(known.values, counters=tuple(there.items())))
            key = f"{kind} counter on {line}"
            # Each of that kind gets the new one's timestamp (613.7c).
            self.effects = [
                replace(one, time=entry.time) if one.key.startswith(f"{key} ") else one for one in self.effects
            ]
            self._add_effect(entry, key, Clause(Target(), tuple(parts)), frozenset({line}), is_counter=True)

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
        return tuple(self._copy(part, own, note) if isinstance(part, Copy) else part for part in parts)

    def _copy(self, part: Copy, own: int, note: str) -> Copy:
        line = self.line_of(part.of)
        card = self.find(part.of)
        values = of_card(card, note) if card else described(part.of, note)
        if line and line != own:
            values = evaluate(self.board, self.system, copiable_only=True).copiable[line]
        if values is None:
            raise UnreadableError(f"“{short(part.of)}” isn’t on the battlefield or a card that Pipwise has.")
        copied = without_defining(values, part)
        for one in copied.abilities:
            # It needs no more than is said.
            read_ability(one.text, one.note)
        is_other_name = part.named[:1].isupper() and part.named.lower() not in self.names
        return replace(part, values=copied, named=part.named if is_other_name else "")


def _resolving(entry: Entry, clause: Clause, fixed: frozenset[int] | None) -> Effect:
    """A clause as an effect that begins now, to see what it finds."""
    return Effect("", entry.number, "", entry.time, clause, entry.own, fixed, entry.controller)
