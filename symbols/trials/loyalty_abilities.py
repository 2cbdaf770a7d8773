"""Trial: whether a loyalty ability can be activated, and the loyalty counters left (107.7, 606)."""

from collections.abc import Iterator, Sequence
from math import inf

from symbols.engine.abilities import LoyaltyCheck, check_loyalty
from symbols.engine.costs import Loyalty
from symbols.sentences import counted
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row
from symbols.trials.requirements import Requirement, deciding, judge, requirements_of, timing_at
from symbols.trials.trial import Reading


def loyalty(inputs: Inputs, reading: Reading) -> Outcome:
    cost = _symbols(inputs, "cost")
    if len(cost) != 1:
        raise inputs.error("cost", "a loyalty ability has one loyalty symbol, such as [+1] or [-3].")
    changes = _symbols(inputs, "changes")
    counters, x = inputs.number("counters"), inputs.variable("x", [*cost, *changes])
    result = check_loyalty(
        cost,
        counters=counters,
        values=dict.fromkeys("XYZ", x),
        changes=changes,
        timing=timing_at(
            inputs.choice("when"), activated=inputs.number("activated"), instant_speed=inputs.yes("anytime")
        ),
        separate=inputs.decided("separate_costs"),
    )
    verdict, steps = judge(_requirements(result, [*cost, *changes], counters, inputs, reading))
    left = result.left if verdict else None
    return Outcome(
        sentence=_sentence(result, left, deciding(steps).why),
        steps=steps,
        facts={"can": verdict, "total": result.written, "left": left},
        caption="Loyalty counters",
        rows=tuple(_rows(result, [*cost, *changes], counters, left)),
    )


def _symbols(inputs: Inputs, key: str) -> list[Loyalty]:
    cost = inputs.cost_or_none(key)
    if cost is None:
        return []
    result = [part for part in cost.parts if isinstance(part, Loyalty)]
    if cost.symbols or len(result) < len(cost.parts):
        raise inputs.error(key, "use only loyalty symbols: [+1], [-3], [-X] or [0].")
    return result


def _requirements(
    result: LoyaltyCheck, symbols: Sequence[Loyalty], counters: int, inputs: Inputs, reading: Reading
) -> Iterator[Requirement]:
    failing = [check for check in result.timing if not check.met]
    several, apart = len(symbols) > 1, len(symbols) > 1 and inputs.decided("separate_costs")
    facts = {
        "instant": inputs.yes("anytime"),
        "in_time": not failing,
        "several": several,
        "apart": apart,
        "removes": result.total < 0,
        "enough": result.counters.met,
        "gone": result.left == 0,
    }
    names = {"total": result.written, "taken": -result.total, "counters": counters, "said": result.counters.sentence}
    put = f"{counted(result.total, 'counter')} {'is' if result.total == 1 else 'are'} put on"
    put = put if result.total else "no counters are put on or removed"
    yield from requirements_of("loyalty", {**facts, "about": "timing"}, reading)
    for check in failing:
        yield Requirement("606.3", check.sentence, check.met)
    no_zero = inputs.decided("no_zero_symbol")
    for symbol in dict.fromkeys(one for one in symbols if one.sign != "0" or not no_zero):
        yield Requirement("107.7", f"{symbol.text} means “{_meaning(symbol)}.”")
    yield from requirements_of("loyalty", {**facts, "about": "cost"}, reading, **names, put=put)


def _meaning(symbol: Loyalty) -> str:
    if symbol.sign == "0":
        return "Put zero loyalty counters on this permanent"
    count = symbol.variable or f"{symbol.amount:,}"
    counters = "loyalty counter" if symbol.amount == 1 else "loyalty counters"
    verb, where = ("Put", "on") if symbol.sign == "+" else ("Remove", "from")
    return f"{verb} {count} {counters} {where} this permanent"


def _sentence(result: LoyaltyCheck, left: int | None, decided: str) -> str:
    if left is None:
        return f"No, you can’t activate it now. {decided}"
    remaining = counted(left, "loyalty counter")
    gone = " If it’s a planeswalker, it’s then put into its owner’s graveyard." if left == 0 else ""
    return f"Yes, you can activate it now; paying {result.written} leaves {remaining} on it.{gone}"


def _rows(result: LoyaltyCheck, symbols: Sequence[Loyalty], counters: int, left: int | None) -> Iterator[Row]:
    yield Row("before", f"{counters:,}")
    sum_of = f"{' and '.join(symbol.text for symbol in symbols)} = " if len(symbols) > 1 else ""
    yield Row("paid", f"{sum_of}{result.written}")
    yield Row("after", "—" if left is None else f"{left:,}", marked=True)
    if result.greatest is not None:
        yield Row("greatest X", "any number" if result.greatest == inf else f"{result.greatest:,}")
