"""Derived rows of lineages: the life of each rule and glossary entry, as far as the loaded editions show it."""

import datetime
from collections.abc import Iterator, Mapping

from explorer.history.change_kind import ChangeKind
from explorer.history.lineages import Lineage, Lineages, Pair, build_lineages
from explorer.history.matching import Change
from explorer.history.provisions import Snapshot
from explorer.history.returns import EditionKey
from explorer.history.tracing import LifeStep, judged, steps_of
from explorer.library.derivation import Derivation
from explorer.library.history.pairs import stored_matchings
from explorer.library.history.snapshots import snapshots_of
from explorer.models import LineageRow, LineageStep

_BATCH = 2000


class LineagesDerivation(Derivation):
    """Lineages, made of what changed between neighbors."""

    name = "lineages"
    of_all_editions = True

    def rebuild(self) -> None:
        """Put all lineages together again."""
        snapshots = snapshots_of()
        matchings = stored_matchings()
        lineages = build_lineages(snapshots.values(), matchings)
        LineageStep.objects.all().delete()
        LineageRow.objects.all().delete()
        rows = {lineage.id: place for place, lineage in enumerate(lineages, start=1)}
        LineageRow.objects.bulk_create((_row(lineage, rows) for lineage in lineages), batch_size=_BATCH)
        LineageStep.objects.bulk_create(_steps(lineages, rows, snapshots, matchings), batch_size=_BATCH)


def _row(lineage: Lineage, rows: Mapping[str, int]) -> LineageRow:
    into, out_of = lineage.merged_into, lineage.split_from
    return LineageRow(
        pk=rows[lineage.id],
        merged_into_id=rows[into.lineage] if into else None,
        merged_on=into.date if into else None,
        split_from_id=rows[out_of.lineage] if out_of else None,
        split_on=out_of.date if out_of else None,
    )


def _steps(
    lineages: Lineages,
    rows: Mapping[str, int],
    snapshots: Mapping[datetime.date, Snapshot],
    matchings: Mapping[Pair, list[Change]],
) -> Iterator[LineageStep]:
    known = {pair: {(change.old, change.new): change.kind for change in found} for pair, found in matchings.items()}

    def judge(before: EditionKey, now: EditionKey) -> ChangeKind:
        of_pair = known.get((before[0], now[0]))
        if of_pair is not None:
            return of_pair.get((before[1], now[1]), ChangeKind.SAME)
        return judged(lineages, before, now, lambda date, key: snapshots[date].by_key[key])

    for lineage in lineages:
        steps = list(steps_of(lineages, lineage, judge))
        ends = [step.date for step in steps[1:]]
        ends.append(lineage.merged_into.date if lineage.merged_into else datetime.date.max)
        for step, end in zip(steps, ends, strict=True):
            yield _step(rows[lineage.id], step, end)


def _step(lineage: int, step: LifeStep, end: datetime.date) -> LineageStep:
    return LineageStep(
        lineage_id=lineage, key=step.key, change=step.change.value, since=step.date, until=end, seen=step.seen
    )
