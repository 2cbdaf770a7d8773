"""Classes: the level, what is in force, and what the next level costs (107.16, 716)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.engine import BadRequest, Cost
from symbols.engine.costs import Loyalty
from symbols.trials.asked import Asked
from symbols.trials.judging import Judged, judge
from symbols.trials.mechanics.class_levels import Gaining, gaining, in_force, level_of
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Trial
from symbols.trials.typed import WHEN, cost_in, typed_in, with_tries, within_rules

__all__ = ["CLASSES"]

_BARS: Final = (2, 3)
_LEVEL: Final = Control(
    key="level", label="Level of the Class", default="1", least=1, optional=True, hint="Empty: it has no level."
)
_WANT: Final = Control(
    key="want",
    label="Level to gain",
    kind="choice",
    default="2",
    choices=tuple(Choice(str(bar), f"level {bar}") for bar in _BARS),
)
_COSTS: Final = (
    Control(key="cost2", label="Cost in the bar of level 2", kind="cost", default="{1}{G}"),
    Control(key="cost3", label="Cost in the bar of level 3", kind="cost", default="{3}{G}"),
)


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, CLASSES.controls)
    level, want = asked.number_or_none("level"), int(asked.choice("want"))
    costs = {bar: _cost(asked, control).canonical for bar, control in zip(_BARS, _COSTS, strict=True)}
    found = gaining(want, level, asked.choice("when"))
    verdict, steps = judge(list(_conditions(level, want, costs[want], found)))
    has, after = level_of(level), _next(level_of(level))
    return Outcome(
        sentence=_sentence(has, want, costs, next(step.why for step in steps if step.decides), can=bool(verdict)),
        steps=steps,
        facts={
            "can": verdict,
            "cost": costs[want],
            "next_level": after,
            "next_cost": costs[after] if after else None,
            "in_force": list(in_force(_BARS, level)),
        },
        caption="What the Class has",
        rows=tuple(_rows(level, costs)),
    )


def _cost(asked: Asked, control: Control) -> Cost:
    cost = cost_in(asked, control)
    with typed_in(control):
        if cost is None:
            raise BadRequest("no_cost", "a class level bar has a cost, such as {1}{G}.")
        within_rules(cost)
        if any(isinstance(part, Loyalty) for part in cost.parts):
            raise BadRequest("loyalty", "a loyalty symbol is the cost of a loyalty ability (606.2), not of a level.")
    return cost


def _next(level: int) -> int | None:
    return next((bar for bar in _BARS if bar == level + 1), None)


def _conditions(level: int | None, want: int, cost: str, found: Gaining) -> Iterator[Judged]:
    yield Judged("107.16", "Each class level bar is an activated ability and a static ability in one.")
    if level is None:
        yield Judged("716.2d", "A permanent without a level is treated as though its level were 1.")
    yield Judged("107.16a", f"{found.level.sentence} The cost is {cost}.", found.level.met, chief=True)
    yield Judged("307.5", f"“Only as a sorcery.” {found.moment.sentence}", found.moment.met)
    yield Judged("716.3", "What stands in the top section, before any bar, the Class has at every level.")


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
        there = bar in in_force(_BARS, level)
        next_one = "; the next level" if bar == has + 1 else ""
        value = "in force" if there else f"not in force; costs {costs[bar]}{next_one}"
        yield Row(f"level {bar}", value, marked=there, symbol=f"class-{bar}")


_CONTROLS: Final = (_LEVEL, _WANT, *_COSTS, WHEN)
_TRIES: Final = {
    "1 to 2": {},
    "1 to 3": {"want": "3"},
    "2 to 3": {"level": "2", "want": "3"},
    "1 to 2 with a spell on the stack": {"when": "stack"},
}

CLASSES: Final = Trial(
    slug="class",
    title="Gain a level of a Class",
    lead="Say what level the Class is and which one you want.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        (
            Placement("107.16", "the text box of a class card contains class level bars"),
            Placement("107.16a", "activate only if this class is level n-1", {"level": "1", "want": "3"}),
            Placement("716.2a", "activate only if this class is level n-1", {"level": "1", "want": "3"}),
            Placement("716.2d", "that permanent doesn't have a level", {"level": ""}),
            Placement("716.3", "the class has the ability printed in its top text box section at all times"),
        ),
    ),
)
