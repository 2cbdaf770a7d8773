"""Sharing old texts and changes in a real browser, in a library of all editions."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.conftest import using_library
from tests.servers import Site
from tests.shared import NEWEST

pytestmark = pytest.mark.browser


@pytest.fixture
def read(visit: Any, client: Client, every_edition: str, django_db_blocker: Any) -> Iterator[Callable[[str], Any]]:
    """Open a page of the library of all editions; its files come from the running site."""
    page = visit(permissions=["clipboard-read", "clipboard-write"]).page

    def open_page(address: str) -> Any:
        html = client.get(address).content
        page.route(f"**{address}", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
        page.goto(address)
        return page

    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        yield open_page


HISTORY = "/rules/704.5j/history/"
LEGEND = "If a player controls two or more legendary permanents"
BOTH = "If two or more legendary permanents with the same name are"
MOVED = f"704.5k, Edited, and 420.5e became 704.5k. Before: {BOTH} in play, all"
TEXTS = f"{HISTORY}?show=texts"
OLDEST = "420.5e, The oldest edition loaded. If two or more Legends"


@pytest.mark.parametrize(
    ("address", "name", "newest", "quote", "link"),
    [
        ("/rules/2014-02-01/704.5k/", "704.5k", "Newest 704.5j", f"704.5k. {LEGEND}", "/rules/2014-02-01/704.5k/"),
        ("/rules/2014-02-01/704/", "704.5m", "Newest 704.5k", "704.5m. If two or", "/rules/2014-02-01/704.5m/"),
        ("/rules/2014-02-01/704/", "704.5j", "", "704.5j. If a player", "/rules/2014-02-01/704.5j/"),
        ("/glossary/2014-02-01/legend-rule/", "704.5k", "704.5j", f"704.5k. {LEGEND}", "/rules/2014-02-01/704.5k/"),
        (HISTORY, "2009-07-11", "", MOVED, "/rules/2009-07-11/704.5k/history/#2009-07-11"),
        (HISTORY, "2003-03-15", "", OLDEST, "/rules/2003-03-15/420.5e/history/#2003-03-15"),
        (TEXTS, "2013-07-13", "", f"704.5k, Edited. {LEGEND}", "/rules/2013-07-13/704.5k/history/#2013-07-13"),
        (HISTORY, "", "Link to this edition", f"704.5j. {BOTH} controlled", f"/rules/{NEWEST}/704.5j/"),
    ],
)
def test_a_quote_has_the_official_text_alone(
    read: Callable[[str], Any], site: Site, address: str, name: str, newest: str, quote: str, link: str
) -> None:
    page = read(address)
    element = page.locator(f'[id="{name}"]' if name else ".step").first
    element.hover()
    element.get_by_role("button", name=re.compile("^Share")).click()
    said = element.locator(".pop .lasting").all_inner_texts()
    assert bool(said) is bool(newest)
    assert not said or newest in said[0]
    assert "another rule" not in "".join(said)
    element.locator("[data-format=plain]").click()
    expect(page.locator("#toast")).to_contain_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert copied[0].startswith(quote)
    dated = r"\(Comprehensive Rules, [A-Z]\w+ \d+, \d{4}( to [A-Z]\w+ \d+, \d{4})?\)"
    assert re.fullmatch(dated, copied[-2])
    assert (" to " in copied[-2]) == ("Before: " in copied[0])
    assert not re.search(r" [,.;:!?)]|\( ", "".join(copied[:-2]))
    assert copied[-1] == f"{site.address}{link}"
    assert not re.search(r"Reworded|Later removed|Now \d|Share", "".join(copied[:-2]))


def test_keys_walk_and_share_changes(read: Callable[[str], Any]) -> None:
    for address, second in (
        ("/changes/2014-02-01/2018-07-13/?section=704", ".chg"),
        ("/rules/704.5j/history/", ".step"),
    ):
        page = read(address)
        page.keyboard.press("j")
        page.keyboard.press("j")
        change = page.locator(second).nth(1)
        expect(change).to_be_focused()
        page.keyboard.press("s")
        expect(change.locator(".pop")).to_be_visible()
        assert page.url.endswith(f"#{change.get_attribute('id')}")
        page.keyboard.press("k")
        expect(page.locator(".pop")).to_have_count(0)
        page.keyboard.press("s")
        expect(page.locator(second).first.locator(".pop")).to_be_visible()
        expect(page.locator(".pop")).to_have_count(1)


COMPARISON = "/changes/2024-03-08/2025-06-06/"


@pytest.fixture
def compare(read: Callable[[str], Any], client: Client) -> Callable[[str], Any]:
    """Open the comparison of two editions, of which the parts that load come from the same library."""

    def open_comparison(fragment: str = "") -> Any:
        page = read(COMPARISON)
        parts = ("?section=110", "?section=glossary", "?show=removed")
        loaded = {COMPARISON + query: client.get(COMPARISON + query).content for query in parts}

        def answer(route: Any) -> None:
            path = route.request.url.partition("/changes/")[2]
            route.fulfill(body=loaded[f"/changes/{path}"], content_type="text/html; charset=utf-8")

        page.route(re.compile(rf"{COMPARISON}\?"), answer)
        if fragment:
            page.evaluate("(fragment) => { location.hash = fragment; location.reload() }", fragment)
            page.wait_for_load_state()
        return page

    return open_comparison


def test_a_section_loads_when_it_is_opened(compare: Callable[[str], Any]) -> None:
    page = compare("")
    section = page.locator("#s-110")
    expect(section.locator(".chg")).to_have_count(0)
    section.locator("summary").first.click()
    expect(section.locator(".chg")).to_have_count(2)
    expect(section.get_by_text("Show what changed")).to_have_count(0)
    glossary = page.locator("#s-glossary")
    glossary.locator("summary").first.click()
    expect(glossary.locator(".chg").first).to_be_visible()


def test_a_link_to_a_change_opens_its_section(compare: Callable[[str], Any]) -> None:
    page = compare("110.4")
    expect(page.locator('[id="110.4"]')).to_be_in_viewport()


def test_a_kind_filters_without_a_new_page(compare: Callable[[str], Any]) -> None:
    page = compare("")
    page.evaluate("window.same = true")
    page.get_by_role("link", name="Removed 9").click()
    expect(page.get_by_role("link", name="Removed 9")).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("heading", name="Most rewritten")).to_have_count(0)
    assert page.url.endswith("?show=removed")
    assert page.evaluate("window.same")


@pytest.mark.parametrize("width", [390, 800, 1280])
@pytest.mark.parametrize("address", ["/changes/", "/changes/?chapter=7"])
def test_the_picture_of_the_years_says_them(read: Callable[[str], Any], address: str, width: int) -> None:
    page = read(address)
    page.set_viewport_size({"width": width, "height": 800})
    years = page.get_by_role("group", name="Years").locator("text")
    assert years.all_text_contents() == ["2004", "2008", "2012", "2016", "2020", "2024"]
    boxes = [one.bounding_box() for one in years.all()]
    # As large as its other small letters, none over another, in the window.
    assert all(box["height"] >= 13 for box in boxes)
    assert all(one["x"] + one["width"] < next_one["x"] for one, next_one in pairwise(boxes))
    assert boxes[0]["x"] >= 0
    assert boxes[-1]["x"] + boxes[-1]["width"] <= width
    expect(page.get_by_role("group", name="Major changes").get_by_text("2009")).to_be_visible()


@pytest.mark.parametrize(
    "address", ["/", "/rules/704.5j/", "/glossary/legend-rule/", "/changes/", "/changes/?chapter=7"]
)
def test_letters_twice_as_large_leave_years_apart(read: Callable[[str], Any], address: str) -> None:
    page = read(address)
    page.set_viewport_size({"width": 390, "height": 844})
    sizes = page.context.new_cdp_session(page)
    sizes.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.evaluate("document.querySelectorAll('.past').forEach(past => past.open = true)")
    texts = page.locator(".years text, .life text, .axis text, .calls text").locator("visible=true").all()
    assert len(texts) >= 3
    boxes = [one.bounding_box() for one in texts]
    # Letters fill less than the height of their line.
    over = [
        (texts[one].text_content(), texts[other].text_content())
        for one, other in combinations(range(len(boxes)), 2)
        if boxes[one]["x"] < boxes[other]["x"] + boxes[other]["width"]
        and boxes[other]["x"] < boxes[one]["x"] + boxes[one]["width"]
        and abs(boxes[one]["y"] - boxes[other]["y"]) < boxes[one]["height"] * 0.6
    ]
    assert over == []


def test_a_section_on_a_phone_has_share_and_its_letters(read: Callable[[str], Any]) -> None:
    page = read("/rules/702/")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".sheetbar").get_by_role("button", name="Share").click()
    expect(page.get_by_role("group", name="Share 702 Keyword Abilities")).to_be_in_viewport()
    page.keyboard.press("Escape")
    letters = page.get_by_role("navigation", name="Rules by name")
    page.evaluate("document.getElementById('702.9').scrollIntoView({behavior: 'instant'})")
    top, under = (page.locator(each).bounding_box() for each in ('[id="702.9"] > .n', ".az"))
    assert top["y"] >= under["y"] + under["height"]
    letters.get_by_role("button", name="T", exact=True).click()
    expect(page.locator(".toc").get_by_role("link", name="Trample")).to_be_in_viewport()
    expect(page.locator(".toc").get_by_role("link", name="Absorb")).not_to_be_in_viewport()
