"""Searching in a library of every edition: the whole table, and the words that most rules have.

The goal is a median under 15 ms for one search, within the process. One round asks the whole table; the median and the
slowest of its single searches are in `extra_info` (`--benchmark-json=FILE`), as time of the processor, which other
programs of a busy machine don't disturb.
"""

import statistics
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from explorer.search import search
from tests.conftest import using_library
from tests.search.table import rows, scope

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

# What a sensible person types once, and every rule has.
HEAVY = ("creature", "player object ability", "the", '"a player"', "what happens if a creature would die", "creatur")


@pytest.fixture(scope="module")
def in_every_edition(every_edition: str, django_db_blocker: Any) -> Iterator[None]:
    with using_library(every_edition, django_db_blocker):
        yield


def seconds(typed: str, where: Any) -> float:
    started = time.process_time()
    search(typed, where, limit=25)
    return time.process_time() - started


@pytest.mark.usefixtures("in_every_edition")
class TestAllEditions:
    @pytest.mark.parametrize("where", ["as written", "newest", "all"])
    def test_the_table(self, benchmark: BenchmarkFixture, where: str) -> None:
        """One round asks every row; the median of single searches is in the extra columns."""
        asked = [(row.typed, scope(row.where if where == "as written" else where)) for row in rows()]

        def ask_all() -> list[float]:
            return [seconds(typed, edition) for typed, edition in asked]

        taken = benchmark(ask_all)
        benchmark.extra_info["median of one, ms"] = round(statistics.median(taken) * 1000, 2)
        benchmark.extra_info["slowest of one, ms"] = round(max(taken) * 1000, 2)
        assert len(taken) == len(asked)

    @pytest.mark.parametrize("where", ["newest", "all"])
    @pytest.mark.parametrize("typed", HEAVY)
    def test_common_words(self, benchmark: BenchmarkFixture, typed: str, where: str) -> None:
        assert benchmark(search, typed, scope(where), limit=25).total

    def test_typing(self, benchmark: BenchmarkFixture) -> None:
        """A page of results for every beginning of a word, as it is typed."""
        word = "planeswalker"
        beginnings = [word[:length] for length in range(2, len(word) + 1)]
        benchmark(lambda: [search(typed, None, limit=25) for typed in beginnings])
