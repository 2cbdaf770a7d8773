"""Path data of SVG, moved and scaled: numbers in, numbers out, the curves stay what they were."""

import re

_TOKEN = re.compile(r"[MLHVCSQTAZmlhvcsqtaz]|-?(?:\d+\.?\d*|\.\d+)")

#: How each argument of a command is changed: along x, along y, by x's or y's scale only, or not at all.
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


def number(value: float) -> str:
    """Write a coordinate with at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in {"-0", ""}:
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def join(numbers: list[str]) -> str:
    """Put numbers side by side as path data allows: a minus sign needs no space before it."""
    out = ""
    for text in numbers:
        out += text if not out or text.startswith("-") else f" {text}"
    return out


def moved(data: str, dx: float, dy: float, sx: float = 1, sy: float | None = None) -> str:
    """Return path data scaled by (sx, sy) about the origin and then moved by (dx, dy).

    Args:
        data: path data, absolute or relative commands; arcs lie square to the axes.
        dx: how far to the right.
        dy: how far down.
        sx: scale along x, positive.
        sy: scale along y, positive; the same as along x when left out.
    """
    sy = sx if sy is None else sy
    out: list[str] = []
    tokens = _TOKEN.findall(data)
    place = 0
    while place < len(tokens):
        command = tokens[place]
        place += 1
        kinds = _KINDS[command.upper()]
        relative = command.islower()
        first = True
        while kinds and (first or (place < len(tokens) and not tokens[place].isalpha())):
            values = [float(token) for token in tokens[place : place + len(kinds)]]
            place += len(kinds)
            out.append(command + join(_changed(kinds, values, (dx, dy, sx, sy), relative=relative)))
            # A second pair after a move is a line.
            command = {"M": "L", "m": "l"}.get(command, command)
            first = False
        if not kinds:
            out.append("Z")
    return "".join(out)


def _changed(
    kinds: str, values: list[float], change: tuple[float, float, float, float], *, relative: bool
) -> list[str]:
    dx, dy, sx, sy = change
    out = []
    for kind, value in zip(kinds, values, strict=True):
        if kind in "xa":
            value = value * sx + (0 if relative or kind == "a" else dx)
        elif kind in "yb":
            value = value * sy + (0 if relative or kind == "b" else dy)
        out.append(number(value))
    return out
