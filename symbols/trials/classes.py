"""Classes: the level, what is in force, and what the next level costs (107.16, 716)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.trials.conditions import Condition, deciding, judge
from symbols.trials.inputs import Inputs
from symbols.trials.mechanics.class_levels import Gaining, active_bars, gaining, level_of
from symbols.trials.outcome import Outcome, Row
from symbols.trials.trial import Reading

__all__ = ["class_level"]

_BARS: Final = (2, 3)


def class_level(inputs: Inputs, reading: Reading) -> Outcome:
    """Answer whether a Class can gain a level."""
    level, want = inputs.number_or_none("level"), int(inputs.choice("want"))
    costs = {bar: _cost(inputs, bar) for bar in _BARS}
    found = gaining(want, level, inputs.choice("when"))
    verdict, steps = judge(_conditions(level, want, costs[want], found))
    has, after = level_of(level), _next(level_of(level))
    return Outcome(
        sentence=_sentence(has, want, costs, deciding(steps).why, can=bool(verdict)),
        steps=steps,
        facts={
            "can": verdict,
            "cost": costs[want],
            "next_level": after,
            "next_cost": costs[after] if after else None,
            "in_force": list(active_bars(_BARS, level)),
        },
        caption="What the Class has",
        rows=tuple(_rows(level, costs)),
    )


def _cost(inputs: Inputs, bar: int) -> str:
    return inputs.activation_cost(
        f"cost{bar}",
        missing="a class level bar has a cost, such as {1}{G}.",
        loyalty="a loyalty symbol is the cost of a loyalty ability (606.2), not of a level.",
    ).canonical


def _next(level: int) -> int | None:
    return next((bar for bar in _BARS if bar == level + 1), None)


def _conditions(level: int | None, want: int, cost: str, found: Gaining) -> Iterator[Condition]:
    yield Condition("107.16", "Each class level bar is an activated ability and a static ability in one.")
    if level is None:
        yield Condition("716.2d", "A permanent without a level is treated as though its level were 1.")
    yield Condition("107.16a", f"{found.level.sentence} The cost is {cost}.", found.level.met, chief=True)
    yield Condition("307.5", f"“Only as a sorcery.” {found.moment.sentence}", found.moment.met)
    yield Condition("716.3", "What stands in the top section, before any bar, the Class has at every level.")


def _sentence(has: int, want: int, costs: Mapping[int, str], decided: str, *, can: bool) -> str:
    if can:
        return f"Yes: pay {costs[want]}, and the Class becomes level {want} when the ability resolves."
    after = _next(has)
    further = f" From level {has} it goes to level {after} for {costs[after]}." if after and after != want else ""
    return f"No, level {want} can’t be gained now. {decided}{further}"


def _rows(level: int | None, costs: Mapping[int, str]) -> Iterator[Row]:
    has = level_of(level)
    yield Row("top section", "in force", marked=True)
    for bar in _BARS:
        there = bar in active_bars(_BARS, level)
        next_one = "; the next level" if bar == has + 1 else ""
        value = "in force" if there else f"not in force; costs {costs[bar]}{next_one}"
        yield Row(f"level {bar}", value, marked=there, symbol=f"class-{bar}")
