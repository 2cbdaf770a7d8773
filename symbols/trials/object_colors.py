"""Trial: an object's colors from its mana cost, color indicator, abilities and effects (107.13, 202.2, 105)."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symbols.engine import BadRequest, Cost
from symbols.engine.costs import COLOR_NAMES, COLORS, Color
from symbols.sentences import join_words
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

Colors = tuple[Color, ...]
"""Colors in the order W U B R G; empty if colorless."""

_BY_NAME: Final = {name: color for color, name in COLOR_NAMES.items()}
_WORD: Final = re.compile(r"[^\W\d_]+")
_NOISE: Final = frozenset({"and", "ci"})


@dataclass(frozen=True, slots=True)
class Stage:
    """Colors of the object after one step; `source` is `cost`, `indicator`, `defining` or `effect`."""

    source: str
    colors: Colors


def in_order(colors: Collection[str]) -> Colors:
    """In the order W U B R G, each once."""
    return tuple(color for color in COLORS if color in colors)


def read_colors(text: str) -> Colors:
    """Parse names or letters of colors: `white and blue`, `WU`, `{W}{U}`, `{CI_WU}`."""
    found = {color for word in _WORD.findall(text) for color in _colors_in(word)}
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


def colors_of(mana: Colors, indicator: Colors, defining: str, effect: str, given: Colors) -> tuple[Stage, ...]:
    """Work out an object's colors step by step; the last stage is the result.

    It has the colors of its mana symbols and of its color indicator together (105.2). Characteristic-defining abilities
    are applied next, then other effects (613.3), which replace its colors by those `given` or add them.

    Args:
        defining: `devoid` (702.114a), `all`, or empty.
        effect: `becomes`, `also` or `colorless` (105.3), or empty.
    """
    colors = in_order(mana)
    stages = [Stage("cost", colors)]
    if indicator:
        colors = in_order({*colors, *indicator})
        stages.append(Stage("indicator", colors))
    if defining:
        colors = () if defining == "devoid" else COLORS
        stages.append(Stage("defining", colors))
    if effect:
        if effect != "colorless" and not given:
            raise BadRequest("no_color", f"Type the color that the effect gives. {_ALL}")
        colors = {"becomes": in_order(given), "also": in_order({*colors, *given}), "colorless": ()}[effect]
        stages.append(Stage("effect", colors))
    return tuple(stages)


def colors(inputs: Inputs, reading: Reading) -> Outcome:
    cost = inputs.mana_cost_or_none("cost")
    indicator, given = inputs.parse("indicator", read_colors), inputs.parse("given", read_colors)
    defining, effect = (inputs.choice(key).removeprefix("none") for key in ("defining", "effect"))
    with inputs.attributing_errors_to("given"):
        stages = colors_of(cost.colors if cost else (), indicator, defining, effect, given)
    final = stages[-1].colors
    return Outcome(
        sentence=_sentence(final),
        steps=tuple(_steps(cost, indicator, stages, defining, effect, given, reading)),
        facts={"colors": list(final), "multicolored": len(final) > 1},
        caption="Worked out step by step",
        rows=tuple(_row(stage, stages, cost, indicator) for stage in stages),
    )


def _sentence(colors: Colors) -> str:
    if not colors:
        return "It’s colorless."
    named = "all five colors" if len(colors) == len(COLORS) else _names(colors)
    return f"It’s {named}, so it’s {'monocolored' if len(colors) == 1 else 'multicolored'}."


def _names(colors: Sequence[str]) -> str:
    return join_words([name for color, name in COLOR_NAMES.items() if color in colors]) or "colorless"


def _steps(
    cost: Cost | None,
    indicator: Colors,
    stages: Sequence[Stage],
    defining: str,
    effect: str,
    given: Colors,
    reading: Reading,
) -> Iterator[Step]:
    last = stages[-1]
    # What an effect replaces doesn't matter.
    replaced = effect in {"becomes", "colorless"} or bool(defining and not effect)
    for stage in stages:
        facts = {
            "stage": stage.source,
            "is_last": stage is last,
            "colors": min(len(stage.colors), 2),
            "has_cost": cost is not None,
            "mixed": cost is not None and bool(stage.colors) and any(symbol.is_choice for symbol in cost.symbols),
            "defining": defining,
            "effect": effect,
            # It only refers to 105.3, but not every edition has it.
            "refers": bool(reading.find("202.2f")),
        }
        names = {
            "cost": cost.canonical if cost else "",
            "colors": _names(stage.colors),
            "indicator": _drawn(indicator),
            "indicated": _names(indicator),
            "given": _names(given),
        }
        for step in steps_of("colors", facts, reading, **names):
            needed = stage.source != "effect" and (not replaced or stage is last)
            yield replace(step, needed=needed)
    facts = {"stage": "", "both": bool(defining and effect), "colors": min(len(last.colors), 2)}
    yield from steps_of("colors", facts, reading)


def _drawn(colors: Colors) -> str:
    return f"{{CI_{''.join(colors)}}}"


def _row(stage: Stage, stages: Sequence[Stage], cost: Cost | None, indicator: Colors) -> Row:
    label = {
        "cost": f"mana cost {cost.canonical}" if cost else "no mana cost",
        "indicator": f"color indicator {_drawn(indicator)}",
        "defining": "defining ability",
        "effect": "effect",
    }[stage.source]
    symbols = "".join(f"{{{color}}}" for color in stage.colors)
    return Row(label, f"{_names(stage.colors)} {symbols}".strip(), marked=stage is stages[-1])
