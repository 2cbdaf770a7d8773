"""The colors of an object: mana cost, color indicator, abilities that define them, effects (107.13, 202.2, 105)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from symbols.engine import BadRequest, Cost
from symbols.engine.costs import COLOR_NAMES, COLORS
from symbols.sentences import join_words
from symbols.trials.asked import Asked
from symbols.trials.mechanics.coloring import Colors, Defining, Effect, Stage, colors_of, read_colors
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Step, Trial
from symbols.trials.typed import cost_in, typed_in, with_tries

__all__ = ["OBJECT_COLORS"]

_COST: Final = Control(
    key="cost", label="Mana cost", kind="cost", default="", optional=True, hint="Empty: it has no mana cost."
)
_INDICATOR: Final = Control(
    key="indicator",
    label="Color indicator",
    kind="text",
    default="U",
    optional=True,
    hint="Colors or their letters: white and blue, WU. Empty: it has none.",
)
_DEFINING: Final = Control(
    key="defining",
    label="Ability that defines its colors",
    kind="choice",
    default="none",
    choices=(
        Choice("none", "none"),
        Choice("devoid", "devoid: it is colorless"),
        Choice("all", "it is all colors"),
    ),
)
_EFFECT: Final = Control(
    key="effect",
    label="Effect on it",
    kind="choice",
    default="none",
    choices=(
        Choice("none", "none"),
        Choice("becomes", "it becomes these colors"),
        Choice("also", "it is these colors in addition to its other colors"),
        Choice("colorless", "it becomes colorless"),
    ),
)
_GIVEN: Final = Control(key="given", label="Colors that the effect gives", kind="text", default="red", optional=True)

_DEFINES: Final = {
    "devoid": "Devoid is a characteristic-defining ability: the object is colorless, whatever its mana cost says.",
    "all": "A characteristic-defining ability can override what stands elsewhere on the object: it is all colors.",
}


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, OBJECT_COLORS.controls)
    cost = _mana_cost(asked)
    with typed_in(_INDICATOR):
        indicator = read_colors(asked.text("indicator"))
    with typed_in(_GIVEN):
        given = read_colors(asked.text("given"))
        defining = cast("Defining", _or_nothing(asked.choice("defining")))
        effect = cast("Effect", _or_nothing(asked.choice("effect")))
        stages = colors_of(cost.colors if cost else (), indicator, defining, effect, given)
    final = stages[-1].colors
    return Outcome(
        sentence=_sentence(final),
        steps=tuple(_steps(cost, indicator, stages, defining, effect, given, reading)),
        facts={"colors": list(final), "multicolored": len(final) > 1},
        caption="Worked out step by step",
        rows=tuple(_row(stage, stages, cost, indicator) for stage in stages),
    )


def _or_nothing(choice: str) -> str:
    return "" if choice == "none" else choice


def _mana_cost(asked: Asked) -> Cost | None:
    cost = cost_in(asked, _COST)
    with typed_in(_COST):
        if cost is not None and not cost.may_be_mana_cost:
            raise BadRequest("not_mana", "a mana cost is mana symbols and nothing else (202.1).")
    return cost


def _sentence(colors: Colors) -> str:
    if not colors:
        return "It is colorless."
    named = "all five colors" if len(colors) == len(COLORS) else _names(colors)
    return f"It is {named}, and so {'monocolored' if len(colors) == 1 else 'multicolored'}."


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
    for stage in stages:
        decides = stage is last
        match stage.source:
            case "cost":
                mixed = cost is not None and stage.colors and any(symbol.is_choice for symbol in cost.symbols)
                yield Step("202.2d" if mixed else stage.rule, _about_cost(cost, stage.colors), decides)
            case "indicator":
                yield Step("107.13", f"The color indicator {_drawn(indicator)} defines the object’s colors.")
                why = f"The object is each color of its color indicator: {_names(indicator)}."
                yield Step("202.2e", why, decides)
            case "defining":
                yield Step(stage.rule, _DEFINES[defining], decides)
            case _:
                rule = _effect_rule(reading)
                see = "." if rule == "105.3" else " (105.3)."
                yield Step(rule, _about_effect(effect, given) + see, decides)
    if defining and effect:
        yield Step("613.3", "Characteristic-defining abilities are applied before other effects on colors.")
    if len(last.colors) != 1:
        yield Step(
            "105.2b" if last.colors else "105.2c",
            "Multicolored is two or more colors." if last.colors else "Colorless is no color at all.",
        )
    else:
        yield Step("105.2a", "Monocolored is exactly one color.")


def _effect_rule(reading: Reading) -> str:
    """The clause that sends the reader to 105.3 where an edition has it, else that rule."""
    return "202.2f" if reading.find("202.2f") else "105.3"


def _about_cost(cost: Cost | None, colors: Colors) -> str:
    if cost is None:
        return "It has no mana cost, and so no colored mana symbols in one."
    if not colors:
        return f"The mana cost {cost.canonical} has no colored mana symbols."
    return f"The mana symbols in {cost.canonical} make it {_names(colors)}."


def _about_effect(effect: str, given: Colors) -> str:
    if effect == "becomes":
        return f"An effect gives a new color, which replaces all colors it had: {_names(given)}"
    if effect == "also":
        return f"An effect gives a color in addition to its other colors, which stay: {_names(given)}"
    return "An effect makes a colored object become colorless"


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


_CONTROLS: Final = (_COST, _INDICATOR, _DEFINING, _EFFECT, _GIVEN)
_TRIES: Final = {
    "{CI_U} and no mana cost": {},
    "{CI_WU} and {2}{G}": {"indicator": "WU", "cost": "{2}{G}"},
    "devoid and {2}{U}": {"cost": "{2}{U}", "defining": "devoid", "indicator": ""},
    "{2}{U} that becomes red": {"cost": "{2}{U}", "effect": "becomes", "indicator": ""},
    "{2}{U} that is red too": {"cost": "{2}{U}", "effect": "also", "indicator": ""},
}

OBJECT_COLORS: Final = Trial(
    slug="colors",
    title="Which colors is it?",
    lead="Say what stands on the object and what an effect does to it.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        (
            Placement("107.13", "color indicator is a circular symbol"),
            Placement("107.15", "color indicator is a circular symbol", former=True),
            Placement("202.2e", "that object is each color denoted by that color indicator", {"cost": "{2}{G}"}),
            Placement(
                "202.2f",
                "effects may change an object's color",
                {"effect": "becomes", "cost": "{2}{G}", "indicator": ""},
            ),
            Placement(
                "202.2e",
                "effects may change an object's color",
                {"effect": "becomes", "cost": "{2}{G}", "indicator": ""},
                former=True,
            ),
            Placement("204.2", "is each color denoted by that color indicator", {"cost": "{2}{G}"}),
            Placement("105.2", "defined by a color indicator", {"cost": "{2}{G}"}),
            Placement(
                "105.3",
                "the new color replaces all previous colors",
                {"effect": "also", "cost": "{2}{G}", "indicator": ""},
            ),
            Placement(
                "702.114a", "this object is colorless", {"defining": "devoid", "cost": "{2}{U}", "indicator": ""}
            ),
        ),
    ),
)
