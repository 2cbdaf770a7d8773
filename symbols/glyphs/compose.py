"""From a code to a drawing: which shapes and characters a symbol is made of, and where each lies."""

from dataclasses import dataclass

from symbols.definitions import UnknownSymbolError, definition
from symbols.glyphs.lettering import set_line
from symbols.glyphs.paths import number

INK = "#17130e"
DISCS = {
    "W": "#f6e9b4",
    "U": "#a9d4f0",
    "B": "#b6aaae",
    "R": "#f3a58b",
    "G": "#98cca9",
    "S": "#d3e6ef",
    "N": "#cfcac3",
}
GLYPHS = {
    "W": "sun",
    "U": "drop",
    "B": "skull",
    "R": "flame",
    "G": "tree",
    "C": "diamond",
    "S": "snow",
    "T": "tap",
    "∞": "infinity",
}
BARE = {"H": "phi", "E": "energy", "PW": "walker", "CHAOS": "chaos", "P": "paw"}
CURRENT = "currentColor"


@dataclass(frozen=True, slots=True)
class Piece:
    """One drawing in its place.

    Attributes:
        name: a key of the store of drawings.
        transform: SVG transform list; empty for none.
        fill: colour, also the current colour within the drawing.
    """

    name: str
    fill: str = INK
    transform: str = ""


def place(name: str, x: float, y: float, scale: float, fill: str = INK) -> Piece:
    """Put a drawing with its centre on (x, y), scaled."""
    dx, dy = x - 50 * scale, y - 50 * scale
    return Piece(name, fill, f"translate({number(dx)} {number(dy)})scale({number(scale)})")


def letters(text: str, cx: float, cy: float, height: float, width: float, fill: str = INK) -> list[Piece]:
    """Put a line of characters with its centre on (cx, cy)."""
    return [
        Piece(
            f"char-{one.char}",
            fill,
            f"translate({number(one.x)} {number(one.y)})scale({one.scale:.3g})",
        )
        for one in set_line(text, cx, cy, height, width)
    ]


def _disc(key: str) -> Piece:
    return Piece("disc", DISCS.get(key, DISCS["N"]))


def _halves(first: str, second: str) -> list[Piece]:
    return [
        Piece("half-a", DISCS.get(first, DISCS["N"])),
        Piece("half-b", DISCS.get(second, DISCS["N"])),
    ]


def figures(text: str) -> list[Piece]:
    """Set a number in a disc: up to three figures in a line, more in lines of three."""
    if len(text) <= 3:
        height, width = {1: (60, 70), 2: (48, 72), 3: (39, 80)}[len(text)]
        return letters(text, 50, 50, height, width)
    lines = [text[max(0, end - 3) : end] for end in range(len(text), 0, -3)][::-1]
    height = {2: 33, 3: 25}[len(lines)]
    step = height + 4
    top = 50 - step * (len(lines) - 1) / 2
    pieces: list[Piece] = []
    for index, line in enumerate(lines):
        pieces += letters(line, 50, top + index * step, height, 70)
    return pieces


def _small(key: str, x: float, y: float) -> list[Piece]:
    """Draw one half of a hybrid."""
    if key.isdigit():
        return letters(key, x, y, 40, 30)
    return [place(f"{GLYPHS[key]}-s", x, y, 0.48)]


def _mana(code: str) -> list[Piece]:
    parts = code.split("/")
    if len(parts) == 1:
        if code.isdigit() or code in {"X", "Y", "Z"}:
            return [_disc("N"), *figures(code)]
        return [_disc(code), Piece(GLYPHS[code])]
    if parts[-1] == "P":
        ground = [_disc(parts[0])] if len(parts) == 2 else _halves(parts[0], parts[1])
        return [*ground, Piece("phi")]
    return [*_halves(parts[0], parts[1]), *_small(parts[0], 33, 33), *_small(parts[1], 67, 67)]


def compose(code: str) -> list[Piece]:
    """Return the pieces of a symbol's drawing, the lowest first.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    known = definition(code)
    if code in BARE:
        return [Piece(BARE[code], CURRENT)]
    if code == "TK":
        return [Piece("ticket", CURRENT)]
    if code == "T":
        return [_disc("N"), Piece("tap")]
    if code == "Q":
        return [Piece("disc", "#6b6258"), Piece("untap", "#fbf7ee")]
    if known.mana and known.kind != "half mana":
        return _mana(code)
    raise UnknownSymbolError(code)
