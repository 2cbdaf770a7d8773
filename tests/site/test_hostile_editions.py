"""Editions with any date, or written by an attacker: every kind of page lives with them."""

import datetime
import hashlib
import re
from urllib.parse import quote

import pytest
from django.test import Client

from explorer.document.opening import open_document
from explorer.importing.loading import load
from tests.document.samples import DOCUMENT
from tests.kinds import EVERY_KIND

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_library")]

JUNE = datetime.date(2025, 6, 6)
FIRST, LAST = datetime.date.min, datetime.date.max
ATTACK = "<svg onload=alert(7)>\"'{% debug %}{{ 7|add:7 }}</script><script>alert(7)</script>"


def bring(text: str, date: datetime.date) -> None:
    load(open_document(text.encode(), date), "a test", hashlib.sha256(f"{date}{text}".encode()).hexdigest())


def pages(dates: list[datetime.date]) -> list[str]:
    days = [date.isoformat() for date in dates]
    every = [*EVERY_KIND, "/rules/100.1/", "/rules/100/", "/rules/100.1/history/", "/sitemap-rules.xml", "/changes/"]
    for day in days:
        every += [f"/rules/{day}/", f"/rules/{day}/100/", f"/rules/{day}/100.1/", f"/rules/{day}/100.1/history/"]
        every += [f"/glossary/{day}/", f"/check/?cost=2WU&edition={day}", f"/search/?q=game&edition={day}"]
        every += [f"/search/?q={quote(f'rules on {day}')}", f"/search/?q={quote(f'changes since {day}')}"]
        every += [f"/api/rules/100.1?edition={day}", f"/api/editions/{day}", f"/x/?edition={day}&what=card"]
        every += [f"/symbols/W-U/?edition={day}", f"/try/halves/?edition={day}&number=3", f"/rules/{day}/100.1/embed/"]
        every += [f"/changes/{one}/{day}/" for one in days]
        every += [f"/rules/{day}/100.1.png", f"/rules/{day}/100.1/feed.atom", f"/changes/{day}/feed.atom"]
    return every


@pytest.mark.slow
def test_every_page_lives_with_every_date(client: Client) -> None:
    for date in (FIRST, datetime.date(1, 1, 2), JUNE, datetime.date(9999, 12, 30), LAST):
        bring(DOCUMENT.replace("second subrule", f"subrule of {date.year}"), date)
    for address in pages([FIRST, JUNE, LAST]):
        assert client.get(address, follow=True).status_code < 500, address


@pytest.mark.slow
def test_text_of_an_attacker_is_text(client: Client) -> None:
    lines = [
        f"{line} {ATTACK}"
        if re.match(r"[A-Z0-9]", line) and not line.startswith(("Contents", "Glossary", "Credits"))
        else line
        for line in DOCUMENT.splitlines()
    ]
    hostile = "\n".join(lines)
    bring(DOCUMENT, JUNE)
    bring(hostile, datetime.date(2025, 7, 7))
    for address in pages([JUNE, datetime.date(2025, 7, 7)]):
        response = client.get(address, follow=True)
        assert response.status_code < 500, address
        if response["Content-Type"].startswith("text/html"):
            page = response.content.decode()
            assert "<svg onload" not in page, address
            assert "<script>alert" not in page, address
            assert "1414" not in page, address
