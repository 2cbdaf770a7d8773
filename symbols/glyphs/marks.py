"""Drawings of marks on cards: badges with a number, type icons, signs of double-faced cards.

They have one color, with holes for what is light, so they work on any background and in print. Each is path data for
the even-odd rule in a box of 100 by 100.
"""

from math import atan2, degrees, hypot

from symbols.glyphs.lettering import LETTERS, set_line
from symbols.glyphs.paths import DRAWN, Point, circle, element, join, moved, number, polar, polygon, scaled
from symbols.glyphs.shapes import PATHS, STAR

#: Outline of each badge, and its text's center (x, y), height and greatest width.
BADGES: dict[str, tuple[str, tuple[float, float, float, float]]] = DRAWN["badges"]


def lettered(badge: str, text: str) -> str:
    """Return a `<path>` element: a badge with text cut out of it.

    Raises:
        KeyError: there is no such badge, or a character is not drawn.
    """
    outline, (cx, cy, height, width) = BADGES[badge]
    cut = ""
    for one in set_line(text, cx, cy, height, width):
        cut += moved(LETTERS[one.char][1], one.x, one.y, one.scale)
    return element(moved(outline) + cut)


_PARTS: dict[str, str] = DRAWN["parts"]
_TILE = _PARTS["tile"]
_COIN = circle(50, 50, 48)
_CRATERS = circle(38, 40, 9) + circle(62, 56, 12) + circle(42, 67, 6) + circle(63, 30, 5)
_COMPASS = polygon([polar(-90 + 22.5 * n, (47, 15, 31, 15)[n % 4]) for n in range(16)]) + circle(50, 50, 5.5)


def _rising(count: int, foot: float, tip: float, half: float) -> str:
    """Half a sun on the horizon, with `count` rays."""
    step = 180 / count
    return "M27 68A23 23 0 0 1 73 68Z" + "".join(
        polygon([polar(angle - half, foot, 50, 68), polar(angle, tip, 50, 68), polar(angle + half, foot, 50, 68)])
        for angle in (-180 + step * (n + 0.5) for n in range(count))
    )


def _fan(angles: tuple[float, ...], half: float, inner: float, outer: float) -> str:
    """Blades of an open fan, and the pin that holds them."""
    blades = "".join(
        polygon(
            [
                polar(angle - half, outer, 50, 80),
                polar(angle + half, outer, 50, 80),
                polar(angle + half, inner, 50, 80),
                polar(angle - half, inner, 50, 80),
            ]
        )
        for angle in angles
    )
    return blades + circle(50, 80, 7)


def _branches() -> str:
    """An arrow that splits into five."""
    arms = "".join(
        polygon(
            [
                polar(angle - 15, 13, 50, 64),
                polar(angle - 4, 34, 50, 64),
                polar(angle - 14, 33, 50, 64),
                polar(angle, 55, 50, 64),
                polar(angle + 14, 33, 50, 64),
                polar(angle + 4, 34, 50, 64),
                polar(angle + 15, 13, 50, 64),
            ]
        )
        for angle in (-170, -130, -90, -50, -10)
    )
    return "M45 95V72A9.5 9.5 0 1 1 55 72V95Z" + arms


def _crescent(turn: float) -> str:
    """A crescent around the center, its horns to the right before it is rotated by `turn` degrees."""
    outer, inner, half = 38.0, 41.0, 72.0
    x1, y1 = polar(turn - half, outer)
    x2, y2 = polar(turn + half, outer)
    return (
        f"M{join([x1, y1])}A{number(outer)} {number(outer)} 0 1 0 {join([x2, y2])}"
        f"A{number(inner)} {number(inner)} 0 0 1 {join([x1, y1])}Z"
    )


def _closed_fan(turn: float) -> str:
    """A closed fan: three sticks side by side, the pin that holds them, and the cord below."""
    left: list[Point] = [(-16, -46), (-7, -49), (-2.2, 24), (-8, 24)]
    middle: list[Point] = [(-4.2, -49.5), (4.2, -49.5), (1, 24), (-1, 24)]
    right: list[Point] = [(-x, y) for x, y in reversed(left)]
    knob: list[Point] = [(-9, 27), (9, 27), (6.5, 38), (0, 41), (-6.5, 38)]
    cord: list[Point] = [(-2.2, 43), (2.2, 43), (5.5, 58), (-5.5, 58)]
    return "".join(polygon(_rotated(part, turn)) for part in (left, middle, right, knob, cord))


def _rotated(points: list[Point], turn: float) -> list[Point]:
    """Rotate points about the origin, in degrees, and move the origin to the center of the box."""
    return [polar(degrees(atan2(y, x)) + turn, hypot(x, y)) for x, y in points]


def _sword(turn: float) -> str:
    """A sword through the center, pointing up before it is rotated."""
    outline: list[Point] = [
        (0, -68), (7, -54), (7, 24), (19, 24), (19, 33), (6, 33), (6, 48), (10, 53), (0, 62),
        (-10, 53), (-6, 48), (-6, 33), (-19, 33), (-19, 24), (-7, 24), (-7, -54),
    ]  # fmt: skip
    return polygon(_rotated(outline, turn))


#: The crossed swords before a power.
SWORDS = (_sword(45), _sword(-45))

#: Marks without a number, by code.
MARKS: dict[str, str] = {
    **DRAWN["marks"],
    "TK": BADGES["ticket"][0] + scaled(STAR, 1.5),
    "type-creature": _TILE + scaled(_PARTS["claws"], 0.92),
    "type-sorcery": _TILE + scaled(PATHS["flame"], 0.9),
    "type-instant": _TILE + scaled(PATHS["bolt"], 0.94, 49, 50),
    "type-enchantment": _TILE + scaled(_rising(7, 29, 47, 7) + "M10 75H90V83H10Z", 0.9, 50, 50),
    "type-artifact": _TILE + scaled(_PARTS["chalice"], 0.92),
    "type-land": _TILE + scaled(_PARTS["peaks"], 0.86, 50, 49),
    "type-multiple": _TILE + scaled(_PARTS["cross"], 0.9),
    "dfc-obverse": _COIN + scaled(_PARTS["up"], 0.92, 50, 48),
    "dfc-reverse": _COIN + scaled(_PARTS["down"], 0.92, 50, 52),
    "dfc-front": _PARTS["teardrop"] + _PARTS["teardrop-in"] + scaled(_PARTS["up"], 0.62, 45, 48),
    "dfc-back": _PARTS["teardrop"] + scaled(_PARTS["up"], 0.5, 42, 35) + scaled(_PARTS["up"], 0.5, 42, 63),
    "dfc-sun": _COIN + scaled(PATHS["sun-s"], 0.82),
    "dfc-moon": _COIN + scaled(_crescent(-28), 0.86, 53, 47.5),
    "dfc-spark": _COIN + scaled(_rising(5, 29, 52, 9.5), 0.84, 50, 46),
    "dfc-ignite": _COIN + scaled(PATHS["walker"], 0.74),
    "dfc-fullmoon": _COIN + circle(50, 50, 33) + scaled(_CRATERS, 0.85),
    "dfc-emrakul": _COIN + scaled(_PARTS["many-armed"], 0.82, 50, 49),
    "dfc-compass": _COIN + scaled(_COMPASS, 0.95),
    "dfc-land": _COIN + scaled(_PARTS["shore"], 0.98, 50, 48),
    "dfc-closedfan": _COIN + scaled(_closed_fan(35), 0.74, 50, 49),
    "dfc-openfan": _COIN + scaled(_fan((-145, -123, -101, -79, -57, -35), 9.5, 21, 64), 0.74, 50, 53),
    "dfc-meld": _COIN + scaled(_PARTS["fusing"], 0.74),
    "dfc-specialize": _COIN + scaled(_branches(), 0.8, 50, 49),
}
