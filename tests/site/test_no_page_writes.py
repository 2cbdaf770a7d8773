"""Every kind of page is made without writing anything, also right after an import."""

from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import URLPattern

from explorer.api.service import EXAMPLES
from explorer.models import SymbolUse
from explorer.urls import urlpatterns
from tests.conftest import with_editions

pytestmark = pytest.mark.django_db
# One address, or some, of each kind of page, by the name of its pattern.
ADDRESSES: dict[str, tuple[str, ...]] = {
    "home": ("/",),
    "api": ("/api/", *EXAMPLES.values(), "/api/nothing"),
    "manifest": ("/manifest.webmanifest",),
    "worker": ("/worker.js",),
    "kept-part": ("/offline/pages.json", "/offline/nothing.json"),
    "full-rules": ("/full-rules/",),
    "cards": ("/cards/", "/cards/?q=fire"),
    "card": ("/cards/nothing/",),
    "card-picture": ("/cards/nothing.png",),
    "search": ("/search/?q=mana", "/search/?q=hybird&in=all", "/search/?q=107.4f", "/search/?q="),
    "short-rule": ("/704.5j", "/107.4f/"),
    "suggestions": ("/search/suggestions/?q=hyb", "/search/suggestions/"),
    "index": ("/index/", "/index/?letter=M"),
    "contents": ("/rules/",),
    "pinned-contents": ("/rules/2024-03-08/",),
    "rule": ("/rules/107/", "/rules/107.4/", "/rules/107.4f/", "/rules/999.9z/"),
    "pinned-rule": ("/rules/2024-03-08/107.4f/", "/rules/2024-03-08/107/"),
    "history": ("/rules/107.4f/history/", "/rules/999.9z/history/", "/rules/107.4/history/?show=texts"),
    "pinned-history": ("/rules/2024-03-08/107.4f/history/",),
    "robots": ("/robots.txt",),
    "sitemap": ("/sitemap.xml",),
    "sitemap-of-pages": ("/sitemap-pages.xml",),
    "sitemap-of-cards": ("/sitemap-cards.xml",),
    "pinned-sitemap": ("/sitemap-2024-03-08.xml", "/sitemap-2001-01-01.xml"),
    "rule-as": ("/rules/107.4f.json", "/rules/107.4f.txt", "/rules/107.md", "/rules/999.9.md"),
    "pinned-rule-as": ("/rules/2024-03-08/107.4f.json",),
    "rule-picture": ("/rules/107.4f.png", "/rules/999.9z.png"),
    "pinned-rule-picture": ("/rules/2024-03-08/107.4f.png",),
    "rule-card": ("/rules/107.4f/card.svg", "/rules/999.9z/card.svg"),
    "pinned-rule-card": ("/rules/2024-03-08/107.4f/card.svg",),
    "rule-embed": ("/rules/107.4f/embed/", "/rules/107/embed/"),
    "pinned-rule-embed": ("/rules/2024-03-08/107.4f/embed/",),
    "rule-feed": ("/rules/107.4f/feed.atom", "/rules/107/feed.atom"),
    "changes-feed": ("/changes/feed.atom",),
    "changes": ("/changes/", "/changes/?chapter=1&year=2024", "/changes/?from=2024-03-08&to=2025-06-06"),
    "changes-between": ("/changes/2024-03-08/2025-06-06/", "/changes/2025-06-06/2024-03-08/?section=107"),
    "changes-between-picture": ("/changes/2024-03-08/2025-06-06.png",),
    "glossary": ("/glossary/",),
    "pinned-glossary": ("/glossary/2024-03-08/",),
    "term": ("/glossary/x/", "/glossary/nothing/"),
    "pinned-term": ("/glossary/2024-03-08/x/",),
    "term-picture": ("/glossary/x.png", "/glossary/nothing.png"),
    "pinned-term-picture": ("/glossary/2024-09-20/x.png",),
    "term-history": ("/glossary/x/history/", "/glossary/nothing/history/"),
    "pinned-term-history": ("/glossary/2024-09-20/x/history/",),
    "term-feed": ("/glossary/x/feed.atom",),
    "editions": ("/editions/",),
    "brief": ("/brief/", "/brief/?note=n&part=/rules/107.4f/&part=/check/?cost%3Dxr", "/brief/?part=nothing"),
    "check": ("/check/", "/check/?cost={X}{W/U}&pool=WWU&edition=2024-03-08", "/check/?cost={Q"),
    "check-picture": ("/check.png?cost={X}{W/U}&pool=WWU", "/check.png?cost={Q"),
    "check-embed": ("/check/embed/?cost={X}{W/U}&pool=WWU", "/check/embed/"),
    "x": ("/x/",),
    "trials": ("/try/",),
    "trial": ("/try/halves/", "/try/nothing/"),
    "numbers": ("/numbers/",),
    "symbols": ("/symbols/", "/symbols/?q=hybrid"),
    "symbol-sheet": ("/symbols/sheet/",),
    "symbol-picture": ("/symbols/W-U.png", "/symbols/nothing.png"),
    "symbol-svg": ("/symbols/W-U.svg",),
    "symbol": ("/symbols/W-U/", "/symbols/T/", "/symbols/37/", "/symbols/nothing/"),
}
ADDRESSES_FOR_HTMX = (
    *("/?q=107.4f", "/search/?q=mana", "/search/suggestions/?q=hyb", "/check/?cost={X}{W/U}&pool=WWU", "/x/?what=card"),
    *("/try/halves/", "/symbols/?q=hybrid", "/cards/?q=fire", "/changes/?chapter=1&year=2024", "/index/?letter=M"),
)


@pytest.fixture
def read_only(db: None) -> Iterator[None]:
    """A switch that makes the database refuse whatever would change it."""
    before, after = {
        "sqlite": ("PRAGMA query_only=ON", "PRAGMA query_only=OFF"),
        "postgresql": ("SET TRANSACTION READ ONLY", ""),
    }[connection.vendor]
    # PostgreSQL would check at the end, with locks, which count as writing.
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute(before)
    yield
    if after:
        with connection.cursor() as cursor:
            cursor.execute(after)


@with_editions("2018-07-13")
@pytest.mark.usefixtures("read_only")
def test_no_page_writes(client: Client) -> None:
    assert ADDRESSES.keys() == {each.name for each in urlpatterns if isinstance(each, URLPattern)}
    for address in (address for addresses in ADDRESSES.values() for address in addresses):
        response = client.get(address, follow=True)
        assert response.status_code in {200, 404, 422}, address
    for address in ADDRESSES_FOR_HTMX:
        assert client.get(address, headers={"HX-Request": "true"}).status_code == 200, address
    with pytest.raises(DatabaseError, match=r"read-?only"), transaction.atomic():
        SymbolUse.objects.all().delete()
