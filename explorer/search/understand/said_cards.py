"""Cards that a question names, and the question without their names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from explorer.cards.card import Card
from explorer.cards.mentions import Mention, mentions
from explorer.cards.reading import cards_at
from explorer.library.loaded import Library
from explorer.search.index.book import ENTRIES, entry_index
from explorer.search.index.book import phrases as book_phrases
from explorer.search.index.vocabulary import vocabulary
from explorer.search.words.phrases import PLAIN
from explorer.search.words.splitting import JARGON, keys, word_key

_MOST_TYPED = 400


@dataclass(frozen=True, slots=True)
class SaidCards:
    """Cards in a question.

    Attributes:
        mentions: where they are named.
        cards: the likeliest card of each, with its rulings and their rules.
        words: the question without the names.
    """

    mentions: Sequence[Mention]
    cards: Sequence[Card]
    words: str


def read_cards(typed: str, loaded: Library) -> SaidCards | None:
    """The cards that a question names; None for other texts, and for a name alone."""
    if not loaded.has_cards or len(typed) > _MOST_TYPED:
        return None
    found = mentions(typed, loaded, is_term, lambda word: _is_word(word, loaded))
    if not found:
        return None
    words = _blanked(typed, found)
    if not re.search(r"\w", words):
        return None
    cards = cards_at([one.cards[0].slug for one in found], with_rules=True)
    return SaidCards(found, [cards[one.cards[0].slug] for one in found], words)


@lru_cache(maxsize=2048)
def is_term(name: str) -> bool:
    """Whether a card’s name is one of the rules, too: “regeneration”."""
    place = entry_index(name)
    return place is not None and {*keys(name)} <= {*keys(ENTRIES[place].name)}


def _is_word(word: str, loaded: Library) -> bool:
    return (
        word in PLAIN
        or word in JARGON
        or word in book_phrases()
        or word_key(word) in vocabulary(loaded).counts
        or bool(vocabulary(loaded).typos.meant(word))
    )


def _blanked(typed: str, found: Sequence[Mention]) -> str:
    out = typed
    for one in found:
        out = f"{out[: one.start]}{' ' * (one.end - one.start)}{out[one.end :]}"
    return re.sub(r"[\"“”]\s+[\"“”]", " ", out)
