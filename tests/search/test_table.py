"""The table of searches, in a library of every edition."""

from typing import Any

import pytest

from tests.conftest import using_library
from tests.search.table import Row, answer, name, rows


@pytest.fixture(scope="module")
def found(every_edition: str, django_db_blocker: Any) -> dict[Row, list[str]]:
    """The first results of every search."""
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        return {row: [name(hit) for hit in answer(row, limit=3).hits] for row in rows()}


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.where}: {row.typed}")
def test_what_is_wanted_is_among_the_first_three(found: dict[Row, list[str]], row: Row) -> None:
    assert row.wanted in found[row]


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(rows()) >= 60
    assert len(set(rows())) == len(rows())
