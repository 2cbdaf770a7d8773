"""Search for cards by name: prefixes, words within, either half, and typos."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from explorer.document.tree import plain_words
from symbols.similar import LEAST_LETTERS, LETTERS_PER_SLIP, within

# One letter matches a thousand names.
_MIN_PREFIX = 2
_LAST_CHARACTER = "\U0010ffff"
# Words that are searched one by one, and results of an ambiguous name.
_MAX_WORDS, _MAX_AMBIGUOUS = 12, 10


class CardName(NamedTuple):
    slug: str
    name: str


class CardNames:
    """In-memory index of the names of cards and faces."""

    def __init__(self, cards: Iterable[CardName]) -> None:
        self._cards = list(cards)
        # Names of cards and faces, and their suffixes from each later word.
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
        # By length, since a typo changes it by one at most.
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
        """Card with exactly this name, or a face with it, ignoring case and punctuation."""
        plain = plain_words(typed)
        at = bisect_left(self._begins, plain)
        while plain and at < len(self._begins) and self._begins[at] == plain:
            if not self._within[at]:
                return self._cards[self._places[at]]
            at += 1
        return None

    def begun(self, typed: str, most: int) -> list[CardName]:
        """Up to `most` cards by prefix: exact names first, then beginnings of the name, then of later words."""
        plain = plain_words(typed)
        if len(plain) < _MIN_PREFIX:
            return []
        start, end = bisect_left(self._begins, plain), bisect_left(self._begins, plain + _LAST_CHARACTER)
        found: dict[int, tuple[bool, bool, int]] = {}
        for at in range(start, end):
            place = self._places[at]
            rank = (self._within[at], self._begins[at] != plain, len(self._cards[place].name))
            found[place] = min(found.get(place, rank), rank)
        best = sorted(found, key=lambda place: (found[place], self._cards[place].name))
        return [self._cards[place] for place in islice(best, most)]

    def alike(self, typed: str, most: int) -> list[CardName]:
        """Up to `most` cards by a name with typos, the likeliest first."""
        plain = plain_words(typed)
        found = self._near(plain, 2 * most) or self._near_prefix(plain, most)
        return [self._cards[place] for place in islice(found, most)]

    def _near(self, plain: str, most: int) -> Mapping[int, int]:
        """Places of cards by a name with typos, with the number of typos, the nearest first."""
        if len(plain) < LEAST_LETTERS:
            return {}
        typos = _max_typos(plain)
        first = bisect_left(self._lengths, len(plain) - typos)
        of_length = self._spelled[first : bisect_left(self._lengths, len(plain) + typos + 1)]
        found: dict[int, int] = {}
        for near in within(plain, of_length, typos)[:most]:
            found.setdefault(self._owners[first + near.place], near.slips)
        return found

    def misspelled(self, typed: str, most: int) -> list[CardName]:
        """Up to `most` cards by a whole name with the fewest typos, at least one."""
        plain = plain_words(typed)
        near = {place: typos for place, typos in self._near(plain, most).items() if typos}
        return [self._cards[place] for place, typos in near.items() if typos == min(near.values())]

    def meant(self, typed: str) -> Sequence[CardName]:
        """Cards that an incomplete or misspelled name can mean; one if it is unambiguous.

        The exact name wins; then prefixes; then names with all of the words as prefixes, in any order; then the fewest
        typos.
        """
        exact = self.named(typed)
        if exact:
            return [exact]
        begun = self.begun(typed, _MAX_AMBIGUOUS) or self._with_words(plain_words(typed).split())
        if begun:
            return begun
        near = self._near(plain_words(typed), _MAX_AMBIGUOUS)
        return [self._cards[place] for place, typos in near.items() if typos == min(near.values())]

    def _with_words(self, words: Sequence[str]) -> Sequence[CardName]:
        """The first few cards that have a word with each of these prefixes."""
        if not 0 < len(words) <= _MAX_WORDS:
            return []
        found = (
            self._owners[at]
            for at, spelled in enumerate(self._spelled)
            if words[0] in spelled and all(f" {word}" in f" {spelled}" for word in words)
        )
        return [self._cards[place] for place in islice(dict.fromkeys(found), _MAX_AMBIGUOUS)]

    def _near_prefix(self, plain: str, most: int) -> Iterable[int]:
        """Places of cards by a prefix with typos, but with the right first letter."""
        if len(plain) < LEAST_LETTERS:
            return ()
        candidates = self._by_letter.get(plain[0], ())
        # A missing letter shortens the prefix.
        for length in (len(plain), len(plain) + 1):
            begins = [self._spelled[at][:length] for at in candidates]
            if near := within(plain, begins, _max_typos(plain))[: 2 * most]:
                return dict.fromkeys(self._owners[candidates[one.place]] for one in near)
        return ()

    def find(self, typed: str, most: int) -> Sequence[CardName]:
        return self.begun(typed, most) or self.alike(typed, most)


def _max_typos(plain: str) -> int:
    return max(1, len(plain) // LETTERS_PER_SLIP)
