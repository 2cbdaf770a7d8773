"""Our own figures and letters: bold, with slab feet, drawn as outlines, and set in lines.

Every character stands on y = 100 and is 100 high (round ones a little more, so that they look as high);
thick strokes are 21 wide, thin ones 10. Figures are 66 wide, so they line up.
"""

from dataclasses import dataclass

from symbols.glyphs.paths import join, polar


def _asterisk(cx: float, cy: float, radius: float) -> str:
    """Return path data of six arms that widen from the centre, the first one upright."""
    arms = ""
    for step in range(6):
        angle = -90 + 60 * step
        corners = [polar(angle + turn, reach * radius, cx, cy) for turn, reach in _ARM]
        arms += ("L" if arms else "M") + "L".join(join(corner, 1) for corner in corners)
    return arms + "Z"


#: The corners of one arm: how far they turn from its axis, and how far out they lie, as a share of its length.
_ARM = ((-30, 0.27), (-14, 0.98), (0, 1.04), (14, 0.98))

#: Character: (width, outline). Holes are wound into the outline and need the even-odd rule.
LETTERS: dict[str, tuple[float, str]] = {
    "0": (
        66,
        "M33-1.5C53-1.5 65 17 65 50S53 101.5 33 101.5 1 83 1 50 13-1.5 33-1.5Z"
        "M33 9C25 9 22 22 22 50S25 91 33 91 44 78 44 50 41 9 33 9Z",
    ),
    "1": (
        56,
        "M40-1V86C40 89.5 43 90.5 56 91V100H0V91C13 90.5 18 89.5 18 86V24C18 20 16 18.5 12 19L0 20.5V12L33-1Z",
    ),
    "2": (
        65,
        "M2.5 28C4 10 17-1.5 34-1.5 51-1.5 62.5 8.5 62.5 26 62.5 44 46 54 25 78H45C51 78 54 75.5 56 67H64.5"
        "L61 100H2V89C28 62 41 46 41 27.5 41 16 37 9.5 30 9.5 25.5 9.5 22.5 11.5 22.5 15"
        "S24.5 20 24.5 25C24.5 31 20 35 13.5 35 7.5 35 3 32.5 2.5 28Z",
    ),
    "3": (
        66,
        "M4 23.5C6 8 18-1.5 34-1.5 51-1.5 61 7.5 61 23 61 34.5 54.5 42.5 44 46.5 57 49.5 65 58 65 71.5"
        " 65 90 51 101.5 31 101.5 14 101.5 2 92.5 2 79 2 71.5 6.5 67 13 67S23.5 71 23.5 77C23.5 81 21 83.5 21 86.5"
        "S25 91.5 30 91.5C38.5 91.5 43.5 84.5 43.5 71.5 43.5 58 38 52 27 52 24 52 21.5 52.3 19 52.8V42.5"
        "C21 42.8 23 43 25 43 35 43 40 36 40 24.5 40 14 36.5 9 30.5 9 26 9 23 11 23 14S25 18.5 25 23"
        "C25 29 21 32.5 15 32.5 8.5 32.5 4.5 29 4 23.5Z",
    ),
    "4": (
        67,
        "M57-1V66H67V77.5H57V86C57 89.5 59 90.5 66 91V100H26V91C34 90.5 36.5 89.5 36.5 86V77.5H0V68L40-1Z"
        "M36.5 66V24L11.5 66Z",
    ),
    "5": (
        66,
        "M10 0H58L56 17.5H20L18.5 37.5C23 35.5 28 34.5 33.5 34.5 53 34.5 65 47 65 66.5 65 88 51 101.5 31 101.5"
        " 14 101.5 2.5 92 2.5 79 2.5 71.5 7 67 13.5 67S24 71 24 77C24 81.5 21 83.5 21 86.5S25 91.5 30 91.5"
        "C38.5 91.5 43.5 83 43.5 67 43.5 51 38.5 44.5 28.5 44.5 22 44.5 17 46.5 13 50L6.5 47.5Z",
    ),
    "6": (
        66,
        "M61.5 20.5C61.5 26 57 30 51.5 30 45.5 30 42 26 42 20.5 42 17 43.5 15 43.5 12.5 43.5 10 41 8.7 37.5 8.7"
        " 27 8.7 22 22 21.8 45 25.5 40 31.5 37 39 37 55 37 65.5 49 65.5 68 65.5 88 52 101.5 34 101.5"
        " 13 101.5 1 83.5 1 53 1 19 16.5-1.5 39.5-1.5 52.5-1.5 61.5 8 61.5 20.5Z"
        "M33.5 46C26 46 22 52 22 62 22 82 25.5 91.5 33.5 91.5 41 91.5 44.5 84 44.5 68.5 44.5 53 41 46 33.5 46Z",
    ),
    "7": (
        65,
        "M3 0H64V11C48 38 42 62 41.5 101H17.5C18.5 68 30 42 47 19H20C14.5 19 12 21.5 10 30H1.5Z",
    ),
    "8": (
        66,
        "M33-1.5C50-1.5 61 8 61 23.5 61 34 55.5 41.5 46 46 58.5 51 65.5 59.5 65.5 72 65.5 90 52.5 101.5 33 101.5"
        "S.5 90 .5 72C.5 59.5 7.5 51 20 46 10.5 41.5 5 34 5 23.5 5 8 16-1.5 33-1.5Z"
        "M33 8.5C27 8.5 24 14 24 24S27 41 33 41 42 34 42 24 39 8.5 33 8.5Z"
        "M33 51.5C26 51.5 21.5 58 21.5 71.5S26 91.5 33 91.5 44.5 85 44.5 71.5 40 51.5 33 51.5Z",
    ),
    "9": (
        66,
        "M4.5 79.5C4.5 74 9 70 14.5 70 20.5 70 24 74 24 79.5 24 83 22.5 85 22.5 87.5 22.5 90 25 91.3 28.5 91.3"
        " 39 91.3 44 78 44.2 55 40.5 60 34.5 63 27 63 11 63 .5 51 .5 32 .5 12 14-1.5 32-1.5"
        " 53-1.5 65 16.5 65 47 65 81 49.5 101.5 26.5 101.5 13.5 101.5 4.5 92 4.5 79.5Z"
        "M32.5 54C40 54 44 48 44 38 44 18 40.5 8.5 32.5 8.5 25 8.5 21.5 16 21.5 31.5 21.5 47 25 54 32.5 54Z",
    ),
    "X": (
        91,
        "M0 0H44V9C38 9.5 37 11 39 14.5L50 34 61 15C63 11.5 62 9.5 55 9V0H87V9C79 9.5 76 11 72 17.5L56 43.5"
        " 80 84C83 89 85 90.5 91 91V100H46V91C52.5 90.5 54 88.5 51.5 84.5L39.5 64 26.5 84.5"
        "C24 88.5 25.5 90.5 32 91V100H0V91C8 90.5 11 88.5 15 82L34 54.5 12 17C8.5 11 6 9.5 0 9Z",
    ),
    "Y": (
        88,
        "M0 0H43V9C37 9.5 36 11 38 15L51 41 63 16C65 11.5 64 9.5 57 9V0H88V9C81 9.5 79 11 76 17L56 55V86"
        "C56 89.5 58 90.5 66 91V100H24V91C32 90.5 34.5 89.5 34.5 86V58L12 17C9 11 7 9.5 0 9Z",
    ),
    "Z": (
        75,
        "M8 0H72V10L28 90H48C57 90 61 86 64 71H73L70.5 100H2V90L46 10H29C21 10 18 13 14.5 26H6Z",
    ),
    "I": (
        42,
        "M0 0H42V9C34 9.5 31.5 10.5 31.5 14V86C31.5 89.5 34 90.5 42 91V100H0V91C8 90.5 10.5 89.5 10.5 86V14"
        "C10.5 10.5 8 9.5 0 9Z",
    ),
    "V": (
        91,
        "M0 0H43V9C36.5 9.5 35.5 11 37 15L53 66 67 16C68.5 11 67 9.5 60 9V0H91V9C84 9.5 82 11 80 17L55 101H38"
        "L12 17C9.5 11 7 9.5 0 9Z",
    ),
    "L": (
        72,
        "M0 0H43V9C34 9.5 31.5 10.5 31.5 14V90H45C56 90 60 84 63 70H72L69.5 100H0V91C8 90.5 10.5 89.5 10.5 86V14"
        "C10.5 10.5 8 9.5 0 9Z",
    ),
    "C": (
        76,
        "M71 34H62.5C60.5 17 54 8.5 44 8.5 30 8.5 23 22 23 50S30 91.5 45 91.5C56 91.5 63 83 66 68H75"
        "C73 88 61 101.5 42 101.5 17 101.5 0 82 0 50S17-1.5 41-1.5C49-1.5 55 1 60 6 62 8 64 7 65 0H71Z",
    ),
    "N": (
        92,
        "M0 0H30L69 60V14C69 10.5 66 9.5 58 9V0H92V9C84 9.5 81 10.5 81 14V101H66L23 36V86C23 89.5 26 90.5 34 91"
        "V100H0V91C8 90.5 11 89.5 11 86V14C11 10.5 8 9.5 0 9Z",
    ),
    "+": (60, "M21 24H39V43H60V61H39V80H21V61H0V43H21Z"),
    "-": (54, "M0 43H54V61H0Z"),
    "*": (78, _asterisk(39, 50, 46)),
    "/": (52, "M36-4H52L16 104H0Z"),
}

#: Space between two characters, in the same units.
GAP = 6


@dataclass(frozen=True, slots=True)
class Placed:
    """One character where it stands: scaled, then moved."""

    char: str
    x: float
    y: float
    scale: float


def set_line(text: str, cx: float, cy: float, height: float, width: float) -> list[Placed]:
    """Set a line of characters centred on (cx, cy), as high as asked or as the width allows.

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
