"""Reading in a real browser: jumps, folds, and one button for all rules."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.site.test_browser import visit

__all__ = ["visit"]

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.mark.parametrize("options", [{}, PHONE, {"java_script_enabled": False}])
def test_a_link_to_a_subrule_in_its_section_jumps_there(visit: Any, options: Any) -> None:
    page = visit(**options).page
    page.goto("/rules/107/#107.14")
    expect(page.locator('[id="107.14"]')).to_be_in_viewport()
    page.goto("/rules/107.4f/")
    if options.get("java_script_enabled", True):
        expect(page.locator('[id="107.4f"]')).to_be_in_viewport()


def test_one_button_comes_to_the_rule_that_the_reader_is_at(visit: Any) -> None:
    page = visit().page
    page.goto("/rules/107/")
    assert page.locator(".grab").count() == 0
    page.locator('[id="107.2"] p').first.hover()
    expect(page.locator('[id="107.2"] .grab')).to_be_visible()
    page.locator('[id="107.5"] .n').focus()
    expect(page.locator(".grab")).to_have_count(1)
    page.keyboard.press("Tab")
    button = page.locator('[id="107.5"] .grab')
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-label", "Copy a link to 107.5")
    button.click()
    expect(page.locator("#toast")).to_contain_text("/rules/107.5/")


def test_the_list_beside_the_text_begins_where_the_reader_is(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 500}).page
    page.goto("/rules/107.16/")
    expect(page.locator('.fold [aria-current="true"]')).to_be_in_viewport()


@pytest.mark.parametrize("script", [True, False])
def test_folds_work_with_and_without_scripts(visit: Any, script: bool) -> None:
    page = visit(java_script_enabled=script, **PHONE).page
    page.goto("/rules/")
    entry = page.locator('.chapter a[href$="/107/"]')
    expect(entry).to_be_visible()
    page.locator(".chapter summary").first.click()
    expect(entry).to_be_hidden()
    page.locator(".chapter summary").first.click()
    expect(entry).to_be_visible()


def test_a_reference_to_nothing_is_told_without_pointing_at_it(visit: Any) -> None:
    """In an excerpt, those who can't see the underline hear it."""
    page = visit().page
    page.goto("/rules/107.3/")
    words = page.evaluate("() => getComputedStyle(document.querySelector('.missing'), '::after').content")
    assert "attr(title)" in words or "not in this library" in words
