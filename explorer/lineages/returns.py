"""Find rules that were removed and came back: the same or nearly the same text under the same parent."""

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from explorer.lineages.normalizing import words_of
from explorer.lineages.provisions import Provision, is_term, parent_of, sort_key

EditionKey = tuple[datetime.date, str]

_MIN_ALIKE = 0.85
# Shorter texts are the same in many places.
_MIN_WORDS = 6


@dataclass(frozen=True, slots=True)
class End:
    """Where a lineage begins or ends, and its text there."""

    date: datetime.date
    provision: Provision

    @property
    def place(self) -> EditionKey:
        return self.date, self.provision.key

    @property
    def words(self) -> tuple[str, ...]:
        return words_of(self.provision.text)


def find_returns(
    endings: Sequence[End],
    beginnings: Sequence[End],
    complete: Sequence[datetime.date],
    have_same_parent: Callable[[EditionKey, EditionKey], bool],
) -> Iterator[tuple[EditionKey, EditionKey]]:
    """Yield matching ends and later beginnings of lineages, parents before children.

    A caller that joins each pair immediately lets the children of a rule come back with it.

    Args:
        complete: dates of the complete editions, in order. At least one must be between the two, and lack the rule.
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
            if alike >= _MIN_ALIKE and (best is None or alike > best[0]):
                best = alike, begun
        if best is not None:
            taken.add(best[1].place)
            yield ended.place, best[1].place


def _likeness(ended: End, begun: End, *, same_parent: bool) -> float:
    if is_term(ended.provision.key):
        return 1.0
    mine, yours = ended.words, begun.words
    if not same_parent or (not mine and not yours):
        return 0.0
    if ended.provision.heading or begun.provision.heading:
        return float(mine == yours)
    if min(len(mine), len(yours)) < _MIN_WORDS:
        return 0.0
    return float(Indel.normalized_similarity(mine, yours))


def _name(end: End) -> str:
    """What must be equal: the key of a glossary entry, the level and first words of a rule."""
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
