"""Cards that a question names, and the question without their names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from explorer.cards.card import Card, CardRuling
from explorer.cards.mentions import BEFORE_CARD, MEETING_WORDS, Mention, mentions, seems_to_name_card
from explorer.cards.reading import cards_at
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from explorer.search.index.book import ENTRIES, entry_index
from explorer.search.index.book import phrases as book_phrases
from explorer.search.index.vocabulary import Vocabulary, vocabulary
from explorer.search.words.phrases import PLAIN, canonical_keys, specificity
from explorer.search.words.query import blank
from explorer.search.words.splitting import JARGON, keys

_MOST_TYPED = 400
_MEETING = re.compile(rf"\b(?:{'|'.join(MEETING_WORDS)})\b", re.IGNORECASE)
# A name is blanked already: “my opponent's      ”.
_BEFORE_CARD = re.compile(rf"(?:\b(?:{'|'.join(BEFORE_CARD)})(?:['’]s?)?\s+)+(?=\s\s)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QueryCards:
    """Cards in a question.

    Attributes:
        cards: by slug, with their rulings and their rules.
        words: the question without the names, which are blank; and without words for a meeting of two cards.
    """

    cards: Mapping[str, Card]
    words: str


def read_cards(typed: str, loaded: Library) -> QueryCards | None:
    """The cards that a question names; None for other texts, and for a name alone."""
    if not loaded.has_cards or len(typed) > _MOST_TYPED:
        return None
    words = vocabulary(loaded)
    found = mentions(typed, loaded, _is_no_card, lambda word: _is_word(word, words), words.typos.meant)
    if not found:
        return None
    rest = _BEFORE_CARD.sub(blank, _blanked(typed, found))
    if len(found) == 1 and not re.search(r"\w", rest):
        return None
    cards = cards_at([name.slug for one in found for name in one.cards], with_rules=True)
    meant = dict(_meant(one, found, cards) for one in found)
    return QueryCards(meant, _MEETING.sub(blank, rest) if len(meant) > 1 else rest)


def _meant(mention: Mention, among: Sequence[Mention], cards: Mapping[str, Card]) -> tuple[str, Card]:
    """Of several cards with a name, the one that has rulings with the others of the question; else the first."""
    others = [cards[name.slug] for one in among if one is not mention for name in one.cards]

    def meetings(card: Card) -> int:
        return sum(names_card(one, card.name) for other in others for one in other.rulings) + sum(
            names_card(one, other.name) for other in others for one in card.rulings
        )

    best = max(mention.cards, key=lambda name: meetings(cards[name.slug]) if mention.cards[1:] else 0)
    return best.slug, cards[best.slug]


def may_need_cards(typed: str, unknown: Sequence[str], loaded: Library) -> bool:
    """Whether a question may name a card, and none are loaded; excerpts lack too many words to tell."""
    if loaded.has_cards or not loaded.has_complete or len(typed) > _MOST_TYPED:
        return False
    return bool(unknown) or seems_to_name_card(typed, is_term)


def names_card(ruling: CardRuling, name: str) -> bool:
    """Whether a ruling names a card, a face of it, or a legend by its first name."""
    said = f" {plain_words(ruling.text)} "
    parts = (part for face in name.split(" // ") for part in (face, face.partition(",")[0]))
    return any(f" {plain_words(part)} " in said for part in parts)


@lru_cache(maxsize=2048)
def is_term(name: str) -> bool:
    """Whether a card’s name is one of the rules, too: “regeneration”."""
    place = entry_index(name)
    return place is not None and {*keys(name)} <= {*keys(ENTRIES[place].name)}


def _is_no_card(name: str) -> bool:
    return is_term(name) or not any(map(specificity, canonical_keys(name)))


def _is_word(word: str, words: Vocabulary) -> bool:
    return word in PLAIN or word in JARGON or word in book_phrases() or word in words


def _blanked(typed: str, found: Sequence[Mention]) -> str:
    out = typed
    for one in found:
        out = f"{out[: one.start]}{' ' * (one.end - one.start)}{out[one.end :]}"
    return re.sub(r"[\"“”]\s+[\"“”]", " ", out)
