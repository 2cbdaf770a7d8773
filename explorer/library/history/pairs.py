"""Store the changes between neighboring editions, with counts per section, and the lineages that follow from them.

An edition between two others is matched only with these two.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from rapidfuzz.distance import Indel

from explorer.document.tree import completeness
from explorer.library.derivation import Derivation, Part, insert
from explorer.library.history.at_once import match_all
from explorer.library.history.snapshots import snapshots_of
from explorer.lineages.lineages import EditionKey, Lineage, Lineages, Pair, build_lineages, needed_pairs
from explorer.lineages.matching import Change
from explorer.lineages.normalizing import words_of
from explorer.lineages.provisions import COUNTED_AS, ChangeKind, Provision, Snapshot, section_of
from explorer.lineages.tracing import judged, steps_of
from explorer.models import Edition, EditionPair, LineageRow, LineageStep

Counts = dict[str, dict[str, int]]

# Comparisons of two texts in the time that it takes to read one.
_COMPARISONS_PER_TEXT = 40

# The keys of a section's counts.
COUNTED = ("created", "edited", "removed", "moved", "references", "words")


class EditionPairs(Derivation):
    name = "changes between editions"
    work = 20
    of_all_editions = True

    def rebuild_in_parts(self) -> Iterator[Part]:
        EditionPair.objects.all().delete()
        yield from _match_neighbors()

    def catch_up(self) -> Iterator[Part]:
        yield from _match_neighbors()


def _match_neighbors() -> Iterator[Part]:
    """Match neighbors that aren't stored and delete pairs that aren't neighbors; yield before each match."""
    rows = Edition.objects.order_by("date").values_list("pk", "date", "complete", "stops_at")
    editions = {date: pk for pk, date, _, _ in rows}
    wanted = needed_pairs({date: completeness(stops_at, complete=whole) for _, date, whole, stops_at in rows})
    stored = {(old, new): pk for pk, old, new in EditionPair.objects.values_list("pk", "old__date", "new__date")}
    EditionPair.objects.filter(pk__in=[stored[pair] for pair in stored.keys() - set(wanted)]).delete()
    lacking = sorted(pair for pair in wanted if pair not in stored)
    if not lacking:
        return
    yield Part("Reading the editions to compare", 0)
    snapshots = snapshots_of({date for pair in lacking for date in pair})
    matched = match_all([(snapshots[old], snapshots[new]) for old, new in lacking])
    work = [_work(snapshots[old], snapshots[new]) for old, new in lacking]
    done = [before / sum(work) for before in accumulate(work, initial=0.0)]
    for (old, new), share in zip(lacking, done, strict=False):
        yield Part(f"Comparing {old.isoformat()} with {new.isoformat()}", share)
        before, after = snapshots[old], snapshots[new]
        found = next(matched)
        EditionPair.objects.create(
            old_id=editions[old],
            new_id=editions[new],
            changes=[[*change] for change in found],
            counts=count(found, before, after) if before.has_all_rules and after.has_all_rules else {},
        )


def _work(old: Snapshot, new: Snapshot) -> float:
    """Estimated time to match two editions: every changed text is compared with every other."""
    before, after = ({one.text for one in edition.provisions} for edition in (old, new))
    return len(before) + len(after) + len(before - after) * len(after - before) / _COMPARISONS_PER_TEXT


def count(found: Sequence[Change], old: Snapshot, new: Snapshot) -> dict[str, Counts]:
    """Count changes by section, the glossary under `glossary`, a chapter's title under its number.

    `new` has the sections of the new edition, `old` those of the old one, with what was removed from them.
    """
    counts: dict[str, Counts] = {"old": {}, "new": {}}
    for change in found:
        side, key = ("new", change.new) if change.new and change.kind is not ChangeKind.MERGED else ("old", change.old)
        of_section = counts[side].setdefault(section_of(key) or key, dict.fromkeys(COUNTED, 0))
        of_section[COUNTED_AS[change.kind]] += 1
        of_section["words"] += _words_changed(change, old.by_key.get(change.old), new.by_key.get(change.new))
    return counts


def _words_changed(change: Change, old: Provision | None, new: Provision | None) -> int:
    """Words added or removed; of a merge or split, only those of the part itself."""
    if change.kind in (ChangeKind.MOVED, ChangeKind.REFERENCES):
        return 0
    before = words_of(old.text) if old and change.kind is not ChangeKind.SPLIT else ()
    after = words_of(new.text) if new and change.kind is not ChangeKind.MERGED else ()
    return int(Indel.distance(before, after))


def stored_matchings() -> dict[tuple[datetime.date, datetime.date], list[Change]]:
    rows = EditionPair.objects.values_list("old__date", "new__date", "changes")
    return {
        (old, new): [Change(ChangeKind(kind), before, after, similarity) for kind, before, after, similarity in changes]
        for old, new, changes in rows
    }


class LineagesDerivation(Derivation):
    name = "lineages"
    of_all_editions = True

    def rebuild(self) -> None:
        snapshots = snapshots_of()
        matchings = stored_matchings()
        lineages = build_lineages(snapshots.values(), matchings)
        LineageStep.objects.all().delete()
        LineageRow.objects.all().delete()
        rows = {lineage.id: place for place, lineage in enumerate(lineages, start=1)}
        links = ("id", "merged_into_id", "merged_on", "split_from_id", "split_on")
        insert(LineageRow, links, (_row(lineage, rows) for lineage in lineages))
        columns = ("lineage_id", "key", "change", "since", "until", "seen")
        insert(LineageStep, columns, _steps(lineages, rows, snapshots, matchings))


def _row(lineage: Lineage, rows: Mapping[str, int]) -> tuple[Any, ...]:
    into, out_of = lineage.merged_into, lineage.split_from
    merged = (rows[into.lineage], into.date) if into else (None, None)
    split = (rows[out_of.lineage], out_of.date) if out_of else (None, None)
    return (rows[lineage.id], *merged, *split)


def _steps(
    lineages: Lineages,
    rows: Mapping[str, int],
    snapshots: Mapping[datetime.date, Snapshot],
    matchings: Mapping[Pair, list[Change]],
) -> Iterator[tuple[Any, ...]]:
    known = {pair: {(change.old, change.new): change.kind for change in found} for pair, found in matchings.items()}

    def judge(before: EditionKey, now: EditionKey) -> ChangeKind:
        of_pair = known.get((before[0], now[0]))
        # Excerpts between the two, or a return, may join provisions that the matching didn't.
        if of_pair is not None and (before[1], now[1]) in of_pair:
            return of_pair[before[1], now[1]]
        if of_pair is not None and before[1] == now[1] and (before[1], "") not in of_pair:
            return ChangeKind.SAME
        return judged(lineages, before, now, lambda date, key: snapshots[date].by_key[key])

    for lineage in lineages:
        steps = list(steps_of(lineages, lineage, judge))
        ends = [step.date for step in steps[1:]]
        ends.append(lineage.merged_into.date if lineage.merged_into else datetime.date.max)
        for step, end in zip(steps, ends, strict=True):
            yield rows[lineage.id], step.key, step.change.value, step.date, end, step.seen
