"""`manage.py search` finds what the site finds, and says why each result is where it is."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.conftest import Command, using_library


@pytest.fixture
def url(library_of: Callable[..., str]) -> str:
    """A library with a whole edition, in which typos are mended."""
    return library_of("2018-07-13")


@pytest.mark.slow
def test_it_finds_what_the_api_finds(command: Command, url: str, django_db_blocker: Any) -> None:
    for query in ("{W/U}", "how do I pay hybird mana", "\u0000"):
        found = json.loads(command("search", query, "--json", "--limit", "100", url=url).stdout)
        with using_library(url, django_db_blocker), django_db_blocker.unblock():
            of_api = Client().get("/api/search", {"q": query}).json()
        assert found["total"] == of_api["total"], query
        names = ("number", "slug", "heading", "text", "edition")
        assert found["items"] == [{name: one[name] for name in names} for one in of_api["items"]], query


def test_the_parts_of_a_score_add_up_and_the_best_is_first(command: Command, url: str) -> None:
    for query in ("legend rule", "“mana symbol” 107.4"):
        found = json.loads(command("search", query, "--json", "--explain", url=url).stdout)["items"]
        assert found
        for one in found:
            assert one["score"] == pytest.approx(sum(part["weight"] * part["fit"] for part in one["parts"]), abs=0.1)
            assert all(0 <= part["fit"] <= 1 for part in one["parts"]), (query, one)
        assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)


@pytest.mark.slow
def test_people_read_how_the_query_was_read_and_each_part(command: Command, url: str) -> None:
    said = command("search", "hybird mana", "--explain", url=url).stdout
    for words in ("Read as: words", "Corrected: hybird to hybrid", "Wanted: hybrid", "BM25: ", " of 120"):
        assert words in said
    mended = command("search", "hybird mana", url=url).stdout
    assert mended.startswith("Answer: The rule: Hybrid mana. ")
    assert "\nResults for: hybrid mana\n107.4e   " in mended
    said = command("search", "104 3 f", url=url).stdout
    assert said.startswith("Answer: The rule. 104.3f, Ending the Game: If a player would both win and lose")
    assert command("search", "{2/W}{2/W} with WWC", url=url).stdout.startswith(
        "Answer: Yes. One white mana pays for each."
    )
    assert command("search", "qqqqq", url=url).stdout == "No results.\n"


@pytest.mark.slow
def test_what_makes_no_sense_is_refused(command: Command, subtests: pytest.Subtests) -> None:
    for options, words in [
        (["--edition", "2001-01-01"], "--edition: the 2001-01-01 rules aren’t loaded."),
        (["--edition", "soon"], "“soon” isn’t a date"),
        (["--limit", "0"], "--limit: 0 isn’t a number from 1 to 100."),
        (["--limit", "x"], "--limit"),
    ]:
        with subtests.test(options=options, words=words):
            done = command("search", "mana", *options, "--json")
            assert done.returncode == 2
            assert words in json.loads(done.stdout)["error"]["message"]
