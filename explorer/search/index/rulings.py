"""Full-text search of rulings by their words and their card's name."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from explorer.cards.card import CardRuling
from explorer.cards.models import StoredRuling
from explorer.cards.reading import CardRulingFound
from explorer.library.derivation import Derivation
from explorer.search.index.engines import RULINGS, engine, rows
from explorer.search.words.phrases import FILLER
from explorer.search.words.splitting import folded, tokens

# Only this many of the newest matches are ranked.
_MOST_RANKED: Final = 60
# Words for the texts themselves, which few of them contain.
_STOP_WORDS: Final = frozenset({"ruling", "rulings", "card", "cards"})


class RulingIndex(Derivation):
    name = "index of rulings"
    of_cards = True

    def rebuild(self) -> None:
        index = engine(RULINGS)
        index.clear()
        index.add(_keys_of_all())


class FoundRulings(NamedTuple):
    best: Sequence[CardRulingFound]
    total: int


def find_rulings(typed: str, most: int, besides: str = "") -> FoundRulings:
    """Find the rulings with every word of a query, in at most two queries.

    Those with the words adjacent and early come first, then the newest, then by the names of their cards. Of equal
    rulings for several cards, only the newest is included. One with the text `besides` is left out.
    """
    wanted = _wanted(typed)
    if not wanted:
        return FoundRulings((), 0)
    index = engine(RULINGS)
    question = index.all_of([[key] for key in dict.fromkeys(wanted)])
    newest = (
        "SELECT p.id, COUNT(*) OVER () FROM cards_storedruling p JOIN cards_storedcard c ON c.id = p.card_id "  # noqa: S608
        f"WHERE {index.condition} ORDER BY p.date DESC, c.name, p.text LIMIT {_MOST_RANKED}"
    )
    found = rows(newest, [question])
    if not found:
        return FoundRulings((), 0)
    stored = StoredRuling.objects.filter(pk__in=[pk for pk, _ in found]).order_by("-date", "card__name", "text")
    by_words: dict[str, CardRulingFound] = {}
    for slug, name, day, text in stored.values_list("card__slug", "card__name", "date", "text"):
        by_words.setdefault(text, CardRulingFound(slug, name, CardRuling(day, text)))
    fewer = by_words.pop(besides, None) is not None
    best = sorted(by_words.values(), key=lambda one: _rank(wanted, one))
    return FoundRulings(best[:most], found[0][1] - fewer)


def _wanted(typed: str) -> Sequence[str]:
    """Keys of the words to search, in order, without stop words."""
    said = [(folded(typed[token.start : token.end]), token.key) for token in tokens(typed)]
    return [key for word, key in said if word not in FILLER and word not in _STOP_WORDS]


def _rank(wanted: Sequence[str], found: CardRulingFound) -> tuple[int, int, int]:
    has = [token.key for token in tokens(found.ruling.text)]
    neighbors = set(pairwise(has))
    apart = sum(pair not in neighbors for pair in pairwise(wanted))
    first = max((has.index(key) if key in has else len(has)) for key in wanted)
    return apart, first, len(has)


def _keys_of_all() -> Iterator[tuple[int, frozenset[str]]]:
    stored = StoredRuling.objects.order_by("text").values_list("pk", "text", "card__name")
    for pk, text, name in stored.iterator():
        yield pk, _keys(text) | _keys(name)


@lru_cache(maxsize=64)
def _keys(text: str) -> frozenset[str]:
    return frozenset(token.key for token in tokens(text))
