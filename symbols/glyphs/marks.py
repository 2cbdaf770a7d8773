"""Drawings of what cards are marked with: badges that carry a number, icons of types, signs of faces.

These are of one colour: what is light in them is a hole, so they hold on any paper, and in print. Each is path data
for the even-odd rule in a box of 100 by 100.
"""

from math import atan2, degrees, hypot

from symbols.glyphs.lettering import LETTERS, set_line
from symbols.glyphs.paths import Point, circle, element, join, moved, number, polar, polygon, scaled
from symbols.glyphs.shapes import PATHS, STAR

#: A badge: its outline, and where its text goes: centre, height, greatest width. Few heights, so that the same
#: figure cut out of another badge is the same text, which packs well.
BADGES: dict[str, tuple[str, tuple[float, float, float, float]]] = {
    "loyalty-up": ("M50 3L97 30V88C81 81 66 79 50 79S19 81 3 88V30Z", (50, 51, 42, 82)),
    "loyalty-down": ("M50 97L97 70V12C81 19 66 21 50 21S19 19 3 12V70Z", (50, 49, 42, 82)),
    "loyalty-zero": ("M13 13H87L98 50L87 87H13L2 50Z", (50, 50, 42, 60)),
    "loyalty": ("M50 2L94 22V78L50 98L6 78V22Z", (50, 50, 46, 70)),
    "defense": ("M50 3C62 10 77 13 91 13V48C91 73 74 88 50 98C26 88 9 73 9 48V13C23 13 38 10 50 3Z", (50, 51, 46, 64)),
    "chapter": ("M12 4H88V96L50 80L12 96Z", (50, 42, 46, 60)),
    "level": ("M1 16H77L99 50L77 84H1Z", (44, 50, 42, 69)),
    "class": ("M2 20H98L87 50L98 80H2L13 50Z", (50, 50, 42, 60)),
    "station": ("M31 4H69L96 31V69L69 96H31L4 69V31Z", (50, 50, 42, 75)),
    "box": ("M16 20H84Q97 20 97 33V67Q97 80 84 80H16Q3 80 3 67V33Q3 20 16 20Z", (50, 50, 42, 82)),
    "ticket": ("M3 20H97V37A13 13 0 0 0 97 63V80H3V63A13 13 0 0 0 3 37Z", (50, 50, 42, 58)),
}


def lettered(badge: str, text: str) -> str:
    """Return a path element: a badge with a text cut out of it.

    Raises:
        KeyError: there is no such badge, or a character is not drawn.
    """
    outline, (cx, cy, height, width) = BADGES[badge]
    cut = ""
    for one in set_line(text, cx, cy, height, width):
        cut += moved(LETTERS[one.char][1], one.x, one.y, one.scale)
    return element(moved(outline) + cut)


_TILE = "M18 5H82A13 13 0 0 1 95 18V82A13 13 0 0 1 82 95H18A13 13 0 0 1 5 82V18A13 13 0 0 1 18 5Z"
_COIN = circle(50, 50, 48)
# A drop lying on its side, its point to the right.
_TEARDROP = "M40 12C58 12 80 30 98 50C80 70 58 88 40 88A38 38 0 0 1 40 12Z"
_TEARDROP_IN = "M40 20C55 20 72 34 87 50C72 66 55 80 40 80A30 30 0 0 1 40 20Z"

_CLAWS = (
    "M14 18C31 32 37 56 28 84C17 60 22 36 14 18Z"
    "M40 12C57 30 63 58 53 90C42 62 48 34 40 12Z"
    "M66 16C83 30 89 54 79 82C69 60 74 34 66 16Z"
)
_CHALICE = "M24 16H76C76 38 68 52 55 56V70C56 76 61 79 70 80V86H30V80C39 79 44 76 45 70V56C32 52 24 38 24 16Z"
# A mountain before another, parted by a line of air.
_PEAKS = "M8.5 82L39.5 20L70.5 82ZM69.5 38L62 53L76.5 82H91.5Z"
# A cross whose left half is filled and whose right half is an outline.
_CROSS = "M34 10H66V34H90V66H66V90H34V66H10V34H34ZM50 17.5H58.5V41.5H82.5V58.5H58.5V82.5H50Z"
_CRATERS = circle(38, 40, 9) + circle(62, 56, 12) + circle(42, 67, 6) + circle(63, 30, 5)
_MANY_ARMED = (
    "M20 50C20 28 33 14 50 14S80 28 80 50Q72 56 65 50Q58 56 50 50Q42 56 35 50Q28 56 20 50Z"
    "M23 58Q30 62 36 58C35 71 28 81 14 87C23 78 25 68 23 58Z"
    "M41 58Q45 61 49 58C49 73 44 85 35 93C41 81 42 70 41 58Z"
    "M59 58Q55 61 51 58C51 73 56 85 65 93C59 81 58 70 59 58Z"
    "M77 58Q70 62 64 58C65 71 72 81 86 87C77 78 75 68 77 58Z"
)
_COMPASS = polygon([polar(-90 + 22.5 * n, (47, 15, 31, 15)[n % 4]) for n in range(16)]) + circle(50, 50, 5.5)
# A coast seen through a round window: mountains, and the water below them.
_SHORE = (
    "M12 62L36 22L51 46L61 32L88 62Q80.4 68 72.8 62T57.6 62T42.4 62T27.2 62T12 62Z"
    "M16 71Q22.8 65 29.6 71T43.2 71T56.8 71T70.4 71T84 71A40 40 0 0 1 16 71Z"
)
_UP = "M50 20L80 72H20Z"
_DOWN = "M50 80L20 28H80Z"
# Two triangles that come from either side and have begun to be one.
_FUSING = "M6 14L68 50L6 86ZM94 14L32 50L94 86Z"


def _rising(count: int, foot: float, tip: float, half: float) -> str:
    """Return half a sun on a line, with rays around it."""
    step = 180 / count
    return "M27 68A23 23 0 0 1 73 68Z" + "".join(
        polygon([polar(angle - half, foot, 50, 68), polar(angle, tip, 50, 68), polar(angle + half, foot, 50, 68)])
        for angle in (-180 + step * (n + 0.5) for n in range(count))
    )


def _fan(angles: tuple[float, ...], half: float, inner: float, outer: float) -> str:
    """Return the blades of a fan around the pin that holds them."""
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
    """Return an arrow that parts into five."""
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
    """Return a crescent around the centre, its horns to the right before it is turned."""
    outer, inner, half = 38.0, 41.0, 72.0
    x1, y1 = polar(turn - half, outer)
    x2, y2 = polar(turn + half, outer)
    return (
        f"M{join([x1, y1])}A{number(outer)} {number(outer)} 0 1 0 {join([x2, y2])}"
        f"A{number(inner)} {number(inner)} 0 0 1 {join([x1, y1])}Z"
    )


def _closed_fan(turn: float) -> str:
    """Return a fan that is shut: its sticks side by side, the pin that holds them, and the cord below it."""
    left: list[Point] = [(-16, -46), (-7, -49), (-2.2, 24), (-8, 24)]
    middle: list[Point] = [(-4.2, -49.5), (4.2, -49.5), (1, 24), (-1, 24)]
    right: list[Point] = [(-x, y) for x, y in reversed(left)]
    knob: list[Point] = [(-9, 27), (9, 27), (6.5, 38), (0, 41), (-6.5, 38)]
    cord: list[Point] = [(-2.2, 43), (2.2, 43), (5.5, 58), (-5.5, 58)]
    return "".join(polygon(_turned(part, turn)) for part in (left, middle, right, knob, cord))


def _turned(points: list[Point], turn: float) -> list[Point]:
    """Turn points about the origin and put that on the middle of the box."""
    return [polar(degrees(atan2(y, x)) + turn, hypot(x, y)) for x, y in points]


def _sword(turn: float) -> str:
    """Return a sword through the centre, its point up before it is turned."""
    outline: list[Point] = [
        (0, -68), (7, -54), (7, 24), (19, 24), (19, 33), (6, 33), (6, 48), (10, 53), (0, 62),
        (-10, 53), (-6, 48), (-6, 33), (-19, 33), (-19, 24), (-7, 24), (-7, -54),
    ]  # fmt: skip
    return polygon(_turned(outline, turn))


#: The crossed swords before a power.
SWORDS = (_sword(45), _sword(-45))

#: Marks without a number, by code.
MARKS: dict[str, str] = {
    "TK": BADGES["ticket"][0] + scaled(STAR, 1.5),
    "tombstone": ("M22 82V42A28 28 0 0 1 78 42V82H90V94H10V82ZM45.5 26V37H35V46H45.5V68H54.5V46H65V37H54.5V26Z"),
    "scroll": (
        "M17 8H83A10 10 0 0 1 83 28H80V72H83A10 10 0 0 1 83 92H17A10 10 0 0 1 17 72H20V28H17A10 10 0 0 1 17 8Z"
        "M20 28H80V32.5H20ZM20 67.5H80V72H20ZM31 41H69V47.5H31ZM31 53H58V59.5H31Z"
    ),
    "toughness": (
        "M50 4C62 11 77 14 90 14V48C90 72 73 87 50 97C27 87 10 72 10 48V14C23 14 38 11 50 4Z"
        "M50 15C40 20 30 23 19 24V48H50ZM50 48H81C81 66 69 78 50 87Z"
    ),
    "type-creature": _TILE + scaled(_CLAWS, 0.92),
    "type-sorcery": _TILE + scaled(PATHS["flame"], 0.9),
    "type-instant": _TILE + scaled(PATHS["bolt"], 0.94, 49, 50),
    "type-enchantment": _TILE + scaled(_rising(7, 29, 47, 7) + "M10 75H90V83H10Z", 0.9, 50, 50),
    "type-artifact": _TILE + scaled(_CHALICE, 0.92),
    "type-land": _TILE + scaled(_PEAKS, 0.86, 50, 49),
    "type-multiple": _TILE + scaled(_CROSS, 0.9),
    "dfc-obverse": _COIN + scaled(_UP, 0.92, 50, 48),
    "dfc-reverse": _COIN + scaled(_DOWN, 0.92, 50, 52),
    "dfc-front": _TEARDROP + _TEARDROP_IN + scaled(_UP, 0.62, 45, 48),
    "dfc-back": _TEARDROP + scaled(_UP, 0.5, 42, 35) + scaled(_UP, 0.5, 42, 63),
    "dfc-sun": _COIN + scaled(PATHS["sun-s"], 0.82),
    "dfc-moon": _COIN + scaled(_crescent(-28), 0.86, 53, 47.5),
    "dfc-spark": _COIN + scaled(_rising(5, 29, 52, 9.5), 0.84, 50, 46),
    "dfc-ignite": _COIN + scaled(PATHS["walker"], 0.74),
    "dfc-fullmoon": _COIN + circle(50, 50, 33) + scaled(_CRATERS, 0.85),
    "dfc-emrakul": _COIN + scaled(_MANY_ARMED, 0.82, 50, 49),
    "dfc-compass": _COIN + scaled(_COMPASS, 0.95),
    "dfc-land": _COIN + scaled(_SHORE, 0.98, 50, 48),
    "dfc-closedfan": _COIN + scaled(_closed_fan(35), 0.74, 50, 49),
    "dfc-openfan": _COIN + scaled(_fan((-145, -123, -101, -79, -57, -35), 9.5, 21, 64), 0.74, 50, 53),
    "dfc-meld": _COIN + scaled(_FUSING, 0.74),
    "dfc-specialize": _COIN + scaled(_branches(), 0.8, 50, 49),
}
