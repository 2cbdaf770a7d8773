"""Sections of tournament documents that a text cites are brought up to date."""

from datetime import date

import pytest
from django.test import Client

from explorer.citing.tournament import cited_sections, with_todays_sections
from explorer.library.loaded import library
from tests.conftest import with_editions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("two_editions")]

TEXT = "See MTR 2.3, MTR section 2.1, MTR 2.2, IPG 2.1 and MTR 9.9; MTR 2.3.4 and version 2.1 aren’t any."


def test_what_became_of_each() -> None:
    loaded = library()
    found = cited_sections(TEXT, date(2024, 6, 1), loaded)
    assert [(one.cited, str(one.status), one.now) for one in found] == [
        ("MTR 2.3", "moved", "2.2"),
        ("MTR 2.1", "reworded", "2.1"),
        ("MTR 2.2", "removed", ""),
        ("IPG 2.1", "same", "2.1"),
        ("MTR 9.9", "unknown", ""),
    ]
    assert [TEXT[one.start : one.end] for one in found[:2]] == ["2.3", "2.1"]
    assert with_todays_sections(TEXT, found).startswith("See MTR 2.2, MTR section 2.1, MTR 2.2,")


def test_without_a_date_the_newest_that_has_the_number_counts() -> None:
    found = cited_sections("MTR 2.3 and MTR 2.2", None, library())
    assert [str(one.status) for one in found] == ["moved", "same"]


@with_editions("2026-01-16")
class TestOnTheSite:
    def test_the_page_and_the_api(self, client: Client) -> None:
        answered = client.get("/api/citations", {"text": TEXT, "written": "2026-01-16"}).json()
        assert [one["status"] for one in answered["sections"]] == ["unknown", "same", "same", "same", "unknown"]
        assert "There’s no MTR 9.9." in client.get("/citations/", {"text": TEXT}).content.decode()
