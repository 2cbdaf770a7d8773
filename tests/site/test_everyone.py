"""Each kind of page for everyone: as axe judges it, in any window, enlarged, without shifts or motion, on paper."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.kinds import BRIEF, ONE_OF_EACH
from tests.servers import Site
from tests.shared import is_search

pytestmark = pytest.mark.browser

COMPARED = "/changes/2024-03-08/2025-06-06/"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 844}
# Just past each width at which the layout changes; 640 is what 200 % leaves of 1280. The long search has all of them.
WIDTHS = (320, 640, 769, 1089, 1265, 1280)
# A page of each kind that the service worker makes.
OFFLINE = (
    *("/", "/rules/", "/rules/1/", "/rules/107/", "/rules/107.4f/", "/glossary/", "/glossary/?letter=M"),
    *("/glossary/mana-symbol/", "/index/", "/index/?letter=M", "/symbols/", "/symbols/W-U/", "/search/?q=mana"),
    *("/search/?q=nothing", "/check/?cost=%7BX%7D&pool=RR&life=2", "/changes/", "/rules/999.9/"),
)
# The style sheets are read where they are.
QUICK = {"resultTypes": ["violations"], "preload": False}
# In the dark, colors alone are others.
COLORS = {**QUICK, "runOnly": ["color-contrast", "link-in-text-block"]}
PAINTED = "performance.getEntriesByName('first-contentful-paint').length && document.readyState !== 'loading'"
RAN = "performance.getEntriesByType('navigation')[0].loadEventEnd"
FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"

# What is wider than the window or its own room, and words that are over other words.
SPOILT = """() => {
    const drawn = one => one.checkVisibility({visibilityProperty: true}) && !one.closest(".unseen, .skip, option");
    const upwards = one => one && one !== document.body ? [one, ...upwards(one.parentElement)] : [];
    const apart = one => upwards(one).some(part => {
        const {position, clipPath, overflow} = getComputedStyle(part);
        return ["sticky", "fixed"].includes(position) || clipPath !== "none"
            || overflow !== "visible" && part.clientWidth < 2;
    });
    const wrong = [], boxes = [];
    const beyond = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (beyond > 0) wrong.push(`${beyond} px beyond the window`);
    for (const one of document.querySelectorAll("body *")) {
        const {overflowX, overflowY, textOverflow} = getComputedStyle(one);
        const cut = /hidden|clip/.test(overflowX) && one.scrollWidth > one.clientWidth + 1
            || /hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 1;
        if (cut && textOverflow !== "ellipsis" && !one.closest("svg") && drawn(one) && !apart(one))
            wrong.push(`cut off: ${one.outerHTML.slice(0, 100)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; node = texts.nextNode();) {
        if (!node.data.trim() || !drawn(node.parentElement) || apart(node.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const {left, right, top, bottom, width, height} of range.getClientRects())
            // Letters fill less than the height of their line.
            if (width > 2) boxes.push({node, left: left + 1, right: right - 1, top: top + height * 0.3,
                                       bottom: bottom - height * 0.3});
    }
    boxes.sort((one, other) => one.top - other.top);
    boxes.forEach((one, at) => {
        for (const other of boxes.slice(at + 1)) {
            if (other.top >= one.bottom) break;
            if (other.node !== one.node && other.left < one.right && one.left < other.right)
                wrong.push(`“${one.node.data.trim().slice(0, 40)}” over “${other.node.data.trim().slice(0, 40)}”`);
        }
    });
    return wrong;
}"""

# Kept from the start, since what is asked for later may have been forgotten.
NOTE_SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => shifts.push(...list.getEntries().flatMap(({value, sources}) => sources.map(
    ({node, previousRect: was, currentRect: is}) => `${value.toFixed(4)} ${node?.outerHTML ?? node?.textContent}: `
        + `from ${was.x},${was.y} ${was.width}×${was.height} to ${is.x},${is.y} ${is.width}×${is.height}`))))
    .observe({type: "layout-shift", buffered: true});
"""


@pytest.fixture(scope="module")
def window(chromium: Any, site: Site) -> Iterator[Any]:
    """One window for all pages, in which scripts of tests may run."""
    context = chromium.new_context(base_url=site.address, bypass_csp=True, service_workers="block", viewport=DESK)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def judged(chromium: Any, site: Site) -> Iterator[Any]:
    """One window for all pages, with axe in each."""
    context = chromium.new_context(base_url=site.address, bypass_csp=True, service_workers="block")
    context.add_init_script(Axe().axe_script)
    yield context.new_page()
    context.close()


def wrong(page: Any, options: dict[str, Any]) -> list[str]:
    """List what axe finds wrong on the page as it is."""
    return [
        f"{one['impact']} {one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in page.evaluate("options => axe.run(document, options).then(({violations}) => violations)", options)
        for node in one["nodes"]
    ]


def wrong_at(browser: Any, site: Site, address: str, width: int, scheme: str) -> list[str]:
    """List what axe finds wrong on a page in a window of its own, and whether it's wider than that."""
    context = browser.new_context(
        base_url=site.address,
        bypass_csp=True,
        service_workers="block",
        color_scheme=scheme,
        viewport={"width": width, "height": 800},
    )
    context.add_init_script(Axe().axe_script)
    page = context.new_page()
    page.goto(address)
    found = wrong(page, {"resultTypes": ["violations"]})
    if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        found.append("wider than its window")
    context.close()
    return found


@pytest.mark.parametrize(("place", "address"), [*enumerate(ONE_OF_EACH)])
def test_axe_finds_nothing_wrong(judged: Any, place: int, address: str) -> None:
    """Pages of a phone and of a desk take turns; each has its colors judged in the other's window, in the dark."""
    sizes = (PHONE, DESK)[:: -1 if place % 2 else 1]
    judged.set_viewport_size(sizes[0])
    judged.goto(address)
    for size, scheme, options in (
        (sizes[0], "light", QUICK),
        (sizes[1], "dark", QUICK if is_search() else COLORS),
        *(((sizes[0], "dark", QUICK), (sizes[1], "light", QUICK)) if is_search() else ()),
    ):
        judged.set_viewport_size(size)
        judged.emulate_media(color_scheme=scheme)
        assert wrong(judged, options) == [], (size, scheme)


@pytest.mark.slow
def test_axe_finds_nothing_wrong_with_what_is_opened(judged: Any) -> None:
    judged.emulate_media(color_scheme="light")
    judged.set_viewport_size(DESK)
    judged.goto("/rules/107.4f/")
    judged.keyboard.press("s")
    judged.locator(".pop").wait_for()
    judged.locator("#box").press_sequentially("hybrid")
    judged.locator("#suggestions [role=option]").first.wait_for()
    assert wrong(judged, QUICK) == []
    judged.goto("/rules/107.4f/")
    judged.keyboard.press("?")
    judged.locator("#help").wait_for()
    assert wrong(judged, QUICK) == []
    judged.goto("/rules/107.4f/")
    judged.set_viewport_size(PHONE)
    judged.locator(".menu summary").click()
    assert wrong(judged, QUICK) == []
    judged.locator(".menu summary").click()
    judged.locator(".sheetbar [popovertarget]").click()
    judged.locator("#toc").wait_for()
    assert wrong(judged, QUICK) == []
    judged.keyboard.press("Escape")
    judged.locator(".sheetbar [data-sharing]").click()
    judged.locator(".pop:popover-open").wait_for()
    assert wrong(judged, QUICK) == []


@pytest.mark.slow
def test_axe_finds_nothing_wrong_offline(chromium: Any, site: Site) -> None:
    context = chromium.new_context(base_url=site.address, bypass_csp=True, service_workers="allow", viewport=PHONE)
    context.add_init_script(Axe().axe_script)
    page = context.new_page()
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    found = {}
    for address in OFFLINE:
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE)
        page.goto(address)
        page.locator(".offline").wait_for()
        found[address] = wrong(page, QUICK)
        if is_search():
            page.emulate_media(color_scheme="dark")
            page.set_viewport_size(DESK)
            found[address] += wrong(page, COLORS)
        page.set_viewport_size({"width": WIDTHS[0], "height": 640})
        found[address] += page.evaluate(SPOILT)
    context.close()
    assert {address: each for address, each in found.items() if each} == {}


@pytest.mark.slow
@pytest.mark.parametrize("address", [*ONE_OF_EACH, "/try/paying/", "/try/using-power/", "/rules/107/"])
def test_no_page_is_spoilt_by_its_window_or_by_larger_letters(window: Any, address: str) -> None:
    sizes = window.context.new_cdp_session(window)
    window.goto(address)
    spoilt = {}
    # What readers set as the size of letters: the usual 16 px, and twice that in a small window.
    for letters, widths in ((32, (640,)), (16, WIDTHS if is_search() else (320, 640, 1280))):
        sizes.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters * 13 // 16}})
        for width in widths:
            window.set_viewport_size({"width": width, "height": 844})
            spoilt[letters, width] = window.evaluate(SPOILT)
    sizes.detach()
    assert {where: what for where, what in spoilt.items() if what} == {}


@pytest.fixture(scope="module")
def slowly(chromium: Any, site: Site) -> Iterator[Any]:
    """A window whose pages are painted before their scripts arrive, of a reader who makes a brief."""
    context = chromium.new_context(base_url=site.address, bypass_csp=True, service_workers="block")
    context.add_init_script(NOTE_SHIFTS)
    page = context.new_page()
    page.goto("/rules/107.4f/")
    page.keyboard.press("s")
    page.get_by_role("button", name="Add to brief").click()
    expect(page.locator("#toast")).to_contain_text("1 part")
    yield page
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("address", [*ONE_OF_EACH[::2], "/check/", "/brief/?{}&edit=1"])
def test_nothing_moves_while_a_page_arrives(slowly: Any, address: str) -> None:
    brief = slowly.evaluate("pipwise.keptBrief()")
    scripts: list[Any] = []

    def come(route: Any) -> None:
        # The one that comes before the first paint is wanted for it.
        if "theme" in route.request.url:
            route.continue_()
        else:
            scripts.append(route)

    slowly.route(re.compile(r"/static/.*\.js$"), come)
    for size in (PHONE, DESK):
        slowly.set_viewport_size(size)
        slowly.goto(address.format(brief), wait_until="commit")
        slowly.wait_for_function(PAINTED)
        # A busy machine paints amid the parsing, while rows and tables still share their width among fewer parts.
        slowly.evaluate(FRAME)
        slowly.evaluate("shifts.length = 0")
        assert scripts
        while scripts:
            scripts.pop().continue_()
        slowly.wait_for_function(RAN)
        slowly.evaluate(FRAME)
        assert slowly.evaluate("shifts") == []
    slowly.unroute_all()


def test_actions_have_their_place_before_the_rest_of_the_page_arrives(window: Any) -> None:
    window.set_viewport_size(PHONE)
    window.goto("/rules/107.4f/")
    actions = window.locator(".r.at > .acts")
    place = actions.bounding_box()
    window.evaluate("document.querySelectorAll('.sheetbar, .r.at > .acts ~ *').forEach(one => one.remove())")
    assert actions.bounding_box() == place


def test_nothing_moves_for_who_wants_less_motion(window: Any) -> None:
    window.goto("/check/?cost=%7BW%7D&pool=W")
    moving = """() => {
        document.querySelector("#answer").classList.add("fresh");
        const styles = [...document.querySelectorAll("*")].map(one => getComputedStyle(one));
        return document.getAnimations().length + Number(styles[0].scrollBehavior === "smooth")
            + styles.filter(one => parseFloat(one.transitionDuration)).length;
    }"""
    assert window.evaluate(moving) == 2
    window.emulate_media(reduced_motion="reduce")
    assert window.evaluate(moving) == 0
    # Each of these has a style sheet that the others haven't.
    for address in ("/", "/rules/107.4f/", "/x/?what=card", "/try/halves/", "/symbols/W-U/", "/changes/", "/api/"):
        window.goto(address)
        window.evaluate(
            "document.querySelector('main').append(Object.assign(document.createElement('p'), {id: 'answer'}))"
        )
        assert window.evaluate(moving) == 0, address
    window.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize(
    "address",
    [
        *("/rules/2024-03-08/107.4f/", f"/brief/?{BRIEF}", COMPARED, f"{COMPARED}?view=side"),
        *("/search/?q=phyrexian+mana", "/check/?cost=2WU&pool=W", "/cast/?cost=2WU&targets=0&pool=W"),
        "/x/?what=spell&cost=%7BX%7D%7BR%7D",
        *("/symbols/W-U/", "/changes/", "/rules/107.1b/"),
    ],
)
def test_paper_has_all_the_words_and_nothing_to_press(window: Any, address: str) -> None:
    window.goto(address)
    window.emulate_media(media="print")
    pressed = (
        "header.top, footer, nav, form, button, input, select, .acts, .sheetbar, .skip, .links, .pager, .runs, .try-it"
    )
    assert window.locator(pressed).locator("visible=true").count() == 0
    # Words of a rule that a screen folds away, too.
    unseen = """() => [
        ...[...document.querySelectorAll("main [data-quote], main .r > p, main .chg p")]
            .filter(one => !one.closest("details, .notes, .unseen") && !one.checkVisibility()),
        ...[...document.querySelectorAll("details.fold")]
            .filter(one => getComputedStyle(one, "::details-content").display === "none"
                || one.querySelector("summary").checkVisibility()),
    ].map(one => one.outerHTML.slice(0, 200))"""
    assert window.evaluate(unseen) == []
    headings = """() => [...document.querySelectorAll("main .row:has(> .label > h2)")]
        .filter(one => one.checkVisibility() && !one.querySelector(":scope > .body").innerText.trim())
        .map(one => one.innerText)"""
    assert window.evaluate(headings) == []
    if address.startswith("/search/"):
        assert window.locator("main").inner_text().strip().startswith("Search: phyrexian mana")
    if address.startswith("/check/"):
        assert "No. " in window.locator("main").inner_text()
    assert window.get_by_text("Follow by feed").is_hidden()
    if address.startswith("/x/"):
        assert window.get_by_role("heading", name="Situation").is_hidden()
        answer = window.locator("[data-share]").first
        words = answer.evaluate("asked => getComputedStyle(asked, '::before').content")
        assert "attr(data-share)" in words or "What is X in {X}{R} (X is on: a spell" in words
    window.emulate_media(media="screen")
