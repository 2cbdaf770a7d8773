"""The texts of an edition, to find whose words a quote has."""

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
from explorer.document.tree import Paragraph
from explorer.library.history.snapshots import snapshot_of
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import Provision, Snapshot, is_term, parent_of, section_of

_CACHED = 3
# Rules that share the rarest words with a quote, to compare it with; fewer for a long one, which has more of them.
_CANDIDATES, _FEW, _LONG = 24, 6, 400
# Words of a paraphrase, and the share of their weight that the rule has.
_LEAST_WORDS, _MOST = 7, 0.65


class EditionTexts:
    """Texts by key (see `explorer.lineages.provisions`), as lines of words (see `line_of`)."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.date = snapshot.date
        self._provisions = snapshot.by_key
        self.keys = list(snapshot.by_key)
        self._known_stems: dict[str, frozenset[str]] = {}
        self.order = {key: index for index, key in enumerate(self.keys)}

    def __contains__(self, key: str) -> bool:
        return key in self._provisions

    def __getitem__(self, key: str) -> Provision:
        return self._provisions[key]

    def text(self, key: str) -> str:
        return self._provisions[key].text

    def paragraphs(self, key: str) -> tuple[Paragraph, ...]:
        """The text of a rule, or its heading."""
        provision = self._provisions[key]
        return provision.paragraphs or (Paragraph("text", provision.heading),)

    def words(self, key: str) -> str:
        """The text of a rule without its examples."""
        return "\n".join(one.text for one in self.paragraphs(key) if one.kind != "example")

    def line(self, key: str) -> str:
        """The words of a rule with its subrules."""
        own = self.order[key]
        end = own + 1
        while end < len(self.keys) and _is_subrule(self.keys[end], key):
            end += 1
        return " ".join(self._lines[own:end]).replace("  ", " ") if end > own + 1 else self._lines[own]

    def own_line(self, key: str) -> str:
        return self._lines[self.order[key]]

    def having(self, quoted: Quoted) -> list[str]:
        """The keys of what has these very words, in order."""
        longest = max(quoted.pieces, key=len, default="")
        found: list[str] = []
        place = self._joined.find(longest) if longest.strip() else -1
        while place >= 0:
            index = bisect_right(self._starts, place) - 1
            if quoted.is_in(self._lines[index]):
                found.append(self.keys[index])
            place = self._joined.find(longest, self._starts[index + 1] if index + 1 < len(self._starts) else place + 1)
        return found

    def has_in_text(self, key: str, quoted: Quoted) -> bool:
        """Whether a rule itself says these words, or almost; its examples and what is in quotation marks are cards'."""
        line = line_of(without_quotations(self.words(key)))
        return quoted.is_in(line) or quoted.likeness(line, CLOSE) > 0

    def has_most_words(self, key: str, quoted: Quoted) -> bool:
        """Whether words that no rule has are a paraphrase of a rule: it has most of them; rare ones count more."""
        words = quoted.line.split()
        known = set(self.line(key).split())
        shared = sum(self._weight(word) for word in words if word in known)
        return len(words) >= _LEAST_WORDS and shared >= _MOST * sum(map(self._weight, words))

    def share(self, key: str, quoted: Quoted) -> float:
        """How many of the words that say something a rule with its subrules and heading has, of 1."""
        said = stems(quoted.line)
        return len(said & self._stems(key)) / len(said) if said else 0.0

    def _stems(self, key: str) -> frozenset[str]:
        rule = parent_of(key) if key[-1].isalpha() and not is_term(key) else key
        if rule not in self._known_stems:
            own = (each for each in self.keys if each == rule or _is_subrule(each, rule))
            texts = [*map(self.words, own), *(self.text(each) for each in [section_of(rule)] if each in self)]
            self._known_stems[rule] = stems(line_of("\n".join(texts)))
        return self._known_stems[rule]

    def nearest(self, quoted: Quoted, number: str) -> str:
        """The key of what words are most like, if they are close; of equals, the one nearest to a number."""
        scores: dict[int, float] = defaultdict(float)
        for word in set(quoted.line.split()):
            weight = self._weight(word)
            for index in self._index.get(word, ()):
                scores[index] += weight
        most = _FEW if len(quoted.line) > _LONG else _CANDIDATES
        likeness = {
            self.keys[index]: quoted.likeness(self._lines[index], CLOSE)
            for index in nlargest(most, scores, key=scores.__getitem__)
            if len(self._lines[index]) * 2 >= len(quoted.line)
        }
        best = max(likeness.values(), default=0.0)
        return nearest_to(number, [key for key in likeness if likeness[key] == best]) if best >= CLOSE else ""

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
        """Places of what has each word."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, line in enumerate(self._lines):
            for word in set(line.split()):
                found[word].append(index)
        return found


def nearest_to(number: str, keys: Sequence[str]) -> str:
    """The key nearest to a number: of its rule, then of its section; rules before glossary entries."""

    def distance(key: str) -> tuple[bool, int]:
        return is_term(key), -sum(takewhile(bool, map(eq, number, key)))

    return min(keys, key=distance)


def _is_subrule(key: str, rule: str) -> bool:
    return "." in rule and re.fullmatch(re.escape(rule) + "[a-z].*", key) is not None


@lru_cache(maxsize=_CACHED)
def texts_of(edition: EditionInfo) -> EditionTexts:
    """The texts of an edition, cached."""
    return EditionTexts(snapshot_of(edition))
