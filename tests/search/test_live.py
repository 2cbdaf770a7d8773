"""Searching while typing, in a real browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(visit: Any) -> Any:
    return visit().page


@pytest.mark.slow
def test_results_follow_the_typing_and_the_focus_stays(page: Any) -> None:
    page.goto("/search/")
    box = page.locator("#box")
    box.press_sequentially("fractional", delay=15)
    expect(page.locator("#answer")).to_contain_text("3 more results")
    expect(page.locator("#said")).to_contain_text("3 more results.")
    expect(page.locator("#answer mark").first).to_have_text("fractional")
    expect(page).to_have_url(re.compile(r"/search/\?q=fractional$"))
    expect(page).to_have_title("fractional · Search · Pipwise")
    expect(box).to_be_focused()
    box.fill("zeppelin")
    expect(page.locator("#said")).to_have_text("No results.")
    assert page.locator("#said").get_attribute("role") == "status"
    assert page.evaluate("history.length") <= 2


def test_a_shared_address_shows_the_same(page: Any) -> None:
    page.goto("/search/")
    page.locator("#box").fill("cda")
    expect(page.locator("#answer")).to_contain_text("The rules say “characteristic-defining ability” for “cda”.")
    expect(page).to_have_url(re.compile(r"q=cda$"))
    shown = page.locator("#answer").inner_text()
    page.reload()
    expect(page.locator("#box")).to_have_value("cda")
    assert page.locator("#answer").inner_text() == shown


def test_choosing_an_edition_can_be_taken_back(page: Any) -> None:
    page.goto("/search/?q=mana")
    before = page.locator("h1").inner_text()
    page.get_by_label("Search in").select_option("2008-03-17")
    expect(page).to_have_url(re.compile(r"edition=2008-03-17$"))
    expect(page.locator("#answer")).to_contain_text("March 17, 2008 rules (excerpt)")
    # The box keeps to the edition that was chosen.
    page.locator("#box").fill("white mana")
    expect(page).to_have_url(re.compile(r"q=white\+mana&edition=2008-03-17$"))
    expect(page.locator("#answer")).to_contain_text("March 17, 2008 rules (excerpt)")
    page.go_back()
    expect(page.locator("h1")).to_have_text(before)
    expect(page.get_by_label("Search in")).to_have_value("")
    expect(page.locator("#box")).to_have_value("mana")


def test_coming_back_from_a_result(page: Any) -> None:
    page.goto("/search/")
    page.locator("#box").fill("hybrid")
    page.locator(".hits a").first.click()
    expect(page).to_have_url(re.compile(r"/rules/"))
    page.go_back()
    expect(page.locator("#box")).to_have_value("hybrid")
    expect(page.locator(".hits mark").first).to_be_visible()


def test_what_was_typed_last_is_what_is_shown(page: Any) -> None:
    """An answer that comes late to an earlier question is not shown."""
    page.goto("/search/")

    held: list[Any] = []
    page.route(re.compile(r"[?&]q=fraction\b"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"[?&]q=fraction\b")):
        page.locator("#box").fill("fraction")
    page.locator("#box").fill("pawprint")
    expect(page).to_have_title("pawprint · Search · Pipwise")
    expect(page.locator(".hits")).to_contain_text("pawprint")
    shown = page.locator("#answer").inner_text()
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    assert page.locator("#answer").inner_text() == shown
    expect(page).to_have_url(re.compile(r"q=pawprint$"))


@pytest.mark.smoke
def test_a_number_and_a_cost_are_shown_while_typing_and_lead_on_with_enter(page: Any) -> None:
    page.goto("/search/?q=mana")
    page.locator("#box").fill("107.4")
    expect(page.get_by_role("link", name="Open rule 107.4")).to_be_visible()
    expect(page.locator(".hits li").first).to_contain_text("107.4")
    page.locator("#box").press("Enter")
    expect(page).to_have_url(re.compile(r"/rules/107\.4/$"))
    page.goto("/search/?q=mana")
    page.locator("#box").fill("{W/P}")
    expect(page.get_by_role("link", name="Check it")).to_be_visible()
    expect(page.locator(".hits mark .pip").first).to_be_visible()
    page.locator("#box").press("Enter")
    expect(page).to_have_url(re.compile(r"/check/\?cost=%7BW%2FP%7D$|/check/\?cost=%7BW/P%7D$"))


@pytest.mark.slow
def test_the_front_page_shows_what_enter_finds(page: Any) -> None:
    page.goto("/")
    box = page.locator("#box")
    box.press_sequentially("{W/P} life", delay=15)
    expect(page.locator(".hits a").first).to_have_text(re.compile(r"^107\.4f"))
    expect(page.locator("#problem")).to_be_empty()
    box.press("Enter")
    expect(page).to_have_url(re.compile(r"/search/\?q="))
    expect(page.locator(".hits a").first).to_have_text(re.compile(r"^107\.4f"))
    page.goto("/")
    box.fill("{W/P} {")
    page.get_by_role("link", name="Search the rules for this").click()
    expect(page.locator(".hits mark .pip").first).to_be_visible()


def test_the_checker_leads_to_the_rules_that_name_a_symbol(page: Any) -> None:
    page.goto("/check/")
    page.locator("#cost").fill("{W/P}")
    page.locator("#answer summary", has_text="Show all").click()
    page.locator("#answer a[href*='for=words']").click()
    expect(page.locator(".hits a").first).to_have_text(re.compile(r"^107\.4f"))


def test_suggestions_that_come_after_escape_stay_closed(page: Any) -> None:
    page.goto("/rules/107.1/")
    box, list_ = page.locator("#box"), page.locator("#suggestions a")
    box.press_sequentially("pawpr", delay=15)
    expect(list_.first).to_be_visible()
    held: list[Any] = []
    page.route(re.compile(r"[?&]q=pawpri\b"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"[?&]q=pawpri\b")):
        box.press_sequentially("i")
    box.press("Escape")
    expect(list_).to_have_count(0)
    page.evaluate("document.body.addEventListener('htmx:afterSettle', () => { document.title = 'came' })")
    held[0].continue_()
    expect(page).to_have_title("came")
    expect(list_).to_have_count(0)
    box.press_sequentially("n")
    expect(list_.first).to_be_visible()


def test_suggestions_by_keyboard_in_the_header(page: Any) -> None:
    page.goto("/rules/107.1/")
    box = page.locator("#box")
    box.press_sequentially("pawpri", delay=15)
    expect(page.locator("#suggestions a").first).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    box.press("Escape")
    expect(page.locator("#suggestions a")).to_have_count(0)
    expect(box).to_have_value("pawpri")
    expect(box).to_be_focused()
    box.press_sequentially("n", delay=15)
    expect(page.locator("#suggestions a").first).to_be_visible()
    box.press("ArrowDown")
    expect(box).to_have_attribute("aria-activedescendant", "suggestion-1")
    address = page.locator("#suggestion-1").get_attribute("href")
    box.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(address) + "$"))


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/", "/search/"])
def test_suggestions_by_keyboard_where_the_page_follows_the_typing(page: Any, address: str) -> None:
    page.goto(address)
    box = page.locator("#box")
    box.press_sequentially("hybrid", delay=15)
    expect(page.locator("#suggestion-2")).to_be_visible()
    expect(page.locator("#answer .hits > .r").first).to_be_visible()
    chosen = ["suggestion-1", "suggestion-2", "suggestion-1"]
    for key, one in zip(("ArrowDown", "ArrowRight", "ArrowLeft"), chosen, strict=True):
        box.press(key)
        expect(box).to_have_attribute("aria-activedescendant", one)
    address = page.locator("#suggestion-1").get_attribute("href")
    box.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(address) + "$"))


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/", "/search/"])
def test_arrows_go_through_the_results_and_back(page: Any, address: str) -> None:
    page.goto(address)
    page.locator("#box").press_sequentially("mana", delay=15)
    results = page.locator("#answer .hits > .r")
    expect(results.nth(1)).to_be_visible()
    expect(page.locator("#suggestion-1")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#box")).to_be_focused()
    # The line of suggestions comes between.
    page.keyboard.press("ArrowDown")
    expect(page.locator("#box")).to_be_focused()
    for place in (0, 1):
        page.keyboard.press("ArrowDown")
        expect(results.nth(place)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(results.nth(0)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#box")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#suggestions a")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/(rules|glossary)/.+/$"))


def test_an_anchor_of_the_whole_index_leads_to_the_entry(page: Any) -> None:
    page.goto("/index/#who-goes-first")
    expect(page).to_have_url(re.compile(r"/index/\?letter=W#who-goes-first$"))
    expect(page.locator("#who-goes-first")).to_be_in_viewport()
    page.goto("/index/#letter-W")
    expect(page.locator("#letter-W")).to_be_in_viewport()


def test_enter_searches_where_nothing_is_chosen(page: Any) -> None:
    page.goto("/rules/107.1/")
    page.locator("#box").press_sequentially("hybrid", delay=15)
    expect(page.locator("#suggestions a").first).to_be_visible()
    page.locator("#box").press("Enter")
    expect(page).to_have_url(re.compile(r"/search/\?q=hybrid$"))


def test_without_javascript(visit: Any) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/search/?q=mana")
    page.get_by_label("Search in").select_option("2008-03-17")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page).to_have_url(re.compile(r"/search/\?q=mana&edition=2008-03-17$"))
    expect(page.locator("#answer")).to_contain_text("March 17, 2008 rules (excerpt)")
    page.goto("/search/?q=mana")
    page.get_by_role("link", name="Next page").click()
    expect(page.locator("#answer")).to_contain_text("page 2 of")


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    "address",
    [
        *("/search/", "/search/?q=mana", "/search/?q=zeppelin", "/search/?q=fractoinal", "/search/?q=pawprint"),
        *(f"/search/?q={'w' * 300}", "/search/?q=%7BW%2FP%7D&for=words&edition=all"),
    ],
)
def test_no_result_is_wider_than_its_window(visit: Any, width: int, address: str) -> None:
    page = visit(viewport={"width": width, "height": 844}).page
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    # A number is a finger's size where the window is a phone's.
    numbers = ".hits .n, " if width < 768 else ""
    small = f"[...document.querySelectorAll('{numbers}.find select, .find button, .pager a')]"
    assert page.evaluate(f"{small}.every(one => one.getBoundingClientRect().height >= 43.5)")


def test_what_is_wrong_is_said_although_suggestions_come_later(page: Any) -> None:
    page.goto("/")
    late: list[Any] = []
    page.route("**/search/suggestions/**", lambda route: late.append(route))
    with page.expect_response(lambda response: "suggestions" not in response.url):
        page.locator("#box").fill("{W/P} {")
    on = page.get_by_role("link", name="Search the rules for this")
    expect(on).to_be_visible()
    for route in late:
        route.continue_()
    page.wait_for_load_state("networkidle")
    expect(on).to_be_visible()
