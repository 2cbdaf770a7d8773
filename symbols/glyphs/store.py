"""All drawings by name, as SVG markup: discs, shapes, characters, marks."""

from symbols.glyphs.lettering import LETTERS
from symbols.glyphs.marks import MARKS, SWORDS
from symbols.glyphs.paths import circle, filled, join, number, polar
from symbols.glyphs.shapes import LINES, PATHS

#: Radius of a disc.
RADIUS = 49.0


def _half(first: float, second: float) -> str:
    """The part of the disc on the left of the line between two points of its edge, given in degrees."""
    r = number(RADIUS)
    large = int((second - first) % 360 > 180)
    return f"M{join(polar(first, RADIUS))}A{r} {r} 0 {large} 1 {join(polar(second, RADIUS))}Z"


_BACKGROUNDS = {
    "disc": circle(50, 50, RADIUS),
    # The first half reaches a little under the second, so that no background shows along the diagonal.
    "half-a": _half(133, 317),
    "half-b": _half(-45, 135),
    # Half a disc, cut vertically and centered in the box.
    "half-disc": "M74.5 1A49 49 0 0 0 74.5 99Z",
    "ring": circle(50, 50, 49) + circle(50, 50, 44.5),
}


STORE: dict[str, str] = {
    **{name: filled(data) for name, data in {**_BACKGROUNDS, **PATHS, **MARKS}.items()},
    **LINES,
    # Two elements, or the even-odd rule would cut a hole where the swords cross.
    "power": "".join(filled(sword) for sword in SWORDS),
    **{f"char-{char}": filled(outline) for char, (_, outline) in LETTERS.items()},
}
