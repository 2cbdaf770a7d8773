"""Abilities that trigger as soon as the board is in some state, whatever made it so (603.8)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from symbols.trials.board.checking import Check
from symbols.trials.board.conditions import MET, count_fitting, counted_in, is_met
from symbols.trials.board.performing import Course
from symbols.trials.board.scanning import compiled, number_of
from symbols.trials.board.state import GameObject
from symbols.trials.layers.subjects import read_filter
from symbols.trials.layers.values import SELF, Ability
from symbols.trials.layers.words import is_keyword

_STATE: Final = compiled("state_trigger")
_COUNTERS: Final = compiled("state_counters")
_THERE: Final = compiled("state_there")
_HAS: Final = re.compile(rf"(?:{re.escape(SELF)}|this \w+) has (?P<keyword>[a-z ]+)", re.IGNORECASE)
_MORE: Final = re.compile(r" and (?:you )?have\b|\bchosen\b")
_NO: Final = re.compile(r"\bno ")


@dataclass(frozen=True, slots=True)
class StateTrigger:
    """An ability and its state.

    Attributes:
        then: what it will do.
        is_met: whether the board, as it's listed, is in that state.
        is_known: whether nothing that isn't listed could change that.
    """

    obj: GameObject
    ability: Ability
    condition: str
    then: str
    is_met: bool
    is_known: bool

    @property
    def otherwise(self) -> str:
        """What would change `is_met`, if it isn't listed: `you control Islands` for “you control no Islands”."""
        return _NO.sub("", self.condition) if self.is_met else self.condition


def state_in(text: str) -> str:
    """The state in which an ability triggers; empty if it's no such ability."""
    match = _STATE.match(text)
    return match["condition"] if match else ""


def state_triggers_of(course: Course) -> Sequence[StateTrigger]:
    """State triggers, each from the check in which it triggers, if it does."""
    found: dict[tuple[str, str], StateTrigger] = {}
    for check in (*(one.before for one in course.rounds), course.last):
        for one in _in_check(check):
            before = found.get((one.obj.key, one.ability.key))
            if before is None or (one.is_met, one.is_known) > (before.is_met, before.is_known):
                found[one.obj.key, one.ability.key] = one
    return list(found.values())


def _in_check(check: Check) -> Iterator[StateTrigger]:
    for obj in check.state.permanents:
        for ability in check.values[obj.key].abilities:
            if match := _STATE.match(ability.text):
                condition = match["condition"]
                yield StateTrigger(obj, ability, condition, match["then"], *_met(condition, ability, obj, check))


def _met(condition: str, ability: Ability, obj: GameObject, check: Check) -> tuple[bool, bool]:
    """`is_met` and `is_known` of a state trigger."""
    told = ability.note == MET if ability.note else _told(condition, obj, check)
    if told is not None:
        return told, True
    counted = _counted(condition, obj, check)
    return bool(counted), counted is not None and counted is not bool(_NO.search(condition))


def _told(condition: str, obj: GameObject, check: Check) -> bool | None:
    """Whether a state without permanents to count is so; None if the board doesn't tell."""
    if match := _COUNTERS.fullmatch(condition):
        kind = (match["kind"] or match["own_kind"]).lower()
        if kind == "loyalty" and kind not in obj.counters:
            return None
        number = number_of(match["number"] or match["own_number"])
        how = match["how"] or match["own_how"] or ""
        amount = obj.count(kind)
        return amount <= number if how.endswith(("fewer", "less")) else amount >= number if number else not amount
    if (match := _HAS.fullmatch(condition)) and is_keyword(match["keyword"]):
        return check.values[obj.key].has_ability(match["keyword"])
    return is_met(condition, obj, check.state)


def _counted(condition: str, obj: GameObject, check: Check) -> bool | None:
    """Whether the listed permanents meet a condition; None if it counts none."""
    if match := _THERE.fullmatch(condition):
        wanted = read_filter(match["what"] or match["whats"])
        return None if wanted is None else not count_fitting(wanted, obj, check.values, check.state)
    return None if _MORE.search(condition) else counted_in(condition, obj, check.values, check.state)
