"""Our own drawings, one for each idea; every symbol is put together from these.

A drawing lies in a box of 100 by 100 and is centred on (50, 50) as the eye sees it. It has no colour of its own:
fills take the colour they are given, strokes the current one. None follows the art on the cards.
"""

from math import cos, pi, sin

from symbols.glyphs.paths import join, number


def _point(angle: float, radius: float) -> str:
    return join([number(50 + radius * cos(angle)), number(50 + radius * sin(angle))])


def rays(count: int, inner: float, outer: float, half: float, *, turn: float = 0) -> str:
    """Return path data of rays around the centre, with sides that bend inward to the tip.

    Args:
        count: how many rays.
        inner: radius at their feet.
        outer: radius at their tips.
        half: half the angle that a foot takes, in radians.
        turn: angle of the first ray.
    """
    out = []
    for index in range(count):
        axis = turn + 2 * pi * index / count
        bend = inner + (outer - inner) * 0.35
        out.append(
            f"M{_point(axis - half, inner)}"
            f"Q{_point(axis - half * 0.3, bend)} {_point(axis, outer)}"
            f"Q{_point(axis + half * 0.3, bend)} {_point(axis + half, inner)}Z"
        )
    return "".join(out)


def _path(data: str, extra: str = "") -> str:
    return f'<path {extra}d="{data}"/>'


def _line(data: str, width: float) -> str:
    style = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {style} stroke-width="{number(width)}" d="{data}"/>'


_EVENODD = 'fill-rule="evenodd" '

SUN = _path(
    "M50 35a15 15 0 0 1 0 30 15 15 0 0 1 0-30Z"
    + rays(8, 19.5, 41, 0.3)
    + rays(8, 19.5, 31, 0.12, turn=pi / 8)
)
SUN_SMALL = _path("M50 33a17 17 0 0 1 0 34 17 17 0 0 1 0-34Z" + rays(8, 23, 46, 0.3))
DROP = _path(
    "M50 10C58 28 75 43 75 62A25 25 0 0 1 25 62C25 43 42 28 50 10Z"
    "M34 61A3 3 0 0 1 40 61C40 69 45 74.5 51.5 76A3 3 0 0 1 50.5 82C41 80.5 34 72 34 61Z",
    _EVENODD,
)
DROP_SMALL = _path("M50 8C59 27 77 42 77 62A27 27 0 0 1 23 62C23 42 41 27 50 8Z")
SKULL = _path(
    "M50 14C29 14 17 28 17 45C17 55 22 62 28 66C30 68 30 70 30 73V78C30 83 33 86 38 86H62C67 86 70 83 70 78V73"
    "C70 70 70 68 72 66C78 62 83 55 83 45C83 28 71 14 50 14Z"
    "M36 38A9.5 9.5 0 0 1 36 57A9.5 9.5 0 0 1 36 38ZM64 38A9.5 9.5 0 0 1 64 57A9.5 9.5 0 0 1 64 38Z"
    "M50 56L55 67H45ZM41.5 76H45V86H41.5ZM48.25 76H51.75V86H48.25ZM55 76H58.5V86H55Z",
    _EVENODD,
)
SKULL_SMALL = _path(
    "M50 12C28 12 15 27 15 45C15 56 20 64 28 68V78C28 84 31 88 38 88H62C69 88 72 84 72 78V68C80 64 85 56 85 45"
    "C85 27 72 12 50 12Z"
    "M35 36A11 11 0 0 1 35 58A11 11 0 0 1 35 36ZM65 36A11 11 0 0 1 65 58A11 11 0 0 1 65 36Z",
    _EVENODD,
)
FLAME = _path(
    "M54 9C58 24 51 31 45 39C41 36 39 32 39 27C29 35 22 47 22 60C22 77 35 90 50 90S78 77 78 60C78 48 72 40 66 33"
    "C66 39 64 43 60 45C62 32 61 19 54 9Z"
    "M50 82C43 82 38 77 38 69C38 61 44 57 47 50C50 55 52 60 51 65C55 63 57 60 57 56C62 60 64 65 64 70"
    "C64 77 58 82 50 82Z",
    _EVENODD,
)
FLAME_SMALL = _path(
    "M55 6C60 23 51 31 45 40C41 37 38 32 38 26C27 35 20 47 20 61C20 78 33 92 50 92S80 78 80 61C80 48 74 39 67 32"
    "C67 39 65 43 60 46C63 32 62 17 55 6Z",
)
TREE = _path(
    "M45 90V68C41 70 36 71 32 70C24 68 19 61 20 54C13 48 13 37 20 31C20 22 28 16 36 17C42 9 56 9 63 17"
    "C72 16 80 22 80 31C87 37 87 48 80 54C81 61 76 68 68 70C64 71 59 70 55 68V90Z"
)
TREE_SMALL = _path(
    "M44 93V72C30 76 14 68 16 54C8 47 9 35 17 29C18 18 27 12 36 13C43 5 57 5 64 13C73 12 82 18 83 29"
    "C91 35 92 47 84 54C86 68 70 76 56 72V93Z"
)
DIAMOND = _path("M50 10L82 50L50 90L18 50ZM50 29L33.5 50L50 71L66.5 50Z", _EVENODD)
DIAMOND_SMALL = _path("M50 6L86 50L50 94L14 50ZM50 32L36 50L50 68L64 50Z", _EVENODD)
SNOW = _line("M50 17V83M21.5 33.5L78.5 66.5M21.5 66.5L78.5 33.5", 6.5) + _line(
    "M41.5 21L50 29.5L58.5 21M41.5 79L50 70.5L58.5 79"
    "M20.6 43L32.2 39.8L29 28.2M79.4 57L67.8 60.2L71 71.8M20.6 57L32.2 60.2L29 71.8M79.4 43L67.8 39.8L71 28.2",
    5,
)
PHYREXIAN = _path(
    "M46 12L50 8L54 12V22C71 24 81 34 81 50S71 76 54 78V88L50 92L46 88V78C29 76 19 66 19 50S29 24 46 22Z"
    "M46 30C35 32 29 39 29 50S35 68 46 70ZM54 30V70C65 68 71 61 71 50S65 32 54 30Z",
    _EVENODD,
)
TAP = _path(
    "M36 20C58 12 80 26 82 49L92 47L77 69L58 51L70 49C68 34 54 25 40 30C26 35 20 51 27 64C32 73 41 77 50 76L52 87"
    "C38 89 23 82 16 69C5 50 14 28 36 20Z"
)
UNTAP = '<g transform="matrix(-1 0 0 1 100 0)">' + TAP + "</g>"
ENERGY = _line("M33 21A34 34 0 0 0 33 79M67 21A34 34 0 0 1 67 79", 9) + _path(
    "M57 8L31 55H47L43 92L69 45H53Z"
)
PLANESWALKER = _path(
    "M50 94L40 66C30 60 20 50 8 22L27 46C25 36 25 26 26 14L39 44C41 32 45 20 50 6C55 20 59 32 61 44L74 14"
    "C75 26 75 36 73 46L92 22C80 50 70 60 60 66Z"
)
CHAOS = _path(
    "M50 8C76 8 92 28 92 50C92 66 80 78 65 78C53 78 44 70 44 60C44 53 49 48 55 48C48 44 36 48 34 60"
    "C32 76 46 92 66 90C42 98 8 84 8 50C8 34 20 22 35 22C47 22 56 30 56 40C56 47 51 52 45 52C52 56 64 52 66 40"
    "C68 24 54 8 34 10C39 9 44 8 50 8Z"
)
PAW = _path(
    "M50 47C63 47 76 62 76 74C76 82 70 87 63 87C58 87 55 84 50 84S42 87 37 87C30 87 24 82 24 74C24 62 37 47 50 47Z"
    "M38 13C44 13 47 20 47 27S44 40 38 40 29 34 29 27 32 13 38 13Z"
    "M62 13C68 13 71 20 71 27S68 40 62 40 53 34 53 27 56 13 62 13Z"
    "M17 34C23 33 28 39 29 45S28 57 22 58 12 53 11 47 11 35 17 34Z"
    "M83 34C89 35 90 41 89 47S84 59 78 58 70 51 71 45 77 33 83 34Z"
)
TICKET = _path(
    "M6 26H94V40A10 10 0 0 0 94 60V74H6V60A10 10 0 0 0 6 40Z"
)
STAR = rays(5, 6, 16, 0.62, turn=-pi / 2)
INFINITY = _line(
    "M50 50C42 38 36 33 28 33A17 17 0 0 0 28 67C36 67 42 62 50 50S64 33 72 33A17 17 0 0 1 72 67C64 67 58 62 50 50Z", 11
)

#: Every drawing by the name that compositions use.
SHAPES: dict[str, str] = {
    "sun": SUN,
    "drop": DROP,
    "skull": SKULL,
    "flame": FLAME,
    "tree": TREE,
    "diamond": DIAMOND,
    "sun-s": SUN_SMALL,
    "drop-s": DROP_SMALL,
    "skull-s": SKULL_SMALL,
    "flame-s": FLAME_SMALL,
    "tree-s": TREE_SMALL,
    "diamond-s": DIAMOND_SMALL,
    "snow": SNOW,
    "phi": PHYREXIAN,
    "tap": TAP,
    "untap": UNTAP,
    "energy": ENERGY,
    "walker": PLANESWALKER,
    "chaos": CHAOS,
    "paw": PAW,
    "infinity": INFINITY,
    "ticket": TICKET,
}
