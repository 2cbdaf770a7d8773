"""Places of the named rules in the loaded editions, cached per library."""

import datetime as dt
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Max

from explorer.citations.names import edition_of_name
from explorer.library.history.places import keys_at
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.models import CitedRule, Rule


class NamedPlace(NamedTuple):
    number: str
    wording: int


@lru_cache(maxsize=4)
def places_in(loaded: Library) -> Mapping[int, Mapping[str, NamedPlace]]:
    """By edition id and name. One query."""
    found: dict[int, dict[str, NamedPlace]] = {edition.id: {} for edition in loaded.editions}
    rows = CitedRule.objects.values_list("rule__edition_id", "cited", "rule__number", "rule__wording_id")
    for edition, name, number, wording in rows.iterator():
        if edition in found:
            found[edition][name] = NamedPlace(number, wording)
    return found


@lru_cache(maxsize=4)
def newest_bearers(loaded: Library) -> Mapping[str, dt.date]:
    """For each number that a named rule ever had, the newest edition that has the number. One query more."""
    numbers = {place.number for places in places_in(loaded).values() for place in places.values()}
    return dict(Rule.objects.filter(number__in=numbers).values_list("number").annotate(Max("edition__date")))


def ancestors(names: Collection[str], edition: EditionInfo) -> Mapping[str, NamedPlace]:
    """Rules that an edition has in other words, found through their lineages.

    Two queries, and one more for each further generation of merges and splits. Excerpts have no lineages.
    """
    if not edition.has_all_rules or not names:
        return {}
    origins = {name: (name, edition_of_name(name)) for name in names}
    keys = keys_at(origins.values(), edition.date)
    numbers = {name: keys[origin] for name, origin in origins.items() if origin in keys}
    rows = Rule.objects.filter(edition_id=edition.id, number__in=set(numbers.values()))
    wordings = dict(rows.values_list("number", "wording_id")) if numbers else {}
    return {name: NamedPlace(number, wordings[number]) for name, number in numbers.items() if number in wordings}
