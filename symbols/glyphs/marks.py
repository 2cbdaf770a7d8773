"""Drawings of what cards are marked with: badges that carry a number, icons of types, signs of faces.

These are of one colour: what is light in them is a hole, so they hold on any paper, and in print. Each is path data
for the even-odd rule in a box of 100 by 100.
"""

from symbols.glyphs.lettering import LETTERS, set_line
from symbols.glyphs.paths import circle, moved, polar, polygon, scaled
from symbols.glyphs.shapes import PATHS, STAR

#: A badge: its outline, and where its text goes: centre, height, greatest width.
BADGES: dict[str, tuple[str, tuple[float, float, float, float]]] = {
    "loyalty-up": ("M50 3L97 30V88C81 81 66 79 50 79S19 81 3 88V30Z", (50, 52, 40, 80)),
    "loyalty-down": ("M50 97L97 70V12C81 19 66 21 50 21S19 19 3 12V70Z", (50, 48, 40, 80)),
    "loyalty-zero": ("M12 17H88L98 50L88 83H12L2 50Z", (50, 50, 42, 60)),
    "loyalty": ("M50 2L94 22V78L50 98L6 78V22Z", (50, 50, 48, 70)),
    "defense": ("M50 3C62 10 77 13 91 13V48C91 73 74 88 50 98C26 88 9 73 9 48V13C23 13 38 10 50 3Z", (50, 51, 46, 64)),
    "chapter": ("M12 4H88V96L50 80L12 96Z", (50, 42, 46, 60)),
    "level": ("M2 16H76L98 50L76 84H2Z", (42, 50, 42, 70)),
    "class": ("M2 20H98L87 50L98 80H2L13 50Z", (50, 50, 44, 60)),
    "station": ("M31 4H69L96 31V69L69 96H31L4 69V31Z", (50, 50, 44, 78)),
    "ticket": ("M3 20H97V37A13 13 0 0 0 97 63V80H3V63A13 13 0 0 0 3 37Z", (50, 50, 42, 58)),
}


def lettered(badge: str, text: str) -> str:
    """Return a badge with a text cut out of it.

    Raises:
        KeyError: there is no such badge, or a character is not drawn.
    """
    outline, (cx, cy, height, width) = BADGES[badge]
    cut = ""
    for one in set_line(text, cx, cy, height, width):
        cut += moved(LETTERS[one.char][1], one.x, one.y, one.scale)
    return outline + cut


_TILE = "M18 5H82A13 13 0 0 1 95 18V82A13 13 0 0 1 82 95H18A13 13 0 0 1 5 82V18A13 13 0 0 1 18 5Z"
_COIN = circle(50, 50, 48)
# A drop lying on its side, its point to the right.
_TEARDROP = "M40 12C58 12 80 30 98 50C80 70 58 88 40 88A38 38 0 0 1 40 12Z"
_TEARDROP_IN = "M40 20C55 20 72 34 87 50C72 66 55 80 40 80A30 30 0 0 1 40 20Z"

_CLAWS = (
    "M20 22C30 36 33 56 27 80C42 58 40 34 20 22Z"
    "M42 16C54 34 57 60 49 86C67 60 64 30 42 16Z"
    "M66 20C76 36 79 56 73 78C87 58 85 34 66 20Z"
)
_SUNRISE = (
    "M27 66A23 23 0 0 1 73 66ZM10 72H90V79H10Z"
    + polygon([polar(180, 30, 50, 66), polar(172, 44, 50, 66), polar(188, 30, 50, 66)])[:0]
    + "".join(
        polygon([polar(angle - 6, 28, 50, 66), polar(angle, 46, 50, 66), polar(angle + 6, 28, 50, 66)])
        for angle in (-166, -141, -116, -90, -64, -39, -14)
    )
)
_CHALICE = "M24 16H76C76 38 68 52 55 56V70C56 76 61 79 70 80V86H30V80C39 79 44 76 45 70V56C32 52 24 38 24 16Z"
_PEAKS = "M8 80L36 24L51 54L61 36L92 80ZM36 38L28 54L34 50L39 55L44 53Z"
_CROSS = "M37 12H63V37H88V63H63V88H37V63H12V37H37ZM50 18H57V43H82V57H57V82H50Z"
_MOON = "M62 14A38 38 0 1 0 86 64A32 32 0 0 1 62 14Z"
_CRATERS = circle(38, 40, 9) + circle(62, 56, 12) + circle(42, 67, 6) + circle(63, 30, 5)
_RISING = "M26 70A24 24 0 0 1 74 70Z" + "".join(
    polygon([polar(angle - 9, 29, 50, 70), polar(angle, 50, 50, 70), polar(angle + 9, 29, 50, 70)])
    for angle in (-162, -126, -90, -54, -18)
)
_MANY_ARMED = (
    "M20 50C20 28 33 14 50 14S80 28 80 50Q72 56 65 50Q58 56 50 50Q42 56 35 50Q28 56 20 50Z"
    "M24 58Q30 61 34 58C33 70 28 80 16 86C24 78 26 68 24 58Z"
    "M41 58Q45 60 48 58C48 72 44 84 36 92C41 80 42 70 41 58Z"
    "M59 58Q55 60 52 58C52 72 56 84 64 92C59 80 58 70 59 58Z"
    "M76 58Q70 61 66 58C67 70 72 80 84 86C76 78 74 68 76 58Z"
)
_COMPASS = polygon([polar(-90 + 45 * n, (42, 13, 26, 13)[n % 4] if n % 2 == 0 else 11) for n in range(8)]) + circle(50, 50, 4)
_SHORE = "M12 66L36 26L48 45L57 33L84 66ZM14 73H82Q74 84 48 84T14 73Z"
_FAN_CLOSED = "M42 14H58L55 70H45ZM50 75A6.5 6.5 0 0 1 50 88A6.5 6.5 0 0 1 50 75Z"
_FAN_OPEN = (
    "".join(
        polygon(
            [
                polar(angle - 9.5, 62, 50, 80),
                polar(angle + 9.5, 62, 50, 80),
                polar(angle + 9.5, 22, 50, 80),
                polar(angle - 9.5, 22, 50, 80),
            ]
        )
        for angle in (-145, -123, -101, -79, -57, -35)
    )
    + circle(50, 79, 7)
)
_UP = "M50 20L80 72H20Z"
_DOWN = "M50 80L20 28H80Z"
_FUSING = "M36 22L66 74H6ZM64 22L94 74H34Z"
_BRANCHES = "M46 90V66H54V90Z" + "".join(
    polygon(
        [
            polar(angle - 14, 12, 50, 64),
            polar(angle - 3.2, 34, 50, 64),
            polar(angle - 12, 34, 50, 64),
            polar(angle, 52, 50, 64),
            polar(angle + 12, 34, 50, 64),
            polar(angle + 3.2, 34, 50, 64),
            polar(angle + 14, 12, 50, 64),
        ]
    )
    for angle in (-166, -128, -90, -52, -14)
)

#: Marks without a number, by code.
MARKS: dict[str, str] = {
    "TK": BADGES["ticket"][0] + scaled(STAR, 1.15),
    "tombstone": (
        "M22 82V42A28 28 0 0 1 78 42V82H90V94H10V82Z"
        "M45 28V39H35V49H45V70H55V49H65V39H55V28Z"
    ),
    "scroll": (
        "M24 8H84A11 11 0 0 1 84 30H78V70H30V30H24A11 11 0 0 1 24 8Z"
        "M16 75H70V81A6 6 0 0 0 82 81V75H86V81A11 11 0 0 1 75 92H16A8.5 8.5 0 0 1 16 75Z"
        "M40 38H68V44H40ZM40 50H68V56H40Z"
    ),
    "power": (
        "M10 8L24 12L52 40L44 48L14 20ZM90 8L76 12L24 64L36 76L86 20Z"
        "M60 56L52 48L60 40Z"
    ),
    "toughness": (
        "M50 4C62 11 77 14 90 14V48C90 72 73 87 50 97C27 87 10 72 10 48V14C23 14 38 11 50 4Z"
        "M50 15C40 20 30 23 19 24V48H50ZM50 48H81C81 66 69 78 50 87Z"
    ),
    "type-creature": _TILE + scaled(_CLAWS, 0.92),
    "type-sorcery": _TILE + scaled(PATHS["flame"], 0.9),
    "type-instant": _TILE + scaled(PATHS["bolt"], 0.86),
    "type-enchantment": _TILE + scaled(_SUNRISE, 0.9, 50, 54),
    "type-artifact": _TILE + scaled(_CHALICE, 0.92),
    "type-land": _TILE + scaled(_PEAKS, 0.86, 50, 48),
    "type-multiple": _TILE + scaled(_CROSS, 0.9),
    "dfc-obverse": _COIN + scaled(_UP, 0.92, 50, 48),
    "dfc-reverse": _COIN + scaled(_DOWN, 0.92, 50, 52),
    "dfc-front": _TEARDROP + _TEARDROP_IN + scaled(_UP, 0.62, 45, 48),
    "dfc-back": _TEARDROP + scaled(_UP, 0.5, 42, 35) + scaled(_UP, 0.5, 42, 63),
    "dfc-sun": _COIN + scaled(PATHS["sun-s"], 0.82),
    "dfc-moon": _COIN + scaled(_MOON, 0.76, 47, 50),
    "dfc-spark": _COIN + scaled(_RISING, 0.84, 50, 48),
    "dfc-ignite": _COIN + scaled(PATHS["walker"], 0.74),
    "dfc-fullmoon": _COIN + circle(50, 50, 33) + scaled(_CRATERS, 0.85),
    "dfc-emrakul": _COIN + scaled(_MANY_ARMED, 0.82, 50, 49),
    "dfc-compass": _COIN + scaled(_COMPASS, 0.95),
    "dfc-land": _COIN + scaled(_SHORE, 0.84, 51, 48),
    "dfc-closedfan": _COIN + scaled(_FAN_CLOSED, 0.95),
    "dfc-openfan": _COIN + scaled(_FAN_OPEN, 0.78, 50, 51),
    "dfc-meld": _COIN + scaled(_FUSING, 0.78, 50, 50),
    "dfc-specialize": _COIN + scaled(_BRANCHES, 0.8, 50, 48),
}
