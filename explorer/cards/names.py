"""Names of cards found by what people type: their beginnings, their words, either half, and with slips in them."""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

# Beginnings of one letter are those of a thousand names.
_SHORTEST_BEGINNING = 2
# A shorter name is often another one with one letter changed.
_SHORTEST_MISSPELLED = 4
# One slip in so many letters.
_LETTERS_A_SLIP = 5
_LAST = "\U0010ffff"
# More words aren't looked for one by one; of more cards than one, so many are named.
_MOST_WORDS, _FEW = 12, 10


class CardName(NamedTuple):
    """Card as far as its name goes."""

    slug: str
    name: str


class CardNames:
    """All names of cards, and of their faces, in memory."""

    def __init__(self, cards: Iterable[CardName]) -> None:
        self._cards = list(cards)
        # By a whole name, by the name of a face, and by each further word of either.
        whole: dict[tuple[str, int], int] = {}
        for place, card in enumerate(self._cards):
            for spelled in dict.fromkeys((card.name, *card.name.split(" // "))):
                plain = plain_name(spelled)
                words = plain.split()
                for at in range(len(words)):
                    begins = (" ".join(words[at:]), place)
                    whole[begins] = min(at, whole.get(begins, at))
        ordered = sorted((begins, at > 0, place) for (begins, place), at in whole.items())
        self._begins = [begins for begins, *_ in ordered]
        self._within = [within for _, within, _ in ordered]
        self._places = [place for *_, place in ordered]
        # By their length, since a slip changes it by one at most.
        names = sorted(
            ((begins, place) for begins, within, place in ordered if not within), key=lambda one: len(one[0])
        )
        self._spelled = [begins for begins, _ in names]
        self._owners = [place for _, place in names]
        self._lengths = [len(begins) for begins in self._spelled]

    def __len__(self) -> int:
        return len(self._cards)

    def named(self, typed: str) -> CardName | None:
        """Return the card that has just this name, or a face with it, however it is spelled."""
        plain = plain_name(typed)
        at = bisect_left(self._begins, plain)
        while plain and at < len(self._begins) and self._begins[at] == plain:
            if not self._within[at]:
                return self._cards[self._places[at]]
            at += 1
        return None

    def begun(self, typed: str, most: int) -> list[CardName]:
        """Return the cards of just this name, those whose names begin so, and those with a further word that does.

        Args:
            typed: the beginning.
            most: how many to return.
        """
        plain = plain_name(typed)
        if len(plain) < _SHORTEST_BEGINNING:
            return []
        start, end = bisect_left(self._begins, plain), bisect_left(self._begins, plain + _LAST)
        found: dict[int, tuple[bool, bool, int]] = {}
        for at in range(start, end):
            place = self._places[at]
            rank = (self._begins[at] != plain, self._within[at], len(self._cards[place].name))
            found[place] = min(found.get(place, rank), rank)
        best = sorted(found, key=lambda place: (found[place], self._cards[place].name))
        return [self._cards[place] for place in islice(best, most)]

    def alike(self, typed: str, most: int) -> list[CardName]:
        """Return cards whose names are spelled nearly so, the likeliest first.

        Args:
            typed: a name with slips in it.
            most: how many to return.
        """
        return [self._cards[place] for place in islice(self._near(typed, 2 * most), most)]

    def _near(self, typed: str, most: int) -> dict[int, float]:
        """Return the places of cards whose names are spelled nearly so with how many slips, the fewest first."""
        plain = plain_name(typed)
        if len(plain) < _SHORTEST_MISSPELLED:
            return {}
        slips = max(1, len(plain) // _LETTERS_A_SLIP)
        first = bisect_left(self._lengths, len(plain) - slips)
        of_length = self._spelled[first : bisect_left(self._lengths, len(plain) + slips + 1)]
        near = process.extract(plain, of_length, scorer=OSA.distance, score_cutoff=slips, limit=most)
        found: dict[int, float] = {}
        for _, distance, at in near:
            found.setdefault(self._owners[first + at], distance)
        return found

    def meant(self, typed: str) -> Sequence[CardName]:
        """Return the one card that a name with gaps or slips can mean; several where it can mean each of them.

        Those are the card of just this name; else the cards with words that begin so; else those with all of its
        words, in any order and begun at least; else those that it has the fewest slips to.
        """
        exact = self.named(typed)
        if exact:
            return [exact]
        begun = self.begun(typed, _FEW) or self._with_words(plain_name(typed).split())
        if begun:
            return begun
        near = self._near(typed, _FEW)
        return [self._cards[place] for place, slips in near.items() if slips == min(near.values())]

    def _with_words(self, words: Sequence[str]) -> Sequence[CardName]:
        """Return the first few cards each of whose words begins with one that is typed."""
        if not 0 < len(words) <= _MOST_WORDS:
            return []
        found = (
            self._owners[at]
            for at, spelled in enumerate(self._spelled)
            if words[0] in spelled and all(f" {word}" in f" {spelled}" for word in words)
        )
        return [self._cards[place] for place in islice(dict.fromkeys(found), _FEW)]

    def find(self, typed: str, most: int) -> Sequence[CardName]:
        """Return the cards that a text begins, or that it is a misspelling of."""
        return self.begun(typed, most) or self.alike(typed, most)


def plain_name(name: str) -> str:
    """Return a name in small letters, without accents and punctuation."""
    joined = name.replace("'", "").replace("’", "").replace(",", "")
    letters = unicodedata.normalize("NFKD", joined.lower().replace("æ", "ae"))
    return " ".join("".join(one if one.isalnum() else " " for one in letters if not unicodedata.combining(one)).split())
