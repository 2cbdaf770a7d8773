"""Changes between any two editions."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from django.db.models import Min, Q

from explorer.library.history.snapshots import snapshot_of
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.lineages import Lineage, LineageLink, Lineages
from explorer.lineages.provisions import ChangeKind, Snapshot
from explorer.lineages.tracing import ChangeRow, changes
from explorer.models import LineageRow, LineageStep

_CACHE_SIZE = 8


@lru_cache(maxsize=_CACHE_SIZE)
def changes_between(old: EditionInfo, new: EditionInfo, loaded: Library) -> Sequence[ChangeRow]:  # noqa: ARG001
    """`explorer.lineages.tracing.changes` of two editions, cached; lineages depend on `loaded`."""
    before, after = snapshot_of(old), snapshot_of(new)
    return tuple(changes(_lineages(before, after), before, after))


def _lineages(old: Snapshot, new: Snapshot) -> Lineages:
    now = Q()
    for day in (old.date, new.date):
        now |= Q(since__lte=day, until__gt=day)
    keys: dict[int, dict[date, str]] = defaultdict(dict)
    steps = LineageStep.objects.filter(now).exclude(change=ChangeKind.REMOVED).order_by("since")
    for lineage, key, since, until in steps.values_list("lineage_id", "key", "since", "until"):
        for snapshot in (old, new):
            if since <= snapshot.date < until and key in snapshot.by_key:
                keys[lineage][snapshot.date] = key
    linked = LineageRow.objects.filter(Q(merged_into__isnull=False) | Q(split_from__isnull=False))
    rows = linked.annotate(first=Min("steps__since")).values_list(
        "pk", "first", "merged_into_id", "merged_on", "split_from_id", "split_on"
    )
    found = {str(lineage): Lineage(str(lineage), places) for lineage, places in keys.items()}
    for pk, first, into, merged_on, out_of, split_on in rows:
        merged = LineageLink(merged_on, str(into)) if into and merged_on else None
        split = LineageLink(split_on, str(out_of)) if out_of and split_on else None
        # Its first date decides whether it was split off since; its key then doesn't matter.
        found[str(pk)] = Lineage(str(pk), {first: "", **keys.get(pk, {})}, merged, split)
        for link in (merged, split):
            if link and link.lineage not in found:
                found[link.lineage] = Lineage(link.lineage, keys.get(int(link.lineage), {}))
    return Lineages({old.date: old.completeness, new.date: new.completeness}, found.values())
