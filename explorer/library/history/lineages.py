"""Rebuild the stored lineages of rules and glossary entries."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.library.derivation import Derivation, insert
from explorer.library.history.pairs import stored_matchings
from explorer.library.history.snapshots import snapshots_of
from explorer.lineages.lineages import EditionKey, Lineage, Lineages, Pair, build_lineages
from explorer.lineages.matching import Change
from explorer.lineages.provisions import ChangeKind, Snapshot
from explorer.lineages.tracing import judged, steps_of
from explorer.models import LineageRow, LineageStep

_BATCH = 2000


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
