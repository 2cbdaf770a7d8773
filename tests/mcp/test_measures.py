"""How often `verify` is right about paragraphs such as assistants write."""

import random
from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from explorer.assistants.site import Site
from explorer.assistants.tools import answer
from explorer.citing.texts import texts_of
from explorer.library.loaded import library
from tests.citing.test_measures import Planted, plant
from tests.conftest import with_editions
from tests.shared import FEW_EDITIONS

LINKS = (
    "In short, yes.",
    "So it depends on the order.",
    "The same goes for copies (see below).",
    "On turn 3.5, nothing.",
)


@pytest.fixture(autouse=True)
def _open_connection() -> Iterator[None]:
    """Keep the test's connection open between requests, as Django's own client of tests does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@with_editions(*FEW_EDITIONS)
def test_a_hundred_true_and_a_hundred_false_paragraphs() -> None:
    draw = random.Random(95)  # noqa: S311 - the same each time
    newest = library().with_all_rules[-1]
    planted = list(plant(texts_of(newest), draw, 1_200))
    true, false = ([one for one in planted if (one.kind == "true") == right] for right in (True, False))
    verdicts = {
        right: [verdict(paragraph, number) for number, paragraph in enumerate(paragraphs(true, faults, draw))]
        for right, faults in ((True, []), (False, false[:100]))
    }
    assert verdicts[True].count("right") >= 98
    assert verdicts[False].count("right") == 0
    assert verdicts[False].count("wrong") >= 98


def paragraphs(true: list[Planted], false: list[Planted], draw: random.Random) -> Iterator[str]:
    """A hundred, with three citations each, of which one is false if any are given."""
    for index in range(100):
        chosen = draw.sample(true, 3)
        if false:
            chosen[draw.randrange(3)] = false[index]
        cited = (one.shape.format(number=one.number, quote=one.quote) for one in chosen)
        yield "\n\n".join(f"{each}\n\n{draw.choice(LINKS)}" for each in cited)


def verdict(paragraph: str, number: int) -> str:
    # A client for each: texts have a limit.
    client = Site("http://testserver", f"192.0.2.{number}")
    return str(answer(client, "verify", {"text": paragraph})["verdict"])


@pytest.mark.django_db
def test_excerpts_are_enough_for_a_cost() -> None:
    site = Site("http://testserver")
    found = answer(site, "check_cost", {"cost": "{W/P}", "pool": "W"})
    assert (found["verdict"], found["edition"]) == ("yes", "2025-06-06")
    assert found["rules"]["107.4f"] == "http://testserver/rules/2025-06-06/107.4f/"
