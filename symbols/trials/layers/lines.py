"""Lines that players type, as a board: permanents, what resolved, counters, oldest first."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from symbols.plain_text import plain_text
from symbols.trials.inputs import TrialError
from symbols.trials.layers.board import Board
from symbols.trials.layers.building import Builder
from symbols.trials.layers.choices import with_choices
from symbols.trials.layers.copying import own_exceptions
from symbols.trials.layers.entries import (
    LABELS,
    Entry,
    Field,
    Line,
    NotUnderstoodError,
    UnknownError,
    UnreadableError,
    short,
)
from symbols.trials.layers.notes import MissingNoteError
from symbols.trials.layers.objects import described, of_card, with_self
from symbols.trials.layers.subjects import STATES
from symbols.trials.layers.systems import System
from symbols.trials.layers.typed import SubtypeNamed, rewritten, rewritten_object, several, used, with_capitals
from symbols.trials.layers.using import number_in
from symbols.trials.layers.values import Values
from symbols.trials.printed import FindCard, PrintedCard

MOST_LINES: Final = 24
LONGEST_LINE: Final = 400

_TIME: Final = re.compile(r"^(\d{1,4}): ?(?=\S)")
_NOTE: Final = re.compile(r"\s*\(([^()]*)\)$")
_ON: Final = (
    re.compile(
        r"^(?P<text>.+?),? (?:attached to|targeting|enchanting|equipping|equipped to) (?P<target>[^\"]+?)$",
        re.IGNORECASE,
    ),
    re.compile(r"^(?P<text>.+),? (?:on|to) (?P<target>[^\"]+?)$", re.IGNORECASE),
)
_WORN: Final = re.compile(
    r"^(?:(?:is )?(?:equipped|enchanted|wearing|carrying) (?:with |by )?|equip (?:with )?|enchant with )(?P<text>.+)$",
    re.IGNORECASE,
)
_PLAYER: Final = re.compile(r"^(?:(?:me|you|myself)|(?:(?:my|an|the|your) )?opponent|them)$", re.IGNORECASE)
_AS_COPY: Final = re.compile(
    r"^(?P<name>.+?),? (?:(?:as|is) a copy of|copying|of(?= [A-Z\d])) (?P<of>.+?)(?:,? except (?P<except>.+))?$",
    re.IGNORECASE,
)
_TOKEN_COPY: Final = re.compile(r"^(?:an? )?(?:token )?copy(?: token)? of (?P<of>.+)$", re.IGNORECASE)
_OPPONENT: Final = re.compile(
    r"^(?:(?:an |my |your |the )?opponent's|their|theirs:?|opponent:|(?:my |an )?opponent (?:controls|has)) ",
    re.IGNORECASE,
)
_CALLED: Final = re.compile(r"^(?P<name>[A-Za-z][\w' ,-]*): (?P<text>\S.*)$")
_HELD: Final = re.compile(r"^(?:an |my |the )?opponent controls (?P<name>.+)$", re.IGNORECASE)
_BEFORE: Final = re.compile(
    r"^(?P<state>(?:an? )?face[- ]?down|(?:an? )?(?:untapped|tapped|attacking|blocking|blocked)|your|my|the) (?=\S)",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r",? (?P<state>face[- ]?down|(?:is )?(?:untapped|tapped|attacking|blocking|blocked)"
    r"|opponent|an opponent controls|you control|i control|token)$",
    re.IGNORECASE,
)
_CHOSEN: Final = re.compile(
    r"^(?:(?:an? )?(?P<how>kicked|overloaded) (?P<text>.+)|(?P<text2>.+?),? (?P<how2>kicked|overloaded))$",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"^(?:an?|is) (?!opponent)")
_FACE_DOWN: Final = re.compile(
    r"^(?:an? )?(?:face[- ]?down (?:creature|card|permanent)|morph|manifest|manifested creature|cloaked creature)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """Lines as a board.

    Attributes:
        tied: the numbers of lines with the same timestamp.
        used: texts of abilities that were activated or triggered, by permanent.
    """

    board: Board
    lines: Sequence[Line]
    used: Mapping[int, frozenset[str]]
    tied: Sequence[tuple[int, ...]] = ()


@dataclass(frozen=True, slots=True)
class LineReader:
    """Reads lines with the cards, subtypes and layers of an edition."""

    find: FindCard
    system: System
    subtype_named: SubtypeNamed

    def read(self, objects: Sequence[str], effects: Sequence[str], order: Sequence[int] = ()) -> ReadBoard:
        """Parse all lines. `order` has the numbers of lines with the same timestamp. Raises `TrialError`: too many."""
        entries = sorted(self._timed(objects, effects, order), key=lambda one: one.time)
        builder = Builder(self.find, self.system)
        for entry in entries:
            try:
                self._read(entry, builder)
                builder.detach_illegal()
            except MissingNoteError as error:
                builder.leave_out(entry, f"{entry.label}: {error.message}")
            except UnreadableError as error:
                builder.leave_out(entry, error.message, error.rule, unknown=isinstance(error, UnknownError))
        builder.note_states()
        together = defaultdict[int, list[int]](list)
        for entry in entries:
            if not entry.time[1]:
                together[entry.time[0]].append(entry.number)
        tied = [tuple(numbers) for numbers in together.values() if len(numbers) > 1]
        lines = [builder.lines[number] for number in sorted(builder.lines)]
        return ReadBoard(builder.board, lines, builder.used, tied)

    def _timed(self, objects: Sequence[str], effects: Sequence[str], order: Sequence[int]) -> Iterator[Entry]:
        """Lines with their timestamps: typed, such as `3: Glorious Anthem`, or after the line before."""
        last = number = 0
        both: list[tuple[Field, Sequence[str]]] = [("objects", objects), ("effects", effects)]
        for place, lines in both:
            for row, text in enumerate(lines, 1):
                plain = plain_text(text, keep_case=True)
                said = _TIME.match(plain)
                if said:
                    last, plain = int(said[1]), plain[said.end() :]
                for one, is_effect in several(plain, number + 1, self._is_object, is_effect=place == "effects"):
                    number += 1
                    if number > MOST_LINES:
                        raise TrialError(f"{LABELS[place]}: use {MOST_LINES} lines or fewer in all.", field=place)
                    rank = (0, order.index(number) if number in order else number) if said else (number, 0)
                    field: Field = "effects" if is_effect else place
                    yield Entry(number, field, short(one), (last, *rank), one, row=row, place=place)

    def _is_object(self, text: str) -> bool:
        try:
            return len(text) <= LONGEST_LINE and (self.find(text) is not None or self._described(text, "") is not None)
        except MissingNoteError:
            return True

    def _described(self, text: str, note: str) -> Values | None:
        found = described(text, note)
        if found is None and '"' not in text:
            plain = rewritten_object(text)
            found = described(plain, note) or described(with_capitals(plain, self.subtype_named), note)
        return found

    def _read(self, entry: Entry, builder: Builder) -> None:
        if len(entry.text) > LONGEST_LINE:
            raise UnreadableError(f"That’s {len(entry.text):,} characters. Use {LONGEST_LINE} or fewer.")
        text, note = _cut(_NOTE, entry.text)
        if chosen := _CHOSEN.match(text):
            text, note = chosen["text"] or chosen["text2"], f"{note} {chosen['how'] or chosen['how2']}".strip()
        text, targets, player = _on(text, builder)
        if targets or player:
            text, nearer = _cut(_NOTE, text)
            note = note or nearer or player
        elif note and (line := builder.line_of(note)):
            targets = (line,)
        theirs = bool(_OPPONENT.match(f"{note} ") or re.fullmatch(r"(?:an |my )?opponent(?:'s)?", note, re.IGNORECASE))
        label = f"Effect {entry.row}" if entry.field == "effects" else short(text)
        entry = replace(entry, label=label, text=text, note=note, targets=targets)
        if entry.field == "effects" and (held := _HELD.match(text)) and builder.line_of(held["name"]):
            self._add_typed(entry, builder)
            return
        if use := used(text, note):
            name, how, note = use
            if self._use(replace(entry, text=name, note=note), how, builder, theirs=theirs):
                return
        worn = None if targets else _WORN.match(text)
        if self._add_object(entry, builder, theirs=theirs) or (
            worn and self._add_object(replace(entry, text=worn["text"], targets=builder.first), builder, theirs=theirs)
        ):
            return
        if entry.field == "objects":
            raise UnknownError(
                f"“{short(entry.text)}” isn’t a card that Pipwise has. "
                "Describe it: 2/2 black Goblin creature with haste."
            )
        self._add_typed(entry, builder)

    def _use(self, entry: Entry, how: str, builder: Builder, *, theirs: bool) -> bool:
        """Apply an ability of a permanent, which this line may be the first to list; False if there's none."""
        line = builder.line_of(entry.text) if entry.field == "effects" else 0
        if not line:
            if not self._add_object(replace(entry, note=number_in(entry.note), targets=()), builder, theirs=theirs):
                return False
            line = entry.number
        if line not in builder.permanents:
            # A spell has resolved, and has none.
            return True
        builder.use_ability(entry, line, how)
        return True

    def _add_object(self, entry: Entry, builder: Builder, *, theirs: bool) -> bool:
        """Add the line as a card or a description; False if it's neither."""
        for text, states in _stated(entry.text):
            found = self._object_named(text, entry)
            if found is None:
                continue
            card, values, copied, exceptions = found
            controller = "opponent" if theirs or states & {"opponent", "an opponent controls"} else "you"
            entry = replace(entry, label=values.name or short(text), controller=controller)
            if set(values.types) & {"Instant", "Sorcery"}:
                self._add_spell(entry, card, values, builder)
                return True
            is_token = values.is_token or "token" in states
            values = replace(values, controller=controller, is_token=is_token, states=frozenset(states & STATES))
            builder.add_permanent(entry, values)
            if copied:
                own = _own_exceptions(card) if card else ""
                builder.add_copy(entry, copied, exceptions or own or "")
            if "face down" in states or _FACE_DOWN.match(text):
                builder.turn_face_down(entry)
            else:
                builder.enter_with_counters(entry, values)
            return True
        return False

    def _object_named(self, text: str, entry: Entry) -> "_Object | None":
        if _FACE_DOWN.match(text):
            return _Object(None, Values(types=("Creature",), power=2, toughness=2))
        if card := self.find(text):
            is_copy = entry.note and _own_exceptions(card) is not None and self._is_object(entry.note)
            return _Object(card, of_card(card, entry.note), entry.note if is_copy else "")
        if entry.field == "objects" and (copy := _TOKEN_COPY.match(text)):
            return _Object(None, Values(is_token=True), copy["of"])
        if values := self._described(text, entry.note):
            return _Object(None, values)
        copy = _AS_COPY.match(text)
        card = self.find(copy["name"]) if copy else None
        values = of_card(card, entry.note) if card else self._described(copy["name"], entry.note) if copy else None
        return _Object(card, values, copy["of"], copy["except"] or "") if copy and values else None

    def _add_spell(self, entry: Entry, card: PrintedCard | None, values: Values, builder: Builder) -> None:
        if entry.field == "objects":
            kind = "an instant" if "Instant" in values.types else "a sorcery"
            raise UnreadableError(f"{entry.label} is {kind}, so it’s no permanent. List it under Effects.")
        says = with_self(card.text, card.name) if card else " ".join(one.text for one in values.abilities)
        text, aside = with_choices(says, entry.note)
        builder.add_text(replace(entry, text=text, source=values), aside=aside)

    def _add_typed(self, entry: Entry, builder: Builder) -> None:
        for label, text in self._wordings(entry):
            try:
                builder.add_text(replace(entry, label=label, text=text), is_typed=True)
            except NotUnderstoodError:
                continue
            return
        raise NotUnderstoodError(entry.text)

    def _wordings(self, entry: Entry) -> Iterator[tuple[str, str]]:
        """Labels and texts that the line may mean, in the words of rules text."""
        plain = rewritten(entry.text)
        yield entry.label, plain
        yield entry.label, with_capitals(plain, self.subtype_named)
        if '"' not in plain and (called := _CALLED.match(plain)):
            yield called["name"], with_capitals(rewritten(called["text"]), self.subtype_named)


class _Object(NamedTuple):
    """A permanent or a spell: its card, if it has one, its values, what it's a copy of, and its typed exceptions."""

    card: PrintedCard | None
    values: Values
    copied: str = ""
    exceptions: str = ""


def _own_exceptions(card: PrintedCard) -> str | None:
    return own_exceptions(with_self(card.text, card.name))


def _on(text: str, builder: Builder) -> tuple[str, tuple[int, ...], str]:
    """The text without its end, `on 1 and 2` or `to opponent`; the lines of those permanents; or that player."""
    for pattern in _ON:
        if match := pattern.match(text):
            whole = builder.line_of(match["target"])
            names = [match["target"]] if whole else re.split(r",? and |, ", match["target"])
            lines = [builder.line_of(name) for name in names]
            if all(lines):
                return match["text"].removesuffix(","), tuple(lines), ""
            if _PLAYER.match(match["target"]):
                return match["text"], (), match["target"]
    return text, (), ""


def _stated(text: str) -> Iterator[tuple[str, set[str]]]:
    """The text, then without each of the words around it that give a state: `face down`, `opponent's`."""
    states: set[str] = set()
    while True:
        yield text, states
        if match := _OPPONENT.match(text):
            states, text = states | {"opponent"}, text[match.end() :]
        elif match := _BEFORE.match(text):
            states = states | {_state(match["state"])}
            text = text[match.end() :]
        elif match := _AFTER.search(text):
            states = states | {_state(match["state"])}
            text = text[: match.start()]
        else:
            return


def _state(words: str) -> str:
    return "face down" if "face" in words.lower() else _ARTICLE.sub("", words.lower())


def _cut(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    match = pattern.search(text)
    return (text[: match.start()], match[1]) if match else (text, "")
