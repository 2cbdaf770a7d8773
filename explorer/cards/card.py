"""Card as a bulk file describes it: its faces, and its rulings."""

import datetime as dt
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

#: Names, identifiers and the like that are longer are no card's. Letters.
LONGEST_NAME, LONGEST_ID, LONGEST_LAYOUT, LONGEST_SET = 300, 36, 40, 12
#: Reminder text, in parentheses (207.2a).
REMINDER = re.compile(r"\([^()]*\)")
_LOYALTY = re.compile(r"^([+−-]?(?:\d+|X))(?=:)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CardFace:
    """One face of a card, or one of the parts of a split card.

    Attributes:
        name: of this face.
        mana_cost: as printed, with braces; empty where it has none (202.1b).
        type_line: such as `Creature — Human Monk`.
        text: its rules text, a line for each paragraph.
        colors: of the face, in the order WUBRG.
        power: as printed; empty where it has none, as `toughness`, `loyalty` and `defense`.
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
    def symbol_text(self) -> str:
        """Rules text with symbols as the rules write them today.

        Files leave out the brackets of loyalty symbols (107.7). Until pawprints came (107.18), which cards count by what
        they are worth, `{P}` was the Phyrexian symbol, today `{H}` (107.4g).
        """
        text = self.text if "{P} worth" in self.text else self.text.replace("{P}", "{H}")
        is_planeswalker = self.loyalty or "Planeswalker" in self.type_line
        return _LOYALTY.sub(r"[\1]", text) if is_planeswalker else text


@dataclass(frozen=True, slots=True, order=True)
class CardRuling:
    """Ruling: something that was said of a card by those who answer for the rules, on a day.

    Attributes:
        date: the day.
        text: its words.
        rules: the numbers of the rules that it speaks of, the one that it says first at the beginning.
    """

    date: dt.date
    text: str
    rules: Sequence[str] = field(default=(), compare=False)

    @property
    def key(self) -> str:
        """Name of its place on the page of its card: by its day and its words, so that it never names another."""
        digest = hashlib.blake2s(self.text.encode(), digest_size=3).hexdigest()
        return f"ruling-{self.date.isoformat()}-{digest}"


@dataclass(frozen=True, slots=True)
class Card:
    """Card, whatever its printings.

    Attributes:
        name: all names of its faces, with ` // ` between them.
        oracle_id: what Scryfall knows it by; empty where the file doesn't say.
        layout: such as `normal`, `split`, `transform`.
        mana_value: as the file gives it.
        faces: at least one, the front or left one first.
        rulings: by date, where the file has them beside the card.
        released: when it was first printed, as far as the file says.
        first_set: code of that set.
        for_play: whether some tournament allows it; None where the file doesn't say.
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
