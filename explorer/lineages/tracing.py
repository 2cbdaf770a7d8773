"""The life of a rule, and the changes between any two editions, from the lineages."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from explorer.lineages.lineages import EditionKey, Lineage, Lineages
from explorer.lineages.matching import Change, change_order, kind_of_change
from explorer.lineages.provisions import COUNTED_AS, UNCHANGED, ChangeKind, Provision, Snapshot, plain_name

Lookup = Callable[[datetime.date, str], Provision]
Judge = Callable[[EditionKey, EditionKey], ChangeKind]
"""Compares two places of one lineage: moved, edited, both, or the same."""


@dataclass(frozen=True, slots=True)
class LifeStep:
    """A point in the life of a rule, without its text.

    Attributes:
        date: the first edition after the change.
        lineage: the rule's own, or one that it was merged into or split off from.
        key: from then on; of a removal, the last one.
        seen: the edition that has the text: that of the date or, for a removal, the last with the rule.
    """

    date: datetime.date
    change: ChangeKind
    lineage: str
    key: str
    seen: datetime.date


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step with the text from then on; of a removal, the last text."""

    step: LifeStep
    provision: Provision

    def as_json(self) -> dict[str, str]:
        """The text of a removal is empty."""
        removed = self.step.change is ChangeKind.REMOVED
        return {
            "edition": self.step.date.isoformat(),
            "number": plain_name(self.step.key),
            "change": str(self.step.change),
            "text": "" if removed else self.provision.text,
        }


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change between two editions; `old` is None if created, `new` if removed.

    `counted` is the total that it counts toward; a rule that another was merged into or split off from counts as
    edited.
    """

    change: ChangeKind
    old: Provision | None
    new: Provision | None
    counted: str

    def as_json(self) -> dict[str, object]:
        old, new = (one and {"number": plain_name(one.key), "text": one.text} for one in (self.old, self.new))
        return {"change": str(self.change), "old": old, "new": new}


def whole_life(lineages: Lineages, lineage: Lineage, own: Callable[[Lineage], Iterable[LifeStep]]) -> list[LifeStep]:
    """The life of a rule, newest first: each edition in which something happened to it.

    After a merger it continues with the rule merged into; before a split, it was that of the rule split. `lineages` has
    at least those linked to the rule's; `own` gives the steps of one lineage alone.
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
        gone = lineages.lacked_between(before[1], before[0], date) if before else None
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
        if kind not in UNCHANGED:
            yield LifeStep(date, kind, lineage.id, key, date)
        before = date, key
    gone = lineages.lacked_between(before[1], before[0], datetime.date.max) if before else None
    if before is not None and gone is not None and lineage.merged_into is None:
        yield LifeStep(gone, ChangeKind.REMOVED, lineage.id, before[1], before[0])


def judged(lineages: Lineages, before: EditionKey, now: EditionKey, lookup: Lookup) -> ChangeKind:
    old, new = before[0], now[0]
    return kind_of_change(
        lookup(*before), lookup(*now), lambda cited, cited_now: lineages.corresponds(old, cited, new, cited_now)
    )


def changes(lineages: Lineages, old: Snapshot, new: Snapshot) -> list[ChangeRow]:
    """The changes between any two editions, in the order of the newer one, removals last.

    A split or a merger has a row for each pair of old and new. What an incomplete edition lacks is neither removed nor
    created.
    """
    merged, split, lone = _unpaired(lineages, old, new)

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
            if kind is not ChangeKind.REFERENCES:
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


def _unpaired(lineages: Lineages, old: Snapshot, new: Snapshot) -> tuple[dict[str, str], dict[str, str], list[Change]]:
    """Provisions in only one of two editions: old key -> host, new key -> origin, and those without either."""
    merged, split, lone = {}, {}, []
    for key in old.by_key:
        lineage = lineages.at(old.date, key)
        if lineage is None or new.date in lineage.keys:
            continue
        host = lineages.destination(old.date, key, new.date)
        if host is not None:
            merged[key] = host
        elif new.would_have(key):
            lone.append(Change(ChangeKind.REMOVED, key, ""))
    for key in new.by_key:
        lineage = lineages.at(new.date, key)
        if lineage is None or old.date in lineage.keys:
            continue
        origin = next((was.keys[old.date] for was in lineages.preceding(lineage) if old.date in was.keys), None)
        if origin is not None and lineage.first > old.date:
            split[key] = origin
        elif old.would_have(key):
            lone.append(Change(ChangeKind.CREATED, "", key))
    return merged, split, lone
