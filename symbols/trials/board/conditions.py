"""Conditions of static abilities that can be read off a board: “as long as you have 30 or more life”."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from symbols.trials.board.era import data
from symbols.trials.board.scanning import NUMBER, number_of
from symbols.trials.board.state import MAX_SPEED, GameObject, Player, State
from symbols.trials.layers.notes import MissingNoteError
from symbols.trials.layers.phrases import condition_in, needed, read_ability
from symbols.trials.layers.subjects import Counters, Filter
from symbols.trials.layers.values import Ability, Values

MET, UNMET = "yes", "no"
"""Notes of abilities, as the layers read them."""


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    table = data()["conditions"]
    return {key: re.compile(str(one).replace("<n>", NUMBER), re.IGNORECASE) for key, one in table.items()}


def is_readable(ability: Ability) -> bool:
    """Whether it can be read without asking the players for anything."""
    try:
        read_ability(ability.text, ability.note)
    except MissingNoteError:
        return False
    return True


def is_met(condition: str, obj: GameObject, state: State) -> bool | None:
    """Whether a condition of a permanent's ability is met; None if the board doesn't tell."""
    for key, pattern in _patterns().items():
        if match := pattern.fullmatch(condition.strip()):
            return _TESTS[key](match, obj, state)
    wanted, enough = needed(condition) or (None, range(0))
    if not isinstance(wanted, Counters):
        return None
    holder = obj if wanted.own else state.objects.get(obj.attached, obj)
    return holder.count(wanted.kind) in enough


def _who(said: str, obj: GameObject, state: State) -> tuple[list[Player], bool]:
    """The players that a condition is about, and whether all of them have to fit."""
    who = said.lower()
    if who == "you":
        return [one for one in state.remaining if one.includes(obj.controller)], False
    if "opponent" in who:
        return [one for one in state.remaining if not one.includes(obj.controller)], who.startswith("each")
    return state.remaining, who.startswith("each")


def _of_players(
    fits: Callable[[re.Match[str], Player], bool | None],
) -> Callable[[re.Match[str], GameObject, State], bool | None]:
    """A test of the players that a condition is about; `fits` is None for one of whom it isn't known."""

    def test(match: re.Match[str], obj: GameObject, state: State) -> bool | None:
        players, is_each = _who(match["who"], obj, state)
        found = [fits(match, one) for one in players]
        if (not is_each) in found:
            return not is_each
        return None if None in found or not found else is_each

    return test


def _compare(match: re.Match[str], amount: int) -> bool:
    number = number_of(match["number"])
    how = (match["how"] or "").lower()
    return amount >= number if how in {"more", "greater"} else amount <= number if how else amount == number


def _turn(match: re.Match[str], obj: GameObject, state: State) -> bool | None:
    if not any(one.is_active for one in state.players.values()):
        return None
    return (state.active == obj.controller) is not bool(match["not"])


def _speed(_match: re.Match[str], obj: GameObject, state: State) -> bool | None:
    return any(one.speed >= MAX_SPEED for one in state.remaining if one.key == obj.controller)


def _commander(_match: re.Match[str], obj: GameObject, state: State) -> bool | None:
    return any(one.is_commander and one.controller == obj.controller for one in state.permanents)


_TESTS: Final[Mapping[str, Callable[[re.Match[str], GameObject, State], bool | None]]] = {
    "life": _of_players(lambda match, one: _compare(match, one.life) if one.counts_life else None),
    "poison": _of_players(lambda match, one: _compare(match, one.poison)),
    "poisoned": _of_players(lambda _, one: one.poison > 0),
    "turn": _turn,
    "speed": _speed,
    "commander": _commander,
}


def with_conditions(obj: GameObject, values: Values, state: State) -> Values:
    """With notes of which conditions of its abilities are met, where the board tells."""
    return replace(values, abilities=tuple(_noted(one, obj, state) for one in values.abilities))


def _noted(ability: Ability, obj: GameObject, state: State) -> Ability:
    found = None if ability.note else condition_in(ability.text)
    met = is_met(found[0], obj, state) if found else None
    return ability if met is None else replace(ability, note=MET if met else UNMET)


def text_in_force(ability: Ability, obj: GameObject, values: Mapping[str, Values], state: State) -> str:
    """What an ability says, without its condition; empty if that isn't met, or if nobody knows."""
    found = condition_in(ability.text)
    if found is None or " would " in found[0] or not ability.text.lower().startswith(_CONDITIONAL):
        return ability.text
    condition, rest = found
    if ability.note:
        return rest if ability.note == MET else ""
    return rest if counted_in(condition, obj, values, state) else ""


_CONDITIONAL: Final = ("as long as", "during your turn", "max speed")


def counted_in(condition: str, obj: GameObject, values: Mapping[str, Values], state: State) -> bool | None:
    """Whether enough permanents are there for a condition such as “you control a Forest”; None for other conditions."""
    wanted, enough = needed(condition) or (None, range(0))
    return count_fitting(wanted, obj, values, state) in enough if isinstance(wanted, Filter) else None


def count_fitting(wanted: Filter, obj: GameObject, values: Mapping[str, Values], state: State) -> int:
    """How many permanents an ability of `obj` counts."""
    return sum(
        wanted.fits(values[one.key], is_source=one.key == obj.key, controller=obj.controller)
        for one in state.permanents
    )
