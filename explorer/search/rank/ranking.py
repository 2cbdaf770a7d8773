"""Score passages by how well their words match a query, the same for all databases.

Titles count most, then how much of the text is about the query, whether the words are adjacent, and whether the text
begins with them, as a definition does. For questions, there is Okapi BM25 over each passage's words, its title, the
headings above it and its names in the index.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from explorer.search import weights
from explorer.search.index.vocabulary import Wanted
from explorer.search.weights import Part
from explorer.search.words.phrases import canonical, canonical_keys, specificity
from explorer.search.words.splitting import inflected, number_key, title_keys, tokens


@dataclass(frozen=True, slots=True)
class Document:
    """A passage's words, and its names.

    Attributes:
        keys: of its words, separated by spaces.
        above: the headings above it, the nearest first.
        called: names of index entries that have it first.
        also_called: names of index entries that have it later.
        explained: keys of our plain words for it.
    """

    name: str
    keys: str
    title: str = ""
    above: Sequence[str] = ()
    called: Sequence[str] = ()
    also_called: Sequence[str] = ()
    explained: Sequence[str] = ()


class BM25:
    """An inverted index of passages with precomputed term frequencies."""

    def __init__(self, passages: Iterable[Document]) -> None:
        self._names: list[str] = []
        postings: dict[str, tuple[array[int], array[float]]] = defaultdict(lambda: (array("I"), array("f")))
        for place, one in enumerate(passages):
            self._names.append(one.name)
            for key, times in _term_frequencies(one).items():
                places, counts = postings[key]
                places.append(place)
                counts.append(times / (times + weights.K1))
        self._postings = dict(postings)

    def idf(self, key: str) -> float:
        """Rarity of a canonical key, less for words that aren't specific; 0 if no passage has it."""
        if key not in self._postings or not (share := weights.PAIR if " " in key else specificity(key)):
            return 0.0
        return share * math.log(1 + len(self._names) / len(self._postings[key][0]))

    def fits(self, wanted: Mapping[str, float]) -> Mapping[str, float]:
        """Score each passage with a specific word of the query, from 0 to 1; in the order of the passages.

        Args:
            wanted: canonical keys with their weights.
        """
        fits: dict[int, float] = defaultdict(float)
        whole = 0.0
        for key, weight in wanted.items():
            if not (idf := weight * self.idf(key)):
                continue
            places, counts = self._postings[key]
            whole += idf
            for place, count in zip(places, counts, strict=True):
                fits[place] += idf * count
        return {self._names[place]: fits[place] / whole for place in sorted(fits)}


def pairs(keys: Iterable[str]) -> Iterator[str]:
    """Each two adjacent words as a key of its own, without fillers between them: `combat damage`."""
    for one, two in pairwise(key for key in keys if specificity(key)):
        yield f"{one} {two}"


def wanted_of(text: str) -> Mapping[str, float]:
    """What `BM25.fits` wants for a text: its words and pairs of words."""
    keys = canonical_keys(text)
    return dict.fromkeys((*keys, *pairs(keys)), 1.0)


def _term_frequencies(document: Document) -> Mapping[str, float]:
    """The weighted frequency of each key, normalized by length."""
    out: dict[str, float] = defaultdict(float)
    own = Counter(document.keys.split())
    once = 1 / (1 - weights.B + weights.B * own.total() / weights.AVERAGE_LENGTH)
    for key, times in own.items():
        out[canonical(key)] += times * once
    for pair, times in Counter(pairs(map(canonical, document.keys.split()))).items():
        out[pair] += times * once
    for title, weight in [
        (document.title, weights.TITLE_COUNTS),
        *zip(document.above, weights.ABOVE_COUNTS, strict=False),
    ]:
        for key in title_keys(title):
            out[canonical(key)] += weight
    for key, times in Counter(document.explained).items():
        out[key] += weights.EXPLAINED_COUNTS * min(times, weights.MOST_EXPLAINED)
    for names, weight in (
        (document.called, weights.INDEX_NAME_COUNTS),
        (document.also_called, weights.LATER_INDEX_NAME_COUNTS),
    ):
        named = Counter(key for name in names for key in set(canonical_keys(name))) if names else {}
        for key, count in named.items():
            out[key] += weight * min(count, weights.MOST_INDEX_NAMES)
    return out


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
        quoted: keys of phrases that a text should have.
    """

    def __init__(
        self,
        wanted: Sequence[Wanted],
        order: Sequence[str],
        said: Iterable[str],
        quoted: Sequence[Sequence[str]] = (),
    ) -> None:
        self._numbers = [one.keys[0][:-1] for one in wanted if one.keys[0].endswith("*")]
        self._words = [_Term.of(one) for one in wanted if not one.keys[0].endswith("*")]
        self._defining = frozenset(one.defined_in for one in wanted if one.defined_in)
        self._weight = sum(word.weight for word in self._words) or 1.0
        self._order = f" {' '.join(order)} " if len(order) > 1 and not self._numbers else ""
        self._quoted = [f" {' '.join(one)} " for one in quoted]
        self._said = frozenset(said)
        self._forms = frozenset(map(inflected, self._said))
        # Prefixes don't tell the form of a word.
        self._is_whole = all(not set(one.keys).isdisjoint(order) for one in wanted)
        self._pairs = [f" {one} {two} " for one, two in pairwise(order)] if self._order else []

    @property
    def words(self) -> Sequence["_Term"]:
        return self._words

    def asks_beyond(self, title: str) -> bool:
        """Whether the query has three words or more that aren’t in a title."""
        return sum(not word.named(_title(title)) for word in self._words) > 2

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
                in_text += word.weight * times / (times + weights.ONE_MENTION + len(text) / weights.LONG_TEXT)
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
        """Score words that are adjacent in the text or title, as in the query, and quoted ones."""
        if has := sum(one in text for one in self._quoted):
            yield Part("quoted", weights.QUOTED, 1.0 if has == len(self._quoted) else weights.SOME_QUOTED)
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
class _Term:
    """A wanted word or phrase, prepared for searching in key strings."""

    padded: tuple[str, ...]
    keys: frozenset[str]
    weight: float
    is_phrase: bool

    @classmethod
    def of(cls, wanted: Wanted) -> "_Term":
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
