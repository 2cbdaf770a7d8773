"""The planar die: what its faces do, and what rolling it costs (107.11, 107.12, 901)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest
from symbols.engine.abilities import checked_count

__all__ = ["FACES", "Face", "cost_of_roll"]


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the planar die.

    Attributes:
        written: its symbol; nothing for a blank face.
        count: how many of the six faces look so (901.3a).
        effect: what happens when it is rolled.
        rule: the rule that says so.
        symbol_rule: the rule about its symbol.
    """

    written: str
    count: int
    effect: str
    rule: str
    symbol_rule: str


FACES: Final[Mapping[str, Face]] = {
    "planeswalker": Face(
        "{PW}", 1, "the planeswalking ability triggers, and when it resolves you planeswalk", "901.9c", "107.11"
    ),
    "chaos": Face("{CHAOS}", 1, "chaos ensues, so chaos abilities of the plane trigger", "901.9b", "107.12"),
    "blank": Face("", 4, "nothing happens", "901.9a", "901.3a"),
}
"""The faces by name."""


def cost_of_roll(taken: int) -> int:
    """Return how much mana the next roll costs as a special action (901.9, 116.2i).

    Args:
        taken: how many times the player has taken that action this turn; rolls that effects caused don't count.

    Raises:
        BadRequest: the number is impossible.
    """
    if checked_count(taken, "The number of rolls") > 9_999_999:
        raise BadRequest("bad_count", "That is more rolls than are counted here.")
    return taken
