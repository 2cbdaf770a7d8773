"""Cards with their faces and rulings, independent of bulk file and database."""

import datetime as dt
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from explorer.document.tree import plain_words

#: Maximum lengths in characters.
LONGEST_NAME, LONGEST_ID, LONGEST_LAYOUT, LONGEST_SET = 300, 36, 40, 12
#: Reminder text, in parentheses (207.2a).
REMINDER = re.compile(r"\([^()]*\)")
DEVOID = re.compile(r"^Devoid\b", re.MULTILINE)
_LOYALTY = re.compile(r"^([+−-]?(?:\d+|X))(?=:)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CardFace:
    """Face of a card, or one part of a split card. What it lacks (202.1b) is empty.

    Attributes:
        mana_cost: with braces.
        type_line: such as `Creature — Human Monk`.
        text: rules text, a line for each paragraph.
        colors: in the order WUBRG.
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

    @property
    def is_devoid(self) -> bool:
        return DEVOID.search(self.text) is not None

    @property
    def symbol_text(self) -> str:
        """Rules text with symbols as in today's rules.

        Bulk files omit the brackets of loyalty symbols (107.7). Before pawprints (107.18), which cards count by worth,
        `{P}` was the Phyrexian symbol, now `{H}` (107.4g).
        """
        text = self.text if "{P} worth" in self.text else self.text.replace("{P}", "{H}")
        is_planeswalker = self.loyalty or "Planeswalker" in self.type_line
        return _LOYALTY.sub(r"[\1]", text) if is_planeswalker else text


@dataclass(frozen=True, slots=True, order=True)
class CardRuling:
    """Official ruling; `rules` are numbers of the rules that it is about, the most relevant first."""

    date: dt.date
    text: str
    rules: Sequence[str] = field(default=(), compare=False)

    @property
    def key(self) -> str:
        """Anchor on its card's page, made of date and text so that it never moves to another ruling."""
        digest = hashlib.blake2s(self.text.encode(), digest_size=3).hexdigest()
        return f"ruling-{self.date.isoformat()}-{digest}"


@dataclass(frozen=True, slots=True)
class Card:
    """Card, independent of its printings.

    Attributes:
        name: names of all faces, with ` // ` between them.
        oracle_id: Scryfall's id; empty if unknown.
        faces: at least one, the front or left one first.
        released: first printing, in `first_set`, if known.
        for_play: whether any format allows it; None if unknown.
    """

    name: str
    oracle_id: str
    layout: str
    mana_value: float
    faces: Sequence[CardFace]
    rulings: Sequence[CardRuling] = ()
    released: dt.date | None = None
    first_set: str = ""
    for_play: bool | None = None

    def face_named(self, name: str) -> CardFace | None:
        return next((face for face in self.faces if plain_words(face.name) == plain_words(name)), None)
