"""Table mode: a rule in large type with a QR code, for everyone around a table."""

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.conftest import with_editions
from tests.html import markup_of
from tests.shared import FEW_EDITIONS

LONG, SHORT = "/rules/107.4e/table/", "/rules/107.4c/table/"


@pytest.mark.django_db
class TestPage:
    def test_order_of_rule_paraphrase_and_example(self, client: Client) -> None:
        page = markup_of(client.get(LONG))
        places = [
            page.index(part) for part in ("June 6, 2025", "A hybrid mana symbol is also", "Unofficial", "Example")
        ]
        assert places == sorted(places)
        assert re.findall(r'<a[^>]* href="([^"]*)', page) == ["/rules/107.4e/"]
        assert 'aria-label="QR code of http://testserver/rules/2025-06-06/107.4e/"' in page

    def test_a_short_rule_is_larger(self, client: Client) -> None:
        short, long = (re.search(r'<body class="([^"]*)', markup_of(client.get(each))) for each in (SHORT, LONG))
        assert [found and found[1] for found in (short, long)] == ["tm short", "tm"]

    def test_a_rule_comes_with_its_subrules(self, client: Client) -> None:
        page = markup_of(client.get("/rules/107.4/table/"))
        assert re.findall(r"<h2>(.*?)</h2>", page)[:2] == ["107.4a", "107.4b"]

    @pytest.mark.slow
    @with_editions(*FEW_EDITIONS)
    def test_an_old_edition(self, client: Client) -> None:
        page = markup_of(client.get("/rules/2024-03-08/107.4f/table/"))
        assert "March 8, 2024" in page
        assert "Not the newest rules." in page
        assert re.search('<body class="tm[^"]* old"', page)
        assert 'href="/rules/2024-03-08/107.4f/">Close' in page
        assert "/rules/2024-03-08/107.4f/" in page
        assert "Not the newest" not in markup_of(client.get(LONG))

    def test_redirects_and_missing_rules(self, client: Client) -> None:
        assert client.get("/rules/107-4F/table/")["Location"] == "/rules/107.4f/table/"
        for missing in ("/rules/107/table/", "/rules/1/table/", "/rules/999.9/table/"):
            assert client.get(missing).status_code == 404, missing

    def test_rules_link_to_it(self, client: Client) -> None:
        assert 'href="/rules/107.4f/table/"' in markup_of(client.get("/rules/107.4f/"))


@pytest.mark.browser
class TestBrowser:
    @pytest.mark.parametrize("scripts", [True, False])
    def test_two_sizes(self, visit: Any, scripts: bool) -> None:
        page = visit(java_script_enabled=scripts).page
        page.goto(LONG)
        text = page.locator("section p").first
        normal = text.bounding_box()["height"]
        page.get_by_role("radio", name="Larger").press("Space")
        assert text.bounding_box()["height"] > normal * 1.3

    def test_wake_lock_status(self, visit: Any) -> None:
        page = visit().page
        page.add_init_script(
            """Object.defineProperty(navigator, "wakeLock", {
                value: {request: async () => (window.lock = new EventTarget())},
            });"""
        )
        page.goto(LONG)
        expect(page.get_by_role("status")).to_have_text("Screen stays on")
        page.evaluate("lock.dispatchEvent(new Event('release'))")
        expect(page.get_by_role("status")).to_be_empty()

    def test_no_status_without_a_wake_lock(self, visit: Any) -> None:
        page = visit().page
        page.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: undefined});")
        page.goto(LONG)
        expect(page.get_by_role("status")).to_be_empty()

    def test_table_mode_of_the_selected_rule(self, visit: Any) -> None:
        page = visit().page
        page.goto("/rules/107.4e/")
        page.keyboard.press("j")
        page.locator(".r.at").get_by_role("link", name="Table mode").click()
        expect(page.locator("h1")).to_have_text("Rule 107.4f")
        page.get_by_role("link", name="Close").click()
        expect(page).to_have_url(re.compile("/rules/107.4f/$"))
