"""Pages of cards and searches for names, with all cards at hand.

A card’s page is measured beside a bare view: the goal is 40 times as long. A name is looked for beside counting the
letters of all names, which takes about a fifth of a millisecond: the goal is 25 times as long.
"""

import time
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.test import RequestFactory
from pytest_benchmark.fixture import BenchmarkFixture

from explorer.cards.importing import import_cards
from explorer.cards.names import CardName, CardNames
from explorer.document.tree import slugify
from tests.benchmarks import test_page_speed
from tests.cards.samples import real_cards
from tests.shared import shared

pytestmark = pytest.mark.slow

NAMES: dict[str, Callable[[CardNames, list[str]], object]] = {
    "all letters": lambda _, names: sum(map(len, names)),
    "a beginning": lambda known, _: known.find("fireb", 5),
    "a misspelling": lambda known, _: known.find("treasure cruse", 5),
    "a misspelled beginning": lambda known, _: known.find("lightnig", 5),
    "nothing": lambda known, _: known.find("zzzzzz zzzzzz zzzzz", 5),
}


@pytest.fixture(scope="module")
def names() -> CardNames:
    return CardNames(CardName(slugify(card.name), card.name) for card in real_cards())


@pytest.mark.parametrize("asked", NAMES)
def test_looking_for_a_name(benchmark: BenchmarkFixture, names: CardNames, asked: str) -> None:
    listed = [card.name for card in real_cards()]
    benchmark(NAMES[asked], names, listed)
    assert names.find("fireb", 1)[0].name == "Fireball"


@pytest.fixture
def with_cards(db: None) -> Iterator[None]:
    folder = shared("cards")
    import_cards([folder / "oracle-cards.json.gz", folder / "rulings.json.gz"])
    yield
    cache.clear()


@pytest.mark.urls(test_page_speed.__name__)
@pytest.mark.usefixtures("with_cards")
def test_card_page_against_a_bare_view(benchmark: BenchmarkFixture) -> None:
    """One round renders the page without a cache; the bare view’s median is in the extra columns."""
    handler = BaseHandler()
    handler.load_middleware()
    factory = RequestFactory()

    def seconds(address: str) -> float:
        started = time.process_time()
        cache.clear()
        assert handler.get_response(factory.get(address)).status_code == 200
        return time.process_time() - started

    bare: list[float] = sorted(seconds("/bare/?cost=W") for _ in range(20))
    benchmark(lambda: seconds("/cards/treasure-cruise/"))
    benchmark.extra_info["bare view, ms"] = round(bare[10] * 1000, 3)
