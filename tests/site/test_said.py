"""What pages say: a table of addresses with words that are there, as text or as HTML, and words that aren’t."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.conftest import with_editions
from tests.html import markup_of
from tests.shared import EVERY_EDITION, NEWEST_WRITTEN
from tests.tables import cases

pytestmark = pytest.mark.django_db


def check(client: Client, subtests: pytest.Subtests, section: str) -> None:
    for address, there, *more in cases("site/said", section):
        absent, status = more[0] if more else [], more[1] if more[1:] else 200
        with subtests.test(address=address):
            response = client.get(address)
            assert response.status_code == status
            html = markup_of(response)
            page = unescape(f"{html} {' '.join(re.sub('<[^>]*>', ' ', html).split())}")
            assert [words for words in there if words.replace("NEWEST", NEWEST_WRITTEN) not in page] == []
            assert [words for words in absent if words in page] == []


@pytest.mark.slow
def test_with_excerpts(client: Client, subtests: pytest.Subtests) -> None:
    check(client, subtests, "excerpts")


@with_editions(*EVERY_EDITION)
def test_with_every_edition(client: Client, subtests: pytest.Subtests) -> None:
    check(client, subtests, "every_edition")
