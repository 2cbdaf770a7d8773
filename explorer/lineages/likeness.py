"""Likeness of two texts, by words of which the rare ones count for more."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log

from rapidfuzz.distance import Indel

from explorer.lineages.nodes import Node

Words = tuple[str, ...]

# What every word counts at least, however common it is.
_COMMON = 0.15
# A pair whose words, in whatever order, are less alike than this is not compared closely.
_LEAST_TO_COMPARE = 0.3
# The same words in another order are less alike, and so are texts of which only the first paragraph is.
_REORDERED, _FIRST_PARAGRAPH = 0.9, 0.98
# Where one text is a part of the other; a larger part counts for more.
_CONTAINED, _MUCH_CONTAINED = 0.45, 0.2
_RUN = 3
_LEAST_CONTAINED = 6


class Likeness:
    """Likeness of any rule of one edition to any of another, from 0 to 1; each pair is compared once."""

    def __init__(self, old: Sequence[Node], new: Sequence[Node]) -> None:
        having: Counter[str] = Counter()
        for node in (*old, *new):
            having.update(set(node.words))
        total = len(old) + len(new)
        self._weight = {word: _COMMON + log(total / count) for word, count in having.items()}
        # Texts are compared much faster with a letter for each word.
        self._letters = {word: chr(place) for place, word in enumerate(having, 0x10000)}
        self._spelled: dict[Words, str] = {}
        self._sizes: dict[Node, float] = {}
        self._known: dict[tuple[Node, Node], float] = {}

    def __call__(self, a: Node, b: Node) -> float:
        """Return the likeness of two rules."""
        known = self._known.get((a, b))
        if known is None:
            known = self._known[a, b] = 1.0 if a.words == b.words else self._compare(a, b)
        return known

    def weight(self, words: Sequence[str]) -> float:
        """Return how much words count together."""
        return sum(map(self._weight.__getitem__, words))

    def kept(self, old: Words, new: Words, least: int = 1) -> float:
        """Return how much words count that one text has in common with another, in runs of so many words at least."""
        return self._weight_of(self.runs(old, new), least)

    def in_common(self, old: Mapping[str, int], new: Mapping[str, int]) -> float:
        """Return how much the words count that two texts have in common, in whatever order: none keeps more of one.

        Args:
            old: how often the one text has each word.
            new: how often the other has.
        """
        fewer, more = (old, new) if len(old) < len(new) else (new, old)
        common, weight, times = 0.0, self._weight, more.get
        for word, count in fewer.items():
            other = times(word)
            if other:
                common += (count if count < other else other) * weight[word]
        return common

    def of_words(self, old: Words, new: Words) -> float:
        """Return the likeness of two parts of texts, such as sentences."""
        both = self.weight(old) + self.weight(new)
        reordered = self.weight([*(Counter(old) & Counter(new)).elements()])
        return 2 * max(self.kept(old, new), _REORDERED * reordered) / both if both else 0.0

    def added(self, old: Words, new: Words) -> Words:
        """Return the words that a text has beyond those of another."""
        blocks = (block for block in Indel.opcodes(self.spelled(old), self.spelled(new)) if block.tag == "insert")
        return tuple(word for block in blocks for word in new[block.dest_start : block.dest_end])

    def runs(self, old: Words, new: Words) -> list[Words]:
        """Return the runs of words that two texts have in common."""
        blocks = Indel.opcodes(self.spelled(old), self.spelled(new))
        return [old[block.src_start : block.src_end] for block in blocks if block.tag == "equal"]

    def places(self, old: Words, new: Words, least: int = 1) -> set[int]:
        """Return the places in a text of the words that another has too, in runs of so many words at least."""
        blocks = Indel.opcodes(self.spelled(old), self.spelled(new))
        kept = (block for block in blocks if block.tag == "equal" and block.dest_end - block.dest_start >= least)
        return {place for block in kept for place in range(block.dest_start, block.dest_end)}

    def _weight_of(self, runs: Iterable[Words], least: int = 1) -> float:
        return sum(self.weight(run) for run in runs if len(run) >= least)

    def spelled(self, words: Words) -> str:
        """Return words with a letter for each."""
        spelled = self._spelled.get(words)
        if spelled is None:
            spelled = self._spelled[words] = "".join(map(self._letters.__getitem__, words))
        return spelled

    def _size(self, node: Node) -> float:
        if node not in self._sizes:
            self._sizes[node] = self.weight(node.words)
        return self._sizes[node]

    def _compare(self, a: Node, b: Node) -> float:
        mine, yours = self._size(a), self._size(b)
        both = mine + yours
        if not mine or not yours:
            return 0.0
        common = self.in_common(a.bag, b.bag)
        bag = 2 * common / both
        best = _REORDERED * bag
        if common / min(mine, yours) > _LEAST_TO_COMPARE:
            runs = self.runs(a.words, b.words)
            best = max(best, 2 * self._weight_of(runs) / both)
            if min(len(a.words), len(b.words)) >= _LEAST_CONTAINED:
                contained = self._weight_of(runs, _RUN)
                best = max(best, _CONTAINED * contained / min(mine, yours) + _MUCH_CONTAINED * 2 * contained / both)
            if (a.own is not a.words or b.own is not b.words) and a.own and b.own:
                whole = self.weight(a.own) + self.weight(b.own)
                best = max(best, _FIRST_PARAGRAPH * 2 * self.kept(a.own, b.own) / whole)
        return best
