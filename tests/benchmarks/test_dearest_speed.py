"""The most expensive requests known, against two million additions, with nothing cached.

The goal is 8 times: half a second where the additions take 0.06 s.
"""

from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_benchmark.fixture import BenchmarkFixture

from tests.conftest import with_editions
from tests.dearest import BRIEF, CHECKS
from tests.shared import FEW_EDITIONS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ADDRESSES = {
    **{
        f"{name}, {page}": f"{page}?{urlencode(said)}"
        for name, said in CHECKS.items()
        for page in ("/check/", "/check.png")
    },
    **{f"{name}, API": f"/api/check?{urlencode(said)}" for name, said in CHECKS.items()},
    "a brief": BRIEF,
    "invented words": "/search/?q="
    + "+".join(f"zq{number:04d}xk".translate(str.maketrans("0123456789", "bcdfghjklm")) for number in range(150)),
}


def add() -> int:
    total = 0
    for number in range(2_000_000):
        total += number
    return total


@pytest.mark.benchmark(group="the most expensive requests")
def test_two_million_additions(benchmark: BenchmarkFixture) -> None:
    assert benchmark(add)


@pytest.mark.benchmark(group="the most expensive requests")
@pytest.mark.parametrize("name", ADDRESSES)
def test_expensive_request(benchmark: BenchmarkFixture, client: Client, name: str) -> None:
    assert _timed(benchmark, client, ADDRESSES[name])


@pytest.mark.benchmark(group="the most expensive requests")
@with_editions(*FEW_EDITIONS)
@pytest.mark.parametrize("address", ["/api/cr/diff", "/changes/2009-05-01/2026-02-27/", "/sitemap-2026-02-27.xml"])
def test_expensive_page_of_whole_editions(benchmark: BenchmarkFixture, client: Client, address: str) -> None:
    assert _timed(benchmark, client, address)


def _timed(benchmark: BenchmarkFixture, client: Client, address: str) -> bool:
    found = benchmark.pedantic(lambda: client.get(address), setup=cache.clear, rounds=5, warmup_rounds=1)  # type: ignore[no-untyped-call]
    return bool(found.status_code == 200)
