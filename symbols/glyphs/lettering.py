"""Lay out lines of digits and letters, drawn in `symbols/data/glyphs.toml`."""

from dataclasses import dataclass

from symbols.glyphs.paths import DRAWN, join, polar


def _asterisk(cx: float, cy: float, radius: float) -> str:
    """Path data of six arms that widen from the center, the first one upright."""
    arms = ""
    for step in range(6):
        angle = -90 + 60 * step
        corners = [polar(angle + turn, reach * radius, cx, cy) for turn, reach in _ARM]
        arms += ("L" if arms else "M") + "L".join(join(corner, 1) for corner in corners)
    return arms + "Z"


#: Corners of one arm: degrees from its axis, and distance from the center as a share of its length.
_ARM = ((-30, 0.27), (-14, 0.98), (0, 1.04), (14, 0.98))

#: Character: (width, outline).
LETTERS: dict[str, tuple[float, str]] = {
    **{char: (width, outline) for char, (width, outline) in DRAWN["letters"].items()},
    "*": (78, _asterisk(39, 50, 46)),
}

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
    """Lay out a line centered on (cx, cy), of this height, or less if it would be wider than `width`.

    Raises:
        KeyError: a character is not drawn.
    """
    widths = [LETTERS[char][0] for char in text]
    total = sum(widths) + GAP * (len(text) - 1)
    scale = min(height / 100, width / total)
    x = cx - total * scale / 2
    placed = []
    for char, advance in zip(text, widths, strict=True):
        placed.append(Placed(char, x, cy - 50 * scale, scale))
        x += (advance + GAP) * scale
    return placed
