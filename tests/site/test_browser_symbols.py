"""The pages of symbols in a real browser: filtering, keys, copying, and what works without JavaScript."""

import base64
import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from symbols.catalog.definitions import all_definitions
from symbols.glyphs import draw, inline
from symbols.glyphs.compose import CURRENT, DISCS, GLYPH_COLOR, GREY, RARITIES
from tests.site.test_browser import ways

pytestmark = pytest.mark.browser
TOTAL = len(list(all_definitions()))
ROWS = ".syms tbody tr"


@pytest.mark.slow
def test_the_gallery_follows_the_typing(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/symbols/")
    expect(page.locator(ROWS)).to_have_count(TOTAL)
    page.get_by_label("Find a symbol").press_sequentially("phyrexian g", delay=15)
    expect(page.locator(ROWS)).to_have_count(5)
    expect(page.locator("#shown").get_by_role("status")).to_have_text("5 symbols")
    expect(page).to_have_url(re.compile(r"/symbols/\?q=phyrexian\+g$"))
    page.get_by_label("Find a symbol").fill("zzzz")
    expect(page.get_by_text("No match for “zzzz”").last).to_be_visible()
    page.get_by_label("Find a symbol").fill("")
    expect(page.locator(ROWS)).to_have_count(TOTAL)
    expect(page).to_have_url(re.compile(r"/symbols/$"))
    assert visitor.loads == 1


def test_an_address_with_words_is_a_result(visit: Any) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/symbols/")
    page.get_by_label("Find a symbol").fill("snow")
    page.get_by_role("button", name="Find").click()
    expect(page).to_have_url(re.compile(r"/symbols/\?q=snow$"))
    expect(page.locator(ROWS)).to_have_count(1)
    page.locator(ROWS).get_by_role("link").last.click()
    expect(page).to_have_url(re.compile("/symbols/S/$"))
    expect(page.locator("h1")).to_have_text("Snow mana")
    assert page.locator("[data-copy]:visible").count() == 0


def test_keys_lead_from_the_gallery_to_a_symbol_and_on(visit: Any) -> None:
    page = visit().page
    page.goto("/symbols/?q=hybrid")
    page.get_by_role("button", name="Find").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="{W/U}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/symbols/W-U/$"))
    page.locator("summary", has_text="By edition").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="March 17, 2008")).to_be_visible()
    page.get_by_role("link", name="red or green mana", exact=True).press("Enter")
    expect(page.locator("h1")).to_have_text("Red or green mana")


def test_what_is_copied(visit: Any) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto("/symbols/W-P/")
    for name, wanted in (("Copy code", "{W/P}"), ("Copy SVG", draw("W/P"))):
        page.get_by_role("button", name=name).click()
        expect(page.locator("#toast")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == wanted


def test_a_cost_is_tried_in_the_checker(visit: Any) -> None:
    page = visit().page
    page.goto("/symbols/2-W/")
    page.locator("main").get_by_role("link", name="Check a cost").click()
    expect(page.locator("#cost")).to_have_value("{2/W}")
    expect(ways(page)).to_have_count(2)


def test_keys_are_named_in_their_own_window_alone(visit: Any) -> None:
    page = visit().page
    page.goto("/symbols/W/")
    assert page.locator(".foot kbd:visible").count() == 0
    page.get_by_role("link", name="Keyboard").click()
    assert page.locator("#help kbd").all_inner_texts() == ["/", "j", "k", "s", "c", "Enter", "?"]


def test_every_drawing_shows(visit: Any) -> None:
    """Each drawing takes up room: none is missing from the sprite, or named otherwise there."""
    page = visit().page
    page.goto("/symbols/sheet/")
    page.wait_for_load_state("networkidle")
    empty = page.evaluate(
        """[...document.querySelectorAll(".sheet-48 use")]
            .filter((use) => { const box = use.getBBox(); return box.width < 20 || box.height < 20; })
            .map((use) => use.getAttribute("href"))"""
    )
    assert page.locator(".sheet-48 use").count() == TOTAL
    assert empty == []


def test_an_endless_word_stays_on_a_narrow_page(visit: Any) -> None:
    visitor = visit(viewport={"width": 390, "height": 800})
    visitor.page.goto(f"/symbols/{'m' * 300}/")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert len(visitor.complaints) == 1, "that nothing is there"
    visitor.complaints.clear()


@pytest.mark.parametrize("theme", ["dark", "light", ""])
def test_paper_is_light_whatever_the_screen_is(visit: Any, theme: str) -> None:
    page = visit(color_scheme="dark").page
    page.goto("/symbols/W/")
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    colors = (
        "[getComputedStyle(document.documentElement).color, getComputedStyle(document.documentElement).colorScheme]"
    )
    screen = page.evaluate(colors)
    page.emulate_media(media="print")
    assert page.evaluate(colors) == ["rgb(31, 27, 22)", "light"]
    assert (screen == page.evaluate(colors)) == (theme == "light")


#: Draws SVG documents on white at some size and returns how bright each of their pixels is.
BRIGHTNESS = """async ([documents, size]) => {
  const canvas = Object.assign(document.createElement("canvas"), {width: size, height: size});
  const context = canvas.getContext("2d", {willReadFrequently: true});
  const all = [];
  for (const text of documents) {
    const image = new Image();
    image.src = "data:image/svg+xml," + encodeURIComponent(text);
    await image.decode();
    context.fillStyle = "#fff";
    context.fillRect(0, 0, size, size);
    context.drawImage(image, 0, 0, size, size);
    const data = context.getImageData(0, 0, size, size).data;
    all.push(Array.from({length: size * size}, (_, at) => data[4 * at] * 0.3 + data[4 * at + 1] * 0.6));
  }
  return all;
}"""


@pytest.mark.slow
def test_drawings_are_told_apart_at_14_pixels_without_color(chromium: Any) -> None:
    """With every ground of one gray and every mark of one ink, no two are the same for the eye."""
    codes = [one.code for one in all_definitions()]
    opening = '<svg xmlns="http://www.w3.org/2000/svg" color="#17130e" width="14" height="14" '
    documents = []
    for code in codes:
        drawn = inline(code).replace("<svg ", opening)
        for ground in (*DISCS.values(), GREY):
            drawn = drawn.replace(ground, "#c8c4bc")
        for ink in set(RARITIES.values()) - {CURRENT}:
            drawn = drawn.replace(ink, GLYPH_COLOR)
        documents.append(drawn)
    page = chromium.new_page()
    shown = page.evaluate(BRIGHTNESS, [documents, 14])
    page.close()
    alike = [
        (one, other)
        for (one, these), (other, those) in combinations(zip(codes, shown, strict=True), 2)
        if sum(abs(a - b) > 40 for a, b in zip(these, those, strict=True)) < 4
    ]
    assert alike == []


#: Whether a drawing on the sheet reaches into the corners of its square, where a disc has nothing.
CORNERS = """(code) => {
  const box = document.querySelector(`.sheet-48 use[href$="#${code}"]`).closest(".pip").getBoundingClientRect();
  return [box.x, box.y, box.width, box.height];
}"""


def _shot(page: Any, code: str) -> bytes:
    x, y, width, height = page.evaluate(CORNERS, code)
    scroll = page.evaluate("[scrollX, scrollY]")
    clip = {"x": x + scroll[0], "y": y + scroll[1], "width": width, "height": height}
    return bytes(page.screenshot(clip=clip, full_page=True))


#: The colors of some places in a picture, each in parts of its side.
COLORS_AT = """async ([picture, places]) => {
  const image = new Image();
  image.src = "data:image/png;base64," + picture;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return places.map(([x, y]) =>
    [...context.getImageData(Math.floor(x * image.width), Math.floor(y * image.height), 1, 1).data.slice(0, 3)]);
}"""
BLACK, WHITE = [0, 0, 0], [255, 255, 255]


@pytest.mark.slow
def test_high_contrast_keeps_every_shape(visit: Any, chromium: Any) -> None:
    """Where the system sets black and white, discs keep their ground and all else is drawn in the color of text."""
    page = visit(color_scheme="dark", forced_colors="active", viewport={"width": 1280, "height": 900}).page
    page.goto("/symbols/sheet/")
    page.wait_for_load_state("networkidle")
    blank = chromium.new_page()

    def colors(code: str, *places: tuple[float, float]) -> list[list[int]]:
        picture = base64.b64encode(_shot(page, code)).decode()
        return list(blank.evaluate(COLORS_AT, [picture, places]))

    for code, white, black in (
        ("loyalty-up-1", (0.1, 0.6), (0.03, 0.06)),
        ("chapter-I", (0.26, 0.1), (0.06, 0.5)),
        ("type-land", (0.1, 0.12), (0.01, 0.01)),
        ("tombstone", (0.5, 0.15), (0.1, 0.3)),
    ):
        assert colors(code, white, black) == [WHITE, BLACK], code
    sun, corner = colors("W", (0.5, 0.04), (0.04, 0.04))
    assert corner == BLACK
    assert sun not in (BLACK, WHITE)
    left, right = colors("HW", (0.2, 0.5), (0.6, 0.1))
    assert left == BLACK, "half a disc is half a disc"
    assert right != BLACK
    blank.close()
