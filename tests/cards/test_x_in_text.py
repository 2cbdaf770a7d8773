"""Each X of a card, by what its text says."""

from explorer.cards.card import CardFace
from explorer.cards.x_in_text import x_in_text
from tests.cases import every

ELVES = {"what": "static-ability", "in": "text", "defined": "by-text", "formula": "the number of Elves"}
CHOSEN = {"what": "enters-ability", "origin": "chosen"}


@every(
    "cost, text, at, found",
    [
        ("{X}{G}", "This creature enters with X +1/+1 counters on it.", 1, CHOSEN),
        ("{X}{G}", "When Test Card enters, draw X cards.", 1, CHOSEN),
        ("{4}{G}", "Kicker {X}\nWhen this creature enters, if it was kicked, create X tokens.", 1, CHOSEN),
        ("{1}{G}", "Enchanted creature gets +X/+Y, where X is the number of Elves, and Y is 2.", 0, ELVES),
    ],
)
def test_where_x_comes_from(cost: str, text: str, at: int, found: dict[str, str]) -> None:
    """What enters has the X of its spell (107.3m), for texts as worded since 2024 and before."""
    assert x_in_text(CardFace("Test Card", cost, "Creature", text))[at].situation == found
