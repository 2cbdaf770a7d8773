"""The checker's partial against a bare Django view with a one-line template, through the same middleware."""

import itertools
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import RequestFactory
from django.urls import path
from pytest_benchmark.fixture import BenchmarkFixture

from explorer import urls
from explorer.web.page_cache import query_parameters
from tests.conftest import with_editions
from tests.shared import shared

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
BROWSER = {"Accept-Encoding": "gzip, deflate, br"}
ONE_LINE = engines["django"].from_string("<p>{{ cost }}</p>")


@query_parameters(["cost"])
def bare(request: HttpRequest) -> HttpResponse:
    line = ONE_LINE.render({"cost": request.GET["cost"]}, request)
    return HttpResponse(line, headers={"Cache-Control": "no-store"})


urlpatterns = [*urls.urlpatterns, path("bare/", bare)]
handler404 = urls.handler404


@pytest.fixture
def printed() -> list[str]:
    costs: Path = shared("costs/printed.txt")
    return costs.read_text(encoding="utf-8").split()


@pytest.mark.slow
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", ["/bare/", "/check/"])
def test_partial_against_a_bare_view(benchmark: BenchmarkFixture, printed: list[str], address: str) -> None:
    """One round answers every fourth printed cost, each made anew; the ratio of the rows’ least times is the measure.

    Each round is at another depth of calls. Python allocates memory for its frames in pieces, and where one begins
    within a page’s innermost loop, that page alone takes up to twice as long.
    """
    handler = BaseHandler()
    handler.load_middleware()
    factory = RequestFactory()
    requests = [factory.get(address, {"cost": cost}, headers=HTMX) for cost in printed[::4]]

    def answer_all(depth: int) -> int:
        if depth:
            return answer_all(depth - 1)
        cache.clear()
        return sum(handler.get_response(request).status_code == 200 for request in requests)

    depths = itertools.cycle(range(0, 120, 6))
    found = benchmark.pedantic(answer_all, setup=lambda: ((next(depths),), {}), rounds=40, warmup_rounds=1)  # type: ignore[no-untyped-call]
    assert found == len(requests)


@pytest.mark.slow
@pytest.mark.urls(__name__)
@with_editions("2018-07-13")
@pytest.mark.parametrize("address", ["/bare/?cost=W", "/rules/107.4f/", "/rules/702/"])
@pytest.mark.parametrize("again", ["cached", "304"])
def test_rule_page_against_a_bare_view(benchmark: BenchmarkFixture, address: str, again: str) -> None:
    """A cached page, and one that the client has (304); the goal is 3 times the bare view."""
    handler = BaseHandler()
    handler.load_middleware()
    factory = RequestFactory()
    made = handler.get_response(factory.get(address, headers=BROWSER))
    has = {"If-None-Match": made["ETag"]} if again == "304" and made.has_header("ETag") else {}
    request = factory.get(address, headers=BROWSER | has)
    assert benchmark(lambda: handler.get_response(request).status_code) in {200, 304}
