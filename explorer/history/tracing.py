"""The life of one rule, and what changed between any two editions: both read off the lineages."""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from explorer.history.lineages import Lineage, Lineages
from explorer.history.matching import Change, ChangeKind, change_order, kind_of_change
from explorer.history.provisions import Provision, Snapshot, plain_name

Lookup = Callable[[datetime.date, str], Provision]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A point in the life of a rule.

    Attributes:
        date: the edition in which it shows first.
        change: what happened.
        lineage: the lineage that it happened to: the rule's own, one that it was merged into, or one that it was split
            off from.
        provision: what the rule is from then on; for a removal, what it was last.
    """

    date: datetime.date
    change: ChangeKind
    lineage: str
    provision: Provision

    def as_json(self) -> dict[str, str]:
        """Return the step as programs read it; nothing is the text of what was removed."""
        removed = self.change is ChangeKind.REMOVED
        return {
            "edition": self.date.isoformat(),
            "number": plain_name(self.provision.key),
            "change": str(self.change),
            "text": "" if removed else self.provision.text,
        }


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A provision in two editions, or in one of them, and what became of it.

    Attributes:
        change: what happened.
        old: what it was; None for what was created.
        new: what it is; None for what was removed.
    """

    change: ChangeKind
    old: Provision | None
    new: Provision | None

    def as_json(self) -> dict[str, object]:
        """Return the row as programs read it."""
        old, new = (one and {"number": plain_name(one.key), "text": one.text} for one in (self.old, self.new))
        return {"change": str(self.change), "old": old, "new": new}


def trace(lineages: Lineages, lineage: Lineage, lookup: Lookup) -> list[TraceStep]:
    """Return the life of a rule, newest first: each edition in which something happened to it.

    After a merger the life goes on with the rule merged into; before a split it was that of the rule split.

    Args:
        lineages: all of the library.
        lineage: the rule's.
        lookup: gives what an edition has under a key.
    """
    steps = list(_own_steps(lineages, lineage, lookup))
    later, end = lineage, datetime.date.max
    for origin in lineages.preceding(lineage):
        if later.split_from is not None:
            end = min(end, later.split_from.date)
        steps = [*(step for step in _own_steps(lineages, origin, lookup) if step.date < end), *steps]
        later = origin
    earlier, begin = lineage, datetime.date.min
    for host in lineages.following(lineage):
        if earlier.merged_into is not None:
            begin = max(begin, earlier.merged_into.date)
        steps += (step for step in _own_steps(lineages, host, lookup) if step.date >= begin)
        earlier = host
    return steps[::-1]


def _own_steps(lineages: Lineages, lineage: Lineage, lookup: Lookup) -> Iterator[TraceStep]:
    """Yield what happened to one lineage, oldest first."""
    merged = {link.date for link in lineage.absorbed}
    split = {link.date for link in lineage.offshoots}
    complete = [date for date, whole in lineages.editions.items() if whole]
    before: tuple[datetime.date, Provision] | None = None
    for date, key in lineage.keys.items():
        now = lookup(date, key)
        removed = before and next((other for other in complete if before[0] < other < date), None)
        if before is not None and removed:
            yield TraceStep(removed, ChangeKind.REMOVED, lineage.id, before[1])
            before = None
        kind = _kind(lineages, before, (date, now))
        if before is None and not removed and lineage.split_from is not None:
            kind = ChangeKind.SPLIT
        elif before is not None and date in merged:
            kind = ChangeKind.MERGED
        elif before is not None and date in split:
            kind = ChangeKind.SPLIT
        if kind is not ChangeKind.SAME:
            yield TraceStep(date, kind, lineage.id, now)
        before = date, now
    removed = before and next((other for other in complete if other > before[0]), None)
    if before is not None and removed and lineage.merged_into is None:
        yield TraceStep(removed, ChangeKind.REMOVED, lineage.id, before[1])


def _kind(
    lineages: Lineages, before: tuple[datetime.date, Provision] | None, now: tuple[datetime.date, Provision]
) -> ChangeKind:
    if before is None:
        return ChangeKind.CREATED
    old, new = before[0], now[0]
    return kind_of_change(before[1], now[1], lambda cited, cited_now: lineages.corresponds(old, cited, new, cited_now))


def changes(lineages: Lineages, old: Snapshot, new: Snapshot) -> list[ChangeRow]:
    """Return what changed between any two editions, in the order of the new one, what was removed last.

    What is the same in both is left out. A split or a merger has one row for each pair of old and new. What an edition
    that isn't complete lacks counts neither as removed nor as created.

    Args:
        lineages: all of the library.
        old: an edition.
        new: a newer one.
    """
    merged, split, lone = _meetings(lineages, old, new)

    def corresponds(cited: str, cited_now: str) -> bool:
        return lineages.corresponds(old.date, cited, new.date, cited_now)

    rows = [Change(ChangeKind.MERGED, key, host) for key, host in merged.items()]
    rows += [Change(ChangeKind.SPLIT, origin, key) for key, origin in split.items()]
    rows += lone
    hosts, origins = set(merged.values()), set(split.values())
    for key, provision in old.by_key.items():
        lineage = lineages.at(old.date, key)
        other = lineage and lineage.keys.get(new.date)
        if not other:
            continue
        kind = kind_of_change(provision, new.by_key[other], corresponds)
        if kind is not ChangeKind.SAME:
            kind = ChangeKind.MERGED if other in hosts else ChangeKind.SPLIT if key in origins else kind
            rows.append(Change(kind, key, other))
    return [
        ChangeRow(row.kind, old.by_key.get(row.old), new.by_key.get(row.new)) for row in sorted(rows, key=change_order)
    ]


def _meetings(lineages: Lineages, old: Snapshot, new: Snapshot) -> tuple[dict[str, str], dict[str, str], list[Change]]:
    """Return what only one of two editions has: with its host or its origin in the other, or alone."""
    merged, split, lone = {}, {}, []
    for key in old.by_key:
        lineage = lineages.at(old.date, key)
        if lineage is None or new.date in lineage.keys:
            continue
        host = next((now.keys[new.date] for now in lineages.following(lineage) if new.date in now.keys), None)
        if host is not None:
            merged[key] = host
        elif new.complete:
            lone.append(Change(ChangeKind.REMOVED, key, ""))
    for key in new.by_key:
        lineage = lineages.at(new.date, key)
        if lineage is None or old.date in lineage.keys:
            continue
        origin = next((was.keys[old.date] for was in lineages.preceding(lineage) if old.date in was.keys), None)
        if origin is not None and lineage.first > old.date:
            split[key] = origin
        elif old.complete:
            lone.append(Change(ChangeKind.CREATED, "", key))
    return merged, split, lone
