"""Which rules can be cited follows the library: what it lacks is text, and what comes or goes is noticed."""

import datetime as dt
import html
import re

import pytest
from django.test import Client

from explorer.citations import citations_in
from explorer.importing.documents import import_bytes
from explorer.models import Edition
from tests.document.editions import first_chapter
from tests.site.test_pages import read

pytestmark = pytest.mark.django_db


def test_what_the_library_lacks_is_named_with_its_edition(client: Client) -> None:
    page = read(client, "/check/?cost={4}&pool=W")
    assert re.search(r'<span class="cite" title="June 6, 2025 rules, not loaded">118\.3<span class="unseen">', page)
    assert "118.3 (not loaded)" in html.unescape(re.sub(r"<[^>]+>", "", page))
    assert '/rules/118.3/"' not in page


@pytest.mark.slow
def test_what_is_known_follows_the_library() -> None:
    assert citations_in().get("118.3") is None
    import_bytes(first_chapter("2018-07-13.txt"), "2018-07-13.txt")
    found = citations_in().get("118.3")
    assert found
    assert found.number == "117.3"
    Edition.objects.filter(date=dt.date(2018, 7, 13)).delete()
    assert citations_in().get("118.3") is None
