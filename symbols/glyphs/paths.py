"""SVG path data: compact notation, basic shapes, moving and scaling."""

import re
from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final

from symbols.data_files import read_data

Point = tuple[float, float]

DRAWN: Final[dict[str, dict[str, Any]]] = read_data("glyphs.toml")
"""Drawings of the data file, by kind and name."""

_TOKEN = re.compile(r"[MLHVCSQTAZ]|-?(?:\d+\.?\d*|\.\d+)")

#: Arguments of each command: x or y coordinates, radii (a, b), or neither (-).
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
    """Format a number as short as possible: `.5`, `-3`, `12.25`."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if text in {"-0", ""}:
        return "0"
    return re.sub(r"^(-?)0\.", r"\1.", text)


def join(values: Sequence[float], digits: int = 2) -> str:
    """Format numbers as compact path data, without a space before a minus sign: `1 2-3`."""
    out = ""
    for value in values:
        text = number(value, digits)
        out += text if not out or text.startswith("-") else f" {text}"
    return out


def polar(angle: float, radius: float, cx: float = 50, cy: float = 50) -> Point:
    """The point at an angle (in degrees, clockwise from the right) and a distance from (cx, cy)."""
    radians = angle * pi / 180
    return cx + radius * cos(radians), cy + radius * sin(radians)


def circle(cx: float, cy: float, radius: float) -> str:
    r = number(radius)
    return (
        f"M{join([cx - radius, cy])}A{r} {r} 0 0 1 {join([cx + radius, cy])}A{r} {r} 0 0 1 {join([cx - radius, cy])}Z"
    )


def segments(data: str) -> list[tuple[str, list[float]]]:
    """Split path data of absolute commands into commands with their arguments, repeating implied command letters."""
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
            # Further pairs after a move are lines.
            command = "L" if command == "M" else command
    return out


def moved(data: str, dx: float = 0, dy: float = 0, scale: float = 1) -> str:
    """Scale path data about the origin, then move it; the result is rounded to tenths and as short as possible.

    It has relative commands, so a drawing has the same text wherever it is, and compresses well. The data has absolute
    commands; the axes of its arcs are parallel to x and y.
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
            # A repeated command letter is implied.
            name = "" if command.lower() == last and command != "M" else command.lower()
            out += name + text if name or text.startswith("-") else f" {text}"
        last = command.lower()
    return out


def element(data: str) -> str:
    """Return a `<path>` element, in which an outline within another is a hole."""
    rule = ' fill-rule="evenodd"' if len(re.findall("[Mm]", data)) > 1 else ""
    return f'<path{rule} d="{data}"/>'


def filled(data: str) -> str:
    """Return a `<path>` element with absolute path data shortened."""
    return element(moved(data))
