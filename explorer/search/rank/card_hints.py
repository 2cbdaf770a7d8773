"""What the cards named in a question tell about the rules that answer it: their rulings, and their own words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nlargest
from math import fsum
from typing import NamedTuple

from explorer.cards.card import REMINDER, Card, CardRuling
from explorer.search import weights
from explorer.search.index.book import ENTRIES, entry_index, is_keyword
from explorer.search.rank.query_cards import QueryCards, names_card
from explorer.search.rank.ranking import BM25, wanted_of
from explorer.search.weights import Part
from explorer.search.words.phrases import canonical_keys, specificity, without_fillers

# “Ward {2}”, but no sentence.
_KEYWORD = re.compile(r"[A-Za-z][a-z ]*")
# Rulings whose words and rules are used.
_MOST_RULINGS = 3


class RatedRuling(NamedTuple):
    """A ruling of a card, how well it fits the question, and whether it names another card of it."""

    fit: float
    meets: bool
    slug: str
    card: Card
    ruling: CardRuling


@dataclass(frozen=True, slots=True)
class CardHints:
    """Scores of rules by the cards of a question.

    Attributes:
        said: the cards; None for other questions.
        rulings: the best first.
        cited: for each number, what it gets since a ruling is about it.
        fits: BM25 score of each passage for the question with the words of the cards, from 0 to 1.
        like: how much each passage is like a fitting ruling, from 0 to 1.
    """

    said: QueryCards | None = None
    rulings: Sequence[RatedRuling] = ()
    cited: Mapping[str, Part] = field(default_factory=dict)
    fits: Mapping[str, float] = field(default_factory=dict)
    like: Mapping[str, float] = field(default_factory=dict)

    def names(self, most: int) -> Iterator[str]:
        """Numbers and `/slugs` of the passages with the best scores of each kind."""
        yield from self.cited
        for fits in (self.fits, self.like):
            yield from nlargest(most, fits, key=fits.__getitem__)

    def parts(self, name: str) -> Iterator[Part]:
        if name in self.cited:
            yield self.cited[name]
        if name in self.fits:
            yield Part("words of the cards", weights.CARD_WORDS, self.fits[name])
        if name in self.like:
            yield Part("like a ruling", weights.LIKE_RULING, self.like[name])


def ruling_for(hints: CardHints) -> RatedRuling | None:
    """The ruling that answers the question, if one fits well enough; one about several cards has to name two."""
    is_alone = hints.said is None or len(hints.said.cards) == 1
    return next((one for one in hints.rulings if one.meets or (is_alone and one.fit >= weights.RULING_ANSWERS)), None)


def card_hints(said: QueryCards, by_words: BM25) -> CardHints:
    rulings = _rated(said, by_words)
    cited: dict[str, Part] = {}
    for one in rulings:
        for share, number in zip(weights.RULING_SHARES, one.ruling.rules, strict=False):
            part = Part("a ruling is about it", weights.RULING, share * min(one.fit, 1.0))
            cited[number] = max(cited.get(number, part), part, key=lambda each: each.points)
    of_keyword = Part("a card has it", weights.CARD_KEYWORD, 1 / (1 + len(_specific(said))))
    cited = {**dict.fromkeys(_keywords(said), of_keyword), **cited}
    return CardHints(said, rulings, cited, by_words.fits(_words(said)), _like(said, rulings, by_words))


def _like(said: QueryCards, rulings: Sequence[RatedRuling], by_words: BM25) -> Mapping[str, float]:
    """How much each passage is like a fitting ruling, from 0 to 1."""
    out: dict[str, float] = {}
    named = {key for card in said.cards.values() for key in _keys_of(card.name)}
    for one in rulings:
        fits = by_words.fits({key: 1.0 for key in wanted_of(one.ruling.text) if key not in named})
        factor = min(one.fit, 1.0) ** weights.RULING_POWER / max(fits.values(), default=1.0)
        for name, fit in fits.items():
            # A thousand passages a ruling.
            if (like := factor * fit) > out.get(name, 0.0):
                out[name] = like
    return out


def _rated(said: QueryCards, by_words: BM25) -> Sequence[RatedRuling]:
    """The rulings of the cards that fit the rest of the question best."""
    keys = without_fillers(canonical_keys(said.words))
    whole = fsum(by_words.idf(key) for key in keys) or 1.0
    rated = []
    for slug, card in said.cards.items():
        others = [one.name for one in said.cards.values() if one is not card]
        for ruling in card.rulings:
            has = _keys_of(ruling.text)
            fit = fsum(by_words.idf(key) for key in keys & has) / whole
            meets = any(names_card(ruling, name) for name in others)
            fit += meets * weights.NAMES_OTHER_CARD
            if fit >= weights.RULING_FITS:
                rated.append(RatedRuling(fit / (1 + len(has) / weights.LONG_RULING), meets, slug, card, ruling))
    # Of rulings that fit equally, the newest first.
    rated.sort(key=lambda one: (-one.fit, -one.ruling.date.toordinal(), one.ruling.text))
    return rated[:_MOST_RULINGS]


def _specific(said: QueryCards) -> Sequence[str]:
    return [key for key in canonical_keys(said.words) if specificity(key) == 1]


def _keywords(said: QueryCards) -> Iterator[str]:
    """Rules of the keyword abilities that the cards have."""
    faces = (face for card in said.cards.values() for face in card.faces)
    listed = (one for face in faces for one in re.split(r"[\n,]", REMINDER.sub("", face.text)))
    names = (found[0].strip() for one in listed if (found := _KEYWORD.match(one.strip())))
    for name in filter(is_keyword, names):
        place = entry_index(name)
        yield from ENTRIES[place].rules[:1] if place is not None else ()


def _words(said: QueryCards) -> Mapping[str, float]:
    """Keys with weights: the question’s, and those of the cards."""
    out: dict[str, float] = {}
    # “Does Blood Moon stop Urborg” is all about the cards.
    weight = weights.CARD_TEXT_WORD * max(1.0, weights.FEW_WORDS / (1 + len(_specific(said))))
    for card in said.cards.values():
        for face in card.faces:
            text = f"{face.type_line} {REMINDER.sub('', face.text)}"
            out |= dict.fromkeys(canonical_keys(text), weight)
    named = {key for card in said.cards.values() for key in _keys_of(card.name)}
    out = {key: weight for key, weight in out.items() if key not in named}
    return {**out, **wanted_of(said.words)}


@lru_cache(maxsize=4096)
def _keys_of(text: str) -> frozenset[str]:
    return frozenset(canonical_keys(text))
