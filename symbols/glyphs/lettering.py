"""Lay out lines of digits and letters, alone or cut out of a badge (`symbols/data/glyphs.toml`)."""

from dataclasses import dataclass

from symbols.glyphs.paths import DRAWN, element, moved

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
