"""Layouts with the fonts that most desktops have, each by itself: letters of one are wider than those of another."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kinds import ONE_OF_EACH
from tests.servers import Site, launch_chromium
from tests.shared import missing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

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


@pytest.fixture(scope="module", params=PACKAGES)
def browser(request: Any, chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A Chromium that finds the fonts of one package alone."""
    fonts, folder = FOLDER / request.param, tmp_path_factory.mktemp(request.param)
    if not fonts.is_dir():
        missing(f"needs the fonts of Debian's package {PACKAGES[request.param]}")
    configuration = folder / "fonts.conf"
    configuration.write_text(CONFIGURATION.format(fonts=fonts, cache=folder / "cache"))
    found = launch_chromium(chromium.browser_type, env={**os.environ, "FONTCONFIG_FILE": str(configuration)})
    yield found
    found.close()


def test_no_page_is_wider_than_its_window(browser: Any, site: Site) -> None:
    wider = {}
    page = browser.new_page(base_url=site.address)
    for address in (*ONE_OF_EACH, *SYMBOLS):
        page.goto(address)
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            wider[width, address] = page.evaluate(BEYOND)
    page.close()
    assert {where: beyond for where, beyond in wider.items() if beyond > 0} == {}


def test_fingers_find_their_targets(browser: Any, site: Site) -> None:
    page = browser.new_page(base_url=site.address, viewport={"width": 390, "height": 844}, has_touch=True)
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


def test_nothing_to_press_is_small(browser: Any, site: Site) -> None:
    page = browser.new_page(base_url=site.address, viewport={"width": 390, "height": 844}, has_touch=True)
    for address in ("/index/", "/symbols/", "/search/?q=zeppelin", "/check/?cost=%7BW%7D", "/try/activate/"):
        page.goto(address)
        assert page.evaluate(SMALL) == [], address
    page.close()
