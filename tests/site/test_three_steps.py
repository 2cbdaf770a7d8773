"""A page asks the library first, in few questions whatever the library's size; nothing after that asks again."""

import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any
from urllib.parse import quote_plus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.library.importing import import_bytes
from explorer.library.loaded import library
from explorer.models import Edition, Rule, Term
from explorer.search.book import EDITION
from symbols.catalog.definitions import all_definitions
from symbols.trials.catalog import TRIALS
from tests.conftest import forget_everything, using_library
from tests.document.samples import DOCUMENT
from tests.shared import NEWEST

pytestmark = pytest.mark.django_db

# Old text asks one question more than the newest does: what became of it. The entity tag asks another.
MOST = 9
# An answer under an old edition follows the rules it cites there through their history, and reads both wordings.
# A term with a year is looked for twice: in the rules of that year and in the newest.
MOST_UNDER_OLD_RULES = 12
# Where the newest edition is another than that of the index's numbers, its lineages are read once in a process.
NUMBERS_OF_THE_INDEX = 1

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


def too_many(client: Client, every: int = 1) -> dict[str, int]:
    """Return the pages that ask more than they may, as the first page of a fresh process, with how much they ask."""
    asked: dict[str, int] = {}
    for address in dict.fromkeys(pages(every)):
        forget_everything()
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address)
        assert response.status_code in {200, 301, 302, 404, 422}, address
        asked[address] = len(queries)
    assert len(asked) > 80
    return {address: count for address, count in asked.items() if count > MOST}


class TestFewQuestions:
    def test_in_a_library_of_excerpts(self, client: Client) -> None:
        assert too_many(client) == {}

    def test_in_a_large_library(self, client: Client, every_edition: str, django_db_blocker: Any) -> None:
        with using_library(every_edition, django_db_blocker):
            assert too_many(client, every=31) == {}


LATER_STEPS = {
    *("show_contents_page", "show_edition_list", "show_glossary_page", "show_rule_page", "show_term_page"),
    *("show_changes", "show_history", "show_years", "show_life_on_page", "former_rules", "with_trials"),
    *("show_rule", "show_entry", "show_check", "show_keyword", "show_payment", "show_outcome"),
    *("field_for", "cost_field", "source_of"),
    *("show_paragraphs", "other_wording", "render_text", "short_label", "_shown"),
    *("render", "render_to_string", "compose"),
}
"""What comes after the library was asked."""

SHAPED = (
    *("/rules/", "/rules/1/", "/rules/107/", "/rules/107.1a/", "/rules/107.4f/", "/rules/2024-09-20/107.3a/"),
    *("/glossary/", "/glossary/x/", "/editions/", "/index/", "/symbols/", "/symbols/W/", "/numbers/"),
    *("/rules/107.4f/history/", "/changes/", "/changes/2024-03-08/2025-06-06/", "/", "/try/", "/x/", "/x/?cost={X}R"),
    *("/search/?q=mana", "/search/?q=qqqqq", "/check/?cost={X}{W/P}", "/check/?cost=Kicker+{2}", "/check/?cost=7"),
    *("/rules/107.png", "/rules/2024-03-08/107.4f.png", "/check.png?cost={X}{W/P}&pool=W", "/symbols/W.png"),
    *("/check/?cost=Kicker", "/x/?cost={X}R&edition=2024-03-08", "/check/?cost={X}{W/P}&edition=2011-07-15"),
    *(
        "/try/saga/",
        "/try/paying/?n=3",
        "/search/?q=can+I+pay+{W/P}+with+2+life",
        *("/search/suggestions/?q=107.4f+2011", "/search/suggestions/?q=107.4+and+107.3", "/index/?letter=T"),
        *("/rules/107.4z/", "/rules/999/", "/rules/2008-03-17/502.2/", "/glossary/nothing-of-that-name/"),
        "/search/?q=trample+2011",
        "/search/?q=107.4f+2011",
    ),
    "/brief/?part=/rules/107.3/&part=/rules/2024-03-08/107.4f/&part=/glossary/x/&part=/symbols/W-U/",
    "/brief/?part=/check/?cost%3DXR&part=/check/?cost%3D7&part=/try/saga/&part=/try/halves/&part=/rules/107.1a/",
    "/brief/?part=/rules/107.3/&part=/x/?cost%3DXR&part=/x/?what%3Dcard&part=/x/?what%3Dspell",
    "/brief/?part=/rules/107.3/&part=/x/?cost%3DXR%26edition%3D2025-06-06&part=/x/?cost%3DXG%26edition%3D2025-06-06",
    *("/search/?q=107.4+and+107.3", "/?q=trample", "/?q=107.4+and+999.1", "/search/?q=deathtuch", "/search/?q={2"),
)
"""Pages of a library of excerpts."""


def old_pages() -> Iterator[str]:
    """Yield pages that can be read under an old edition: each trial, the checker and X, under two of them."""
    complete = [one.iso for one in library().editions if one.complete]
    assert len(complete) > 20
    days = [complete[0], complete[len(complete) // 2]]
    yield from (f"/try/{trial.slug}/?edition={day}" for trial, day in zip(TRIALS, cycle(days), strict=False))
    yield from (f"{page}&edition={day}" for page in READING for day in days)
    costs = ("Kicker+{2}", "Kicker", "{T},+Discard+a+card,+Pay+2+life", "{TK3}{C/W}{G/W/P}{S}", "{2},+{Q},+{E}{E}")
    yield from (f"/check/?cost={cost}&pool=WWW&edition={day}" for cost in costs for day in days)
    gone = ("410.10", "212.5", "217.1", "702.999", "999")
    yield from (f"/rules/{number}/" for number in gone)
    yield from (f"/rules/{day}/{number}/" for number in (*gone, "702.102") for day in days)
    yield from (f"/x/?{query}&edition={day}" for query in ASKED_OF_X for day in days)


ASKED_OF_X = (
    "what=activated-ability&in=loyalty-cost,text&announced=3",
    "cost={X}R&in=mana-cost&method=free",
    "what=permanent&in=text",
)


class Guard:
    """Watch over requests: from the first shape on, nothing is asked of the database."""

    def __init__(self, client: Client, patch: pytest.MonkeyPatch) -> None:
        self.client = client
        self.begun: list[str] = []
        self.asked: list[str] = []
        self.count = 0
        for name, module in list(sys.modules.items()):
            if name.startswith("explorer.views."):
                for step in LATER_STEPS & vars(module).keys():
                    patch.setattr(module, step, self._noting(step, vars(module)[step]))

    def _noting(self, step: str, take: Callable[..., Any]) -> Callable[..., Any]:
        def taken(*arguments: Any, **options: Any) -> Any:
            self.begun.append(step)
            return take(*arguments, **options)

        return taken

    def _note(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        self.count += 1
        if self.begun:
            self.asked.append(f"{self.begun[0]}: {sql[:200]}")
        return execute(sql, *rest)

    def asked_late(self, address: str) -> list[str]:
        """Return what is asked after the first shape of a page, the first one of a fresh process."""
        forget_everything()
        self.begun, self.asked, self.count = [], [], 0
        with connection.execute_wrapper(self._note):
            response = self.client.get(address)
        assert response.status_code in {200, 302, 404, 422}, address
        assert self.begun or response.status_code != 200, address
        return self.asked


class TestFromTheFirstShapeOnNothingIsAsked:
    @pytest.mark.parametrize("address", SHAPED)
    def test_in_a_library_of_excerpts(self, client: Client, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
        client.get("/")
        assert Guard(client, monkeypatch).asked_late(address) == []

    def test_in_a_large_library(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, every_edition: str, django_db_blocker: Any
    ) -> None:
        with using_library(every_edition, django_db_blocker):
            client.get("/")
            guard = Guard(client, monkeypatch)
            most = MOST_UNDER_OLD_RULES + (NUMBERS_OF_THE_INDEX if EDITION.isoformat() != NEWEST else 0)
            addresses = [*filter(_is_there, SHAPED[::2]), *old_pages()]
            for address in addresses:
                assert guard.asked_late(address) == [], address
                assert guard.count <= most, address


def _is_there(address: str) -> bool:
    """Whether a page of the excerpts is there in a library of whole editions that are others."""
    return "/2024-" not in address and "edition=" not in address


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
