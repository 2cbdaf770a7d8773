"""Handwritten facts about symbols, against real cards."""

import datetime as dt
from collections import defaultdict

import pytest

from explorer.cards.rule_cards import symbols_on
from symbols.catalog.definitions import all_definitions
from tests.cards.samples import real_cards

# Symbols that older cards have too, and why.
OLDER = {
    "C": "texts are worded anew: colorless mana was a number on the oldest cards",
    "Q": "a card of a set of gifts that the file dates by its first",
}
# Days by which the first card may be late, since the file lacks some cards.
LATER = 90


@pytest.mark.slow
def test_facts_about_symbols() -> None:
    dates: dict[str, set[dt.date]] = defaultdict(set)
    for card in real_cards():
        for code in symbols_on(card.faces):
            dates[code].add(card.released or dt.date.max)
    assert len(dates) > 60
    wrong: dict[str, object] = {}
    for one in all_definitions():
        days = dates.get(f"{{{one.code}}}", ())
        if days and one.cards in {"never", "unknown", "digital"}:
            wrong[one.code] = (one.cards, min(days))
        if days and one.since and one.code not in OLDER:
            first = min(days)
            # Of a kind, others may have come first.
            late = (first - one.since).days
            is_right = late >= 0 and (one.kin or late <= LATER)
            if not is_right:
                wrong[one.code] = (one.since, first)
    assert wrong == {}
