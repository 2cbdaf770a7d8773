"""Trial: a Class's level, its active level bars and the cost of the next level (107.16, 716)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.engine import Condition
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row
from symbols.trials.requirements import Requirement, as_sorcery, deciding, judge
from symbols.trials.trial import Reading

_BARS: Final = (2, 3)
_NO_LEVEL: Final = 1
"""Level of a permanent without one (716.2d)."""


def class_level(inputs: Inputs, reading: Reading) -> Outcome:
    written, want = inputs.number_or_none("level"), int(inputs.choice("want"))
    level = _NO_LEVEL if written is None else written
    costs = {bar: _cost(inputs, bar) for bar in _BARS}
    verdict, steps = judge(_requirements(written, level, want, as_sorcery(inputs.choice("when"))))
    after = level + 1 if level + 1 in _BARS else None
    # It has the abilities of lower levels too (107.16a).
    active = [bar for bar in _BARS if level >= bar]
    return Outcome(
        sentence=_sentence(level, want, costs, deciding(steps).why, can=bool(verdict)),
        steps=steps,
        facts={
            "can": verdict,
            "cost": costs[want],
            "next_level": after,
            "next_cost": costs[after] if after else None,
            "in_force": active,
        },
        rows=tuple(_rows(level, active, costs)),
    )


def _cost(inputs: Inputs, bar: int) -> str:
    return inputs.activation_cost(
        f"cost{bar}",
        missing="a class level bar has a cost, such as {1}{G}.",
        loyalty="a loyalty symbol is the cost of a loyalty ability (606.2), not of a level.",
    ).canonical


def _requirements(written: int | None, level: int, want: int, moment: Condition) -> Iterator[Requirement]:
    yield Requirement("107.16", "A level bar represents an activated ability and a static ability.", premise=True)
    if written is None:
        yield Requirement("716.2d", "A permanent without a level counts as level 1.")
    why = f"A Class gains level {want} only at level {want - 1}. This one is level {level}."
    yield Requirement("107.16a", why, level == want - 1, default_deciding=True)
    yield Requirement("307.5", f"Only as a sorcery. {moment.sentence}", moment.met)
    yield Requirement("716.3", "A Class always has its top section’s ability.")


def _sentence(level: int, want: int, costs: Mapping[int, str], decided: str, *, can: bool) -> str:
    if can:
        return f"Yes: pay {costs[want]}, and it becomes level {want} on resolution."
    after = level + 1
    further = f" From level {level}, it can gain level {after} for {costs[after]}." if after in costs else ""
    return f"No, it can’t gain level {want} now. {decided}{further if after != want else ''}"


def _rows(level: int, active: list[int], costs: Mapping[int, str]) -> Iterator[Row]:
    yield Row("top section", "applies", marked=True)
    for bar in _BARS:
        next_one = "; the next level" if bar == level + 1 else ""
        value = "applies" if bar in active else f"doesn’t apply; costs {costs[bar]}{next_one}"
        yield Row(f"level {bar}", value, marked=bar in active, symbol=f"class-{bar}")
