"""The official editions at hand as history reads them, matched once for all tests."""

import datetime
import functools
from itertools import pairwise

from explorer.history.lineages import Lineages, Pair, build_lineages
from explorer.history.matching import Change, match, pairs
from explorer.history.provisions import Snapshot
from tests.document.editions import NAMES, document
from tests.shared import shared


@functools.cache
def snapshots() -> dict[datetime.date, Snapshot]:
    """Return every edition by its date, oldest first."""
    shared("rules")
    found = (Snapshot.of(document(name)) for name in NAMES)
    return {snapshot.date: snapshot for snapshot in sorted(found, key=lambda snapshot: snapshot.date)}


def snapshot(date: str) -> Snapshot:
    """Return the edition of a date."""
    return snapshots()[datetime.date.fromisoformat(date)]


@functools.cache
def matched(old: datetime.date, new: datetime.date) -> tuple[Change, ...]:
    """Return what changed between two editions."""
    return tuple(match(snapshots()[old], snapshots()[new]))


def partners(old: datetime.date, new: datetime.date) -> dict[str, str]:
    """Return the key in one edition of whatever another has and it has as well."""
    return dict(pairs(matched(old, new), snapshots()[old].by_key, snapshots()[new].by_key))


def matchings(dates: tuple[datetime.date, ...] | None = None) -> dict[Pair, tuple[Change, ...]]:
    """Return what changed between each of some editions and the next."""
    return {pair: matched(*pair) for pair in pairwise(dates or tuple(snapshots()))}


@functools.cache
def lineages() -> Lineages:
    """Return the lineages of all editions."""
    return build_lineages(snapshots().values(), matchings())
