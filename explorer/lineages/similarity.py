"""The rules of an edition as a tree, and the similarity of two texts, by words weighted by IDF."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import inf, log

from rapidfuzz.distance import Indel

from explorer.lineages.normalizing import words_of
from explorer.lineages.provisions import Provision, is_term, parent_of

_SENTENCE_END = re.compile(r"(?<=[.:;!?])[”\")]*\s+(?=[A-Z“\"(])")
_MIN_IN_SENTENCE = 5
_CITED = re.compile(r"\b\d{3}\.\d+[a-z]?|(?<=[Rr]ule )\d{3}\b")


class Node:
    """A rule in its place; `place` is its index in the edition, `words` include examples."""

    def __init__(self, provision: Provision, place: int) -> None:
        self.key = provision.key
        self.place = place
        self.heading = provision.heading
        self._provision = provision
        self.up: Node | None = None
        self.before: Node | None = None
        self.after: Node | None = None
        self.children: list[Node] = []
        text = provision.text
        if "." not in provision.key and provision.paragraphs:
            text = f"{provision.heading}\n{text}"
        self.words = words_of(text)

    def __repr__(self) -> str:
        return f"<Node {self.key}: {' '.join(self.words[:8])}>"

    @cached_property
    def own(self) -> tuple[str, ...]:  # of the first paragraph
        paragraphs = self._provision.paragraphs
        return words_of(paragraphs[0].text) if len(paragraphs) > 1 else self.words

    @cached_property
    def opening(self) -> tuple[str, ...]:  # the first sentence
        return self.words[: len(words_of(_SENTENCE_END.split(self._provision.text, maxsplit=1)[0]))]

    @cached_property
    def sentences(self) -> tuple[tuple[str, ...], ...]:
        """Sentences outside of examples, without short ones and those that only refer to a rule."""
        texts = (paragraph.text for paragraph in self._provision.paragraphs if paragraph.kind != "example")
        found = (words_of(sentence) for text in texts for sentence in _SENTENCE_END.split(text))
        long = (words for words in found if len(words) >= _MIN_IN_SENTENCE and words[0] != "see")
        return tuple(words for words in long if self.bag.keys() >= set(words))

    @cached_property
    def bag(self) -> Counter[str]:
        return Counter(self.words)

    @cached_property
    def symbols(self) -> frozenset[str]:
        return frozenset(word for word in self.bag if word[0] == "{")

    @cached_property
    def cited(self) -> tuple[str, ...]:
        return _numbers_cited(self._provision.text)

    @cached_property
    def topic(self) -> frozenset[str]:
        """Its words that are also in its parent's title: “flying” in a rule under “702.9. Flying”."""
        if self.up is None or "." not in self.up.key:
            return frozenset()
        return frozenset(words_of(self.up.heading)).intersection(self.words)


def tree(provisions: Iterable[Provision]) -> list[Node]:
    nodes: dict[str, Node] = {}
    for provision in provisions:
        if is_term(provision.key):
            continue
        node = nodes[provision.key] = Node(provision, len(nodes))
        node.up = nodes.get(parent_of(provision.key))
        if node.up is not None:
            if node.up.children:
                node.before = node.up.children[-1]
                node.before.after = node
            node.up.children.append(node)
    return list(nodes.values())


def index_by_word(words: Mapping[Node, Iterable[str]]) -> dict[str, list[Node]]:
    """The rules that have each word, given different words of each rule."""
    having: dict[str, list[Node]] = defaultdict(list)
    for node, own in words.items():
        for word in own:
            having[word].append(node)
    return having


@lru_cache(maxsize=20_000)
def _numbers_cited(text: str) -> tuple[str, ...]:
    return tuple(_CITED.findall(text))


Words = tuple[str, ...]

# Added to every word's IDF, so that common words count, too.
_BASE_WEIGHT = 0.15
# Bag-of-words similarity below which word order isn't compared.
_MIN_TO_COMPARE = 0.3
# Factors for the same words in another order, and for texts that share only the first paragraph.
_REORDERED, _FIRST_PARAGRAPH = 0.9, 0.98
# Weights for a text that is part of another: one relative to the smaller text, one to both.
_CONTAINED, _MUCH_CONTAINED = 0.45, 0.2
_MIN_RUN = 3
_MIN_CONTAINED_WORDS = 6


class Similarity:
    """Similarity of rules of one edition to rules of another, from 0 to 1, cached."""

    def __init__(self, old: Sequence[Node], new: Sequence[Node]) -> None:
        having: Counter[str] = Counter()
        for node in (*old, *new):
            having.update(set(node.words))
        total = len(old) + len(new)
        self._weight = {word: _BASE_WEIGHT + log(total / count) for word, count in having.items()}
        self._letters = {word: chr(place) for place, word in enumerate(having, 0x10000)}
        self._spelled: dict[Words, str] = {}
        self._sizes: dict[Node, float] = {}
        self._cache: dict[tuple[Node, Node], float] = {}

    def __call__(self, a: Node, b: Node) -> float:
        cached = self._cache.get((a, b))
        if cached is None:
            cached = self._cache[a, b] = 1.0 if a.words == b.words else self._compare(a, b)
        return cached

    def weight(self, words: Sequence[str]) -> float:
        return sum(map(self._weight.__getitem__, words))

    def kept(self, old: Words, new: Words, least: int = 1) -> float:
        """The weight of the words that two texts share in runs of at least `least`."""
        return self._weight_of(self.runs(old, new), least)

    def in_common(self, old: Mapping[str, int], new: Mapping[str, int]) -> float:
        """The weight of the words (by count) that two texts share in any order: an upper bound of `kept`."""
        fewer, more = (old, new) if len(old) < len(new) else (new, old)
        common, weight, times = 0.0, self._weight, more.get
        for word, count in fewer.items():
            other = times(word)
            if other:
                common += (count if count < other else other) * weight[word]
        return common

    def shared(
        self, words: Iterable[str], having: Mapping[str, Sequence[Node]], most: float = inf
    ) -> dict[Node, float]:
        """The weight of the words that each rule shares, ignoring words that more than `most` rules have."""
        shared: dict[Node, float] = defaultdict(float)
        for word in words:
            hosts = having.get(word)
            if hosts and len(hosts) <= most:
                weight = self.weight((word,))
                for host in hosts:
                    shared[host] += weight
        return shared

    def of_words(self, old: Words, new: Words) -> float:
        """Similarity of parts of texts, such as sentences."""
        both = self.weight(old) + self.weight(new)
        reordered = self.weight([*(Counter(old) & Counter(new)).elements()])
        return 2 * max(self.kept(old, new), _REORDERED * reordered) / both if both else 0.0

    def added(self, old: Words, new: Words) -> Words:
        """The words of `new` that aren't in `old`."""
        blocks = (block for block in Indel.opcodes(self.spelled(old), self.spelled(new)) if block.tag == "insert")
        return tuple(word for block in blocks for word in new[block.dest_start : block.dest_end])

    def runs(self, old: Words, new: Words) -> list[Words]:
        """The common runs of words."""
        blocks = Indel.opcodes(self.spelled(old), self.spelled(new))
        return [old[block.src_start : block.src_end] for block in blocks if block.tag == "equal"]

    def places(self, old: Words, new: Words, least: int = 1) -> set[int]:
        """The indexes in `new` of words that are also in `old`, in runs of at least `least`."""
        blocks = Indel.opcodes(self.spelled(old), self.spelled(new))
        kept = (block for block in blocks if block.tag == "equal" and block.dest_end - block.dest_start >= least)
        return {place for block in kept for place in range(block.dest_start, block.dest_end)}

    def _weight_of(self, runs: Iterable[Words], least: int = 1) -> float:
        return sum(self.weight(run) for run in runs if len(run) >= least)

    def spelled(self, words: Words) -> str:
        """Encode words as one character each, which makes comparisons much faster."""
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
        if common / min(mine, yours) > _MIN_TO_COMPARE:
            runs = self.runs(a.words, b.words)
            best = max(best, 2 * self._weight_of(runs) / both)
            if min(len(a.words), len(b.words)) >= _MIN_CONTAINED_WORDS:
                contained = self._weight_of(runs, _MIN_RUN)
                best = max(best, _CONTAINED * contained / min(mine, yours) + _MUCH_CONTAINED * 2 * contained / both)
            if (a.own is not a.words or b.own is not b.words) and a.own and b.own:
                whole = self.weight(a.own) + self.weight(b.own)
                best = max(best, _FIRST_PARAGRAPH * 2 * self.kept(a.own, b.own) / whole)
        return best
