"""Path data of SVG: written short, built from angles, moved and scaled."""

import re
from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final

from symbols.data_files import read_data

Point = tuple[float, float]

DRAWN: Final[dict[str, dict[str, Any]]] = read_data("glyphs.toml")
"""Drawings that are data, by kind and name."""

_TOKEN = re.compile(r"[MLHVCSQTAZ]|-?(?:\d+\.?\d*|\.\d+)")

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
        f"M{join([cx - radius, cy])}A{r} {r} 0 0 1 {join([cx + radius, cy])}A{r} {r} 0 0 1 {join([cx - radius, cy])}Z"
    )


def segments(data: str) -> list[tuple[str, list[float]]]:
    """Split path data of absolute commands, one entry for each time a command is carried out."""
    out: list[tuple[str, list[float]]] = []
    tokens = _TOKEN.findall(data)
    place = 0
    while place < len(tokens):
        command = tokens[place]
        place += 1
        count = len(_KINDS[command])
        first = True
        while first or (count and place < len(tokens) and tokens[place] not in _KINDS):
            out.append((command, [float(token) for token in tokens[place : place + count]]))
            place += count
            first = False
            # A second pair after a move is a line.
            command = "L" if command == "M" else command
    return out


def moved(data: str, dx: float = 0, dy: float = 0, scale: float = 1) -> str:
    """Return path data scaled about the origin and then moved, written as short as a tenth of a unit allows.

    What is written is relative to the point before, so the same drawing at the same scale gives the same text wherever
    it lies, which lets a packer see that it is the same.

    Args:
        data: path data of absolute commands; arcs lie square to the axes.
        dx: how far to the right.
        dy: how far down.
        scale: positive.
    """
    out = ""
    last = ""
    pen = start = (0.0, 0.0)
    for command, values in segments(data):
        if command == "Z":
            out, last, pen = out + "Z", "Z", start
            continue
        steps: list[float] = []
        for kind, value in zip(_KINDS[command], values, strict=True):
            if kind in "xy":
                steps.append(round(value * scale - pen[kind == "y"], 1))
            else:
                steps.append(round(value * scale, 1) if kind in "ab" else value)
        if command == "H":
            pen = (pen[0] + steps[0], pen[1])
        elif command == "V":
            pen = (pen[0], pen[1] + steps[0])
        else:
            pen = (pen[0] + steps[-2], pen[1] + steps[-1])
        if command == "M":
            start = pen
        if not out:
            out = "M" + join([steps[0] + dx, steps[1] + dy], 1)
        else:
            text = join(steps, 1)
            # A command that is carried out again need not be named again.
            name = "" if command.lower() == last and command != "M" else command.lower()
            out += name + text if name or text.startswith("-") else f" {text}"
        last = command.lower()
    return out


def scaled(data: str, scale: float, cx: float = 50, cy: float = 50) -> str:
    """Return path data of a drawing around (50, 50), scaled and with its centre on (cx, cy)."""
    return "".join(
        command + join([_at(kind, value, (cx, cy), scale) for kind, value in zip(_KINDS[command], values, strict=True)])
        for command, values in segments(data)
    )


def _at(kind: str, value: float, centre: Point, scale: float) -> float:
    if kind in "xy":
        return (value - 50) * scale + centre[kind == "y"]
    return value * scale if kind in "ab" else value


def element(data: str) -> str:
    """Return the element that fills path data; where one outline lies in another, it is a hole."""
    rule = ' fill-rule="evenodd"' if len(re.findall("[Mm]", data)) > 1 else ""
    return f'<path{rule} d="{data}"/>'


def filled(data: str) -> str:
    """Return the element that fills path data of absolute commands, written short."""
    return element(moved(data))
