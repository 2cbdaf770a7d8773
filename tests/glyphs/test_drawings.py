"""Every symbol draws, as a document and in the sprite, and says what it is."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from symbols.catalog.definitions import UnknownSymbolError, all_definitions, definition, slug
from symbols.glyphs import draw, inline, mark, sprite
from symbols.glyphs.__main__ import main
from symbols.glyphs.compose import LETTERS, set_line
from symbols.glyphs.paths import moved, segments

SVG = "{http://www.w3.org/2000/svg}"
CODES = [one.code for one in all_definitions()]
#: Members of open families that no gallery lists.
OTHERS = ["37", "99", "250", "4321", "65536", "250000", "9999999", "TK12", "[+7]", "[-20]", "loyalty-12"]
OTHERS += ["chapter-IX", "chapter-XLII", "level-10-12", "level-5+", "class-4", "station-3+"]
OTHERS += ["CI_WUB", "CI_WUBR"]


@pytest.fixture(scope="module")
def whole() -> ElementTree.Element:
    return ElementTree.fromstring(sprite(CODES))  # noqa: S314 - our own text


def test_every_symbol_is_a_document_that_names_itself() -> None:
    for code in CODES + OTHERS:
        root = ElementTree.fromstring(draw(code))  # noqa: S314 - our own text
        assert root.tag == f"{SVG}svg", code
        assert root.get("viewBox") == "0 0 100 100", code
        title = root.find(f"{SVG}title")
        assert title is not None, code
        assert title.text == definition(code).name, code
        assert root.find(f".//{SVG}path") is not None, code
        # It needs nothing that a page would have to bring.
        assert {element.tag for element in root.iter()} <= {f"{SVG}{name}" for name in ("svg", "title", "g", "path")}


def test_what_lies_on_the_paper_takes_the_readers_ink() -> None:
    for code in CODES + OTHERS:
        colours = set(re.findall(r'fill="([^"]+)"', inline(code))) - {"none"}
        grounds = definition(code).mana or code in {"T", "Q"} or code.startswith("set-")
        assert grounds or "currentColor" in colours, code


def _light(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _painted(element: ElementTree.Element, fill: str = "", color: str = "") -> list[str]:
    """Return the colours that are painted, in order, the current colour settled."""
    fill, color = element.get("fill", fill), element.get("color", color)
    used = [stroke] if (stroke := element.get("stroke")) else []
    if element.tag == f"{SVG}path" and fill != "none":
        used.append(fill)
    own = [color if one == "currentColor" else one for one in used]
    return own + [one for child in element for one in _painted(child, fill, color)]


def test_a_document_brings_its_colours_and_is_readable_on_any_page() -> None:
    for code in CODES + OTHERS:
        colours = _painted(ElementTree.fromstring(draw(code)))  # noqa: S314 - our own text
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours), code
        light = [_light(colour) for colour in colours]
        contrast = max((max(light[0], one) + 0.05) / (min(light[0], one) + 0.05) for one in light)
        # A mark of one colour is dark enough for white paper and light enough for black.
        assert contrast > 4.5 or 0.08 < light[0] < 0.35, code


def test_drawings_differ() -> None:
    bodies = [re.sub(r"<title>.*</title>", "", draw(code)) for code in CODES + OTHERS]
    assert len(set(bodies)) == len(bodies)


def test_symbols_differ_without_their_colours() -> None:
    shapes: dict[str, str] = {}
    for code in CODES + OTHERS:
        plain = re.sub(r"<title>.*</title>", "", draw(code))
        shape = re.sub(r' (?:fill|color)="#[^"]+"', "", plain)
        assert shapes.setdefault(shape, code) == code


@pytest.mark.parametrize(
    "code", ["", "W/W", "V", "2/2", "W/U/B", "007", "10000000", "[X]", "[1]", "chapter-IIX", "level-5-2"]
)
def test_what_is_no_symbol_is_refused(code: str) -> None:
    with pytest.raises(UnknownSymbolError) as refused:
        draw(code)
    assert isinstance(refused.value, KeyError)
    assert code in str(refused.value)
    with pytest.raises(UnknownSymbolError):
        sprite(["W", code])


def test_the_sprite_has_each_symbol_once(whole: ElementTree.Element) -> None:
    ids = [element.get("id") for element in whole.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    symbols = whole.findall(f"{SVG}symbol")
    assert [symbol.get("id") for symbol in symbols] == [slug(code) for code in CODES]
    assert all(symbol.get("viewBox") == "0 0 100 100" for symbol in symbols)


def test_the_sprite_refers_only_to_what_it_holds(whole: ElementTree.Element) -> None:
    shared = {element.get("id") for element in whole.findall(f"{SVG}defs/{SVG}g")}
    used = {element.get("href") for element in whole.iter(f"{SVG}use")}
    assert used == {f"#{name}" for name in shared}
    assert {element.tag for element in whole.iter()} <= {
        f"{SVG}{name}" for name in ("svg", "defs", "symbol", "g", "use", "path")
    }


def test_sprite_and_document_show_the_same(whole: ElementTree.Element) -> None:
    shared = {f"#{element.get('id')}": element for element in whole.findall(f"{SVG}defs/{SVG}g")}

    def paths(element: ElementTree.Element) -> list[str | None]:
        out: list[str | None] = []
        for one in element.iter():
            if one.tag == f"{SVG}use":
                out.append(one.get("transform"))
                out += paths(shared[one.get("href", "")])
            elif one.tag == f"{SVG}path":
                out.append(one.get("d"))
            elif one.tag == f"{SVG}g":
                out.append(one.get("transform"))
        return [entry for entry in out if entry]

    for symbol, code in zip(whole.findall(f"{SVG}symbol"), CODES, strict=True):
        element = inline(code).replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ')
        assert paths(symbol) == paths(ElementTree.fromstring(element)), code  # noqa: S314
        drawn = paths(ElementTree.fromstring(draw(code)))  # noqa: S314
        assert drawn[-len(paths(symbol)) :] == paths(symbol), code


def test_the_sprite_is_small() -> None:
    assert len(gzip.compress(sprite(CODES).encode(), 9)) < 14_336


def test_files_on_disk_are_what_the_drawings_give(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err


def test_check_fails_on_a_stale_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path_factory.mktemp("static")
    monkeypatch.setattr("symbols.glyphs.__main__.STATIC", folder)
    assert main(["--check"]) == 1
    assert "symbols.svg" in capsys.readouterr().err
    assert main([]) == 0
    assert main(["--check"]) == 0
    (folder / "favicon.svg").write_text("other", encoding="utf-8")
    assert main(["--check"]) == 1


@pytest.mark.parametrize("code", ["37", "[-12]", "W/U"])
def test_inline_is_the_same_drawing_for_a_page(code: str) -> None:
    document = ElementTree.fromstring(draw(code))  # noqa: S314
    element = ElementTree.fromstring(inline(code))  # noqa: S314
    assert element.get("aria-hidden") == "true"
    own = [one.get("d") for one in element.iter("path")]
    assert [one.get("d") for one in document.iter(f"{SVG}path")][-len(own) :] == own


def test_the_mark_is_a_document() -> None:
    assert ElementTree.fromstring(mark()).get("viewBox") == "0 0 100 100"  # noqa: S314


@pytest.mark.parametrize("text", ["0", "12", "100", "+10", "-X", "VIII", "1-3"])
def test_lines_fit_and_lie_in_the_middle(text: str) -> None:
    placed = set_line(text, 50, 40, 48, 60)
    left = placed[0].x
    right = placed[-1].x + LETTERS[placed[-1].char][0] * placed[-1].scale
    assert right - left <= 60.001
    assert (left + right) / 2 == pytest.approx(50)
    assert all(one.y + 50 * one.scale == pytest.approx(40) and one.scale <= 0.48 for one in placed)


@pytest.mark.parametrize("char", sorted(LETTERS))
def test_a_moved_outline_is_the_same_outline(char: str) -> None:
    """Follow both outlines point by point; what is written short may be off by a tenth or so, and no more."""
    outline = LETTERS[char][1]
    expected = [(20 + x * 0.4, 10 + y * 0.4) for x, y in _corners(segments(outline))]
    found = _corners(_absolute(moved(outline, 20, 10, 0.4)))
    assert len(found) == len(expected)
    for (x1, y1), (x2, y2) in zip(found, expected, strict=True):
        assert abs(x1 - x2) < 0.11
        assert abs(y1 - y2) < 0.11


def _corners(steps: list[tuple[str, list[float]]]) -> list[tuple[float, float]]:
    pen, out = (0.0, 0.0), []
    for command, values in steps:
        if command == "Z":
            continue
        if command == "H":
            pen = (values[0], pen[1])
        elif command == "V":
            pen = (pen[0], values[0])
        else:
            pen = (values[-2], values[-1])
        out.append(pen)
    return out


def _absolute(data: str) -> list[tuple[str, list[float]]]:
    """Read short path data back, by the rules of SVG and without the code under test."""
    counts = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4}
    out: list[tuple[str, list[float]]] = []
    pen = start = (0.0, 0.0)
    for command, rest in re.findall(r"([MmLlHhVvCcSsQqZ])([^A-Za-z]*)", data):
        numbers = [float(text) for text in re.findall(r"-?(?:\d+\.\d+|\.\d+|\d+)", rest)]
        if command == "Z":
            pen = start
            out.append(("Z", []))
            continue
        count = counts[command.lower()]
        assert numbers
        assert len(numbers) % count == 0
        for at in range(0, len(numbers), count):
            group = numbers[at : at + count]
            if command == "h":
                pen = (pen[0] + group[0], pen[1])
            elif command == "v":
                pen = (pen[0], pen[1] + group[0])
            elif command == "M":
                pen = (group[0], group[1])
            else:
                pen = (pen[0] + group[-2], pen[1] + group[-1])
            if command in "Mm":
                start = pen
            out.append(("L", list(pen)))
    return out
