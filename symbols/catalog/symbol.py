"""Data that defines a symbol: what `symbols/data/symbols.toml` says, one value for each.

`symbols.catalog.definitions` is what others ask.
"""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

COLORS = "WUBRG"
#: Which cards have a symbol, in words; nothing is known where no such card has come to notice.
CARDS: Mapping[str, str] = {
    "tournament": "Cards for tournament play have it.",
    "casual": "Only on cards not legal in tournaments.",
    "digital": "Only cards of the digital game have it.",
    "never": "No card has it; it’s only in the rules.",
    "unknown": "Pipwise has no card with it.",
}

_SLUGS = {"½": "half", "∞": "infinity"}
_LOYALTY = re.compile(r"\[([+-]?)(\w+)\]")


@dataclass(frozen=True, slots=True)
class Pay:
    """One way to pay for a mana symbol: so much of one slot.

    Attributes:
        slot: `W` `U` `B` `R` `G` `C`, `generic`, `snow` or `life`.
        amount: exact; for a variable, how much each unit of its value asks for.
        variable: `X`, `Y` or `Z` where the amount is a variable's; else empty.
    """

    slot: str
    amount: Fraction | float
    variable: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """One symbol.

    Attributes:
        code: names the symbol; unique.
        name: what a screen reader says: "white or blue mana".
        say: how players read it aloud within a cost: "white or blue".
        kind: the family it belongs to: "hybrid mana", "loyalty cost".
        description: what it means, in one or two sentences of our own.
        written: how rule text writes it, `{W/U}` or `[+1]`; empty for what is only drawn on cards.
        label: how a list shows its code: as it is written, or the plain code.
        mana: whether it stands for mana, so that it may be part of a mana cost.
        pays: the ways to pay for it; none without mana.
        mana_value: what it adds to the mana value of a card away from the stack (202.3): 0 for X; None without mana.
        colors: the colours it gives an object in whose mana cost it is (202.2), in the order W U B R G.
        spellings: the ways of writing it that are met with, the official one first; none for what is only drawn.
        rules: numbers of the rules that define it.
        rules_edition: the edition whose numbers these are.
        known_as: codes and meanings under which an edition's own text may name it: `("P", "phyrexian any")`.
        phrases: words by which an edition's text shows that it has the symbol, where none of `known_as` can.
        excluding_phrases: words by which it shows that it does not, where nothing shows that it has.
        named: words by which rules speak of it or of all its kind, such as "tap symbol"; the plural is meant with them.
        beside: pattern of what a text has if a name that others share means this one in it; empty if it always does.
        patterned: those of `spellings` that no rule writes out, made after a pattern that the rules give (`{rN}`).
        called: further words that lead to it, such as the letters of the set that it came with.
        cards: which cards have it, a key of `CARDS`.
        since: first day on which cards or rules had it, where that is certain.
        until: the day of the last release or edition that had it, for what came to an end, where that is certain.
        kin: whether `since` is the day of the first of its kind, which may not have been this one.
        source: where `since` and `until` come from.
        order: place in a gallery.
        like: the symbol of the galleries that what editions say of it is kept under; itself, unless it was made.
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
        """Code as it stands in an address and as an id: `W-U`, `half`."""
        return slug(self.code)

    @property
    def on_cards(self) -> str:
        """Cards that have it, as a sentence."""
        return CARDS[self.cards]


@dataclass(frozen=True, slots=True)
class Meaning:
    """Spelling that meant another symbol in older editions.

    Attributes:
        written: what stands between the braces.
        code: the symbol that it meant.
        before: the first day on which it no longer did.
        source: what settles that day, which lies between two editions.
    """

    written: str
    code: str
    before: dt.date
    source: str


def slug(code: str) -> str:
    """Return a code as it stands in an address and as an id of the sprite.

    Letters, figures and hyphens only; no two codes share one. `W/U` gives `W-U`, `½` gives `half`, `∞` gives
    `infinity`, `CI_W` gives `CI-W`, `level-7+` gives `level-7-plus`, `[+1]` gives `loyalty-up-1`, `[-X]` gives
    `loyalty-down-X`, `[0]` gives `loyalty-zero`.
    """
    if loyalty := _LOYALTY.fullmatch(code):
        sign, amount = loyalty.groups()
        way = {"+": "up-", "-": "down-", "": ""}[sign]
        return "loyalty-zero" if not way else f"loyalty-{way}{amount}"
    return _SLUGS.get(code) or code.replace("/", "-").replace("_", "-").replace("+", "-plus")
