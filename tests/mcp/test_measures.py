"""How often `verify` is right about paragraphs such as assistants write."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from explorer.assistants.site import Site
from explorer.assistants.tools import answer
from explorer.citing.texts import texts_of
from explorer.citing.words import Quoted
from explorer.library.loaded import library
from tests.citing.test_measures import Planted, is_quotable, plant
from tests.conftest import with_editions
from tests.shared import FEW_EDITIONS

# Paragraphs of each edition.
EACH = 25
LINKS = (
    "In short, yes.",
    "So it depends on the order.",
    "The same goes for copies (see below).",
    "On turn 3.5, nothing.",
)
_clients = count()


@pytest.fixture(autouse=True)
def _open_connection() -> Iterator[None]:
    """Keep the test's connection open between requests, like Django's test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("said", [True, False], ids=["edition said", "edition guessed"])
@with_editions(*FEW_EDITIONS)
def test_a_hundred_true_and_a_hundred_false_paragraphs(said: bool) -> None:
    draw = random.Random(95)  # noqa: S311 - the same each time
    editions = library().with_all_rules
    newest = editions[-1]
    counts = Counter[tuple[bool, str]]()
    for edition in editions:
        planted = list(plant(texts_of(edition), draw, 400))
        true, false = ([one for one in planted if (one.kind == "true") == right] for right in (True, False))
        for right, faults in ((True, []), (False, false)):
            written = edition.iso if said else ""
            found = [verdict(one, written) for one in islice(paragraphs(true, faults, draw), EACH)]
            counts.update((right, one) for one in found)
            if right and edition == newest:
                assert set(found) == {"right"}
    # Under an old edition, what was right once is outdated today.
    assert counts[True, "right"] + counts[True, "outdated"] == counts.total() / 2 >= 100
    # Words under a wrong number may be what an older edition has there, so they’re outdated.
    assert counts[False, "right"] == 0
    assert counts[False, "wrong"] >= 98


@pytest.mark.slow
@pytest.mark.django_db
@with_editions(*FEW_EDITIONS)
def test_words_of_another_edition_are_never_right() -> None:
    draw = random.Random(96)  # noqa: S311 - the same each time
    old, *_, new = map(texts_of, library().with_all_rules)
    for own, other in ((old, new), (new, old)):
        numbers = [key for key in own.keys if key.count(".") and key in other and own.text(key) != other.text(key)]
        for number in draw.sample(numbers, EACH):
            words = other.text(number)
            if is_quotable(words) and not Quoted.of(words).is_in(own.line(number)):
                assert verdict(f"{number}: “{words}”", own.date.isoformat()) != "right", number


def paragraphs(true: list[Planted], false: list[Planted], draw: random.Random) -> Iterator[str]:
    """A hundred paragraphs with three citations each, one of them false if any are given."""
    for index in range(100):
        chosen = draw.sample(true, 3)
        if false:
            chosen[draw.randrange(3)] = false[index]
        cited = (one.shape.format(number=one.number, quote=one.quote) for one in chosen)
        yield "\n\n".join(f"{each}\n\n{draw.choice(LINKS)}" for each in cited)


def verdict(paragraph: str, written: str) -> str:
    # A client for each: texts have a limit.
    client = Site("http://testserver", f"10.0.{next(_clients) // 250}.{next(_clients) % 250}")
    return str(answer(client, "verify", {"text": paragraph, "edition": written})["verdict"])


@pytest.mark.django_db
def test_excerpts_are_enough_for_a_cost() -> None:
    site = Site("http://testserver")
    found = answer(site, "check_cost", {"cost": "{W/P}", "pool": "W"})
    assert (found["verdict"], found["edition"]) == ("yes", "2025-06-06")
    assert found["rules"]["107.4f"] == "http://testserver/rules/2025-06-06/107.4f/"
