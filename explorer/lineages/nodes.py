"""The rules of an edition as a tree, with their words for comparisons."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache

from explorer.lineages.normalizing import words_of
from explorer.lineages.provisions import Provision, is_term, parent_of

_SENTENCE_END = re.compile(r"(?<=[.:;!?])[”\")]*\s+(?=[A-Z“\"(])")
_MIN_IN_SENTENCE = 5
_CITED = re.compile(r"\b\d{3}\.\d+[a-z]?|(?<=[Rr]ule )\d{3}\b")


class Node:
    """A rule in its place.

    Attributes:
        place: its index in the edition.
        words: examples included.
        up: its parent, if the edition has it.
    """

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


@lru_cache(maxsize=20_000)
def _numbers_cited(text: str) -> tuple[str, ...]:
    return tuple(_CITED.findall(text))
