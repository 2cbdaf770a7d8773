"""Lineages: each rule and glossary entry followed through any number of editions, whatever number or name it had.

Everything here follows from the provisions' keys and from what `match` found for each pair that `needed_pairs` lists,
so a caller may store those and match again only the pairs that an edition brought in between changes.
"""

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from explorer.lineages.change_kind import ChangeKind
from explorer.lineages.matching import Change, pairs
from explorer.lineages.provisions import Snapshot, parent_of, plain_name, sort_key
from explorer.lineages.returns import EditionKey, End, find_returns

Pair = tuple[datetime.date, datetime.date]

# An excerpt is compared with so many of its neighbors among the excerpts.
_MOST_EXCERPTS = 8
# Something can't have gone and come back in fewer editions than this and one more.
_LEAST_FOR_RETURNS = 2


@dataclass(frozen=True, slots=True)
class LineageLink:
    """Point where two lineages meet: one was merged into the other, or split off from it.

    Attributes:
        date: the edition in which it shows first.
        lineage: the id of the other lineage.
    """

    date: datetime.date
    lineage: str


@dataclass(frozen=True, slots=True)
class Lineage:
    """One rule or glossary entry through the editions.

    Attributes:
        id: the date of its oldest edition and its key there, `2003-03-15:102.8`. An older edition that comes in may
            lead further back and so give another id; the former one stays one of the places by which it is found.
        keys: its key in each edition that has it, oldest first.
        merged_into: the lineage in which it went on, where it was merged into another.
        split_from: the lineage of which it was a part before.
        absorbed: the lineages merged into it.
        offshoots: those split off from it.
    """

    id: str
    keys: Mapping[datetime.date, str]
    merged_into: LineageLink | None = None
    split_from: LineageLink | None = None
    absorbed: tuple[LineageLink, ...] = ()
    offshoots: tuple[LineageLink, ...] = ()

    @property
    def first(self) -> datetime.date:
        """Oldest edition that has it."""
        return min(self.keys)

    @property
    def last(self) -> datetime.date:
        """Newest edition that has it."""
        return max(self.keys)


@dataclass(eq=False, slots=True)
class _Chain:
    keys: dict[datetime.date, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        first = min(self.keys)
        return place_id(first, self.keys[first])


def place_id(date: datetime.date, key: str) -> str:
    """Return the name of a place in an edition, by which a lineage can be found: `2003-03-15:102.8`."""
    return f"{date.isoformat()}:{key}"


def needed_pairs(editions: Mapping[datetime.date, bool]) -> list[Pair]:
    """Return which editions must be matched with which, the pairs that are relied on most first.

    Complete editions are matched with their neighbors among themselves, an excerpt with the nearest complete editions
    and with the excerpts between the same two.

    Args:
        editions: for each effective date whether that edition is complete.
    """
    dates = sorted(editions)
    complete = [date for date in dates if editions[date]]
    found = list(pairwise(complete))
    run: list[datetime.date] = []
    before: datetime.date | None = None
    for date in [*dates, None]:
        if date is not None and not editions[date]:
            run.append(date)
            continue
        found += [(before, excerpt) for excerpt in run if before is not None]
        found += [(excerpt, date) for excerpt in run if date is not None]
        for steps in range(1, _MOST_EXCERPTS):
            found += list(zip(run, run[steps:], strict=False))
        before, run = date, []
    return found


class Lineages:
    """Lineages of a library, found by any date and key."""

    def __init__(self, editions: Mapping[datetime.date, bool], lineages: Iterable[Lineage]) -> None:
        """Keep lineages that were built, or stored.

        Args:
            editions: for each effective date whether that edition is complete.
            lineages: all that have a place in these editions.
        """
        self.editions = dict(sorted(editions.items()))
        self._complete = [date for date, whole in self.editions.items() if whole]
        self._by_id = {lineage.id: lineage for lineage in lineages}
        self._at: dict[datetime.date, dict[str, Lineage]] = {date: {} for date in self.editions}
        for lineage in self._by_id.values():
            for date, key in lineage.keys.items():
                self._at.setdefault(date, {})[key] = lineage

    def __iter__(self) -> Iterator[Lineage]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def __getitem__(self, name: str) -> Lineage:
        """Return the lineage with an id, or with a place in it (`2014-02-01:704.5j`).

        Raises:
            KeyError: no edition has that place.
        """
        if name in self._by_id:
            return self._by_id[name]
        date, _, key = name.partition(":")
        return self._at[datetime.date.fromisoformat(date)][key]

    def at(self, date: datetime.date, key: str) -> Lineage | None:
        """Return the lineage of what an edition has under a key."""
        return self._at[date].get(key)

    def complete_between(self, after: datetime.date, before: datetime.date) -> datetime.date | None:
        """Return the first complete edition between two dates, these excluded."""
        place = bisect_right(self._complete, after)
        return self._complete[place] if place < len(self._complete) and self._complete[place] < before else None

    def find(self, edition: Snapshot, name: str) -> list[Lineage]:
        """Return the lineages of what an edition printed under a number or name; several where it did so twice."""
        return [self._at[edition.date][key] for key in edition.by_printed.get(plain_name(name), ())]

    def corresponds(self, old: datetime.date, cited: str, new: datetime.date, cited_now: str) -> bool:
        """Return whether a number of one edition and one of another are the same rule's, or the one became the other.

        What an excerpt doesn't hold is not held against it.
        """
        mine, yours = self.at(old, cited), self.at(new, cited_now)
        if mine is None or yours is None:
            return not (self.editions[old] and self.editions[new])
        return mine is yours or yours in self.following(mine) or mine in self.following(yours)

    def following(self, lineage: Lineage) -> list[Lineage]:
        """Return the lineages in which one went on by mergers, the nearest first."""
        return self._follow(lineage, lambda one: one.merged_into)

    def preceding(self, lineage: Lineage) -> list[Lineage]:
        """Return the lineages of which one was a part before splits, the nearest first."""
        return self._follow(lineage, lambda one: one.split_from)

    def parts(self, lineage: Lineage) -> list[tuple[datetime.date, Lineage]]:
        """Return in what else one went on by splits, mergers included, each with the date since which it was apart."""
        seen: set[str] = set()

        def walk(
            one: Lineage, since: datetime.date, apart: datetime.date | None = None
        ) -> Iterator[tuple[datetime.date, Lineage]]:
            if one.id in seen:
                return
            seen.add(one.id)
            if one.merged_into:
                # First, since what was split off may come back to it.
                yield from walk(self._by_id[one.merged_into.lineage], one.merged_into.date, apart)
            elif apart:
                yield apart, one
            for link in one.offshoots:
                if link.date > since:
                    yield from walk(self._by_id[link.lineage], link.date, apart or link.date)

        return list(walk(lineage, datetime.date.min))

    def _follow(self, lineage: Lineage, link_of: Callable[[Lineage], LineageLink | None]) -> list[Lineage]:
        found = [lineage]
        while (link := link_of(found[-1])) is not None:
            other = self._by_id[link.lineage]
            if other in found:
                break
            found.append(other)
        return found[1:]

    def destination(self, date: datetime.date, key: str, at: datetime.date) -> str | None:
        """Return where another edition has what one has under a key, mergers included; None where it is gone."""
        lineage = self._at[date][key]
        return next((now.keys[at] for now in (lineage, *self.following(lineage)) if at in now.keys), None)


def build_lineages(snapshots: Iterable[Snapshot], matchings: Mapping[Pair, Sequence[Change]]) -> Lineages:
    """Return the lineages of a library.

    Args:
        snapshots: its editions, in any order.
        matchings: what `match` found for each of `needed_pairs`, and perhaps for others, which are passed over.
    """
    editions = {snapshot.date: snapshot for snapshot in sorted(snapshots, key=lambda snapshot: snapshot.date)}
    chains: dict[EditionKey, _Chain] = {}
    for date, snapshot in editions.items():
        for key in snapshot.by_key:
            chains[date, key] = _Chain({date: key})
    wanted = needed_pairs({date: snapshot.complete for date, snapshot in editions.items()})
    for old, new in wanted:
        for key, other in pairs(matchings[old, new], editions[old].by_key, editions[new].by_key):
            _join(chains, (old, key), (new, other))
    _join_returns(chains, editions)
    return _finish(editions, chains, wanted, matchings)


def _join_returns(chains: dict[EditionKey, _Chain], editions: Mapping[datetime.date, Snapshot]) -> None:
    """Join what ends before the newest complete edition to what begins later and is the same."""

    def have_same_parent(one: EditionKey, other: EditionKey) -> bool:
        above = [chains.get((date, parent_of(key))) for date, key in (one, other)]
        return above[0] is above[1]

    complete = [date for date, snapshot in editions.items() if snapshot.complete]
    if len(complete) <= _LEAST_FOR_RETURNS:
        return
    ends: tuple[list[End], list[End]] = [], []
    for chain in dict.fromkeys(chains.values()):
        for found, date in zip(ends, (max(chain.keys), min(chain.keys)), strict=True):
            found.append(End(date, editions[date].by_key[chain.keys[date]]))
    endings = [end for end in ends[0] if end.date < complete[-1]]
    beginnings = [end for end in ends[1] if end.date > complete[0]]
    for gone, back in find_returns(endings, beginnings, complete, have_same_parent):
        _join(chains, gone, back)


def _join(chains: dict[EditionKey, _Chain], one: EditionKey, other: EditionKey) -> None:
    """Make one chain of two, unless an edition has both."""
    longer, shorter = chains[one], chains[other]
    if len(longer.keys) < len(shorter.keys):
        longer, shorter = shorter, longer
    if longer is shorter or longer.keys.keys() & shorter.keys.keys():
        return
    longer.keys.update(shorter.keys)
    for place in shorter.keys.items():
        chains[place] = longer


def _finish(
    editions: Mapping[datetime.date, Snapshot],
    chains: Mapping[EditionKey, _Chain],
    wanted: Sequence[Pair],
    matchings: Mapping[Pair, Sequence[Change]],
) -> Lineages:
    """Return chains as lineages, with where they were merged and split."""
    into: dict[_Chain, tuple[datetime.date, _Chain]] = {}
    out_of: dict[_Chain, tuple[datetime.date, _Chain]] = {}
    for old, new in wanted:
        if not (editions[old].complete and editions[new].complete):
            continue
        for change in matchings[old, new]:
            if change.kind not in (ChangeKind.MERGED, ChangeKind.SPLIT):
                continue
            before, after = chains[old, change.old], chains[new, change.new]
            if before is after:
                continue
            if change.kind is ChangeKind.MERGED and max(before.keys) < new:
                into[before] = (new, after)
            elif change.kind is ChangeKind.SPLIT and min(after.keys) >= new:
                out_of[after] = (new, before)
    absorbed: dict[_Chain, list[LineageLink]] = defaultdict(list)
    offshoots: dict[_Chain, list[LineageLink]] = defaultdict(list)
    for chain, (date, host) in into.items():
        absorbed[host].append(LineageLink(date, chain.id))
    for chain, (date, host) in out_of.items():
        offshoots[host].append(LineageLink(date, chain.id))
    lineages = [
        Lineage(
            chain.id,
            dict(sorted(chain.keys.items())),
            LineageLink(into[chain][0], into[chain][1].id) if chain in into else None,
            LineageLink(out_of[chain][0], out_of[chain][1].id) if chain in out_of else None,
            tuple(sorted(absorbed[chain], key=_link_order)),
            tuple(sorted(offshoots[chain], key=_link_order)),
        )
        for chain in dict.fromkeys(chains.values())
    ]
    lineages.sort(key=lambda lineage: (lineage.first, sort_key(lineage.keys[lineage.first])))
    return Lineages({date: snapshot.complete for date, snapshot in editions.items()}, lineages)


def _link_order(link: LineageLink) -> tuple[datetime.date, str]:
    return link.date, link.lineage
