"""The site in a real browser: typing, switching, keys, and what works without JavaScript."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.servers import Site

pytestmark = pytest.mark.browser


# Where the page has come to rest: two frames in a row show it at the same place.
STILL = """() => new Promise(found => {
    const look = before => requestAnimationFrame(() => scrollY === before ? found(scrollY) : look(scrollY));
    look(NaN);
})"""


@pytest.mark.smoke
def test_the_breakdown_follows_the_typing(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/check/")
    page.locator("#cost").press_sequentially("{X}{R}", delay=15)
    expect(page.locator("#answer .drawn .pip")).to_have_count(2)
    expect(values_of_x(page)).to_have_count(6)
    expect(page).to_have_url(re.compile(r"/check/\?cost=%7BX%7D%7BR%7D$"))
    page.locator("#cost").press("End")
    for _ in range(3):
        page.locator("#cost").press("Backspace")
    page.locator("#cost").press_sequentially("{2/W}", delay=15)
    expect(page.locator("#answer .drawn .pip")).to_have_count(2)
    expect(page.locator('#answer .drawn [aria-label="two generic or white mana"]')).to_have_count(1)
    expect(ways(page)).to_have_count(2)
    assert visitor.loads == 1


def row(page: Any, heading: str) -> Any:
    """Find a part of the checker’s answer by its heading."""
    return page.locator("#answer .row").filter(has=page.get_by_role("heading", name=re.compile(heading)))


def values_of_x(page: Any) -> Any:
    return page.get_by_role("group", name="X", exact=True).get_by_role("link")


def ways(page: Any) -> Any:
    """Find the ways to announce a cost."""
    return row(page, "to pay$").locator("tbody tr")


def test_an_error_keeps_the_last_answer(visit: Any) -> None:
    page = visit().page
    page.goto("/check/?cost=%7BW%7D&pool=WW")
    page.locator("#cost").press("End")
    page.locator("#cost").press_sequentially("{W{", delay=15)
    expect(page.locator("#verdict .yes")).to_have_count(0)
    expect(page.locator("#answer .flow > li")).to_have_count(1)
    expect(page.locator("#answer .flow")).to_have_css("opacity", "0.5")
    page.locator("#cost").press("Backspace")
    page.locator("#cost").press_sequentially("}", delay=15)
    expect(page.locator("#verdict .yes")).to_have_count(1)
    expect(page.locator("#answer .flow")).to_have_css("opacity", "1")
    expect(page.locator("#answer .flow > li")).to_have_count(2)


@pytest.mark.smoke
def test_the_tour_of_a_new_user(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.locator("#box").fill("107.4f")
    page.locator("#box").press("Enter")
    expect(page).to_have_url(re.compile(r"/rules/107\.4f/$"))
    subrule = page.locator(".r.at")
    expect(subrule).to_contain_text("Phyrexian mana symbols are colored mana symbols")
    expect(subrule).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    page.locator("details.switch summary").click()
    page.locator("details.switch").get_by_text("March 8, 2024").click()
    expect(page).to_have_url(re.compile(r"/rules/2024-03-08/107\.4f/$"))
    page.get_by_role("link", name="202", exact=True).first.click()
    expect(page.locator(".asof")).to_contain_text("July 15, 2011")
    page.go_back()
    expect(page).to_have_url(re.compile(r"/rules/2024-03-08/107\.4f/$"))
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Check").click()
    page.locator("#cost").press_sequentially("2/w2/w", delay=15)
    expect(ways(page)).to_have_count(3)
    page.locator("#cost").fill("{W/U/P}{X}{X}")
    expect(page.locator("#answer .drawn .pip")).to_have_count(3)
    expect(ways(page)).to_have_count(3)
    shared = page.url
    plain = visit(java_script_enabled=False).page
    plain.goto(shared)
    assert plain.locator("#answer .drawn .pip").count() == 3
    assert plain.locator("#cost").input_value() == "{W/U/P}{X}{X}"


@pytest.mark.smoke
def test_without_javascript_the_forms_lead_on(visit: Any) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/check/")
    page.locator("#cost").fill("xr")
    page.get_by_role("button", name="Check").first.click()
    expect(values_of_x(page)).to_have_count(6)
    page.locator("#mana").fill("rr")
    page.locator("#find").fill("delve")
    page.get_by_role("button", name="Check").last.click()
    page.locator("[name=delve]").fill("2")
    page.get_by_role("button", name="Check").last.click()
    expect(page.locator("#verdict")).to_contain_text("X can be up to 3.")
    values_of_x(page).first.click()
    expect(page.locator("#verdict")).to_contain_text("Yes. You have")
    assert page.locator("#cost").input_value() == "xr"
    assert (page.locator("#mana").input_value(), page.locator("[name=delve]").input_value()) == ("rr", "2")
    page.goto("/")
    page.locator("#box").fill("hybrid")
    page.get_by_role("button", name="Go").click()
    expect(page.locator(".hits mark").first).to_be_visible()
    assert page.locator(".js-only:visible").count() == 0


def test_the_home_page_answers_while_typing(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.locator("#box").press_sequentially("{S}{S}", delay=15)
    expect(page.locator("#answer .drawn .pip")).to_have_count(2)
    page.locator("#box").fill("energy counter")
    expect(page.locator("#answer .hits li").first).to_contain_text("107.14")
    page.locator("#box").fill("107.4c")
    expect(page.locator("#answer .hits li")).to_have_count(1)
    assert visitor.loads == 1


@pytest.mark.slow
def test_keys(visit: Any) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto("/rules/107/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".r.at")).to_have_attribute("id", "107.1a")
    page.keyboard.press("k")
    expect(page.locator(".r.at")).to_have_attribute("id", "107.1")
    expect(page).to_have_url(re.compile(r"/rules/107/#107\.1$"))
    expect(page.locator('[id="107.1"]')).to_be_focused()
    expect(page.locator('[id="107.1"] > .acts')).to_be_visible()
    expect(page.locator("article .r > .acts")).to_have_count(1)
    page.keyboard.press("c")
    expect(page.locator("#toast")).to_have_text("Copied as plain text")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/rules/2025-06-06/107.1/")
    page.keyboard.press("s")
    expect(page.get_by_role("group", name="Share 107.1")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".pop")).to_have_count(0)
    expect(page.locator('[id="107.1"]').get_by_role("button", name="Share")).to_be_focused()
    for closing in ("Escape", "?", "j"):
        page.keyboard.press("?")
        expect(page.locator("#help")).to_be_visible()
        page.keyboard.press(closing)
        expect(page.locator("#help")).to_be_hidden()
    expect(page.locator(".r.at")).to_have_attribute("id", "107.1a")
    page.keyboard.press("/")
    expect(page.locator("#box")).to_be_focused()


def test_the_theme_is_kept(visit: Any) -> None:
    page = visit(color_scheme="light").page
    page.goto("/rules/")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("button", name="Light or dark").first.click()
    dark = page.evaluate(background)
    assert dark != light
    page.goto("/symbols/")
    assert page.evaluate(background) == dark
    # So is the frame that an installed app has, whatever the system’s own is.
    tints = page.locator('meta[name="theme-color"]').evaluate_all("all => all.map(one => one.content)")
    assert tints == ["#161411", "#161411"]


def test_a_long_paste_is_answered_and_typing_goes_on(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/check/")
    # The server itself refuses this one, whose address is over 64 kB.
    page.locator("#cost").fill("{X}" * 10_000)
    expect(page.locator("#verdict")).to_contain_text("That’s too long. Type 2,000 characters or fewer.")
    page.locator("#cost").fill("{X}" * 2_000)
    expect(page.locator("#verdict")).not_to_contain_text("That’s too long")
    expect(page.locator("#verdict")).to_contain_text("2,000 characters")
    assert visitor.complaints.pop(0).endswith("(URI Too Long)")
    assert "414" in visitor.complaints.pop(0)
    page.locator("#cost").fill("{W}")
    expect(page.locator("#answer .drawn .pip")).to_have_count(1)
    expect(page.locator("#verdict")).to_have_text(re.compile("Mana value 1"))


def test_coming_back_finds_the_place_again(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto("/rules/107.4f/")
    # A click may scroll first: what is on top of the link at the edge of the window has to be out of the way.
    page.get_by_role("link", name="202", exact=True).first.click(trial=True)
    place = page.evaluate(STILL)
    # Such a page isn't kept as it was left: it is made again.
    page.evaluate("addEventListener('unload', () => {})")
    page.get_by_role("link", name="202", exact=True).first.click()
    page.wait_for_url("**/rules/202/")
    page.go_back()
    # The policy of the pages lets nothing be evaluated later, so the place is asked for again and again.
    for _ in range(200):
        if abs(page.evaluate(STILL) - place) < 60:
            return
        page.wait_for_timeout(50)
    pytest.fail("the place is lost")


def test_the_palette_writes_into_the_cost(visit: Any) -> None:
    page = visit().page
    page.goto("/check/")
    expect(page.locator("[data-palette]:visible button")).to_have_count(9)
    page.get_by_role("button", name="More", exact=True).click()
    page.locator('[data-insert="W/U"]').first.click()
    page.locator('[data-insert="X"]').first.click()
    expect(page.locator("#cost")).to_have_value("{W/U}{X}")
    expect(page.locator("#answer .drawn .pip")).to_have_count(2)
    page.locator("#mana").focus()
    page.locator('[data-insert="W"]').first.click()
    expect(page.locator("#mana")).to_have_value("W")


def test_the_palette_is_one_stop_of_the_keyboard(visit: Any) -> None:
    page = visit().page
    page.goto("/check/")
    assert page.locator("#more-symbols").is_hidden()
    keys = page.locator("[data-palette]:visible button")
    assert [key.get_attribute("tabindex") for key in keys.all()] == [None] + ["-1"] * (keys.count() - 1)
    keys.first.focus()
    page.keyboard.press("ArrowRight")
    expect(keys.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(keys.last).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(keys.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#cost")).to_have_value("{U}")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('[data-palette] *')")


def test_a_pool_is_counted_and_kept_in_the_address(visit: Any) -> None:
    page = visit().page
    page.goto("/check/?cost=xr")
    page.get_by_label("Pay with", exact=True).fill("rrr")
    expect(page.locator(".v.yes")).to_contain_text("X can be up to 2")
    expect(page).to_have_url(re.compile(r"pool=rrr$", re.IGNORECASE))
    page.locator("[name=reduce]").fill("{1}")
    expect(page.locator(".v.yes")).to_contain_text("X can be up to 3")
    expect(page).to_have_url(re.compile(r"reduce=%7B1%7D"))
    page.get_by_label("Pay with", exact=True).fill("lots")
    expect(page.locator("#verdict .problem")).to_contain_text("l")
    page.get_by_label("Pay with", exact=True).fill("0")
    expect(page.locator(".v.no")).to_contain_text("red mana")
    expect(page).to_have_url(re.compile(r"pool=(&|$)"))


@pytest.mark.smoke
def test_a_keyword_brings_its_field_and_typing_goes_on(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/check/")
    page.locator("#cost").fill("Convoke")
    page.locator("[name=convoke]").fill("{G}{W}")
    page.locator("#cost").fill("{2}{G}")
    page.get_by_label("Pay with", exact=True).fill("G")
    expect(page.locator(".flow .other")).to_have_count(2)
    page.locator("#find").fill("delve")
    page.locator("[name=delve]").fill("1")
    page.locator("[name=convoke]").fill("{G}")
    expect(page.locator(".flow .other").filter(has_text="card")).to_be_visible()
    page.locator("#cost").fill("{T}: Add {G}.")
    expect(page.locator("#verdict .problem")).to_contain_text("not to an activation cost")
    page.locator("[name=convoke]").fill("")
    page.locator("[name=delve]").fill("")
    page.get_by_role("link", name="No", exact=True).click()
    expect(page.locator(".v.no")).to_contain_text("already tapped")
    page.locator("[name=tapped]").select_option("no")
    expect(page.locator(".v.maybe")).to_be_visible()
    assert visitor.loads == 1
    page.go_back()
    expect(page.locator("#verdict")).to_contain_text("That depends.")
    expect(page.locator("[name=tapped]")).to_have_count(0)


@pytest.mark.slow
def test_an_unfinished_symbol_is_no_mistake_until_typing_pauses(visit: Any) -> None:
    page = visit().page
    page.goto("/check/?cost=%7BW%7D")
    page.locator("#cost").press("End")
    with page.expect_response(re.compile(r"cost=%7BW%7D%7B2%2F&")):
        page.locator("#cost").press_sequentially("{2/", delay=15)
    assert page.locator("#verdict .problem").count() == 0
    expect(page.locator("#verdict mark")).to_have_text("{2/")
    page.locator("#cost").press_sequentially("W}", delay=15)
    expect(page.locator("#verdict .problem")).to_have_count(0)
    expect(page.locator("#answer .drawn .pip")).to_have_count(2)
    page.goto("/")
    with page.expect_response(re.compile(r"\?q=%7B")):
        page.locator("#box").press_sequentially("{", delay=15)
    assert page.locator("#problem").inner_text() == ""


@pytest.fixture
def apart(chromium: Any, site: Site) -> Iterator[Any]:
    """Yield a window of a test's own: its browser may complain, or be without a network."""
    context = chromium.new_context(base_url=site.address, service_workers="block")
    yield context.new_page()
    context.close()


def test_a_shared_link_to_what_cannot_be_read(apart: Any) -> None:
    """A page that answers 422 makes the browser complain of it, so this one is opened apart."""
    apart.goto("/check/?cost=%7B%7BW%7D")
    expect(apart.locator("#verdict")).to_contain_text("Add a closing “}”.")
    expect(apart.locator("#cost")).to_have_value("{{W}")


def test_an_unreachable_site_says_so_and_keeps_the_cost(apart: Any) -> None:
    apart.goto("/check/?cost=%7BW%7D")
    apart.wait_for_function("window.htmx")
    apart.context.set_offline(True)
    apart.locator("#cost").press("End")
    apart.locator("#cost").press_sequentially("{U}")
    expect(apart.locator("#verdict")).to_contain_text("Can’t reach Pipwise")
    expect(apart.locator("#cost")).to_have_value("{W}{U}")
    apart.context.set_offline(False)
    apart.locator("#cost").press_sequentially("{B}")
    expect(apart.locator("#verdict .problem")).to_have_count(0)
    expect(apart.locator("#answer .drawn .pip")).to_have_count(3)


@pytest.mark.parametrize(
    ("status", "words"),
    [(429, "Too many requests. Try again in 7 seconds."), (503, "Pipwise can’t answer now. Try again soon.")],
)
def test_a_refusal_while_typing_is_said_as_one(apart: Any, status: int, words: str) -> None:
    for address, box, place in [("/check/?cost=%7BW%7D", "#cost", "#verdict"), ("/try/halves/", "input", ".try-form")]:
        apart.goto(address)
        apart.wait_for_function("window.htmx")
        apart.route("**/*", lambda route: route.fulfill(status=status, headers={"Retry-After": "7"}))
        apart.locator(f"main {box}:visible").first.press_sequentially("1")
        expect(apart.locator(place).first).to_contain_text(words)
        apart.unroute("**/*")


def test_a_verdict_is_dimmed_while_another_is_asked_for(apart: Any) -> None:
    apart.goto("/check/?cost=%7BW%7D&pool=W")
    apart.wait_for_function("window.htmx")
    waiting: list[Any] = []
    apart.route("**/check/**", lambda route: waiting.append(route))
    apart.locator("#cost").press_sequentially("1")
    answer = apart.locator("#answer")
    expect(answer).to_have_attribute("aria-busy", "true")
    expect(answer).to_have_css("opacity", "0.6")
    waiting[-1].continue_()
    expect(answer).not_to_have_attribute("aria-busy", "true")
    expect(answer).to_have_css("opacity", "1")


PHONE_WITH_KEYBOARD = {"viewport": {"width": 390, "height": 480}, "has_touch": True, "is_mobile": True}


def test_on_a_phone_the_answer_is_seen_while_typing(visit: Any) -> None:
    page = visit(**PHONE_WITH_KEYBOARD).page
    page.goto("/check/")
    page.locator("#cost").tap()
    page.locator("#cost").press_sequentially("{2/W}{2/W}", delay=15)
    page.locator("#mana").tap()
    keys = page.locator("[data-palette]:visible")
    for code in "WWC":
        keys.locator(f'[data-insert="{code}"]').tap()
        expect(page.locator("#mana")).to_be_focused()
    expect(page.locator("#mana")).to_have_value("WWC")
    expect(page.locator(".v.yes")).to_be_in_viewport(ratio=1)
    expect(page.locator(".flow")).to_be_in_viewport(ratio=1)
    docked = page.locator(".keys").bounding_box()
    assert docked["y"] + docked["height"] == 480
    for part in (".v.yes", ".flow"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= docked["y"], "the keys cover it"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    # Who types no longer has the whole page.
    page.locator("#find").tap()
    expect(page.locator(".keys")).not_to_have_css("position", "fixed")


@pytest.mark.parametrize(
    ("box", "typed", "endings", "whole"),
    [
        ("cost", "{W}{2/", ["2/W", "2/U", "2/B", "2/R", "2/G"], "{W}{2/W}"),
        ("cost", "{w/", ["W/U", "W/B", "W/P", "W/U/P", "W/B/P"], "{W/U}"),
        ("mana", "{", [], ""),
        ("mana", "W{c", ["C"], "WC"),
        ("mana", "{2/", [], ""),
    ],
)
def test_the_endings_of_a_symbol_are_offered(visit: Any, box: str, typed: str, endings: list[str], whole: str) -> None:
    page = visit(**PHONE_WITH_KEYBOARD).page
    page.goto("/check/?cost=%7BW%7D&pool=W" if box == "mana" else "/check/")
    field = page.locator(f"#{box}")
    field.fill("")
    with page.expect_response(re.compile(rf"/check/\?.*={quote(typed, safe='')}(&|$)")):
        field.press_sequentially(typed, delay=15)
    # Nothing is a mistake while it is typed.
    assert page.locator("#verdict .problem").count() == 0
    offered = page.locator("#verdict [data-ending]")
    expect(offered).to_have_count(len(endings))
    # All at once: after a pause they give way to the problem.
    sizes = offered.evaluate_all(
        "all => all.map((one) => [one.dataset.ending, Math.min(one.offsetWidth, one.offsetHeight)])"
    )
    assert [ending for ending, _ in sizes] == endings
    assert all(size >= 44 for _, size in sizes)
    if endings:
        offered.first.tap()
        expect(field).to_have_value(whole)
        expect(field).to_be_focused()
        expect(page.locator("#verdict strong, #verdict .wait")).not_to_have_text("")
        expect(page.locator("#verdict .problem, #verdict [data-ending]")).to_have_count(0)


def test_a_link_brings_its_fields_and_typing_goes_on(visit: Any) -> None:
    page = visit().page
    page.goto("/check/?cost=%7B2%7D%7BW%7D&pool=W")
    page.locator("[name=reduce]").press_sequentially("{1}", delay=15)
    expect(page.locator(".v.no")).to_be_visible()
    add = page.locator("#answer").get_by_role("link", name="Add it")
    expect(add).to_have_attribute("href", re.compile("reduce"))
    add.click()
    expect(page.locator(".v.yes")).to_be_visible()
    # The fields are those of the link, and still answer.
    expect(page.locator("[name=reduce]")).to_have_value("{1}")
    page.locator("[name=reduce]").fill("")
    expect(page.locator(".v.no")).to_be_visible()
    expect(page.locator("[name=reduce]")).to_be_focused()
