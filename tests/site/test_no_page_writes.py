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
from tests.tables import cases

pytestmark = pytest.mark.django_db
# One address, or some, of each kind of page, by the name of its pattern.
ADDRESSES: dict[str, tuple[str, ...]] = {
    name: tuple(addresses) for name, *addresses in cases("site/no_page_writes", "addresses")
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


@pytest.mark.slow
@with_editions("2018-07-13")
@pytest.mark.usefixtures("read_only")
def test_no_page_writes(client: Client) -> None:
    assert ADDRESSES.keys() == {each.name for each in urlpatterns if isinstance(each, URLPattern)}
    for address in (*EXAMPLES.values(), *(address for addresses in ADDRESSES.values() for address in addresses)):
        response = client.get(address, follow=True)
        assert response.status_code in {200, 404, 422}, address
    for address in ADDRESSES_FOR_HTMX:
        assert client.get(address, headers={"HX-Request": "true"}).status_code == 200, address
    with pytest.raises(DatabaseError, match=r"read-?only"), transaction.atomic():
        SymbolUse.objects.all().delete()
