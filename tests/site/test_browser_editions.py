"""The list of editions in a real browser."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_the_screen(visit: Any, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844}).page
    page.goto("/editions/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_role("table").get_by_role("row").count() == 1 + 4 + 5
    assert page.get_by_text("glossary entry").is_visible()
    link = page.get_by_role("link", name="June 6, 2025")
    assert link.bounding_box()["height"] >= 44
    link.click()
    page.wait_for_url("**/rules/2025-06-06/")


@pytest.mark.parametrize("address", ["/rules/107/", "/rules/107.4f/", "/rules/"])
def test_the_switch_fits_a_phone(visit: Any, address: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto(address)
    page.locator(".switch summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shown = page.locator(".switch ul").bounding_box()
    assert 0 <= shown["x"] < shown["x"] + shown["width"] <= 390
    way = page.locator(".switch").get_by_role("link", name="All editions")
    assert way.bounding_box()["height"] >= 44
    way.click()
    page.wait_for_url("**/editions/")
