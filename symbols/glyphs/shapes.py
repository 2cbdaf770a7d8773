"""Our own drawings of mana and of what is paid, one for each idea; symbols are put together from these.

A drawing lies in a box of 100 by 100 and is centred on (50, 50) as the eye sees it. It is path data for the even-odd
rule, or, where strokes say it better, markup. It has no colour of its own: fills take the colour they are given,
strokes the current one. Drawings whose name ends in `-s` are for the halves of a hybrid: fewer parts, heavier, so that
they hold at three or four pixels. None follows the art on the cards.
"""

from math import exp

from symbols.glyphs.paths import Point, circle, join, number, polar, polygon, smooth


def rays(count: int, inner: float, outer: float, half: float, turn: float = 0, bend: float = 0.3) -> str:
    """Return path data of rays around the centre.

    Args:
        count: how many rays.
        inner: radius at their feet.
        outer: radius at their tips.
        half: half the angle that a foot takes, in degrees.
        turn: angle of the first ray, in degrees.
        bend: how wide a ray still is at a third of its length, as a share of its foot; 2/3 makes the sides straight,
            less bends them inward.
    """
    third = inner + (outer - inner) * 0.35
    out = ""
    for index in range(count):
        axis = turn + 360 * index / count
        left, right = polar(axis - half, inner), polar(axis + half, inner)
        out += (
            f"M{join(left)}Q{join(polar(axis - half * bend, third))} {join(polar(axis, outer))}"
            f"Q{join(polar(axis + half * bend, third))} {join(right)}Z"
        )
    return out


def turning_arrow(*, clockwise: bool) -> str:
    """Return path data of an arrow bent round three quarters of a circle."""
    way = 1 if clockwise else -1
    cx, cy, middle, half = 50 - 2.5 * way, 50.5, 28.0, 6.2
    # Angles run clockwise from the right; the other arrow is this one in a mirror.
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


def vortex(arms: int = 3) -> str:
    """Return path data of arms that wind out of the centre and thin to a point."""
    steps, turn, foot = 7, 175.0, 118.0
    start, growth = 9.0, 1.64
    out = ""
    for arm in range(arms):
        base = 360 * arm / arms
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
    "sun": circle(50, 50, 15) + rays(8, 19.5, 41, 17) + rays(8, 19.5, 31, 7, 22.5),
    "sun-s": circle(50, 50, 19) + rays(8, 25, 50, 18, 0, 0.45),
    "drop": (
        "M50 10C58 28 75 43 75 62A25 25 0 0 1 25 62C25 43 42 28 50 10Z"
        "M34 61A3 3 0 0 1 40 61C40 69 45 74.5 51.5 76A3 3 0 0 1 50.5 82C41 80.5 34 72 34 61Z"
    ),
    "drop-s": "M50 6C59 26 78 42 78 63A28 28 0 0 1 22 63C22 42 41 26 50 6Z",
    "skull": (
        "M50 14C29 14 17 28 17 45C17 55 22 62 28 66C30 68 30 70 30 73V78C30 83 33 86 38 86H62C67 86 70 83 70 78V73"
        "C70 70 70 68 72 66C78 62 83 55 83 45C83 28 71 14 50 14Z"
        "M36 38A9.5 9.5 0 0 1 36 57A9.5 9.5 0 0 1 36 38ZM64 38A9.5 9.5 0 0 1 64 57A9.5 9.5 0 0 1 64 38Z"
        "M50 56L55 67H45ZM41.5 76H45V86H41.5ZM48.25 76H51.75V86H48.25ZM55 76H58.5V86H55Z"
    ),
    "skull-s": (
        "M50 12C28 12 15 27 15 45C15 56 20 64 28 68V78C28 84 31 88 38 88H62C69 88 72 84 72 78V68C80 64 85 56 85 45"
        "C85 27 72 12 50 12Z"
        "M35 36A11 11 0 0 1 35 58A11 11 0 0 1 35 36ZM65 36A11 11 0 0 1 65 58A11 11 0 0 1 65 36Z"
    ),
    "flame": (
        "M54 9C58 24 51 31 45 39C41 36 39 32 39 27C29 35 22 47 22 60C22 77 35 90 50 90S78 77 78 60C78 48 72 40 66 33"
        "C66 39 64 43 60 45C62 32 61 19 54 9Z"
        "M50 82C43 82 38 77 38 69C38 61 44 57 47 50C50 55 52 60 51 65C55 63 57 60 57 56C62 60 64 65 64 70"
        "C64 77 58 82 50 82Z"
    ),
    "flame-s": (
        "M57 4C61 23 50 31 43 43C38 37 36 29 38 20C25 31 18 46 18 61C18 81 33 96 50 96S82 81 82 61C82 49 77 39 71 30"
        "C70 39 67 45 61 49C65 35 65 18 57 4Z"
        "M50 87C41 87 36 81 36 73C36 65 43 61 49 51C57 60 64 65 64 74C64 82 58 87 50 87Z"
    ),
    "tree": (
        "M38 90C43 87 45.5 83 45.5 77V68C41 70.5 36 71 32 70C24 68 19 61 20 54C13 48 13 37 20 31C20 22 28 16 36 17"
        "C42 9 58 9 64 17C72 16 80 22 80 31C87 37 87 48 80 54C81 61 76 68 68 70C64 71 59 70.5 54.5 68V77"
        "C54.5 83 57 87 62 90Z"
    ),
    "tree-s": (
        "M36 97C40.5 92 42 88 42 82V66C31 71 18 65 18 51C10 45 11 33 19 27C20 16 28 10 37 11C44 3 56 3 63 11"
        "C72 10 80 16 81 27C89 33 90 45 82 51C82 65 69 71 58 66V82C58 88 59.5 92 64 97Z"
    ),
    "diamond": "M50 10L82 50L50 90L18 50ZM50 29L33.5 50L50 71L66.5 50Z",
    "diamond-s": "M50 5L86 50L50 95L14 50ZM50 32L36 50L50 68L64 50Z",
    "phi": (
        "M45 12L50 7L55 12V21.5C72 24 82.5 34 82.5 50S72 76 55 78.5V88L50 93L45 88V78.5C28 76 17.5 66 17.5 50"
        "S28 24 45 21.5ZM45 30.5C35 33 29.5 39.5 29.5 50S35 67 45 69.5ZM55 30.5V69.5C65 67 70.5 60.5 70.5 50"
        "S65 33 55 30.5Z"
    ),
    "phi-s": (
        "M42.5 3H57.5V16C77 18.5 89 31 89 50S77 81.5 57.5 84V97H42.5V84C23 81.5 11 69 11 50S23 18.5 42.5 16Z"
        "M42.5 32.5C33 35 28 41 28 50S33 65 42.5 67.5ZM57.5 32.5V67.5C67 65 72 59 72 50S67 35 57.5 32.5Z"
    ),
    "tap": turning_arrow(clockwise=True),
    "untap": turning_arrow(clockwise=False),
    "bolt": "M59 6L28 55H46L41 94L72 43H53Z",
    "energy": (
        "M31 17.5L36 25.5A30 30 0 0 0 36 74.5L31 82.5A39 39 0 0 1 31 17.5Z"
        "M69 17.5L64 25.5A30 30 0 0 1 64 74.5L69 82.5A39 39 0 0 0 69 17.5Z"
        "M57 8L31 55H47L43 92L69 45H53Z"
    ),
    "walker": (
        "M50 95L40 67C30 61 20 51 8 23L27 47C25 37 25 27 26 15L39 45C41 33 45 20 50 5C55 20 59 33 61 45L74 15"
        "C75 27 75 37 73 47L92 23C80 51 70 61 60 67Z"
    ),
    "chaos": vortex(),
    "paw": (
        "M50 47C63 47 76 62 76 74C76 82 70 87 63 87C58 87 55 84 50 84S42 87 37 87C30 87 24 82 24 74C24 62 37 47 50 47Z"
        "M38 13C44 13 47 20 47 27S44 40 38 40 29 34 29 27 32 13 38 13Z"
        "M62 13C68 13 71 20 71 27S68 40 62 40 53 34 53 27 56 13 62 13Z"
        "M17 34C23 33 28 39 29 45S28 57 22 58 12 53 11 47 11 35 17 34Z"
        "M83 34C89 35 90 41 89 47S84 59 78 58 70 51 71 45 77 33 83 34Z"
    ),
    "acorn": (
        "M48 9H54C54 14 55 17 57 19C75 21 87 30 88 43C88 46 86 48 83 48H17C14 48 12 46 12 43C13 30 26 20 45 19"
        "C47 16 48 13 48 9Z"
        "M19 54H81C80 73 68 84 55 90L50 95L45 90C32 84 20 73 19 54Z"
    ),
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
