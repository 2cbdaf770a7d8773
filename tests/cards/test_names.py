"""Searching card names: prefixes, words, halves, typos, letters with and without diacritics."""

import pytest

from explorer.cards.names import CardName, CardNames
from explorer.document.tree import slugify
from tests.cards.samples import real_cards
from tests.tables import cases

NAMES = (
    *("Ember Choir", "Embers", "Choir of Embers", "Frost // Thaw", "Ûr-Thal's Own", "Frostling", "Thawing Glade"),
    *("Æther Gust", "Who Goes There?", "+2 Bonus", "Emberwilde, the Last"),
)


@pytest.fixture(scope="module")
def names() -> CardNames:
    return CardNames(CardName(slugify(name), name) for name in NAMES)


def test_find(names: CardNames, subtests: pytest.Subtests) -> None:
    for typed, found in cases("cards/names", "what_is_typed"):
        with subtests.test(typed=typed, found=found):
            assert [one.name for one in names.find(typed, 9)] == found


def test_named(names: CardNames, subtests: pytest.Subtests) -> None:
    for typed, slug in [
        ("thaw", "frost-thaw"),
        ("FROST // THAW", "frost-thaw"),
        ("ur-thals own", "ur-thals-own"),
        ("emb", None),
    ]:
        with subtests.test(typed=typed, slug=slug):
            found = names.named(typed)
            assert (found.slug if found else None) == slug


@pytest.mark.slow
def test_every_card_by_its_name_without_diacritics() -> None:
    names = CardNames(CardName(slugify(card.name), card.name) for card in real_cards())
    for card in real_cards():
        if card.name == "_____":
            continue
        assert names.named(slugify(card.name).replace("-", " ")) is not None, card.name
        for face in card.faces:
            assert names.named(face.name) is not None, face.name
