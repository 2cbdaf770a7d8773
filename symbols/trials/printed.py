"""Cards as they are printed, as trials ask for them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

REMINDER: Final = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card, or its front face; what it lacks is empty. `colors` are letters.

    Attributes:
        layout: of a card with several faces, as checks call it (`symbols/data/layouts.toml`), or `flip`.
        melded: the mana value of a melded permanent, which has no mana cost itself.
        faces: all of them, the front one first; empty for a single one.
    """

    name: str
    mana_cost: str = ""
    type_line: str = ""
    text: str = ""
    colors: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    defense: str = ""
    layout: str = ""
    melded: int | None = None
    faces: tuple["PrintedCard", ...] = ()


FindCard = Callable[[str], PrintedCard | None]


class CardLine(NamedTuple):
    """What a line would say of a card, `2/1 first strike`, and its text that isn't counted."""

    words: str
    uncounted: str = ""
