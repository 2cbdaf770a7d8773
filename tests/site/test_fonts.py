"""The fonts that pages bring, and layouts with those of most desktops, each by itself."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from explorer.serving.fonts import CUTS, LETTERS, PICTURE_CUTS, PICTURES
from explorer.serving.fonts import FOLDER as SERVED
from tests.kinds import ONE_OF_EACH
from tests.processes import ROOT
from tests.servers import Site, launch_chromium
from tests.shared import missing
from tests.site.test_up import fetch

FOLDER = Path("/usr/share/fonts/truetype")
PACKAGES = {"liberation": "fonts-liberation", "dejavu": "fonts-dejavu-core", "noto": "fonts-noto-core"}
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""
SYMBOLS = ("/symbols/", "/symbols/sheet/", "/symbols/T/", "/symbols/1000000/", "/symbols/dfc-specialize/")
#: Of these, each is at least 44 px high and wide on a phone.
TARGETS = {
    "/symbols/": ".syms tbody tr:visible, #find, .find button, .more summary, a.next",
    "/symbols/?q=zzzz": ".syms tbody tr, a.next",
    "/symbols/W-U/": ".acts > :visible, .strip a, .more summary, .pager a",
    "/rules/107.4h/": ".acts > :visible, .pager a:visible, .sheetbar button, .sheetbar a",
}
SMALL = """() => [...document.querySelectorAll("li > a, td > a, main button, main input, main select, main summary")]
    .filter(one => one.checkVisibility())
    .map(one => [one.outerHTML.slice(0, 120), (one.closest("label") ?? one).getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < 24).map(([html]) => html)"""
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FONT_FILES = "**/*.woff2"
#: What a first visit may weigh more for its fonts, in bytes.
MOST_BYTES = 50_000
MOST_SHIFT = 0.02
#: Arrows of two pages, for which the system has letters, and what stands for values in templates for offline reading.
RARE = {"→", "↑", "§"}
SHIFTS = """window.shifted = 0;
window.count = entries => entries.forEach(one => window.shifted += one.value);
window.shifts = new PerformanceObserver(list => window.count(list.getEntries()));
window.shifts.observe({type: "layout-shift", buffered: true});"""
PAINTED = """() => new Promise(done => new PerformanceObserver(
    list => list.getEntriesByName("first-contentful-paint").length && done()
).observe({type: "paint", buffered: true}))"""
#: The fonts are there, and two frames drawn since.
SETTLED = """() => document.fonts.ready
    .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))
    .then(() => count(shifts.takeRecords()))"""
#: A checker that was asked something: no field of it has the focus.
READ_FIRST = ("/", "/rules/107.4f/", "/check/?cost=xx2/wg/w/p&pool=WWWWW")
OWN = {"serif-400": "P052-Roman", "serif-700": "P052-Bold"}
"""Names that system fonts have for themselves, by the file that they replace."""
SANS = {400: "Inter-Regular", 600: "Inter-SemiBold"}


def test_fonts_are_kept_for_good(site: Site) -> None:
    _, _, page = fetch(f"{site.address}/rules/107.4f/")
    _, _, worker = fetch(f"{site.address}/worker.js")
    files = {file.decode() for file in re.findall(rb"url\(([^)]+\.woff2)\)", page)}
    assert len(files) == len(CUTS)
    for file in files:
        assert re.fullmatch(r"/static/fonts/[\w-]+\.[0-9a-f]{12}\.woff2", file)
        _, headers, content = fetch(site.address + file)
        assert "immutable" in headers["cache-control"]
        assert headers["content-type"] == "font/woff2"
        assert content.startswith(b"wOF2")
        # Offline, too.
        assert file.encode() in worker
    assert b"licenses" not in worker


def test_fonts_are_light() -> None:
    assert sum(file.stat().st_size for file in SERVED.glob("*.woff2")) <= MOST_BYTES


def test_fonts_are_cut_to_their_letters(subtests: pytest.Subtests) -> None:
    assert {file.stem for file in SERVED.glob("*.woff2")} == {*CUTS}
    files = {SERVED / f"{name}.woff2": one for name, one in CUTS.items()}
    files |= {PICTURES / f"{name}.otf": one for name, one in PICTURE_CUTS.items()}
    for file, one in files.items():
        with subtests.test(file=file.name), TTFont(file) as font:
            # A space that doesn’t break is drawn as one that does.
            assert {chr(code) for code in font.getBestCmap()} == {*one.letters}
            assert "NOTICE" in font["name"].getDebugName(0)


def test_fonts_have_what_pages_say() -> None:
    said = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "explorer" / "data").rglob("*.txt")]
    letters = {letter for file in said for letter in file.read_text(encoding="utf-8") if letter.isprintable()}
    assert letters - {*LETTERS} <= RARE


def visit(browser: Any, site: Site, **options: Any) -> Any:
    """A page whose files all pass by Playwright."""
    return browser.new_page(base_url=site.address, service_workers="block", **options)


def held_fonts(page: Any) -> list[Any]:
    """The requests for fonts, which wait to be continued."""
    held: list[Any] = []
    page.route(FONT_FILES, lambda route: held.append(route))
    return held


def shift_of_late_fonts(browser: Any, site: Site, address: str, width: int) -> float:
    """How far a page moves, as browsers count it, when its fonts come after its first paint."""
    page = visit(browser, site, viewport={"width": width, "height": 844})
    page.add_init_script(SHIFTS)
    late = held_fonts(page)
    page.goto(address, wait_until="domcontentloaded")
    page.evaluate(PAINTED)
    assert late
    assert page.evaluate("[...document.fonts].every(one => one.display === 'optional')"), "waits for its fonts"
    for one in late:
        one.continue_()
    page.wait_for_load_state("load")
    page.evaluate(SETTLED)
    shifted: float = page.evaluate("shifted")
    page.context.close()
    return shifted


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_fonts_that_come_late_move_nothing(chromium: Any, site: Site, width: int) -> None:
    shifts = {address: shift_of_late_fonts(chromium, site, address, width) for address in READ_FIRST}
    assert {address: shift for address, shift in shifts.items() if shift >= MOST_SHIFT} == {}


@pytest.mark.browser
def test_fonts_of_the_system_come_first(chromium: Any, site: Site, tmp_path: Path) -> None:
    for file, name in OWN.items():
        install(file, name, tmp_path)
    for name in SANS.values():
        install("sans", name, tmp_path)
    browser = launch_with(chromium, tmp_path, tmp_path)
    page, requested = visit(browser, site), []
    page.on("request", lambda request: requested.append(request.url))
    for _ in range(2):
        page.goto("/rules/107.4f/", wait_until="load")
    assert [address for address in requested if address.endswith(".woff2")] == []
    browser.close()


def drawn_with(page: Any, selector: str) -> list[bool]:
    """Whether each font of an element’s letters is one that the page names."""
    tools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    return [font["isCustomFont"] for font in tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]]


def install(file: str, name: str, folder: Path) -> None:
    """Put a served font into a folder as the system’s own of that name."""
    with TTFont(SERVED / f"{file}.woff2") as font:
        font.flavor = None
        for kind in (1, 4, 6):
            font["name"].setName(name, kind, 3, 1, 0x409)
        font.save(folder / f"{name}.otf")


def launch_with(chromium: Any, fonts: Path, folder: Path) -> Any:
    """A Chromium that finds only the fonts of one folder."""
    configuration = folder / "fonts.conf"
    configuration.write_text(CONFIGURATION.format(fonts=fonts, cache=folder / "cache"))
    return launch_chromium(chromium.browser_type, env={**os.environ, "FONTCONFIG_FILE": str(configuration)})


@pytest.mark.browser
def test_the_next_page_has_the_fonts(chromium: Any, site: Site, tmp_path: Path) -> None:
    """On a system without Palatino or its like, which would be taken first."""
    browser = launch_with(chromium, tmp_path, tmp_path)
    page, requested = visit(browser, site), []
    page.on("request", lambda request: requested.append(request.url))
    page.goto("/", wait_until="load")
    page.goto("/rules/107.4f/", wait_until="load")
    assert drawn_with(page, ".r.at p") == drawn_with(page, ".brand b") == drawn_with(page, ".acts > *") == [True]
    assert [address for address in requested if not address.startswith(site.address)] == []
    # Each once, and no italics where there are none.
    files = [address.rsplit("/", 1)[1].split(".")[0] for address in requested if address.endswith(".woff2")]
    assert sorted(set(files)) == ["sans", "serif-400", "serif-700"]
    browser.close()


@pytest.fixture(scope="module", params=PACKAGES)
def browser(request: Any, chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A Chromium that finds the fonts of one package alone, and gets none."""
    fonts, folder = FOLDER / request.param, tmp_path_factory.mktemp(request.param)
    if not fonts.is_dir():
        missing(f"needs the fonts of Debian's package {PACKAGES[request.param]}")
    found = launch_with(chromium, fonts, folder)
    yield found
    found.close()


def without_fonts(browser: Any, site: Site, **options: Any) -> Any:
    """A page that is drawn with the system’s fonts: those that it brings never come."""
    page = visit(browser, site, **options)
    page.route(FONT_FILES, lambda route: route.abort())
    return page


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_fonts_that_come_late_move_nothing_on_other_systems(browser: Any, site: Site, width: int) -> None:
    test_fonts_that_come_late_move_nothing(browser, site, width)


@pytest.mark.browser
@pytest.mark.slow
def test_no_page_is_wider_than_its_window(browser: Any, site: Site) -> None:
    wider = {}
    page = without_fonts(browser, site)
    for address in (*ONE_OF_EACH, *SYMBOLS):
        page.goto(address)
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            wider[width, address] = page.evaluate(BEYOND)
    page.close()
    assert {where: beyond for where, beyond in wider.items() if beyond > 0} == {}


@pytest.mark.browser
@pytest.mark.slow
def test_fingers_find_their_targets(browser: Any, site: Site) -> None:
    page = without_fonts(browser, site, viewport={"width": 390, "height": 844}, has_touch=True)
    for address, targets in TARGETS.items():
        page.goto(address)
        boxes = [target.bounding_box() for target in page.locator(targets).all()]
        assert boxes
        assert [box for box in boxes if box["height"] < 44 or box["width"] < 44] == [], address
    page.goto("/symbols/W-U/")
    # It reaches above its rule, which mustn't cut it off.
    page.locator(".quoted .r > .n").first.hover(position={"x": 9, "y": 2}, timeout=9_000)
    page.locator("summary", has_text="By edition").click()
    links = page.locator("#time").locator("xpath=ancestor::section").locator(".uses a").all()
    assert links
    boxes = [link.bounding_box() for link in links]
    assert [box for box in boxes if box["height"] < 44 or box["width"] < 44] == []
    page.close()


@pytest.mark.browser
@pytest.mark.slow
def test_nothing_to_press_is_small(browser: Any, site: Site) -> None:
    page = without_fonts(browser, site, viewport={"width": 390, "height": 844}, has_touch=True)
    for address in ("/index/", "/symbols/", "/search/?q=zeppelin", "/check/?cost=%7BW%7D", "/try/activate/"):
        page.goto(address)
        assert page.evaluate(SMALL) == [], address
    page.close()
