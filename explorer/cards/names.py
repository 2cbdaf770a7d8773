"""Names of cards found by what people type: their beginnings, their words, either half, and with slips in them."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from explorer.document.tree import plain_words

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
                plain = plain_words(spelled)
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
        self._by_letter: dict[str, list[int]] = defaultdict(list)
        for at, spelled in enumerate(self._spelled):
            self._by_letter[spelled[:1]].append(at)

    def __len__(self) -> int:
        return len(self._cards)

    def named(self, typed: str) -> CardName | None:
        """Return the card that has just this name, or a face with it, however it is spelled."""
        plain = plain_words(typed)
        at = bisect_left(self._begins, plain)
        while plain and at < len(self._begins) and self._begins[at] == plain:
            if not self._within[at]:
                return self._cards[self._places[at]]
            at += 1
        return None

    def begun(self, typed: str, most: int) -> list[CardName]:
        """Return the cards of just this name, those whose names begin so, then those with a further word that does.

        Args:
            typed: the beginning.
            most: how many to return.
        """
        plain = plain_words(typed)
        if len(plain) < _SHORTEST_BEGINNING:
            return []
        start, end = bisect_left(self._begins, plain), bisect_left(self._begins, plain + _LAST)
        found: dict[int, tuple[bool, bool, int]] = {}
        for at in range(start, end):
            place = self._places[at]
            rank = (self._within[at], self._begins[at] != plain, len(self._cards[place].name))
            found[place] = min(found.get(place, rank), rank)
        best = sorted(found, key=lambda place: (found[place], self._cards[place].name))
        return [self._cards[place] for place in islice(best, most)]

    def alike(self, typed: str, most: int) -> list[CardName]:
        """Return cards whose names are spelled nearly so, the likeliest first.

        Args:
            typed: a name with slips in it.
            most: how many to return.
        """
        plain = plain_words(typed)
        found = self._near(plain, 2 * most) or self._begun_alike(plain, most)
        return [self._cards[place] for place in islice(found, most)]

    def _near(self, plain: str, most: int) -> Mapping[int, float]:
        """Return the places of the cards whose names are spelled nearly so, with how many slips, the fewest first."""
        if len(plain) < _SHORTEST_MISSPELLED:
            return {}
        slips = _slips(plain)
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
        begun = self.begun(typed, _FEW) or self._with_words(plain_words(typed).split())
        if begun:
            return begun
        near = self._near(plain_words(typed), _FEW)
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

    def _begun_alike(self, plain: str, most: int) -> Iterable[int]:
        """Return the places of the cards whose names begin nearly so, with the same letter."""
        if len(plain) < _SHORTEST_MISSPELLED:
            return ()
        there = self._by_letter.get(plain[0], ())
        # A letter that is missing makes what is typed shorter.
        for length in (len(plain), len(plain) + 1):
            begins = [self._spelled[at][:length] for at in there]
            near = process.extract(plain, begins, scorer=OSA.distance, score_cutoff=_slips(plain), limit=2 * most)
            if near:
                return dict.fromkeys(self._owners[there[at]] for *_, at in near)
        return ()

    def find(self, typed: str, most: int) -> Sequence[CardName]:
        """Return the cards that a text begins, or that it is a misspelling of."""
        return self.begun(typed, most) or self.alike(typed, most)


def _slips(plain: str) -> int:
    """Return how many slips a name may have."""
    return max(1, len(plain) // _LETTERS_A_SLIP)
