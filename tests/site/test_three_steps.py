"""A page asks the library first, in few questions whatever the library's size; nothing after that asks again."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import quote_plus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.library.importing import import_bytes
from explorer.models import Edition, Rule, Term
from tests.conftest import forget_everything, using_library
from tests.document.editions import content
from tests.document.samples import DOCUMENT

pytestmark = pytest.mark.django_db

MOST = 8


def pages(every: int) -> Iterator[str]:
    """Yield addresses of every kind, pinned and not: the first and last of each kind in every so-manieth edition."""
    yield from ("/rules/", "/glossary/", "/editions/")
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


def too_many(client: Client, every: int = 1) -> dict[str, int]:
    """Return the pages that ask more than they may, as the first page of a fresh process, with how much they ask."""
    asked: dict[str, int] = {}
    for address in dict.fromkeys(pages(every)):
        forget_everything()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code in {200, 404}, address
        asked[address] = len(queries)
    assert len(asked) > 50
    return {address: count for address, count in asked.items() if count > MOST}


class TestFewQuestions:
    def test_in_a_library_of_excerpts(self, client: Client) -> None:
        assert too_many(client) == {}

    def test_beside_whole_editions(self, client: Client) -> None:
        for name in ("2003-10-01.txt", "2018-07-13.txt"):
            import_bytes(content(name), name)
        assert too_many(client) == {}

    def test_in_a_large_library(self, client: Client, every_edition: str, django_db_blocker: Any) -> None:
        with using_library(every_edition, django_db_blocker):
            assert too_many(client, every=6) == {}


class _Rendering:
    """Renders as Django does, while the database is out of reach."""

    def __init__(self, render: Callable[..., Any]) -> None:
        self.render = render
        self.done = 0

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self.done += 1
        with _out_of_reach():
            return self.render(*arguments, **options)


def _out_of_reach() -> AbstractContextManager[None]:
    def refuse(*_: object) -> None:
        raise AssertionError("a template asks the database")

    return connection.execute_wrapper(refuse)


@pytest.mark.parametrize(
    ("module", "address"),
    [
        ("rules.pages", "/rules/"),
        ("rules.pages", "/rules/1/"),
        ("rules.pages", "/rules/107/"),
        ("rules.pages", "/rules/107.1a/"),
        ("rules.pages", "/rules/107.4f/"),
        ("rules.pages", "/rules/2024-09-20/107.3a/"),
        ("glossary", "/glossary/"),
        ("glossary", "/glossary/x/"),
        ("editions", "/editions/"),
        ("search.pages", "/search/?q=mana"),
        ("search.pages", "/search/?q=qqqqq"),
    ],
)
def test_templates_ask_nothing(client: Client, monkeypatch: pytest.MonkeyPatch, module: str, address: str) -> None:
    forget_everything()
    renders = []
    for name in ("render", "render_to_string"):
        place = f"explorer.views.{module}.{name}"
        try:
            rendering = _Rendering(pytest.importorskip(f"explorer.views.{module}").__dict__[name])
        except KeyError:
            continue
        renders.append(rendering)
        monkeypatch.setattr(place, rendering)
    assert client.get(address).status_code == 200
    assert sum(rendering.done for rendering in renders) > 0


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
        assert "<title>101 · The Magic Golden Rules · Pipwise</title>" in client.get("/rules/101/").content.decode()
        page = client.get("/glossary/big-magic-card/").content.decode()
        assert "<title>Big Magic Card · Glossary · Pipwise</title>" in page
