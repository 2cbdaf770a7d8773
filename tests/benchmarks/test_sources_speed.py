"""Paying from 60 sources, 12 of which cost mana, beside a bare view: the goal is a median of 20 times as long."""

import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.test import Client
from pytest_benchmark.fixture import BenchmarkFixture

from symbols.engine import CheckRequest

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.benchmarks.test_page_speed")]

COSTLY = [
    "{1}, {T}: {R}{W}",
    "{1}, {T}: {U}{B}",
    "{W/U}, {T}: {W}{W} or {W}{U} or {U}{U}",
    "{B/R}, {T}: {B}{B} or {B}{R} or {R}{R}",
    "{1}, {T}: any",
    "{2}, {T}, Sacrifice it: {U}{B}",
]
FREE = ["Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes", "{W/U}", "any", "Treasure", "{C}{C}"]
SYMBOLS = ["{W}", "{U}", "{B}", "{R}", "{G}", "{1}", "{3}", "{W/U}", "{2/W}", "{W/P}"]


def boards() -> Iterator[dict[str, str]]:
    """Each with two to eight symbols."""
    for seed in range(60):
        cost = [SYMBOLS[(seed * 7 + place * (seed + 3)) % len(SYMBOLS)] for place in range(2 + seed % 7)]
        costly = [COSTLY[(seed + place * 5) % len(COSTLY)] for place in range(12)]
        free = [FREE[(seed * 3 + place * place) % len(FREE)] for place in range(48)]
        yield {"cost": "".join(cost), "sources": "; ".join([*costly, *free])}


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    assert work()
    return time.process_time() - started


@pytest.mark.slow
def test_sixty_sources_against_a_bare_view(benchmark: BenchmarkFixture, client: Client) -> None:
    """A round pays from each board; the median of a board, the worst and a bare view are in the extra columns."""
    requests = [CheckRequest.parse(board) for board in boards()]
    taken: list[float] = []

    def pay(request: CheckRequest) -> object:
        return request.check().as_json()

    def pay_all() -> None:
        taken.extend(seconds(partial(pay, request)) for request in requests)

    benchmark.pedantic(pay_all, rounds=3, warmup_rounds=1)  # type: ignore[no-untyped-call]
    bare = sorted(seconds(lambda: client.get("/bare/?cost=W").content) for _ in range(40))[20]
    taken.sort()
    benchmark.extra_info["median, bare views"] = round(taken[len(taken) // 2] / bare, 1)
    benchmark.extra_info["worst, ms"] = round(taken[-1] * 1000)
    benchmark.extra_info["bare view, ms"] = round(bare * 1000, 2)
