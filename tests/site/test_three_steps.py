"""A page asks the library first, in few questions whatever the library's size; nothing after that asks again."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import quote_plus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.library.importing import import_bytes
from explorer.models import Edition, Rule, Term
from symbols.catalog.definitions import all_definitions
from tests.conftest import forget_everything, using_library
from tests.document.samples import DOCUMENT

pytestmark = pytest.mark.django_db

# Old text asks one question more than the newest does: what became of it.
MOST = 8


READING = (
    "/check/?cost=%7BX%7D%7BW%2FP%7D",
    "/x/?cost=%7BX%7DR",
    "/numbers/?",
    *("/try/paying/?", "/try/saga/?", "/try/x/?"),
    "/search/?q=mana+value",
)
"""Pages that can be read under an edition."""

ANYWHERE = (
    *("/", "/?q=%7BX%7DR", "/?q=107", "/?q=107.4", "/?q=mana", "/?q=7", "/?q=qqqqq", "/?q=%7BR%7D+mana"),
    *("/check/", "/check/?cost=7", "/check/?cost=%7B", "/x/", "/x/?subject=nothing", "/numbers/", "/try/"),
    *("/try/nothing/", "/symbols/", "/symbols/?q=zzz", "/symbols/sheet/", "/symbols/nothing/", "/symbols/W.svg"),
    *(f"/symbols/{one.slug}/" for one in list(all_definitions())[::12]),
    *(
        f"/search/?q={typed}&for=words"
        for typed in ("107.4", "7", "%7BT%7D", "mana", "qqqqq", "manna", "%22mana+cost%22")
    ),
    *(f"/search/?q={typed}" for typed in ("", "2008-03-17", "dies", "first+strike+zzzzz", "strke+fling+blokc+creatre")),
    *("/search/?q=mana&edition=all", "/search/?q=mana&page=999", "/search/?q=qqqqq&edition=all"),
    *("/rules/107.4z/", "/rules/999/", "/rules/9/", "/rules/nothing/", "/rules/2001-01-01/", "/rules/2001-02-30/"),
    *("/rules/2001-01-01/107.4/", "/glossary/nothing-of-that-name/", "/glossary/2001-01-01/", "/nothing/"),
)
"""Pages that are the same in any library, and what isn't there."""


def pages(every: int) -> Iterator[str]:
    """Yield addresses of every kind, pinned and not: the first and last of each kind in every so-manieth edition."""
    yield from ("/rules/", "/glossary/", "/editions/", *ANYWHERE)
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


def too_many(client: Client, every: int = 1) -> dict[str, int]:
    """Return the pages that ask more than they may, as the first page of a fresh process, with how much they ask."""
    asked: dict[str, int] = {}
    for address in dict.fromkeys(pages(every)):
        forget_everything()
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address)
        assert response.status_code in {200, 301, 302, 404, 422}, address
        asked[address] = len(queries)
    assert len(asked) > 150
    return {address: count for address, count in asked.items() if count > MOST}


class TestFewQuestions:
    def test_in_a_library_of_excerpts(self, client: Client) -> None:
        assert too_many(client) == {}

    def test_in_a_large_library(self, client: Client, every_edition: str, django_db_blocker: Any) -> None:
        with using_library(every_edition, django_db_blocker):
            assert too_many(client, every=16) == {}


LATER_STEPS = {
    *("show_contents_page", "show_edition_list", "show_glossary_page", "show_rule_page", "show_term_page"),
    *("show_changes", "show_history", "show_years", "show_life_on_page", "former_rules", "with_trials"),
    *("render", "render_to_string"),
}
"""What comes after the library was asked."""


@pytest.mark.parametrize(
    "address",
    [
        *("/rules/", "/rules/1/", "/rules/107/", "/rules/107.1a/", "/rules/107.4f/", "/rules/2024-09-20/107.3a/"),
        *("/glossary/", "/glossary/x/", "/editions/", "/index/", "/symbols/", "/symbols/W/", "/numbers/"),
        *("/rules/107.4f/history/", "/changes/", "/changes/2024-03-08/2025-06-06/"),
        *(
            "/search/?q=mana",
            "/search/?q=qqqqq",
            "/",
            "/try/",
            "/x/",
            "/x/?cost={X}R",
            "/x/?cost={X}R&edition=2024-03-08",
        ),
        *("/check/?cost={X}{W/P}", "/check/?cost={X}{W/P}&edition=2011-07-15", "/try/saga/", "/try/paying/?n=3"),
    ],
)
def test_from_the_first_shape_on_nothing_is_asked(
    client: Client, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a page asks the database again")

    client.get("/")
    forget_everything()
    with ExitStack() as until_the_end:
        begun: list[str] = []

        def begin(step: str, take: Callable[..., Any]) -> Callable[..., Any]:
            def taken(*arguments: Any, **options: Any) -> Any:
                if not begun:
                    until_the_end.enter_context(connection.execute_wrapper(refuse))
                begun.append(step)
                return take(*arguments, **options)

            return taken

        for name, module in list(sys.modules.items()):
            if name.startswith("explorer.views."):
                for step in LATER_STEPS & vars(module).keys():
                    monkeypatch.setattr(module, step, begin(step, vars(module)[step]))
        assert client.get(address).status_code == 200
        assert begun


class TestItalicsOfHeadings:
    """Headings that ask for italics have them; where nothing can be set in italics, they have no underscores either."""

    @pytest.fixture(autouse=True)
    def _book(self) -> None:
        book = DOCUMENT.replace("101. Some Rules", "101. The _Magic_ Golden Rules").replace("June 6", "June 13")
        book = book.replace("Card\nA piece", "Big _Magic_ Card\nA piece")
        assert import_bytes(book.encode(), "book.txt")

    @pytest.mark.parametrize(
        "address", ["/rules/", "/rules/1/", "/rules/101/", "/rules/100/", "/rules/101.1/", "/search/?q=golden"]
    )
    def test_in_pages(self, client: Client, address: str) -> None:
        page = client.get(address).content.decode()
        assert "_Magic_" not in page
        assert "The <i>Magic</i> Golden Rules" in page.replace("<mark>", "").replace("</mark>", "")

    @pytest.mark.parametrize(
        "address", ["/glossary/", "/glossary/big-magic-card/", "/glossary/ability/", "/search/?q=cardboard"]
    )
    def test_in_the_glossary(self, client: Client, address: str) -> None:
        page = client.get(address).content.decode()
        assert "_Magic_" not in page.replace(quote_plus("Big _Magic_ Card"), "")
        assert "Big <i>Magic</i> Card" in page

    def test_in_a_title(self, client: Client) -> None:
        page = client.get("/rules/101/").content.decode()
        assert "The Magic Golden Rules" in page.partition("<title>101")[2].partition("</title>")[0]
        page = client.get("/glossary/big-magic-card/").content.decode()
        assert "<title>Big Magic Card · Glossary · Pipwise</title>" in page
