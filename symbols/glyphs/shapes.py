"""Drawings of mana and other costs, of which symbols are composed.

Each is in a box of 100 by 100, optically centered on (50, 50): path data for the even-odd rule, or markup if made of
strokes. Fills take the color they are given, strokes the current color. Names that end in `-s` are for halves of
hybrids: simpler and heavier, to be legible at three or four pixels. None copies the art on the cards.
"""

from math import exp

from symbols.glyphs.paths import DRAWN, Point, circle, join, number, polar, polygon, smooth


def rays(inner: float, outer: float, half: float, turn: float = 0, bend: float = 0.3) -> str:
    """Path data of eight rays around the center.

    Args:
        inner: radius of the bases.
        outer: radius of the tips.
        half: half the angle of a base, in degrees.
        turn: angle of the first ray, in degrees.
        bend: a ray's width at a third of its length, as a share of its base; 2/3 makes the sides straight, less bends
            them inward.
    """
    third = inner + (outer - inner) * 0.35
    out = ""
    for index in range(8):
        axis = turn + 45 * index
        left, right = polar(axis - half, inner), polar(axis + half, inner)
        out += (
            f"M{join(left)}Q{join(polar(axis - half * bend, third))} {join(polar(axis, outer))}"
            f"Q{join(polar(axis + half * bend, third))} {join(right)}Z"
        )
    return out


def turning_arrow(*, clockwise: bool) -> str:
    """Path data of an arrow bent around three quarters of a circle."""
    way = 1 if clockwise else -1
    cx, cy, middle, half = 50 - 2.5 * way, 50.5, 28.0, 6.2
    # Angles of the clockwise arrow; the other one is its mirror image.
    tail, neck, tip = 108.0, 344.0, 384.0

    def at(angle: float, radius: float) -> Point:
        x, y = polar(angle, radius, 0, cy)
        return cx + way * x, y

    outer, inner = number(middle + half), number(middle - half)
    sweep, back = (1, 0) if clockwise else (0, 1)
    return (
        f"M{join(at(tail, middle + half))}A{outer} {outer} 0 1 {sweep} {join(at(neck, middle + half))}"
        f"L{join(at(neck, middle + 15.5))}L{join(at(tip, middle + 1))}L{join(at(neck, middle - 15.5))}"
        f"L{join(at(neck, middle - half))}A{inner} {inner} 0 1 {back} {join(at(tail, middle - half))}Z"
    )


def vortex() -> str:
    """Path data of three arms that spiral out of the center and taper to a point."""
    steps, turn, foot = 7, 175.0, 118.0
    start, growth = 9.0, 1.64
    out = ""
    for base in (0, 120, 240):
        lead: list[Point] = []
        trail: list[Point] = []
        for step in range(steps + 1):
            part = step / steps
            radius = start * exp(growth * part)
            lead.append(polar(base + turn * part, radius))
            trail.append(polar(base + turn * part - foot * (1 - part), radius))
        out += f"M{join(lead[0], 1)}{smooth(lead)}{smooth(trail[::-1])}Z"
    return out


def _line(data: str, width: float) -> str:
    style = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {style} stroke-width="{number(width)}" d="{data}"/>'


STAR = polygon([polar(-90 + 36 * n, 17 if n % 2 == 0 else 7) for n in range(10)])

#: Path data by name.
PATHS: dict[str, str] = {
    "sun": circle(50, 50, 15) + rays(19.5, 41, 17) + rays(19.5, 31, 7, 22.5),
    "sun-s": circle(50, 50, 19) + rays(25, 50, 18, 0, 0.45),
    "tap": turning_arrow(clockwise=True),
    "untap": turning_arrow(clockwise=False),
    "chaos": vortex(),
    **DRAWN["shapes"],
}

#: Markup by name, for drawings made of strokes.
LINES: dict[str, str] = {
    "snow": _line("M50 17V83M21.5 33.5L78.5 66.5M21.5 66.5L78.5 33.5", 7)
    + _line(
        "M41.5 21L50 29.5L58.5 21M41.5 79L50 70.5L58.5 79"
        "M20.6 43L32.2 39.8L29 28.2M79.4 57L67.8 60.2L71 71.8M20.6 57L32.2 60.2L29 71.8M79.4 43L67.8 39.8L71 28.2",
        5.5,
    ),
    "infinity": _line(
        "M50 50C43 39.5 37.5 35 30.5 35A15 15 0 0 0 30.5 65C37.5 65 43 60.5 50 50S62.5 35 69.5 35A15 15 0 0 1 69.5 65"
        "C62.5 65 57 60.5 50 50Z",
        10.5,
    ),
}
