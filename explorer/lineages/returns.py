"""Rules that were deleted and came back: the same text, or nearly the same, under the same parent."""

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from explorer.lineages.normalizing import words_of
from explorer.lineages.provisions import Provision, is_term, parent_of, sort_key

EditionKey = tuple[datetime.date, str]

_LEAST = 0.85
# Shorter texts are the same in many places.
_LEAST_WORDS = 6


@dataclass(frozen=True, slots=True)
class End:
    """Place where a lineage begins or ends, and what it says there."""

    date: datetime.date
    provision: Provision

    @property
    def place(self) -> EditionKey:
        """Date and the key."""
        return self.date, self.provision.key

    @property
    def words(self) -> tuple[str, ...]:
        """Words of its text."""
        return words_of(self.provision.text)


def find_returns(
    endings: Sequence[End],
    beginnings: Sequence[End],
    complete: Sequence[datetime.date],
    have_same_parent: Callable[[EditionKey, EditionKey], bool],
) -> Iterator[tuple[EditionKey, EditionKey]]:
    """Yield what ended and what began later that are the same, parents before their children.

    A caller that joins each pair at once lets the children of a rule come back with it.

    Args:
        endings: where lineages end.
        beginnings: where lineages begin.
        complete: the dates of the complete editions, in order. One at least must lie between, and lack the rule.
        have_same_parent: whether what two places stand under is the same.
    """
    named: dict[str, list[End]] = defaultdict(list)
    for begun in sorted(beginnings, key=_order):
        named[_name(begun)].append(begun)
    taken: set[EditionKey] = set()
    for ended in sorted(endings, key=lambda end: (_level(end), *_order(end))):
        best: tuple[float, End] | None = None
        for begun in named.get(_name(ended), ()):
            between = bisect_right(complete, ended.date)
            if begun.place in taken or between >= len(complete) or complete[between] >= begun.date:
                continue
            alike = _likeness(ended, begun, same_parent=have_same_parent(ended.place, begun.place))
            if alike >= _LEAST and (best is None or alike > best[0]):
                best = alike, begun
        if best is not None:
            taken.add(best[1].place)
            yield ended.place, best[1].place


def _likeness(ended: End, begun: End, *, same_parent: bool) -> float:
    """Return how much alike two ends are; 0 for the same words without a place in common."""
    if is_term(ended.provision.key):
        return 1.0
    mine, yours = ended.words, begun.words
    if not same_parent or (not mine and not yours):
        return 0.0
    if ended.provision.heading or begun.provision.heading:
        return float(mine == yours)
    if min(len(mine), len(yours)) < _LEAST_WORDS:
        return 0.0
    return float(Indel.normalized_similarity(mine, yours))


def _name(end: End) -> str:
    """Return what must be equal: the key of a glossary entry, the first words of a rule."""
    if is_term(end.provision.key):
        return end.provision.key
    return f"{_level(end)} {' '.join(end.words[:2])}"


def _level(end: End) -> int:
    key, level = parent_of(end.provision.key), 0
    while key:
        key, level = parent_of(key), level + 1
    return level


def _order(end: End) -> tuple[datetime.date, tuple[int, str]]:
    return end.date, sort_key(end.provision.key)
