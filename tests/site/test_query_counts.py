"""Pages ask the database few questions, whatever the library's size."""

import re
from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.library.loaded import library
from explorer.models import Edition, Rule, Term
from explorer.search.index.book import EDITION
from symbols.trials.catalog import TRIALS
from tests.conftest import forget_everything, using_library
from tests.kinds import ANYWHERE
from tests.shared import NEWEST

pytestmark = pytest.mark.django_db

# Old text asks one question more than the newest does: what became of it. The entity tag asks another.
MOST = 10
# An answer under an old edition follows the rules it cites there through their history, and reads both wordings.
# A term with a year is looked for twice: in the rules of that year and in the newest.
MOST_UNDER_OLD_RULES = 12
# Where the newest edition is another than that of the index's numbers, its lineages are read once in a process.
NUMBERS_OF_THE_INDEX = 1

# How much changed in all sections, and an edition's outline, are read once in a process, for the page of a section.
ONCE_FOR_SECTIONS = 3
SECTION = re.compile(r".*/\d{3}/")

READING = (
    "/check/?cost=%7BX%7D%7BW%2FP%7D",
    "/cast/?cost=%7BX%7D%7BW%2FP%7D&x=1&targets=1&pool=WW",
    "/x/?cost=%7BX%7DR",
    "/numbers/?",
    *("/try/paying/?", "/try/saga/?", "/try/x/?"),
    "/search/?q=mana+value",
)
"""Pages that can be read under an edition."""


def pages(every: int) -> Iterator[str]:
    """Yield addresses of every kind, pinned and not: the first and last of each kind in every so-manieth edition."""
    yield from ("/rules/", "/glossary/", "/editions/", *ANYWHERE[:: 1 if every == 1 else 5])
    day = Edition.objects.latest("date").date.isoformat()
    yield from (f"{address}&edition={chosen}" for address in READING for chosen in (day, "2001-01-01", "soon"))
    for edition in Edition.objects.all()[::every]:
        day = edition.date.isoformat()
        yield from (f"/rules/{day}/", f"/glossary/{day}/", f"/glossary/{day}/?letter=C")
        for kind in Rule.Kind:
            numbers = list(edition.entries.filter(kind=kind).order_by("position").values_list("number", flat=True))
            for number in numbers[:: max(1, len(numbers) - 1)]:
                yield from (f"/rules/{number}/", f"/rules/{day}/{number}/")
        slugs = list(Term.objects.filter(edition=edition).values_list("slug", flat=True))
        for slug in slugs[len(slugs) // 2 :][:1]:
            yield from (f"/glossary/{slug}/", f"/glossary/{day}/{slug}/")
        yield from (f"/rules/{day}/{number}/" for number in ("107.4z", "601.2z", "999", "9"))
        yield f"/glossary/{day}/nothing-of-that-name/"


def old_pages() -> Iterator[str]:
    """Yield pages that can be read under an old edition: each trial, the checker and X, under two of them."""
    complete = [one.iso for one in library().editions if one.complete]
    assert len(complete) > 20
    days = [complete[0], complete[len(complete) // 2]]
    yield from (f"/try/{trial.slug}/?edition={day}" for trial, day in zip(TRIALS, cycle(days), strict=False))
    yield from (f"{page}&edition={day}" for page in READING for day in days)
    costs = ("Kicker+{2}", "Kicker", "{T},+Discard+a+card,+Pay+2+life", "{TK3}{C/W}{G/W/P}{S}", "{2},+{Q},+{E}{E}")
    yield from (f"/check/?cost={cost}&pool=WWW&edition={day}" for cost, day in zip(costs, cycle(days), strict=False))
    gone = ("410.10", "212.5", "217.1", "702.999", "999")
    yield from (f"/rules/{number}/" for number in gone)
    yield from (f"/rules/{day}/{number}/" for number in (*gone, "702.102") for day in days)
    yield from (f"/x/?{query}&edition={day}" for query, day in zip(ASKED_OF_X, cycle(days), strict=False))


ASKED_OF_X = (
    "what=activated-ability&in=loyalty-cost,text&announced=3",
    "cost={X}R&in=mana-cost&method=free",
    "what=permanent&in=text",
)


def too_many(client: Client, addresses: Iterable[str], most: int) -> dict[str, int]:
    """Return the pages that ask more than they may, as the first page of a fresh process, with how much they ask."""
    asked: dict[str, int] = {}
    for address in dict.fromkeys(addresses):
        forget_everything()
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address)
        assert response.status_code in {200, 301, 302, 404, 422}, address
        asked[address] = len(queries)
    assert len(asked) > 60
    return {address: count for address, count in asked.items() if count > most}


def test_a_library_of_excerpts(client: Client) -> None:
    assert too_many(client, pages(every=3), MOST) == {}


def test_a_large_library(client: Client, every_edition: str, django_db_blocker: Any) -> None:
    with using_library(every_edition, django_db_blocker):
        found = too_many(client, pages(every=62), MOST)
        sections = {address for address in found if SECTION.fullmatch(address)}
        assert found.keys() == sections
        assert max(found.values()) <= MOST + ONCE_FOR_SECTIONS
        most = MOST_UNDER_OLD_RULES + (NUMBERS_OF_THE_INDEX if EDITION.isoformat() != NEWEST else 0)
        assert too_many(client, old_pages(), most) == {}
