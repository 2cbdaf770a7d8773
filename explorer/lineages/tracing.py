"""Life of one rule, and what changed between any two editions: both read off the lineages."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from explorer.lineages.change_kind import COUNTED_AS, ChangeKind
from explorer.lineages.lineages import Lineage, Lineages
from explorer.lineages.matching import Change, change_order, kind_of_change
from explorer.lineages.provisions import Provision, Snapshot, plain_name
from explorer.lineages.returns import EditionKey

Lookup = Callable[[datetime.date, str], Provision]
Judge = Callable[[EditionKey, EditionKey], ChangeKind]
"""What happened between two places of one lineage: moved, edited, both, or nothing."""


@dataclass(frozen=True, slots=True)
class LifeStep:
    """Point in the life of a rule, without its text.

    Attributes:
        date: the edition in which it shows first.
        change: what happened.
        lineage: the lineage that it happened to: the rule's own, one that it was merged into, or one that it was split
            off from.
        key: its key from then on; for a removal, the last it had.
        seen: the edition whose text it is about: that of the date or, for a removal, the last that had the rule.
    """

    date: datetime.date
    change: ChangeKind
    lineage: str
    key: str
    seen: datetime.date


@dataclass(frozen=True, slots=True)
class TraceStep:
    """Step with what the rule said from then on; for a removal, what it said last."""

    step: LifeStep
    provision: Provision

    def as_json(self) -> dict[str, str]:
        """Return the step as programs read it; nothing is the text of what was removed."""
        removed = self.step.change is ChangeKind.REMOVED
        return {
            "edition": self.step.date.isoformat(),
            "number": plain_name(self.step.key),
            "change": str(self.step.change),
            "text": "" if removed else self.provision.text,
        }


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """Provision in two editions, or in one of them, and what became of it.

    Attributes:
        change: what happened.
        old: what it was; None for what was created.
        new: what it is; None for what was removed.
        counted: name under which it is counted; a rule that another was merged into, or split off from, is edited.
    """

    change: ChangeKind
    old: Provision | None
    new: Provision | None
    counted: str

    def as_json(self) -> dict[str, object]:
        """Return the row as programs read it."""
        old, new = (one and {"number": plain_name(one.key), "text": one.text} for one in (self.old, self.new))
        return {"change": str(self.change), "old": old, "new": new}


def trace(lineages: Lineages, lineage: Lineage, lookup: Lookup) -> list[TraceStep]:
    """Return the life of a rule with its texts, newest first; see `whole_life`.

    Args:
        lineages: all of the library.
        lineage: the rule's.
        lookup: gives what an edition has under a key.
    """

    def judge(before: EditionKey, now: EditionKey) -> ChangeKind:
        return judged(lineages, before, now, lookup)

    steps = whole_life(lineages, lineage, lambda one: steps_of(lineages, one, judge))
    return [TraceStep(step, lookup(step.seen, step.key)) for step in steps]


def whole_life(lineages: Lineages, lineage: Lineage, own: Callable[[Lineage], Iterable[LifeStep]]) -> list[LifeStep]:
    """Return the life of a rule, newest first: each edition in which something happened to it.

    After a merger the life goes on with the rule merged into; before a split it was that of the rule split.

    Args:
        lineages: those that the rule's leads to, at least.
        lineage: the rule's.
        own: gives the steps of one lineage alone.
    """
    steps = list(own(lineage))
    later, end = lineage, datetime.date.max
    for origin in lineages.preceding(lineage):
        if later.split_from is not None:
            end = min(end, later.split_from.date)
        steps = [*(step for step in own(origin) if step.date < end), *steps]
        later = origin
    earlier, begin = lineage, datetime.date.min
    for host in lineages.following(lineage):
        if earlier.merged_into is not None:
            begin = max(begin, earlier.merged_into.date)
        steps += (step for step in own(host) if step.date >= begin)
        earlier = host
    return steps[::-1]


def steps_of(lineages: Lineages, lineage: Lineage, judge: Judge) -> Iterator[LifeStep]:
    """Yield what happened to one lineage, oldest first."""
    merged = {link.date for link in lineage.absorbed}
    split = {link.date for link in lineage.offshoots}
    before: EditionKey | None = None
    for date, key in lineage.keys.items():
        gone = lineages.complete_between(before[0], date) if before else None
        if before is not None and gone is not None:
            yield LifeStep(gone, ChangeKind.REMOVED, lineage.id, before[1], before[0])
            before = None
        if before is None:
            is_offshoot = gone is None and lineage.split_from is not None
            kind = ChangeKind.SPLIT if is_offshoot else ChangeKind.CREATED
        elif date in merged:
            kind = ChangeKind.MERGED
        else:
            kind = ChangeKind.SPLIT if date in split else judge(before, (date, key))
        if kind is not ChangeKind.SAME:
            yield LifeStep(date, kind, lineage.id, key, date)
        before = date, key
    gone = lineages.complete_between(before[0], datetime.date.max) if before else None
    if before is not None and gone is not None and lineage.merged_into is None:
        yield LifeStep(gone, ChangeKind.REMOVED, lineage.id, before[1], before[0])


def judged(lineages: Lineages, before: EditionKey, now: EditionKey, lookup: Lookup) -> ChangeKind:
    """Return what happened between two places of one lineage, by their texts."""
    old, new = before[0], now[0]
    return kind_of_change(
        lookup(*before), lookup(*now), lambda cited, cited_now: lineages.corresponds(old, cited, new, cited_now)
    )


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
    counted: dict[tuple[str, str], str] = {}
    for key, provision in old.by_key.items():
        lineage = lineages.at(old.date, key)
        other = lineage and lineage.keys.get(new.date)
        if not other:
            continue
        kind = kind_of_change(provision, new.by_key[other], corresponds)
        if kind is not ChangeKind.SAME:
            counted[key, other] = COUNTED_AS[kind]
            kind = ChangeKind.MERGED if other in hosts else ChangeKind.SPLIT if key in origins else kind
            rows.append(Change(kind, key, other))
    return [
        ChangeRow(
            row.kind,
            old.by_key.get(row.old),
            new.by_key.get(row.new),
            counted.get((row.old, row.new), COUNTED_AS[row.kind]),
        )
        for row in sorted(rows, key=change_order)
    ]


def _meetings(lineages: Lineages, old: Snapshot, new: Snapshot) -> tuple[dict[str, str], dict[str, str], list[Change]]:
    """Return what only one of two editions has: with its host or its origin in the other, or alone."""
    merged, split, lone = {}, {}, []
    for key in old.by_key:
        lineage = lineages.at(old.date, key)
        if lineage is None or new.date in lineage.keys:
            continue
        host = lineages.destination(old.date, key, new.date)
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
