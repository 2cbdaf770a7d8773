"""Activated and triggered abilities: what one does as it resolves (602, 603), and which ones no line applies."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from symbols.data_files import read_data
from symbols.trials.layers.board import Board, Effect
from symbols.trials.layers.choices import with_choices
from symbols.trials.layers.clauses import Clause
from symbols.trials.layers.entries import UnreadableError
from symbols.trials.layers.notes import MissingNoteError
from symbols.trials.layers.operations import Copy
from symbols.trials.layers.phrases import ABILITY_WORD, ACTIVATED, TRIGGERED, expanded, read_text
from symbols.trials.layers.subjects import Filter, One, Target
from symbols.trials.layers.values import SELF, Ability, Values

_EVENT: Final = re.compile(r"^[^,\"]+, (?:you may )?(?=\S)")
_OWN_EVENT: Final = re.compile(rf"^(?:When|Whenever) (?:{SELF}|this \w+)|^At ")
_OWN: Final = re.compile(rf"{SELF}|\b[Tt]his \w+")
_OTHER: Final = re.compile(r"\b(?:it|that \w+)\b", re.IGNORECASE)
_MAY_HAVE: Final = re.compile(
    rf"^(?:have|let) (?P<who>{SELF}|it|that \w+|this \w+|target [\w ]+) (?P<verb>become|get|gain|have|lose)\b"
)
_AND_GAIN: Final = re.compile(r"(?<= a copy of target creature),? and gains? this ability\b")
ATTACHES: Final = "Attach it to target creature"
_CHANGING: Final = re.compile(
    r"^(?!.*\b(?:life|monarch|tokens?|mana(?! (?:cost|value)))\b)"
    r".*\b(?:becomes?|base|copy of|control of|loses?|colors? of your choice|switch)\b",
    re.IGNORECASE | re.DOTALL,
)
_CHOICE: Final = re.compile(r"\bability (\d)\b", re.IGNORECASE)
_ASKED: Final = ("", "yes", "X is 1", "blue", "Goblin", "blue with red")
"""Examples of what a note may have to say for an ability."""
_CALLED: Final = {"crewed": "crew"}


_USES: Final = read_data("layers.toml")["uses"]
_KEYWORDS: Final = [(re.compile(pattern, re.IGNORECASE), how, does) for pattern, how, does in _USES["abilities"]]
_ACTIONS: Final = [(re.compile(pattern), does) for pattern, does in _USES["actions"]]


@dataclass(frozen=True, slots=True)
class Use:
    """An activated or triggered ability that changes what a permanent is as it resolves.

    Attributes:
        effect: its text without costs or the event.
        clauses: what it does.
        asks: an example of what a note has to say for it: a number, a choice; empty for nothing.
        how: `activated`, `triggered`, `crewed`.
        is_of_other: whether “it” is what the event is about, and that's another object.
    """

    ability: Ability
    effect: str
    how: str
    clauses: tuple[Clause, ...]
    asks: str = ""
    is_of_other: bool = False


@dataclass(frozen=True, slots=True)
class Unused:
    """An ability that no line has applied, and the line that would."""

    label: str
    what: str
    line: str


def not_read(label: str, how: str) -> str:
    return f"{label}’s {how} ability isn’t read. Say what it does."


def uses_of(values: Values) -> list[Use]:
    return [use for ability in values.abilities if (use := _use(ability))]


def _split_ability(ability: Ability) -> tuple[str, str, bool] | None:
    """How an ability is used, its text without costs or event, and whether the event is of another object."""
    text = ABILITY_WORD.sub("", ability.text)
    for pattern, how, effect in _KEYWORDS:
        if pattern.match(text):
            return how, effect, False
    if match := ACTIVATED.match(text):
        effect = text[match.end() :].strip()
        for pattern, plain in _ACTIONS:
            effect = pattern.sub(plain, effect)
        return "activated", effect, False
    if TRIGGERED.match(text) and (match := _EVENT.match(text)):
        effect = _MAY_HAVE.sub(lambda found: f"{found['who']} {found['verb']}s", text[match.end() :])
        return "triggered", effect.replace(" haves ", " has "), not _OWN_EVENT.match(text)
    return None


def unread_uses(values: Values, how: str = "") -> list[str]:
    """For each ability that isn't understood and may change what a permanent is: `activated`, `triggered`."""
    found = []
    for ability in values.abilities:
        parts = _split_ability(ability)
        if parts is None or _use(ability) or (how and parts[0] != how):
            continue
        with suppress(MissingNoteError):
            sentences = read_text(expanded(parts[1]), ability.note).unread
            if any(_CHANGING.search(one) for one in sentences):
                found.append(parts[0])
    return found


def _use(ability: Ability) -> Use | None:
    parts = _split_ability(ability)
    if parts is None:
        return None
    how, effect, is_of_other = parts
    effect = _AND_GAIN.sub(", except it gains this ability", effect)
    if '"' not in ability.text:
        effect = effect.replace("this ability", f'"{ability.text}"')
    modes = "mode 1" if "•" in effect else ""
    for asks in _ASKED:
        note = ", ".join(filter(None, [ability.note, modes, asks]))
        try:
            clauses = read_text(expanded(with_choices(effect, note)[0]), note).clauses
        except MissingNoteError:
            continue
        if changing := tuple(one for one in clauses if one.parts or one.counters):
            return Use(ability, effect, how, changing, ", ".join(filter(None, [modes, asks])), is_of_other)
    return None


def chosen_use(values: Values, label: str, how: str, note: str) -> Use:
    """The ability that a line applies: `how` is empty for any. Raises `UnreadableError` for none, or for several."""
    found = [use for use in uses_of(values) if not how or use.how == how]
    if not found:
        if unread := unread_uses(values, how):
            raise UnreadableError(not_read(label, unread[0]))
        raise UnreadableError(f"{label} has no {how or 'activated'} ability then that changes what a permanent is.")
    number = int(match[1]) if (match := _CHOICE.search(note)) else 0
    if number > len(found) or (len(found) > 1 and not number):
        many = " or ".join(f"“ability {place}”" for place in range(1, len(found) + 1))
        raise UnreadableError(f"Say which ability of {label}: put {many} in the parentheses.")
    return found[max(number - 1, 0)]


def is_of_event(clause: Clause) -> bool:
    """Whether it's about the event's object: “it gets +1/+1”, “put a +1/+1 counter on that creature”."""
    return not _OWN.search(clause.sentence) and _OTHER.search(clause.sentence) is not None


def number_in(note: str) -> str:
    """A note without the ability that it names: `ability 2, 4` -> `4`."""
    return _CHOICE.sub("", note).strip(" ,")


def unused(
    board: Board, state: Mapping[int, Values], labels: Mapping[int, str], used: Mapping[int, frozenset[str]]
) -> Iterator[Unused]:
    """Abilities that would change a permanent on the board, and aren't applied."""
    for line, values in state.items():
        uses = uses_of(values)
        for use in uses:
            is_used = expanded(use.ability.text) in used.get(line, frozenset())
            # Crewing what is a creature already changes nothing.
            is_idle = use.how == "crewed" and values.is_creature
            if use.ability.granted or is_used or is_idle:
                continue
            if not any(_has_objects(clause, line, values, board, state) for clause in use.clauses):
                continue
            same = [one for one in uses if one.how == use.how]
            which = f"ability {same.index(use) + 1}" if len(same) > 1 else ""
            said = ", ".join(filter(None, [use.how, which, use.asks]))
            is_copying = any(
                isinstance(part, Copy) and clause.subject is One.SELF for clause in use.clauses for part in clause.parts
            )
            applied = f"{labels[line]} {'becomes a copy of …' if is_copying else f'({said})'}"
            yield Unused(labels[line], f"{_CALLED.get(use.how, use.how)} ability", applied)


def _has_objects(clause: Clause, line: int, values: Values, board: Board, state: Mapping[int, Values]) -> bool:
    """Whether a clause of a permanent's ability has anything on the board to apply to."""
    if any(isinstance(part, Copy) for part in clause.parts):
        return True
    match clause.subject:
        case Target(wanted=None):
            return True
        case Target(wanted=Filter() as wanted):
            return any(wanted.fits(one, controller=values.controller) for one in state.values())
        case Filter():
            effect = Effect("", line, "", board.permanents[line].time, clause, line, controller=values.controller)
            return bool(board.affected(effect, state))
        case _:
            return True
