"""Where rules are in other editions than the one in which their numbers are known."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q

from explorer.lineages.lineages import Lineage
from explorer.lineages.provisions import REWORDING, ChangeKind, sort_key
from explorer.models import LineageStep

_FIELDS = ("lineage_id", "key", "change", "since", "until", "lineage__split_from_id", "lineage__merged_into_id")


class Became(NamedTuple):
    """What became of a provision in a later edition.

    Attributes:
        keys: several, or another's, if it was split.
        reworded: its text changed, or it ended.
        own: the key of its own lineage, or of the one that it was merged into; empty if it was removed.
        since: the first edition of the last of these changes, or without it; None if there was none.
    """

    keys: tuple[str, ...]
    reworded: bool
    split: bool = False
    own: str = ""
    merged: bool = False
    since: date | None = None


class KeySpan(NamedTuple):
    """A time in which a lineage had a key, and what the lineage was split from and merged into."""

    lineage: int
    key: str
    change: str
    since: date
    until: date
    split_from: int | None
    merged_into: int | None


def keys_at(places: Collection[tuple[str, date]], day: date) -> Mapping[tuple[str, date], str]:
    """The keys in one edition of provisions of others (key, date); missing ones are omitted.

    Before a split, it is the key of the rule split; after a merger, of the one merged into. One query, and one per
    further generation of these.
    """
    own, spans = _followed(places, day)
    found = {place: _key_at(lineage, spans, day) for place, lineage in own.items()}
    return {place: key for place, key in found.items() if isinstance(key, str)}


def fates_at(places: Collection[tuple[str, date]], day: date) -> Mapping[tuple[str, date], Became]:
    """What became of provisions (key, date) in a later edition; unknown ones are omitted. Queries as `keys_at`."""
    if not places:
        return {}
    _, spans = _followed(places, day)
    parts: dict[int | None, list[tuple[date, Lineage]]] = defaultdict(list)
    for lineage, own in spans.items():
        if own:
            parts[own[0].split_from].append((min(span.since for span in own), Lineage(str(lineage), {})))
    keys: dict[date, list[str]] = defaultdict(list)
    for key, then in places:
        keys[then].append(key)
    return {
        (key, then): fate
        for then, named in keys.items()
        for key, fate in became(named, spans, then, day, lambda lineage: parts[lineage]).items()
    }


def became(
    keys: Collection[str],
    spans: Mapping[int, list[KeySpan]],
    then: date,
    day: date,
    parts: Callable[[int], Iterable[tuple[date, Lineage]]],
) -> Mapping[str, Became]:
    """What became of provisions of the edition of `then` in a later one.

    Args:
        spans: those of their lineages, oldest first, and of all that these come from or continue in.
        parts: see `Lineages.parts`.
    """
    found: dict[str, Became] = {}
    for (key, _), lineage in _own([(key, then) for key in keys], spans).items():
        others = (int(one.id) for apart, one in parts(lineage) if then < apart <= day)
        now, *apart_now = (_key_at(one, spans, day) for one in (lineage, *others))
        stays = any(span.since <= day < span.until for span in spans[lineage])
        changed = any(then < span.since <= day and span.change in REWORDING for span in spans[lineage])
        own, apart = ([key for key in some if isinstance(key, str)] for some in ([now], apart_now))
        found[key] = Became(
            tuple(sorted(own + apart, key=sort_key)),
            changed or not stays,
            split=bool(apart),
            own=own[0] if own else "",
            merged=bool(own) and not stays,
            since=_last_change(spans[lineage], then, day),
        )
    return found


def _last_change(own: Iterable[KeySpan], then: date, day: date) -> date | None:
    later = [span for span in own if span.until > then and span.since <= day]
    days = [span.since for span in later if span.since > then]
    return max([*days, *(span.until for span in later[-1:] if span.until <= day)], default=None)


def _followed(
    places: Collection[tuple[str, date]], day: date
) -> tuple[Mapping[tuple[str, date], int], Mapping[int, list[KeySpan]]]:
    """The lineage of each provision, and the spans of all lineages that lead to its place on a day."""
    named = LineageStep.objects.filter(key__in={key for key, _ in places})
    near = ("lineage", "lineage__split_from", "lineage__merged_into")
    spans = _spans(reduce(or_, (Q(lineage__in=named.values(link)) for link in near)))
    own = _own(places, spans)
    while further := {key for lineage in own.values() if isinstance(key := _key_at(lineage, spans, day), int)}:
        more = _spans(Q(lineage__in=further))
        spans |= {lineage: more.get(lineage, []) for lineage in further}
    return own, spans


def _own(places: Collection[tuple[str, date]], spans: Mapping[int, list[KeySpan]]) -> Mapping[tuple[str, date], int]:
    by_key = defaultdict(list)
    for own in spans.values():
        for span in own:
            by_key[span.key].append(span)
    return {
        (key, then): span.lineage for key, then in places for span in by_key[key] if span.since <= then < span.until
    }


def _key_at(lineage: int, spans: Mapping[int, list[KeySpan]], day: date) -> str | int | None:
    """The key of a lineage on a day, or the id of a lineage whose spans are needed for that."""
    seen = set()
    following: int | None = lineage
    while following is not None and following not in seen:
        if following not in spans:
            return following
        seen.add(following)
        own = spans[following]
        for span in own:
            if span.since <= day < span.until:
                return span.key
        if not own:
            return None
        following = own[0].split_from if day < min(span.since for span in own) else own[0].merged_into
    return None


def _spans(which: Q) -> dict[int, list[KeySpan]]:
    found: dict[int, list[KeySpan]] = defaultdict(list)
    rows = LineageStep.objects.filter(which).exclude(change=ChangeKind.REMOVED).order_by("since")
    for row in rows.values_list(*_FIELDS):
        span = KeySpan(*row)
        found[span.lineage].append(span)
    return dict(found)
