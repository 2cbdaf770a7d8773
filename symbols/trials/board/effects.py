"""Static abilities on the board that change what state-based actions do, such as Platinum Angel’s."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from symbols.trials.board.checking import Check
from symbols.trials.board.conditions import text_in_force
from symbols.trials.board.era import data
from symbols.trials.board.state import GameObject, Player

# Brothers Yamazaki stay while there are exactly two.
_PAIR: Final = 2


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(str(data()["effects"][key]), re.IGNORECASE)


def _having(check: Check, key: str) -> Iterator[tuple[GameObject, re.Match[str]]]:
    for one in check.state.permanents:
        for ability in check.values[one.key].abilities:
            text = text_in_force(ability, one, check.values, check.state)
            if match := _pattern(key).search(text):
                yield one, match


def can_lose(check: Check, player: Player) -> bool:
    found = _having(check, "cant_lose")
    kept = any(player.includes(one.controller) is (match["whose"].lower() == "you") for one, match in found)
    return not (player.cant_lose or kept)


def keeps_at_zero(check: Check, player: Player) -> bool:
    return any(player.includes(one.controller) for one, _ in _having(check, "keeps_at_zero"))


def instead_of_losing(check: Check, player: Player) -> str:
    """What replaces losing the game, such as `Lich’s Mirror`; empty for nothing."""
    own = (one.label for one, _ in _having(check, "instead") if one.controller == player.key)
    return player.instead or next(own, "")


def extra_triggers(check: Check, player: str) -> int:
    """How many more times the abilities of a player's permanents trigger as a creature dies (603.2d)."""
    return sum(one.controller == player for one, _ in _having(check, "extra_triggers"))


def has_legend_rule(check: Check, obj: GameObject) -> bool:
    name = check.values[obj.key].name
    same = sum(check.values[one.key].name == name for one in check.state.permanents)
    for one, match in _having(check, "legends"):
        if match["two"] and (same != _PAIR or check.values[one.key].name != name):
            continue
        if not match["whose"] or one.controller == obj.controller:
            return False
    return True
