"""Score passages by how well their words match a query, the same for all databases.

Titles count most, then how much of the text is about the query, whether the words are adjacent, and whether the text
begins with them, as a definition does.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from explorer.search import weights
from explorer.search.index.vocabulary import Wanted
from explorer.search.weights import Part
from explorer.search.words.splitting import inflected, number_key, title_keys, tokens


@dataclass(frozen=True, slots=True)
class _TitleKeys:
    keys: frozenset[str]
    padded: str
    words: frozenset[str]
    forms: frozenset[str]


@lru_cache(maxsize=8192)
def _title(title: str) -> _TitleKeys:
    keys = title_keys(title)
    words = frozenset(filter(None, (token.word for token in tokens(title))))
    return _TitleKeys(frozenset(keys), f" {' '.join(keys)} ", words, frozenset(map(inflected, words)))


class Ranker:
    """Scores passages for a query.

    Args:
        order: keys of all words of the query, in order.
        said: the words of the query in lower case.
    """

    def __init__(self, wanted: Sequence[Wanted], order: Sequence[str], said: Iterable[str]) -> None:
        self._numbers = [one.keys[0][:-1] for one in wanted if one.keys[0].endswith("*")]
        self._words = [_Sought.of(one) for one in wanted if not one.keys[0].endswith("*")]
        self._defining = frozenset(one.defined_in for one in wanted if one.defined_in)
        self._weight = sum(word.weight for word in self._words) or 1.0
        self._order = f" {' '.join(order)} " if len(order) > 1 and not self._numbers else ""
        self._said = frozenset(said)
        self._forms = frozenset(map(inflected, self._said))
        # Prefixes don't tell the form of a word.
        self._is_whole = all(not set(one.keys).isdisjoint(order) for one in wanted)
        self._pairs = [f" {one} {two} " for one, two in pairwise(order)] if self._order else []

    def parts(self, kind: int, number: str, title: str, text: str, *, current: bool = True) -> list[Part]:
        """The parts of a passage's score; empty if it matches nothing or only headings above it do.

        Args:
            kind: a `Passage.Kind`.
            text: keys of its words, each with a space before and after.
            current: the newest edition has this text.
        """
        parts = [
            Part(name, weight) for name, weight in (_number(begun, number, text) for begun in self._numbers) if name
        ]
        own = bool(parts)
        called = _title(title) if title else None
        if called and not text:
            text = called.padded
        in_title = in_text = 0.0
        named: set[str] = set()
        for word in self._words:
            times = word.times(text)
            there = word.named(called) if called else frozenset()
            if there:
                in_title += word.weight
                named |= there
            if times:
                in_text += word.weight * times / (times + 0.5 + len(text) / weights.LONG_TEXT)
            elif not there:
                if word.is_phrase:
                    return []
                in_text += word.weight * weights.HEADING_ABOVE
                continue
            own = True
        if not own:
            return []
        parts += [Part("text", weights.TEXT, in_text / self._weight), Part("kind", weights.KINDS[kind])]
        if current:
            parts.append(Part("current", weights.CURRENT))
        # “Poisonous” doesn't match “poison”, though their stem is the same.
        if called and in_title and (called.forms & self._forms or not self._is_whole):
            share = in_title / self._weight
            of_title = len(named & called.keys) / len(called.keys)
            parts.append(Part("in title", weights.IN_TITLE, share**3 * _closeness(of_title)))
            if share > 0.999 and of_title > 0.999 and (called.forms <= self._forms or not self._is_whole):
                is_same = called.words <= self._said
                parts.append(
                    Part("same title", weights.SAME_TITLE)
                    if is_same
                    else Part("same title in other forms", weights.SAME_TITLE_IN_OTHER_FORMS)
                )
        if number in self._defining:
            parts.append(Part("defining", weights.DEFINING))
        return [*parts, *self._proximity(text, called), *self._opening(text)]

    def pointed_at(self, title: str) -> Part | None:
        """The bonus for a rule that the glossary entry with this name refers to.

        “Legend Rule” refers to a rule without a heading. None unless the name has all words of the query.
        """
        called = _title(title)
        named = [word.named(called) for word in self._words]
        if not all(named) or not called.keys or not named:
            return None
        share = len(frozenset().union(*named)) / len(called.keys)
        return Part("pointed at", weights.POINTED_AT, _closeness(share))

    def _proximity(self, text: str, called: _TitleKeys | None) -> Iterator[Part]:
        """Score words that are adjacent in the text or title, as in the query."""
        if not self._order:
            return
        if self._order in text or (called and self._order in called.padded):
            yield Part("phrase", weights.PHRASE)
        elif together := sum(pair in text for pair in self._pairs):
            yield Part("neighbors", weights.NEIGHBORS, together / len(self._pairs))

    def _opening(self, text: str) -> Iterator[Part]:
        """Score a text that begins with the query, as a definition does."""
        if not self._words or not text:
            return
        if self._order and text.startswith(self._order):
            yield Part("definition", weights.DEFINITION)
        elif (first := max(word.first(text) for word in self._words)) < weights.OPENING_LETTERS:
            yield Part("opening", weights.OPENING, 1.0 - first / weights.OPENING_LETTERS)


def _closeness(of_title: float) -> float:
    """Factor for a title of which only a share is in the query."""
    return weights.TITLE_AT_LEAST + (1 - weights.TITLE_AT_LEAST) * of_title


@dataclass(frozen=True, slots=True)
class _Sought:
    """A wanted word or phrase, prepared for searching in key strings."""

    padded: tuple[str, ...]
    keys: frozenset[str]
    weight: float
    is_phrase: bool

    @classmethod
    def of(cls, wanted: Wanted) -> "_Sought":
        if wanted.phrase:
            return cls((f" {' '.join(wanted.phrase)} ",), frozenset(wanted.phrase), wanted.weight, is_phrase=True)
        return cls(tuple(f" {key} " for key in wanted.keys), frozenset(wanted.keys), wanted.weight, is_phrase=False)

    def times(self, text: str) -> int:
        if len(self.padded) == 1:
            return text.count(self.padded[0])
        return sum(text.count(one) for one in self.padded)

    def first(self, text: str) -> int:
        """The offset of the first match; at least `OPENING_LETTERS` if there is none."""
        places = [place for one in self.padded if (place := text.find(one)) >= 0]
        return min(places) if places else weights.OPENING_LETTERS

    def named(self, title: _TitleKeys) -> frozenset[str]:
        if self.is_phrase:
            return self.keys if self.padded[0] in title.padded else frozenset()
        return self.keys & title.keys


def _number(begun: str, number: str, text: str) -> tuple[str, float]:
    """Name and weight of how a passage matches a number or its prefix; no name if it doesn't."""
    key = number_key(number)
    if key == begun:
        return "same number", weights.SAME_NUMBER
    if number and key.startswith(begun):
        # For 702.1, 702.1a is under it, but 702.19 only has it as a prefix.
        is_longer = key[len(begun)].isdigit()
        return ("number begins", weights.NUMBER_BEGINS) if is_longer else ("under number", weights.UNDER_NUMBER)
    return ("number cited", weights.NUMBER_CITED) if f" {begun}" in text else ("", 0.0)
