"""Lineages: each rule and glossary entry, followed through all editions whatever its number or name.

They follow from the provisions' keys and from `match` of each pair in `needed_pairs`, so a caller may store those
matches and only match the pairs that a new edition brings.
"""

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from rapidfuzz.distance import Indel

from explorer.document.tree import Completeness
from explorer.lineages.matching import Change, pairs
from explorer.lineages.normalizing import words_of
from explorer.lineages.provisions import (
    ChangeKind,
    Provision,
    Snapshot,
    completeness_to_lack,
    is_term,
    parent_of,
    sort_key,
)

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
    """Yield the ends and later beginnings of rules that were removed and came back, parents before children.

    Such a rule has nearly the same text, under the same parent, and at least one of the `complete` editions between
    lacks it. A caller that joins each pair immediately lets the children of a rule come back with it.
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
            alike = _similarity(ended, begun, same_parent=have_same_parent(ended.place, begun.place))
            if alike >= _MIN_ALIKE and (best is None or alike > best[0]):
                best = alike, begun
        if best is not None:
            taken.add(best[1].place)
            yield ended.place, best[1].place


def _similarity(ended: End, begun: End, *, same_parent: bool) -> float:
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


Pair = tuple[datetime.date, datetime.date]

# An excerpt is matched with this many of its neighbors among the excerpts.
_MAX_EXCERPTS = 8
# Leaving and coming back takes more complete editions than this.
_TOO_FEW_FOR_RETURNS = 2


@dataclass(frozen=True, slots=True)
class LineageLink:
    """Where two lineages meet by a merger or a split; `date` is that of the first edition after it."""

    date: datetime.date
    lineage: str


@dataclass(frozen=True, slots=True)
class Lineage:
    """One rule or glossary entry through the editions.

    Attributes:
        id: the date of its oldest edition and its key there, `2003-03-15:102.8`. An older edition that is added may
            change the id; the former one remains valid for lookups.
        merged_into: the lineage that continues it.
        split_from: the lineage that it was a part of before.
    """

    id: str
    keys: Mapping[datetime.date, str]
    merged_into: LineageLink | None = None
    split_from: LineageLink | None = None
    absorbed: tuple[LineageLink, ...] = ()
    offshoots: tuple[LineageLink, ...] = ()

    @property
    def first(self) -> datetime.date:
        return min(self.keys)


@dataclass(eq=False, slots=True)
class _Chain:
    keys: dict[datetime.date, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        first = min(self.keys)
        return place_id(first, self.keys[first])


def place_id(date: datetime.date, key: str) -> str:
    """`2003-03-15:102.8`."""
    return f"{date.isoformat()}:{key}"


def needed_pairs(editions: Mapping[datetime.date, Completeness]) -> Mapping[Pair, Collection[Completeness]]:
    """The pairs of editions to match, the most reliable first, each with the `completeness_to_lack` that it is for.

    Complete editions are matched with their complete neighbors, excerpts with the nearest complete editions and with
    the excerpts between the same two. An edition whose glossary breaks off is complete for rules and an excerpt for
    glossary entries, so there the nearest glossaries before and after it are matched, too.
    """
    found: dict[Pair, list[Completeness]] = defaultdict(list)
    for least in (Completeness.ALL_RULES, Completeness.WHOLE):
        for pair in _neighbors({date: has >= least for date, has in editions.items()}):
            found[pair].append(least)
    return found


def _neighbors(editions: Mapping[datetime.date, bool]) -> list[Pair]:
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
        for steps in range(1, _MAX_EXCERPTS):
            found += list(zip(run, run[steps:], strict=False))
        before, run = date, []
    return found


class Lineages:
    """All lineages, indexed by date and key."""

    def __init__(self, editions: Mapping[datetime.date, Completeness], lineages: Iterable[Lineage]) -> None:
        self.editions = dict(sorted(editions.items()))
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
        """Look up a lineage by id or by any place in it (`2014-02-01:704.5j`)."""
        if name in self._by_id:
            return self._by_id[name]
        date, _, key = name.partition(":")
        return self._at[datetime.date.fromisoformat(date)][key]

    def at(self, date: datetime.date, key: str) -> Lineage | None:
        return self._at[date].get(key)

    def lacked_between(self, key: str, after: datetime.date, before: datetime.date) -> datetime.date | None:
        """The first edition strictly between two dates that would have `key` if the rules did."""
        complete = self._complete[completeness_to_lack(key)]
        place = bisect_right(complete, after)
        return complete[place] if place < len(complete) and complete[place] < before else None

    @cached_property
    def _complete(self) -> Mapping[Completeness, Sequence[datetime.date]]:
        return {least: [date for date, has in self.editions.items() if has >= least] for least in Completeness}

    def corresponds(self, old: datetime.date, cited: str, new: datetime.date, cited_now: str) -> bool:
        """Whether a cited number is, or became, the other's rule; True if an incomplete edition lacks it."""
        mine, yours = self.at(old, cited), self.at(new, cited_now)
        if mine is None or yours is None:
            return min(self.editions[old], self.editions[new]) < Completeness.ALL_RULES
        return mine is yours or yours in self.following(mine) or mine in self.following(yours)

    def following(self, lineage: Lineage) -> list[Lineage]:
        """The lineages that continue one after mergers, the nearest first."""
        return self._follow(lineage, lambda one: one.merged_into)

    def preceding(self, lineage: Lineage) -> list[Lineage]:
        """The lineages that one was part of before splits, the nearest first."""
        return self._follow(lineage, lambda one: one.split_from)

    def parts(self, lineage: Lineage) -> list[tuple[datetime.date, Lineage]]:
        """What else a lineage became by splits, following mergers, each with the date of the split."""
        seen: set[str] = set()

        def walk(
            one: Lineage, since: datetime.date, apart: datetime.date | None = None
        ) -> Iterator[tuple[datetime.date, Lineage]]:
            if one.id in seen:
                return
            seen.add(one.id)
            if one.merged_into:
                # First, since an offshoot may be merged into it again.
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
        """The key in edition `at` of what edition `date` has under `key`, following mergers."""
        lineage = self._at[date][key]
        return next((now.keys[at] for now in (lineage, *self.following(lineage)) if at in now.keys), None)


def build_lineages(snapshots: Iterable[Snapshot], matchings: Mapping[Pair, Sequence[Change]]) -> Lineages:
    """Build the lineages of a library from the result of `match` for each of `needed_pairs`."""
    editions = {snapshot.date: snapshot for snapshot in sorted(snapshots, key=lambda snapshot: snapshot.date)}
    chains: dict[EditionKey, _Chain] = {}
    for date, snapshot in editions.items():
        for key in snapshot.by_key:
            chains[date, key] = _Chain({date: key})
    wanted = needed_pairs({date: snapshot.completeness for date, snapshot in editions.items()})
    for (old, new), parts in wanted.items():
        for key, other in pairs(matchings[old, new], editions[old].by_key, editions[new].by_key):
            if completeness_to_lack(key) in parts:
                _join(chains, (old, key), (new, other))
    for part in (Completeness.ALL_RULES, Completeness.WHOLE):
        _join_returns(chains, editions, part)
    return _with_links(editions, chains, wanted, matchings)


def _join_returns(
    chains: dict[EditionKey, _Chain], editions: Mapping[datetime.date, Snapshot], part: Completeness
) -> None:
    def have_same_parent(one: EditionKey, other: EditionKey) -> bool:
        above = [chains.get((date, parent_of(key))) for date, key in (one, other)]
        return above[0] is above[1]

    complete = [date for date, snapshot in editions.items() if snapshot.completeness >= part]
    if len(complete) <= _TOO_FEW_FOR_RETURNS:
        return
    ends: tuple[list[End], list[End]] = [], []
    own = (chain for (_, key), chain in chains.items() if completeness_to_lack(key) is part)
    for chain in dict.fromkeys(own):
        for found, date in zip(ends, (max(chain.keys), min(chain.keys)), strict=True):
            found.append(End(date, editions[date].by_key[chain.keys[date]]))
    endings = [end for end in ends[0] if end.date < complete[-1]]
    beginnings = [end for end in ends[1] if end.date > complete[0]]
    for gone, back in find_returns(endings, beginnings, complete, have_same_parent):
        _join(chains, gone, back)


def _join(chains: dict[EditionKey, _Chain], one: EditionKey, other: EditionKey) -> None:
    """Join two chains, unless an edition has both."""
    longer, shorter = chains[one], chains[other]
    if len(longer.keys) < len(shorter.keys):
        longer, shorter = shorter, longer
    if longer is shorter or longer.keys.keys() & shorter.keys.keys():
        return
    longer.keys.update(shorter.keys)
    for place in shorter.keys.items():
        chains[place] = longer


def _with_links(
    editions: Mapping[datetime.date, Snapshot],
    chains: Mapping[EditionKey, _Chain],
    wanted: Mapping[Pair, Collection[Completeness]],
    matchings: Mapping[Pair, Sequence[Change]],
) -> Lineages:
    into: dict[_Chain, tuple[datetime.date, _Chain]] = {}
    out_of: dict[_Chain, tuple[datetime.date, _Chain]] = {}
    for (old, new), parts in wanted.items():
        whole = min(editions[old].completeness, editions[new].completeness)
        for change in matchings[old, new]:
            part = completeness_to_lack(change.old)
            if change.kind not in (ChangeKind.MERGED, ChangeKind.SPLIT) or part not in parts or whole < part:
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
    return Lineages({date: snapshot.completeness for date, snapshot in editions.items()}, lineages)


def _link_order(link: LineageLink) -> tuple[datetime.date, str]:
    return link.date, link.lineage
