"""Each X of a card, by what its text says."""

import pytest

from explorer.cards.card import CardFace
from explorer.cards.x_in_text import x_in_text

ELVES = {"what": "static-ability", "in": "text", "defined": "by-text", "formula": "the number of Elves"}
CHOSEN = {"what": "enters-ability", "origin": "chosen"}


def test_where_x_comes_from(subtests: pytest.Subtests) -> None:
    """What enters has the X of its spell (107.3m), for texts as worded since 2024 and before."""
    for cost, text, at, found in [
        ("{X}{G}", "This creature enters with X +1/+1 counters on it.", 1, CHOSEN),
        ("{X}{G}", "When Test Card enters, draw X cards.", 1, CHOSEN),
        ("{4}{G}", "Kicker {X}\nWhen this creature enters, if it was kicked, create X tokens.", 1, CHOSEN),
        ("{1}{G}", "Enchanted creature gets +X/+Y, where X is the number of Elves, and Y is 2.", 0, ELVES),
    ]:
        with subtests.test(cost=cost, text=text, at=at, found=found):
            assert x_in_text(CardFace("Test Card", cost, "Creature", text))[at].situation == found
