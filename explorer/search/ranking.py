"""Ranking of passages by how well they fit a query: one order, whatever database found them.

What a rule or an entry is called counts most, then how much of a text is about what was asked, whether the words stand
together, and whether the text begins with them, as a definition does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from explorer.models import Passage
from explorer.search.forms import inflected
from explorer.search.vocabulary import Wanted
from explorer.search.words import number_key, title_keys, tokens

# A title that is just what was asked for, in the very words and in other forms; one that has it among other words.
_SAME_TITLE = 40.0
_SAME_IN_OTHER_FORMS = 25.0
_IN_TITLE = 30.0
_BODY = 10.0
_TOGETHER = 6.0
_NEIGHBOURS = 3.0
_OPENING = 4.0
# A text that begins with all that was typed, in that order.
_DEFINITION = 12.0
# Letters of keys within which an opening has said what it is about.
_SOON = 24
_ABOVE = 0.1
_CURRENT = 5.0
_DEFINING = 15.0
_POINTED_AT = 24.0
# The number itself, what stands under it, numbers that begin so, texts that cite it.
_NUMBERS = (200.0, 150.0, 100.0, 1.0)
_KINDS = {
    Passage.Kind.TERM: 2.0,
    Passage.Kind.CHAPTER: 1.0,
    Passage.Kind.SECTION: 1.5,
    Passage.Kind.RULE: 1.0,
    Passage.Kind.SUBRULE: 0.0,
}
# Of a text this long (in letters of its keys), two mentions are worth what one is in a short one.
_LONG = 400.0


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
    """Gives each passage a number, the greater the better."""

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

    def score(self, kind: int, number: str, title: str, text: str, *, current: bool = True) -> float | None:
        """Return how well a passage fits, or None for one that has nothing of what was asked but the headings above.

        Args:
            kind: a `Passage.Kind`.
            number: the rule's number; empty for a glossary entry.
            title: its heading or name.
            text: the keys of its words, with a space before and after each.
            current: whether the newest edition has it so.
        """
        score = _CURRENT if current else 0.0
        own = False
        for begun in self._numbers:
            fit = _number(begun, number, text)
            own = own or fit > 0
            score += fit
        called = _title(title) if title else None
        if called and not text:
            text = called.padded
        in_title = in_body = 0.0
        named: set[str] = set()
        for word in self._words:
            times = word.times(text)
            there = word.named(called) if called else frozenset()
            if there:
                in_title += word.weight
                named |= there
            if times:
                in_body += word.weight * times / (times + 0.5 + len(text) / _LONG)
            elif not there:
                if word.is_phrase:
                    return None
                in_body += word.weight * _ABOVE
                continue
            own = True
        if not own:
            return None
        score += _BODY * in_body / self._weight + _KINDS[Passage.Kind(kind)]
        # “Poisonous” is not what “poison” asks for, though their stem is one.
        if called and in_title and (called.forms & self._forms or not self._is_whole):
            share = in_title / self._weight
            of_title = len(named & called.keys) / len(called.keys)
            score += _IN_TITLE * share**3 * _closeness(of_title)
            if share > 0.999 and of_title > 0.999 and (called.forms <= self._forms or not self._is_whole):
                score += _SAME_TITLE if called.words <= self._said else _SAME_IN_OTHER_FORMS
        if number in self._defining:
            score += _DEFINING
        return score + self._together(text, called) + self._opening(text)

    def pointed_at(self, title: str) -> float:
        """Return what it is worth to a rule that the glossary entry of this name sends its readers to it.

        The entry “Legend Rule” says where that rule is, which itself has no heading. Nothing where the entry's name
        has not all of what was asked.
        """
        called = _title(title)
        named = [word.named(called) for word in self._words]
        if not all(named) or not called.keys or not named:
            return 0.0
        return _POINTED_AT * _closeness(len(frozenset().union(*named)) / len(called.keys))

    def _together(self, text: str, called: _Called | None) -> float:
        """Return what it is worth that the words stand in the text, or in the title, as they were typed."""
        if not self._order:
            return 0.0
        if self._order in text or (called and self._order in called.padded):
            return _TOGETHER + _NEIGHBOURS
        return _NEIGHBOURS * sum(pair in text for pair in self._pairs) / len(self._pairs)

    def _opening(self, text: str) -> float:
        """Return what it is worth that a text begins with what was asked, as the text that defines it does."""
        if not self._words or not text:
            return 0.0
        if self._order and text.startswith(self._order):
            return _DEFINITION
        first = max(word.first(text) for word in self._words)
        return _OPENING * max(0.0, 1.0 - first / _SOON)


def _closeness(of_title: float) -> float:
    """Return what a title is worth of which some part was asked for."""
    return 0.4 + 0.6 * of_title


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
        return min(places) if places else 2 * _SOON

    def named(self, title: _Called) -> frozenset[str]:
        """Return the keys of a title that it is."""
        if self.is_phrase:
            return self.keys if self.padded[0] in title.padded else frozenset()
        return self.keys & title.keys


def _number(begun: str, number: str, text: str) -> float:
    """Return how well a passage fits a rule number, or the beginning of one."""
    itself, under, beginning, cited = _NUMBERS
    key = number_key(number)
    if key == begun:
        return itself
    if number and key.startswith(begun):
        # 702.1a and, for a section, 702.1 stand under it; 702.19 only begins as 702.1 does.
        return beginning if key[len(begun)].isdigit() else under
    return cited if f" {begun}" in text else 0.0
