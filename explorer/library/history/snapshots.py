"""Load editions as snapshots to compare."""

import datetime
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from explorer.document.tree import Completeness, Paragraph, completeness, from_json
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import Provision, Snapshot, term_key
from explorer.models import Edition, Rule, Term, Wording

_CACHE_SIZE = 4
_BATCH = 2000
# From this many editions on, reading all wordings once is quicker.
_MIN_TO_READ_ALL = 8


@lru_cache(maxsize=_CACHE_SIZE)
def snapshot_of(edition: EditionInfo) -> Snapshot:
    """An edition with its texts, cached. Two queries."""
    return _with_texts(edition.id, edition.date, edition.completeness)


def snapshots_of(dates: Collection[datetime.date] | None = None) -> Mapping[datetime.date, Snapshot]:
    rows = Edition.objects.order_by("date").values_list("pk", "date", "complete", "stops_at")
    wanted = [
        (pk, date, completeness(stops_at, complete=complete))
        for pk, date, complete, stops_at in rows
        if dates is None or date in dates
    ]
    if len(wanted) < _MIN_TO_READ_ALL:
        return {date: _with_texts(pk, date, extent) for pk, date, extent in wanted}
    stored = Wording.objects.values_list("pk", "paragraphs").iterator(_BATCH)
    wordings = {pk: from_json(body) for pk, body in stored}
    return {
        date: _snapshot(pk, date, "wording_id", lambda wording: wordings.get(wording, ()), extent)
        for pk, date, extent in wanted
    }


def _with_texts(edition: int, date: datetime.date, extent: Completeness) -> Snapshot:
    return _snapshot(edition, date, "wording__paragraphs", lambda body: from_json(body or ()), extent)


def _snapshot(
    edition: int, date: datetime.date, field: str, read: Callable[[Any], tuple[Paragraph, ...]], extent: Completeness
) -> Snapshot:
    rules: Any = Rule.objects.filter(edition_id=edition).order_by("position")
    terms: Any = Term.objects.filter(edition_id=edition).order_by("position")
    found = (
        Provision(number, heading, read(said))
        for number, heading, said in rules.values_list("number", "heading", field)
    )
    entries = [
        Provision(term_key(slug), name, read(said)) for slug, name, said in terms.values_list("slug", "name", field)
    ]
    return Snapshot.create(date, found, entries, extent)
