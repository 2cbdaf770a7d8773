"""Changes between any two editions, and how much in each section from edition to edition."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from django.db.models import Min, Q

from explorer.history.change_kind import ChangeKind
from explorer.history.lineages import Lineage, LineageLink, Lineages
from explorer.history.provisions import Snapshot
from explorer.history.tracing import ChangeRow, changes
from explorer.library.history.snapshots import snapshot_of
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.models import LineageRow, LineageStep

_KEPT = 8


@lru_cache(maxsize=_KEPT)
def changes_between(old: EditionInfo, new: EditionInfo, loaded: Library) -> Sequence[ChangeRow]:  # noqa: ARG001
    """Return what changed between two editions; see `explorer.history.tracing.changes`.

    Args:
        old: an edition.
        new: a newer one.
        loaded: the editions that are loaded, on which lineages depend.
    """
    before, after = snapshot_of(old), snapshot_of(new)
    return tuple(changes(_lineages(before, after), before, after))


def _lineages(old: Snapshot, new: Snapshot) -> Lineages:
    """Return all lineages as far as two editions and their own beginnings show them. Two queries."""
    firsts = LineageStep.objects.values("lineage_id").annotate(first=Min("since")).values_list("lineage_id", "first")
    keys: dict[int, dict[date, str]] = {lineage: {first: ""} for lineage, first in firsts}
    dates = (old.date, new.date)
    now = Q()
    for day in dates:
        now |= Q(since__lte=day, until__gt=day)
    steps = LineageStep.objects.filter(now).exclude(change=ChangeKind.REMOVED).order_by("since")
    for lineage, key, since, until in steps.values_list("lineage_id", "key", "since", "until"):
        for snapshot in (old, new):
            if since <= snapshot.date < until and key in snapshot.by_key:
                keys[lineage][snapshot.date] = key
    found = []
    for pk, into, merged_on, out_of, split_on in LineageRow.objects.values_list(
        "pk", "merged_into_id", "merged_on", "split_from_id", "split_on"
    ):
        found.append(
            Lineage(
                str(pk),
                {day: key for day, key in keys[pk].items() if key or day not in dates},
                LineageLink(merged_on, str(into)) if into and merged_on else None,
                LineageLink(split_on, str(out_of)) if out_of and split_on else None,
            )
        )
    return Lineages({old.date: old.complete, new.date: new.complete}, found)
