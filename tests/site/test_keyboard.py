"""The README's tasks by keyboard alone, from the top of the page: what others don't do so already."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def walk_to(page: Any, target: Any) -> None:
    """Press Tab until an element has the focus, as who has no mouse must."""
    for _ in range(150):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never comes to {target}")


@pytest.mark.smoke
def test_a_cost_is_checked(visit: Any) -> None:
    page = visit().page
    page.goto("/")
    walk_to(page, page.get_by_role("navigation", name="Site").get_by_role("link", name="Check"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/check/$"))
    walk_to(page, page.locator("#cost"))
    page.keyboard.type("{2/W}{2/W}")
    walk_to(page, page.locator("#mana"))
    page.keyboard.type("WWC")
    expect(page.locator("#verdict")).to_contain_text("Yes")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("W")
    expect(page.locator("#verdict")).to_contain_text("No")
    walk_to(page, page.locator("[name=reduce]"))
    page.keyboard.type("{2}")
    expect(page.locator("#verdict")).to_contain_text("Yes")


@pytest.mark.slow
def test_a_question_is_answered_and_the_focus_stays(visit: Any) -> None:
    page = visit().page
    page.goto("/check/?cost=[-3]&pool=")
    walk_to(page, page.get_by_role("link", name="One more"))
    for count in ("1", "2", "3"):
        page.keyboard.press("Enter")
        expect(page.locator(".seg b")).to_have_text(count)
        expect(page.get_by_role("link", name="One more")).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("Yes")
    page.goto("/check/?cost={X}{R}&pool=RRR")
    walk_to(page, page.get_by_role("link", name="X = 1"))
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("left")
    expect(page.get_by_role("link", name="X = 1")).to_be_focused()


@pytest.mark.slow
def test_editions_are_compared(visit: Any) -> None:
    page = visit().page
    page.goto("/changes/2024-03-08/2025-06-06/")
    walk_to(page, page.get_by_role("link", name=re.compile("side by side", re.IGNORECASE)))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("view=side"))
    walk_to(page, page.locator("#from"))
    page.keyboard.type("July 15, 2011")
    walk_to(page, page.get_by_role("button", name="Compare"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/changes/2011-07-15/2025-06-06/$"))


@pytest.mark.slow
def test_a_brief_is_built(visit: Any) -> None:
    page = visit().page
    page.goto("/rules/107.4f/")
    walk_to(page, page.locator(".r.at .acts").get_by_role("button", name="Share"))
    page.keyboard.press("Enter")
    walk_to(page, page.get_by_role("button", name="Add to brief"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Open brief")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/brief/"))
    walk_to(page, page.get_by_label("Your note"))
    page.keyboard.type("Life and mana")
    walk_to(page, page.get_by_label("Add a rule"))
    page.keyboard.type("107.3a")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Added 107.3a.")
    walk_to(page, page.get_by_role("button", name="Done"))
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Life and mana")


@pytest.mark.parametrize("width", [1280, 390])
def test_what_gets_the_focus_in_a_bar_moves_no_page(visit: Any, width: int) -> None:
    page = visit(viewport={"width": width, "height": 700}, reduced_motion="reduce").page
    page.goto("/rules/2024-03-08/107.4f/")
    read_at = page.evaluate("scrollY")
    assert read_at > 700
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate("scrollY") == read_at, page.evaluate("document.activeElement.outerHTML")
    focused = page.locator(".top, .asof, .sheetbar").locator("a, button, input, summary").locator("visible=true")
    for one in focused.all():
        one.evaluate("one => one.focus()")
        assert page.evaluate("scrollY") == read_at, one.evaluate("one => one.outerHTML")


def test_tab_leads_out_of_the_keys(visit: Any) -> None:
    page = visit().page
    page.goto("/rules/107.4f/")
    link = page.get_by_role("navigation", name="Site").get_by_role("link", name="Check")
    walk_to(page, link)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts").get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    page.keyboard.press("?")
    walk_to(page, page.locator(".skip"))
    expect(page.locator("#help")).to_be_hidden()
    expect(page.locator(".skip")).to_be_focused()


@pytest.mark.slow
def test_tab_leads_out_of_a_phones_index(visit: Any) -> None:
    page = visit(viewport={"width": 640, "height": 450}).page
    page.goto("/rules/107.4f/")
    button = page.locator(".sheetbar > :first-child")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".toc")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".toc")).to_be_visible()
    walk_to(page, page.locator(".sheetbar > :last-child"))
    expect(page.locator(".toc")).to_be_hidden()
    # A press of a button that opens it doesn’t close it first.
    button.click()
    expect(page.locator(".toc")).to_be_visible()


# The ring of what has the focus, and the height of the window; bars cover what is under them.
RING = """() => {
    const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
    const ring = parseFloat(style.outlineWidth) + Math.max(0, parseFloat(style.outlineOffset));
    const edge = (bars, side) =>
        one.closest(".top, .asof, .az, .sheetbar") ? []
        : [...document.querySelectorAll(bars)].map((bar) => bar.getBoundingClientRect()[side]);
    const top = Math.max(0, ...edge(".top, .asof, .az", "bottom"));
    const bottom = Math.min(innerHeight, ...edge(".sheetbar", "top"));
    return one.matches("body, .skip") ? [] : [box.top - ring - top, bottom - box.bottom - ring, box.left - ring];
}"""


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("address", ["/rules/", "/rules/2024-03-08/107.4f/", "/rules/107/", "/glossary/x/"])
def test_the_ring_around_what_has_the_focus_is_whole_on_a_phone(visit: Any, address: str, width: int) -> None:
    page = visit(viewport={"width": width, "height": 640}, reduced_motion="reduce").page
    page.goto(address)
    for _ in range(40):
        page.keyboard.press("Tab")
        room = page.evaluate(RING)
        assert all(each > -1 for each in room), (room, page.evaluate("document.activeElement.outerHTML"))
