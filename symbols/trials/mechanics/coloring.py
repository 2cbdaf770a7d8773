"""Colors of an object, from its mana cost, color indicator, abilities and effects (105, 202.2, 613)."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from symbols.engine import BadRequest
from symbols.engine.costs import COLOR_NAMES, COLORS, Color

Colors = tuple[Color, ...]
"""Colors in the order W U B R G; empty if colorless."""

Defining = Literal["", "devoid", "all"]
"""Characteristic-defining ability (604.3): none, devoid (702.114a), or being all colors."""

ColorEffect = Literal["", "becomes", "also", "colorless"]
"""Effect on colors (105.3): none, replaces them, adds some, or makes the object colorless."""

_BY_NAME: Final = {name: color for color, name in COLOR_NAMES.items()}
_WORD: Final = re.compile(r"[^\W\d_]+")
_NOISE: Final = frozenset({"and", "ci"})


@dataclass(frozen=True, slots=True)
class Stage:
    """Colors of the object after one step.

    Attributes:
        source: what was applied: `cost`, `indicator`, `defining` or `effect`.
        rule: the rule for it.
        colors: the object's colors from there on.
    """

    source: str
    rule: str
    colors: Colors


def in_order(colors: Collection[str]) -> Colors:
    """Return colors in the order W U B R G, each once."""
    return tuple(color for color in COLORS if color in colors)


def read_colors(text: str) -> Colors:
    """Parse names or letters of colors: `white and blue`, `WU`, `{W}{U}`, `{CI_WU}`.

    Raises:
        BadRequest: something isn't a color.
    """
    found: set[str] = set()
    for match in _WORD.finditer(text):
        found.update(_colors_in(match[0]))
    if not found and re.search(r"\S", text):
        raise BadRequest("bad_color", f"“{text[:40]}” isn’t a color. {_ALL}")
    return in_order(found)


_ALL: Final = "The colors are white, blue, black, red and green, or W, U, B, R and G (105.1)."


def _colors_in(word: str) -> Iterable[str]:
    low = word.lower()
    if low in _NOISE:
        return ()
    if low in _BY_NAME:
        return (_BY_NAME[low],)
    if low in ("multicolored", "colorless"):
        raise BadRequest("bad_color", f"“{word}” isn’t a color (105.4). {_ALL}")
    if len(word) <= len(COLORS) and all(letter in COLORS for letter in word.upper()):
        return word.upper()
    raise BadRequest("bad_color", f"“{word[:40]}” isn’t a color. {_ALL}")


def colors_of(
    mana: Collection[Color],
    indicator: Collection[Color] = (),
    defining: Defining = "",
    effect: ColorEffect = "",
    given: Collection[Color] = (),
) -> tuple[Stage, ...]:
    """Work out an object's colors step by step; the last stage is the result.

    It has the colors of its mana symbols and of its color indicator together (105.2). Characteristic-defining abilities
    are applied next, then other effects (613.3), which replace its colors by those `given` or add them.

    Raises:
        BadRequest: the effect gives colors and none is given.
    """
    colors = in_order(mana)
    stages = [Stage("cost", _cost_rule(colors), colors)]
    if indicator:
        colors = in_order({*colors, *indicator})
        stages.append(Stage("indicator", "202.2e", colors))
    if defining:
        colors = () if defining == "devoid" else COLORS
        stages.append(Stage("defining", "702.114a" if defining == "devoid" else "604.3", colors))
    if effect:
        if effect != "colorless" and not given:
            raise BadRequest("no_color", f"Type the color that the effect gives. {_ALL}")
        colors = {"becomes": in_order(given), "also": in_order({*colors, *given}), "colorless": ()}[effect]
        stages.append(Stage("effect", "105.3", colors))
    return tuple(stages)


def _cost_rule(colors: Colors) -> str:
    if not colors:
        return "202.2b"
    return "202.2" if len(colors) == 1 else "202.2c"
