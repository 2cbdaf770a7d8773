"""Path data of SVG: written short, built from angles, moved and scaled."""

import re
from collections.abc import Sequence
from math import cos, pi, sin

Point = tuple[float, float]

_TOKEN = re.compile(r"[MLHVCSQTAZmlhvcsqtaz]|-?(?:\d+\.?\d*|\.\d+)")

#: What each argument of a command is: along x, along y, a radius of either (a, b), or neither.
_KINDS = {
    "M": "xy",
    "L": "xy",
    "T": "xy",
    "H": "x",
    "V": "y",
    "C": "xyxyxy",
    "S": "xyxy",
    "Q": "xyxy",
    "A": "ab---xy",
    "Z": "",
}


def number(value: float, digits: int = 2) -> str:
    """Write a number with few decimals and nothing superfluous: `.5`, `-3`, `12.25`."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if text in {"-0", ""}:
        return "0"
    return re.sub(r"^(-?)0\.", r"\1.", text)


def join(values: Sequence[float], digits: int = 2) -> str:
    """Put numbers side by side as path data allows: a minus sign needs no space before it."""
    out = ""
    for value in values:
        text = number(value, digits)
        out += text if not out or text.startswith("-") else f" {text}"
    return out


def polar(angle: float, radius: float, cx: float = 50, cy: float = 50) -> Point:
    """Return the point at an angle (in degrees, clockwise from the right) and a distance."""
    radians = angle * pi / 180
    return cx + radius * cos(radians), cy + radius * sin(radians)


def polygon(points: Sequence[Point]) -> str:
    """Return path data of a closed outline with straight sides."""
    first, *rest = points
    return "M" + join(first, 1) + "".join("L" + join(point, 1) for point in rest) + "Z"


def smooth(points: Sequence[Point]) -> str:
    """Return curves through the points, after the first, without kinks (Catmull and Rom's spline)."""
    out = ""
    for index in range(len(points) - 1):
        before = points[max(index - 1, 0)]
        start, end = points[index], points[index + 1]
        after = points[min(index + 2, len(points) - 1)]
        lead = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        trail = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        out += "C" + join([*lead, *trail, *end], 1)
    return out


def circle(cx: float, cy: float, radius: float) -> str:
    """Return path data of a circle."""
    r = number(radius)
    return (
        f"M{join([cx - radius, cy])}A{r} {r} 0 0 1 {join([cx + radius, cy])}"
        f"A{r} {r} 0 0 1 {join([cx - radius, cy])}Z"
    )


def moved(data: str, dx: float, dy: float, sx: float = 1, sy: float | None = None) -> str:
    """Return path data scaled by (sx, sy) about the origin and then moved by (dx, dy).

    Args:
        data: path data, absolute or relative commands; arcs lie square to the axes.
        dx: how far to the right.
        dy: how far down.
        sx: scale along x, positive.
        sy: scale along y, positive; the same as along x when left out.
    """
    change = (dx, dy, sx, sx if sy is None else sy)
    out: list[str] = []
    tokens = _TOKEN.findall(data)
    place = 0
    while place < len(tokens):
        command = tokens[place]
        place += 1
        kinds = _KINDS[command.upper()]
        if not kinds:
            out.append("Z")
            continue
        first = True
        while first or (place < len(tokens) and not tokens[place].isalpha()):
            values = [float(token) for token in tokens[place : place + len(kinds)]]
            place += len(kinds)
            out.append(command + join(_changed(kinds, values, change, relative=command.islower())))
            # A second pair after a move is a line.
            command = {"M": "L", "m": "l"}.get(command, command)
            first = False
    return "".join(out)


def _changed(
    kinds: str, values: list[float], change: tuple[float, float, float, float], *, relative: bool
) -> list[float]:
    dx, dy, sx, sy = change
    out = []
    for kind, value in zip(kinds, values, strict=True):
        if kind in "xa":
            out.append(value * sx + (0 if relative or kind == "a" else dx))
        elif kind in "yb":
            out.append(value * sy + (0 if relative or kind == "b" else dy))
        else:
            out.append(value)
    return out


def scaled(data: str, scale: float, cx: float = 50, cy: float = 50) -> str:
    """Return path data of a drawing around (50, 50), scaled and with its centre on (cx, cy)."""
    return moved(data, cx - 50 * scale, cy - 50 * scale, scale)
