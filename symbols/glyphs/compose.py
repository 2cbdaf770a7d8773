"""Compose a symbol's drawing from its code: which shapes and characters it has, and where."""

from dataclasses import dataclass

from symbols.catalog.definitions import UnknownSymbolError, definition
from symbols.glyphs.paths import DRAWN, circle, element, filled, join, moved, number, polar

#: Character: (width, outline).
LETTERS: dict[str, tuple[float, str]] = DRAWN["letters"]

#: Outline of each badge, and its text's center (x, y), height and greatest width.
BADGES: dict[str, tuple[str, tuple[float, float, float, float]]] = DRAWN["badges"]

#: Space between two characters, in the units of their widths.
GAP = 6


@dataclass(frozen=True, slots=True)
class Placed:
    """One character's transform: scale, then move to (x, y)."""

    char: str
    x: float
    y: float
    scale: float


def set_line(text: str, cx: float, cy: float, height: float, width: float) -> list[Placed]:
    """Lay out a line centered on (cx, cy), of this height, or less if it would be wider than `width`."""
    widths = [LETTERS[char][0] for char in text]
    total = sum(widths) + GAP * (len(text) - 1)
    scale = min(height / 100, width / total)
    x = cx - total * scale / 2
    placed = []
    for char, advance in zip(text, widths, strict=True):
        placed.append(Placed(char, x, cy - 50 * scale, scale))
        x += (advance + GAP) * scale
    return placed


def lettered(badge: str, text: str) -> str:
    """Return a `<path>` element: a badge with text cut out of it."""
    outline, (cx, cy, height, width) = BADGES[badge]
    cut = ""
    for one in set_line(text, cx, cy, height, width):
        cut += moved(LETTERS[one.char][1], one.x, one.y, one.scale)
    return element(moved(outline) + cut)


#: Color of what is drawn on a disc, in light and dark mode.
GLYPH_COLOR = "#17130e"
#: The page's text color, for symbols without a disc.
CURRENT = "currentColor"
GREY = "#cfcac3"
COLORS = frozenset("WUBRG")
DISCS: dict[str, str] = DRAWN["discs"]
#: Untap is tap with light and dark swapped, readable in dark mode too.
DARK, LIGHT = "#6b6258", "#fbf7ee"
RARITIES: dict[str, str] = DRAWN["rarities"]
_GLYPHS: dict[str, str] = DRAWN["glyphs"]
#: Of a disc under a drawing as wide as itself, dark mode would show only a ring.
_LARGE_SCALES = {"G": 0.84}
#: Radius of an indicator's colors, within its ring.
_SPOT = 41


def _line(data: str, width: float) -> str:
    style = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {style} stroke-width="{number(width)}" d="{data}"/>'


_OUTLINES: dict[str, str | list[str]] = {**DRAWN["backgrounds"], **DRAWN["shapes"], **DRAWN["marks"]}

#: All drawings by name, as SVG elements: discs, shapes, characters, marks.
STORE: dict[str, str] = {
    **{name: "".join(map(filled, [data] if isinstance(data, str) else data)) for name, data in _OUTLINES.items()},
    **{name: "".join(_line(*each) for each in strokes) for name, strokes in DRAWN["lines"].items()},
    **{f"char-{char}": filled(outline) for char, (_, outline) in LETTERS.items()},
}


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """One drawing in its place; `fill` is also the current color within it, `name` its key if it is in `STORE`."""

    markup: str
    fill: str = GLYPH_COLOR
    transform: str = ""
    name: str = ""


def _stored(name: str, fill: str = GLYPH_COLOR, transform: str = "") -> DrawnPiece:
    return DrawnPiece(STORE[name], fill, transform, name)


def _placed(name: str, x: float, y: float, scale: float, fill: str = GLYPH_COLOR) -> DrawnPiece:
    """Center a stored drawing on (x, y)."""
    if (x, y, scale) == (50, 50, 1):
        return _stored(name, fill)
    move = f"translate({join([x - 50 * scale, y - 50 * scale], 1)})"
    return _stored(name, fill, f"{move}scale({number(scale, 3)})")


def _text(text: str, cx: float, cy: float, height: float, width: float, fill: str = GLYPH_COLOR) -> list[DrawnPiece]:
    """Center a line of characters on (cx, cy)."""
    return [
        _stored(
            f"char-{one.char}",
            fill,
            f"translate({join([one.x, one.y], 1)})scale({number(one.scale, 3)})",
        )
        for one in set_line(text, cx, cy, height, width)
    ]


def _disc(key: str, name: str = "disc") -> DrawnPiece:
    return _stored(name, DISCS.get(key, GREY))


def _digits(text: str) -> list[DrawnPiece]:
    """Lay out a number on a disc: up to four digits in a line, more in rows of three; a million as a power of ten."""
    if len(text) <= 4:
        height, width = {1: (60.0, 70), 2: (48.0, 72), 3: (39.0, 80), 4: (34.0, 88)}[len(text)]
        return _text(text, 50, 50, height, width)
    if text == "1000000":
        return [*_text("10", 40.5, 54.5, 44, 70), *_text("6", 80.5, 40, 30, 30)]
    lines = [text[max(0, end - 3) : end] for end in range(len(text), 0, -3)][::-1]
    height, step, top = {2: (32.0, 34.5, 33.0), 3: (25.5, 27.5, 20.5)}[len(lines)]
    pieces: list[DrawnPiece] = []
    for index, line in enumerate(lines):
        pieces += _text(line, 50, top + index * step, height, 72)
    return pieces


def _half(key: str, x: float, y: float) -> list[DrawnPiece]:
    """Number or glyph in one half of a hybrid."""
    if key.isdigit():
        return _text(key, x, y, 41, 30)
    return [_placed(f"{_GLYPHS[key]}-s", x, y, DRAWN["half_scales"][key])]


def _around(*drawn: str) -> list[DrawnPiece]:
    """Place three glyphs where a disc has most room: left, bottom, and top right on the line between the two colors."""
    places = (polar(angle, 26.5) for angle in (195, 75, -45))
    return [_placed(name, x, y, DRAWN["around_scales"][name]) for name, (x, y) in zip(drawn, places, strict=True)]


def _mana(code: str) -> list[DrawnPiece]:
    if code.isdigit() or code in {"X", "Y", "Z"}:
        return [_disc("N"), *_digits(code)]
    if code in _GLYPHS:
        return [_disc(code), _placed(_GLYPHS[code], 50, 50, _LARGE_SCALES.get(code, 1))]
    first, second = code.split("/")[:2]
    if second == "P":
        return [_disc(first), _placed("phi-s", 33, 34.5, 0.5), *_half(first, 68, 66.5)]
    halves = [_disc(first, "half-a"), _disc(second, "half-b")]
    if code.endswith("/P"):
        return [*halves, *_around(f"{_GLYPHS[first]}-s", f"{_GLYPHS[second]}-s", "phi-s")]
    return [*halves, *_half(first, 32.8, 32.8), *_half(second, 67.2, 67.2)]


def _halved(code: str) -> list[DrawnPiece]:
    """Draw half mana: `½`, `HW`."""
    if code == "½":
        return [
            _disc("N"),
            *_text("1", 32, 34, 36, 30),
            DrawnPiece(filled("M66 15H74L34 85H26Z"), GLYPH_COLOR),
            *_text("2", 68, 66, 36, 30),
        ]
    color = code[1]
    return [_disc(color, "half-disc"), _placed(f"{_GLYPHS[color]}-s", 53, 50, DRAWN["half_scales"][color] * 0.9)]


def _indicator(colors: str) -> list[DrawnPiece]:
    """Draw a color indicator: a spot of one or more colors, in a ring that tells it from mana."""
    pieces = [_stored("ring", CURRENT)]
    if len(colors) == 1:
        spot = DrawnPiece(filled(circle(50, 50, _SPOT)), DISCS[colors])
        return [*pieces, spot, _placed(f"{_GLYPHS[colors]}-s", 50, 50, 0.64)]
    share = 360 / len(colors)
    # Two colors meet on the diagonal as in hybrids; more start at the top.
    start = 135.0 if len(colors) == 2 else -90.0
    for index, color in enumerate(colors):
        begin = start + index * share
        x1, y1 = polar(begin, _SPOT)
        x2, y2 = polar(begin + share, _SPOT)
        wedge = f"M50 50L{number(x1)} {number(y1)}A{_SPOT} {_SPOT} 0 0 1 {number(x2)} {number(y2)}Z"
        pieces.append(DrawnPiece(filled(wedge), DISCS[color]))
    scale = {2: 0.43, 3: 0.38, 4: 0.33}.get(len(colors), 0.3)
    for index, color in enumerate(colors):
        x, y = polar(start + (index + 0.5) * share, 21 if len(colors) < 4 else 24.5)
        pieces.append(_placed(f"{_GLYPHS[color]}-s", x, y, scale))
    return pieces


def _expansion(rarity: str) -> list[DrawnPiece]:
    """Draw an expansion symbol in the color of a rarity, with more pips the rarer it is."""
    pips = "".join(circle(x, y, 9.5) for x, y in DRAWN["rarity_spots"][rarity])
    outline = "M50 1Q70 30 99 50Q70 70 50 99Q30 70 1 50Q30 30 50 1Z"
    return [DrawnPiece(filled(outline + pips), RARITIES[rarity])]


def _badge(code: str) -> tuple[str, str] | None:
    """Badge of a code and the text on it: `[+1]` -> `loyalty-up`, `+1`."""
    if code in DRAWN["boxed"]:
        return "box", DRAWN["boxed"][code]
    if code.startswith("["):
        text = code[1:-1]
        return {"+": "loyalty-up", "-": "loyalty-down"}.get(text[0], "loyalty-zero"), text
    if code.startswith("TK"):
        return "ticket", code[2:]
    badge, _, text = code.partition("-")
    return (badge, text) if badge in BADGES and text else None


def compose(code: str) -> list[DrawnPiece]:
    """Return the pieces of a symbol's drawing, bottom first."""
    known = definition(code)
    if known.mana:
        return _halved(code) if known.kind == "half mana" else _mana(code)
    if code in DRAWN["numbers"]:
        text, height = DRAWN["numbers"][code]
        return _text(text, 50, 50, height, 98, CURRENT)
    if code in DRAWN["bare"]:
        return [_stored(DRAWN["bare"][code], CURRENT)]
    if code in DRAWN["marks"]:
        return [_stored(code, CURRENT)]
    if code == "T":
        return [_disc("N"), _stored("tap")]
    if code == "Q":
        return [_stored("disc", DARK), _stored("untap", LIGHT)]
    if code.startswith("CI_"):
        return _indicator(code[3:])
    if code.startswith("set-"):
        return _expansion(code[4:])
    if badge := _badge(code):
        return [DrawnPiece(lettered(*badge), CURRENT)]
    raise UnknownSymbolError(code)


def compose_mark() -> list[DrawnPiece]:
    """Return the pieces of the site's logo: the five colors in a ring, on a background visible in any tab."""
    pieces = [DrawnPiece(filled(circle(50, 50, 50)), "#2a251e")]
    for index, color in enumerate("WUBRG"):
        x, y = polar(-90 + 72 * index, 29, 50, 51)
        pieces += [_placed("disc", x, y, 0.325, DISCS[color]), _placed(f"{_GLYPHS[color]}-s", x, y, 0.25)]
    return pieces
