"""Find which rule of an edition a quote is from."""

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import accumulate, takewhile
from operator import eq

from explorer.citing.words import CLOSE, Quoted, line_of, stems, without_quotations
from explorer.library.history.snapshots import snapshot_of
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import Snapshot, is_term, parent_of, section_of

_CACHED = 3
# Rules that share the rarest words with a quote are compared with it; fewer for a long quote.
_CANDIDATES, _FEW, _LONG = 24, 6, 400
# Fewest words of a paraphrase, and the share of their weight that the rule must have.
_LEAST_WORDS, _MOST = 7, 0.65


class EditionTexts:
    """Texts by key (see `explorer.lineages.provisions`); a “line” is a text's normalized words (see `line_of`)."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.date = snapshot.date
        self._provisions = snapshot.by_key
        self.keys = list(snapshot.by_key)
        self._known_stems: dict[str, frozenset[str]] = {}
        self.order = {key: index for index, key in enumerate(self.keys)}

    def __contains__(self, key: str) -> bool:
        return key in self._provisions

    def text(self, key: str) -> str:
        return self._provisions[key].text

    def words(self, key: str) -> str:
        """The text of a rule without its examples, or its heading."""
        provision = self._provisions[key]
        if not provision.paragraphs:
            return provision.heading
        return "\n".join(one.text for one in provision.paragraphs if one.kind != "example")

    def line(self, key: str) -> str:
        """The line of a rule with its subrules."""
        own = self.order[key]
        end = own + 1
        while end < len(self.keys) and _is_subrule(self.keys[end], key):
            end += 1
        return " ".join(self._lines[own:end]).replace("  ", " ") if end > own + 1 else self._lines[own]

    def own_line(self, key: str) -> str:
        return self._lines[self.order[key]]

    def keys_with(self, quoted: Quoted) -> list[str]:
        """Keys of the texts that have exactly these words, in order."""
        longest = max(quoted.pieces, key=len, default="")
        found: list[str] = []
        place = self._joined.find(longest) if longest.strip() else -1
        while place >= 0:
            index = bisect_right(self._starts, place) - 1
            if quoted.is_in(self._lines[index]):
                found.append(self.keys[index])
            place = self._joined.find(longest, self._starts[index + 1] if index + 1 < len(self._starts) else place + 1)
        return found

    def has_own_words(self, key: str, quoted: Quoted) -> bool:
        """Whether a rule has nearly these words outside of examples and quotation marks, which quote cards."""
        line = line_of(without_quotations(self.words(key)))
        return quoted.is_in(line) or quoted.similarity(line, CLOSE) > 0

    def is_paraphrased_by(self, key: str, quoted: Quoted) -> bool:
        """Whether a rule has most of these words; rare ones weigh more."""
        words = quoted.line.split()
        known = set(self.line(key).split())
        shared = sum(self._weight(word) for word in words if word in known)
        return len(words) >= _LEAST_WORDS and shared >= _MOST * sum(map(self._weight, words))

    def word_overlap(self, key: str, quoted: Quoted) -> float:
        """Share (0 to 1) of a quote's stems that a rule with its subrules and section heading has."""
        words = stems(quoted.line)
        return len(words & self._stems(key)) / len(words) if words else 0.0

    def _stems(self, key: str) -> frozenset[str]:
        rule = parent_of(key) if key[-1].isalpha() and not is_term(key) else key
        if rule not in self._known_stems:
            own = (each for each in self.keys if each == rule or _is_subrule(each, rule))
            texts = [*map(self.words, own), *(self.text(each) for each in [section_of(rule)] if each in self)]
            self._known_stems[rule] = stems(line_of("\n".join(texts)))
        return self._known_stems[rule]

    def nearest(self, quoted: Quoted, number: str) -> str:
        """Key of the text most similar to a quote, if it is close; among equals, the one nearest to `number`."""
        scores: dict[int, float] = defaultdict(float)
        for word in set(quoted.line.split()):
            weight = self._weight(word)
            for index in self._index.get(word, ()):
                scores[index] += weight
        most = _FEW if len(quoted.line) > _LONG else _CANDIDATES
        similarity = {
            self.keys[index]: quoted.similarity(self._lines[index], CLOSE)
            for index in nlargest(most, scores, key=scores.__getitem__)
            if len(self._lines[index]) * 2 >= len(quoted.line)
        }
        best = max(similarity.values(), default=0.0)
        return nearest_to(number, [key for key in similarity if similarity[key] == best]) if best >= CLOSE else ""

    def _weight(self, word: str) -> float:
        return math.log(len(self.keys) / max(1, len(self._index.get(word, ()))))

    @cached_property
    def _lines(self) -> Sequence[str]:
        return [line_of(provision.text) for provision in self._provisions.values()]

    @cached_property
    def _joined(self) -> str:
        return "\n".join(self._lines)

    @cached_property
    def _starts(self) -> Sequence[int]:
        return [0, *accumulate(len(line) + 1 for line in self._lines[:-1])]

    @cached_property
    def _index(self) -> Mapping[str, Sequence[int]]:
        """Indexes of the texts with each word."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, line in enumerate(self._lines):
            for word in set(line.split()):
                found[word].append(index)
        return found


def nearest_to(number: str, keys: Sequence[str]) -> str:
    """The key with the longest common prefix; rules before glossary entries."""

    def distance(key: str) -> tuple[bool, int]:
        return is_term(key), -sum(takewhile(bool, map(eq, number, key)))

    return min(keys, key=distance)


def _is_subrule(key: str, rule: str) -> bool:
    return "." in rule and re.fullmatch(re.escape(rule) + "[a-z].*", key) is not None


@lru_cache(maxsize=_CACHED)
def texts_of(edition: EditionInfo) -> EditionTexts:
    return EditionTexts(snapshot_of(edition))
