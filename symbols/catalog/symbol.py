"""Definition of a symbol, with the data of `symbols/data/symbols.toml`."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

COLORS = "WUBRG"
#: Which cards have a symbol, as a sentence.
CARDS: Mapping[str, str] = {
    "tournament": "On tournament-legal cards.",
    "casual": "Only on cards that aren’t legal in tournaments.",
    "digital": "Only on digital cards.",
    "never": "On no card, only in the rules.",
    "unknown": "Pipwise has no card with it.",
}

_SLUGS = {"½": "half", "∞": "infinity"}
_LOYALTY = re.compile(r"\[([+-]?)(\w+)\]")


@dataclass(frozen=True, slots=True)
class Pay:
    """One way to pay for a mana symbol: an exact amount of a slot, for a variable that for each unit of its value."""

    slot: str
    amount: Fraction | float
    variable: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """One symbol, made from `symbols.toml`, whose header says what its keys are.

    Attributes:
        name: what a screen reader says: "white or blue mana".
        say: how players read it aloud within a cost: "white or blue".
        written: how rule text writes it, `{W/U}` or `[+1]`; empty for what is only drawn on cards.
        label: `written`, or the code if that is empty.
        mana: whether it may be part of a mana cost.
        mana_value: contribution when not on the stack (202.3): 0 for X; None if it isn't mana.
        colors: the colors it gives an object whose mana cost has it (202.2), in the order W U B R G.
        spellings: the official one first; none for what is only drawn.
        rules: numbers of the rules that define it, in `rules_edition`.
        like: code of the gallery's symbol under which edition data is stored; its own, unless it was created on demand.
    """

    code: str
    name: str
    say: str
    kind: str
    description: str
    written: str
    label: str
    mana: bool
    pays: tuple[Pay, ...]
    mana_value: Fraction | float | None
    colors: tuple[str, ...]
    spellings: tuple[str, ...]
    rules: tuple[str, ...]
    rules_edition: dt.date
    known_as: tuple[tuple[str, str], ...]
    phrases: tuple[str, ...]
    excluding_phrases: tuple[str, ...]
    named: tuple[str, ...]
    beside: str
    patterned: tuple[str, ...]
    called: tuple[str, ...]
    cards: str
    since: dt.date | None
    until: dt.date | None
    kin: bool
    source: str
    order: int
    like: str

    @property
    def slug(self) -> str:
        """Code for URLs and ids: `W-U`, `half`."""
        return slug(self.code)

    @property
    def on_cards(self) -> str:
        """Which cards have it, as a sentence."""
        return CARDS[self.cards]


@dataclass(frozen=True, slots=True)
class Meaning:
    """Spelling (without braces) that meant another symbol before a day, which lies between two editions."""

    written: str
    code: str
    before: dt.date
    source: str


def slug(code: str) -> str:
    """Unique form of a code for URLs and sprite ids: letters, digits and hyphens.

    `W/U` -> `W-U`, `½` -> `half`, `CI_W` -> `CI-W`, `level-7+` -> `level-7-plus`, `[+1]` -> `loyalty-up-1`,
    `[-X]` -> `loyalty-down-X`, `[0]` -> `loyalty-zero`.
    """
    if loyalty := _LOYALTY.fullmatch(code):
        sign, amount = loyalty.groups()
        way = {"+": "up-", "-": "down-", "": ""}[sign]
        return "loyalty-zero" if not way else f"loyalty-{way}{amount}"
    return _SLUGS.get(code) or code.replace("/", "-").replace("_", "-").replace("+", "-plus")
