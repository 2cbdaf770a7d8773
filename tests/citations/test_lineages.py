"""Every rule that answers cite is, in each edition, the ancestor of the one cited today, or says the same."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest

from explorer.citations import NAMES, citations_in
from explorer.citations.names import edition_of_name
from explorer.library.history.places import keys_at
from explorer.library.loaded import library
from tests.conftest import using_library

# Rules whose fact another rule gave before they came into being, by the numbers that it had; read in the editions.
SAID_ELSEWHERE = {
    "105.1": {"203.2c"},
    "105.2b": {"203.2", "203.2b"},
    "107.1b": {"104.2"},
    "107.3a": {"104.3c", "409.1b"},
    "107.3p": {"104.3c"},
    "113.6": {"402.8"},
    "117.1b": {"408.1d"},
    "118.13a": {"409.1b", "601.2b"},
    "118.3b": {"215.4"},
    "118.8": {"203.4"},
    "118.9": {"409.1f"},
    "119.4b": {"215.4", "117.4", "118.4", "119.4"},
    "201.5a": {"202.2"},
    # Until 2010 the line of tokens and lands was another rule than that of costs that can't be paid.
    "202.1b": {"203.1", "203.1b"},
    "208.2": {"208.2"},
    "208.2a": {"208.2"},
    "306.5d": {"212.9f", "306.7"},
    "602.2b": {"409.1"},
    "602.5": {"409.4"},
    "602.5d": {"403.5"},
    # Until 2009 one rule said what activated and triggered mana abilities are.
    "605.1a": {"406.1"},
    "712.2a": {"711.1a", "711.1b"},
    "712.2b": {"711.1b"},
}


@pytest.fixture
def all_editions(every_edition: str, django_db_blocker: Any) -> Iterator[None]:
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        yield


@pytest.mark.usefixtures("all_editions")
def test_what_is_cited_under_an_edition_is_in_the_lineage_of_what_is_cited_today() -> None:
    loaded = library()
    places = {name: (name, edition_of_name(name)) for name in NAMES}
    wrong, right = [], 0
    for edition in loaded.editions:
        if not edition.complete:
            continue
        lineage = keys_at(places.values(), edition.date)
        found = citations_in(edition.date, loaded)
        for name, place in places.items():
            number = found.number_of(name)
            if not number or number in SAID_ELSEWHERE.get(name, ()):
                continue
            right += number == lineage.get(place)
            if number != lineage.get(place):
                wrong.append((edition.iso, name, number, lineage.get(place)))
    assert not wrong
    assert right > 3500


@pytest.mark.usefixtures("all_editions")
def test_an_ancestor_that_says_something_else_is_named_as_such() -> None:
    found = citations_in(dt.date(2003, 10, 1)).get("510.1a")
    assert found is not None
    assert found.number == "510.1a"
    assert found.absence == "worded differently as 310.2a in the edition of October 1, 2003"
