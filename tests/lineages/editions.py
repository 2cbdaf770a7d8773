"""The official editions at hand as history reads them, matched once for all tests."""

import datetime
import functools
from itertools import pairwise

from explorer.document.tree import Completeness
from explorer.library.history.pairs import stored_matchings
from explorer.library.history.snapshots import snapshots_of
from explorer.lineages.lineages import Lineages, Pair, build_lineages
from explorer.lineages.matching import Change, match, pairs
from explorer.lineages.provisions import Snapshot
from explorer.lineages.tracing import ChangeRow, changes
from explorer.models import Rule
from tests.shared import shared

_snapshots: dict[datetime.date, Snapshot] = {}
_matched: dict[Pair, tuple[Change, ...]] = {}
_mistyped: dict[tuple[datetime.date, str], list[str]] = {}


def read_library() -> None:
    """Read the editions of the library in use, and what changed between them; excerpts are left out."""
    whole = {date: snapshot for date, snapshot in snapshots_of().items() if snapshot.completeness is Completeness.WHOLE}
    _snapshots.update(whole)
    _matched.update({pair: tuple(found) for pair, found in stored_matchings().items() if {*pair} <= whole.keys()})
    unusual = Rule.objects.exclude(printed="").values_list("edition__date", "printed", "number")
    for date, printed, number in unusual:
        _mistyped.setdefault((date, printed.strip(" .")), []).append(number)


def snapshots() -> dict[datetime.date, Snapshot]:
    """By date, oldest first."""
    shared("rules")
    return _snapshots


def keys_printed(date: datetime.date, number: str) -> list[str]:
    """The keys of all that an edition printed under a number, which may be two rules."""
    return [number, *_mistyped.get((date, number), ())]


def snapshot(date: str) -> Snapshot:
    return snapshots()[datetime.date.fromisoformat(date)]


def matched(old: datetime.date, new: datetime.date) -> tuple[Change, ...]:
    if (old, new) not in _matched:
        _matched[old, new] = tuple(match(snapshots()[old], snapshots()[new]))
    return _matched[old, new]


def partners(old: datetime.date, new: datetime.date) -> dict[str, str]:
    """The key in the new edition by that in the old one, of whatever both have."""
    return dict(pairs(matched(old, new), snapshots()[old].by_key, snapshots()[new].by_key))


def matchings(dates: tuple[datetime.date, ...] | None = None) -> dict[Pair, tuple[Change, ...]]:
    return {pair: matched(*pair) for pair in pairwise(dates or tuple(snapshots()))}


@functools.cache
def lineages() -> Lineages:
    return build_lineages(snapshots().values(), matchings())


@functools.cache
def changed(old: datetime.date, new: datetime.date) -> list[ChangeRow]:
    return changes(lineages(), snapshots()[old], snapshots()[new])
