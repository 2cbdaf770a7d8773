"""Drawings of what cards are marked with: badges that carry a number, icons of types, signs of faces.

These are of one colour: what is light in them is a hole, so they hold on any paper, and in print. Each is path data
for the even-odd rule in a box of 100 by 100.
"""

from math import atan2, degrees, hypot

from symbols.glyphs.lettering import LETTERS, set_line
from symbols.glyphs.paths import circle, element, moved, polar, polygon, scaled
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
_PEAKS = "M6 80L36 22L52 52L62 34L94 80ZM36 37L28 53L34 49L39 54L44.5 52Z"
_CROSS = "M37 12H63V37H88V63H63V88H37V63H12V37H37ZM50 18.5H56.5V43.5H81.5V56.5H56.5V81.5H50Z"
_MOON = "M62 14A38 38 0 1 0 86 64A32 32 0 0 1 62 14Z"
_CRATERS = circle(38, 40, 9) + circle(62, 56, 12) + circle(42, 67, 6) + circle(63, 30, 5)
_MANY_ARMED = (
    "M20 50C20 28 33 14 50 14S80 28 80 50Q72 56 65 50Q58 56 50 50Q42 56 35 50Q28 56 20 50Z"
    "M23 58Q30 62 36 58C35 71 28 81 14 87C23 78 25 68 23 58Z"
    "M41 58Q45 61 49 58C49 73 44 85 35 93C41 81 42 70 41 58Z"
    "M59 58Q55 61 51 58C51 73 56 85 65 93C59 81 58 70 59 58Z"
    "M77 58Q70 62 64 58C65 71 72 81 86 87C77 78 75 68 77 58Z"
)
_COMPASS = polygon([polar(-90 + 22.5 * n, (47, 15, 31, 15)[n % 4]) for n in range(16)]) + circle(50, 50, 5.5)
_SHORE = (
    "M14 56L38 18L51 39L60 28L82 56Z"
    "M8 64Q15.5 58 23 64T38 64T53 64T68 64T83 64L90 62V74Q83 79 75.5 73T60.5 73T45.5 73T30.5 73T15.5 73L8 74Z"
)
_UP = "M50 20L80 72H20Z"
_DOWN = "M50 80L20 28H80Z"
# Two halves that are about to be one.
_FUSING = "M46.5 14V42L36 54L46.5 66V84H6ZM53.5 14V44L44.5 54L53.5 64V84H94Z"


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


def _sword(turn: float) -> str:
    """Return a sword through the centre, its point up before it is turned."""
    outline = [
        (50, -16), (57, -5), (57, 74), (69, 74), (69, 83), (56, 83), (56, 98), (60, 103), (50, 112),
        (40, 103), (44, 98), (44, 83), (31, 83), (31, 74), (43, 74), (43, -5),
    ]  # fmt: skip
    corners = []
    for x, y in outline:
        angle, radius = degrees(atan2(y - 50, x - 50)), hypot(x - 50, y - 50)
        corners.append(polar(angle + turn, radius))
    return polygon(corners)


#: The crossed swords before a power.
SWORDS = (_sword(45), _sword(-45))

#: Marks without a number, by code.
MARKS: dict[str, str] = {
    "TK": BADGES["ticket"][0] + scaled(STAR, 1.15),
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
    "type-land": _TILE + scaled(_PEAKS, 0.86, 50, 48),
    "type-multiple": _TILE + scaled(_CROSS, 0.9),
    "dfc-obverse": _COIN + scaled(_UP, 0.92, 50, 48),
    "dfc-reverse": _COIN + scaled(_DOWN, 0.92, 50, 52),
    "dfc-front": _TEARDROP + _TEARDROP_IN + scaled(_UP, 0.62, 45, 48),
    "dfc-back": _TEARDROP + scaled(_UP, 0.5, 42, 35) + scaled(_UP, 0.5, 42, 63),
    "dfc-sun": _COIN + scaled(PATHS["sun-s"], 0.82),
    "dfc-moon": _COIN + scaled(_MOON, 0.76, 47, 50),
    "dfc-spark": _COIN + scaled(_rising(5, 29, 52, 9.5), 0.84, 50, 46),
    "dfc-ignite": _COIN + scaled(PATHS["walker"], 0.74),
    "dfc-fullmoon": _COIN + circle(50, 50, 33) + scaled(_CRATERS, 0.85),
    "dfc-emrakul": _COIN + scaled(_MANY_ARMED, 0.82, 50, 49),
    "dfc-compass": _COIN + scaled(_COMPASS, 0.95),
    "dfc-land": _COIN + scaled(_SHORE, 0.98, 50, 50),
    "dfc-closedfan": _COIN + scaled(_fan((-67.5, -60, -52.5, -45), 3, 14, 82), 0.86, 33, 46),
    "dfc-openfan": _COIN + scaled(_fan((-145, -123, -101, -79, -57, -35), 9.5, 21, 64), 0.8, 50, 53),
    "dfc-meld": _COIN + scaled(_FUSING, 0.74, 50, 47),
    "dfc-specialize": _COIN + scaled(_branches(), 0.8, 50, 49),
}
