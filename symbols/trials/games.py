"""Kinds of games, and with how much poison or commander damage a player loses."""

from collections.abc import Mapping
from typing import Final

from symbols.data_files import read_data

_DATA: Final = read_data("games.toml")
GAME_NAMES: Final[Mapping[str, str]] = _DATA["names"]
"""Patterns by kind of game, such as `two-headed`."""

LOSING_POISON: Final[int] = _DATA["losing"]["poison"]
LOSING_TEAM_POISON: Final[int] = _DATA["losing"]["team_poison"]
LOSING_COMMANDER_DAMAGE: Final[int] = _DATA["losing"]["commander_damage"]
