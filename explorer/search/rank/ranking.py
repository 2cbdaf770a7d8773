"""Ranking of passages by how well they fit a query: one order, whatever database found them.

What a rule or an entry is called counts most, then how much of a text is about what was asked, whether the words stand
together, and whether the text begins with them, as a definition does.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from explorer.search import weights
from explorer.search.index.vocabulary import Wanted
from explorer.search.weights import Part
from explorer.search.words.inflections import inflected
from explorer.search.words.splitting import number_key, title_keys, tokens


@dataclass(frozen=True, slots=True)
class _Called:
    keys: frozenset[str]
    padded: str
    words: frozenset[str]
    forms: frozenset[str]


@lru_cache(maxsize=8192)
def _title(title: str) -> _Called:
    keys = title_keys(title)
    words = frozenset(filter(None, (token.word for token in tokens(title))))
    return _Called(frozenset(keys), f" {' '.join(keys)} ", words, frozenset(map(inflected, words)))


class Ranker:
    """Scores passages, the greater the better."""

    def __init__(self, wanted: Sequence[Wanted], order: Sequence[str], said: Iterable[str]) -> None:
        """Read what was asked for.

        Args:
            wanted: what texts must have.
            order: the keys of all that was typed, in order.
            said: the words of it, in small letters.
        """
        self._numbers = [one.keys[0][:-1] for one in wanted if one.keys[0].endswith("*")]
        self._words = [_Sought.of(one) for one in wanted if not one.keys[0].endswith("*")]
        self._defining = frozenset(one.defined_in for one in wanted if one.defined_in)
        self._weight = sum(word.weight for word in self._words) or 1.0
        self._order = f" {' '.join(order)} " if len(order) > 1 and not self._numbers else ""
        self._said = frozenset(said)
        self._forms = frozenset(map(inflected, self._said))
        # Of a word that is only begun, no form can be told.
        self._is_whole = all(not set(one.keys).isdisjoint(order) for one in wanted)
        self._pairs = [f" {one} {two} " for one, two in pairwise(order)] if self._order else []

    def parts(self, kind: int, number: str, title: str, text: str, *, current: bool = True) -> list[Part]:
        """Return the parts of a passage's score; none for one that has nothing of what was asked but headings above.

        Args:
            kind: a `Passage.Kind`.
            number: the rule's number; empty for a glossary entry.
            title: its heading or name.
            text: the keys of its words, with a space before and after each.
            current: whether the newest edition has it so.
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
        # “Poisonous” is not what “poison” asks for, though their stem is one.
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
        return [*parts, *self._together(text, called), *self._opening(text)]

    def pointed_at(self, title: str) -> Part | None:
        """Return what it is worth to a rule that the glossary entry of this name sends its readers to it.

        The entry “Legend Rule” says where that rule is, which itself has no heading. Nothing where the entry's name
        has not all of what was asked.
        """
        called = _title(title)
        named = [word.named(called) for word in self._words]
        if not all(named) or not called.keys or not named:
            return None
        share = len(frozenset().union(*named)) / len(called.keys)
        return Part("pointed at", weights.POINTED_AT, _closeness(share))

    def _together(self, text: str, called: _Called | None) -> Iterator[Part]:
        """Yield what it is worth that the words stand in the text, or in the title, as they were typed."""
        if not self._order:
            return
        if self._order in text or (called and self._order in called.padded):
            yield Part("phrase", weights.PHRASE)
        elif together := sum(pair in text for pair in self._pairs):
            yield Part("neighbors", weights.NEIGHBORS, together / len(self._pairs))

    def _opening(self, text: str) -> Iterator[Part]:
        """Yield what it is worth that a text begins with what was asked, as the text that defines it does."""
        if not self._words or not text:
            return
        if self._order and text.startswith(self._order):
            yield Part("definition", weights.DEFINITION)
        elif (first := max(word.first(text) for word in self._words)) < weights.OPENING_LETTERS:
            yield Part("opening", weights.OPENING, 1.0 - first / weights.OPENING_LETTERS)


def _closeness(of_title: float) -> float:
    """Return what a title is worth of which some part was asked for."""
    return weights.TITLE_AT_LEAST + (1 - weights.TITLE_AT_LEAST) * of_title


@dataclass(frozen=True, slots=True)
class _Sought:
    """Wanted word or phrase, as it is looked for in texts."""

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
        """Return how often a text has it."""
        if len(self.padded) == 1:
            return text.count(self.padded[0])
        return sum(text.count(one) for one in self.padded)

    def first(self, text: str) -> int:
        """Return where a text has it first, far off when it has not."""
        places = [place for one in self.padded if (place := text.find(one)) >= 0]
        return min(places) if places else weights.OPENING_LETTERS

    def named(self, title: _Called) -> frozenset[str]:
        """Return the keys of a title that it is."""
        if self.is_phrase:
            return self.keys if self.padded[0] in title.padded else frozenset()
        return self.keys & title.keys


def _number(begun: str, number: str, text: str) -> tuple[str, float]:
    """Return how a passage fits a number, or the beginning of one, and the weight of that; for not at all, no name."""
    key = number_key(number)
    if key == begun:
        return "same number", weights.SAME_NUMBER
    if number and key.startswith(begun):
        # 702.1a and, for a section, 702.1 stand under it; 702.19 only begins as 702.1 does.
        is_longer = key[len(begun)].isdigit()
        return ("number begins", weights.NUMBER_BEGINS) if is_longer else ("under number", weights.UNDER_NUMBER)
    return ("number cited", weights.NUMBER_CITED) if f" {begun}" in text else ("", 0.0)
