"""Loyalty abilities: what is paid, whether it is the moment, and what is left (107.7, 606)."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Final

from symbols.engine import BadRequest
from symbols.engine.abilities import LoyaltyCheck, check_loyalty
from symbols.engine.costs import Loyalty
from symbols.trials.asked import Asked
from symbols.trials.judging import Judged, in_words, judge
from symbols.trials.mechanics.moment import timing_at
from symbols.trials.trial import Control, Outcome, Placement, Reading, Row, Trial
from symbols.trials.typed import WHEN, cost_in, typed_in, with_tries

__all__ = ["LOYALTY"]

_COUNTERS: Final = Control(key="counters", label="Loyalty counters on it", default="4", least=0)
_COST: Final = Control(
    key="cost", label="Loyalty symbol of the ability", kind="cost", default="[-3]", hint="[+1], [-3], [-X] or [0]"
)
_X: Final = Control(key="x", label="X, if it has one", default="0", least=0)
_CHANGES: Final = Control(
    key="changes",
    label="Loyalty costs that effects add",
    kind="cost",
    optional=True,
    hint="such as [+1]; commas between several",
)
_ACTIVATED: Final = Control(
    key="activated", label="Loyalty abilities of it activated this turn, by anyone", default="0", least=0
)
_INSTANT: Final = Control(key="anytime", label="An effect lets me activate it whenever I have priority", kind="yes")


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, LOYALTY.controls)
    cost = _symbols(asked, _COST)
    with typed_in(_COST):
        if len(cost) != 1:
            raise BadRequest("one_symbol", "a loyalty ability has one loyalty symbol, such as [+1] or [-3].")
    changes = _symbols(asked, _CHANGES)
    counters, x = asked.number("counters"), asked.number("x")
    instant = asked.yes("anytime")
    timing = timing_at(asked.choice("when"), activated=asked.number("activated"), instant_speed=instant)
    found = check_loyalty(cost, counters=counters, values={"X": x, "Y": x, "Z": x}, changes=changes, timing=timing)
    verdict, steps = judge(list(_conditions(found, [*cost, *changes], counters, instant=instant)))
    left = found.left if verdict else None
    decided = next(step.why for step in steps if step.decides)
    return Outcome(
        sentence=_sentence(found, left, decided),
        steps=steps,
        facts={"can": verdict, "total": found.written, "left": left},
        caption="Loyalty counters",
        rows=tuple(_rows(found, [*cost, *changes], counters, left)),
    )


def _symbols(asked: Asked, control: Control) -> list[Loyalty]:
    cost = cost_in(asked, control)
    if cost is None:
        return []
    found = [part for part in cost.parts if isinstance(part, Loyalty)]
    with typed_in(control):
        if cost.symbols or len(found) < len(cost.parts):
            raise BadRequest("not_loyalty", "only loyalty symbols stand here: [+1], [-3], [-X] or [0].")
    return found


def _conditions(found: LoyaltyCheck, symbols: Sequence[Loyalty], counters: int, *, instant: bool) -> Iterator[Judged]:
    failing = [check for check in found.timing if not check.met]
    if instant:
        yield Judged("101.1", "An effect lets you activate it whenever you have priority; that goes before the rule.")
    if not failing:
        yield Judged("606.3", "It is the moment for it, and no more have been activated this turn than allowed.")
    for check in failing:
        yield Judged("606.3", check.sentence, check.met)
    for symbol in dict.fromkeys(symbols):
        yield Judged("107.7", f"{symbol.text} means “{_meaning(symbol)}.”")
    several = len(symbols) > 1
    if several:
        yield Judged("606.5", f"The loyalty costs are combined into one: {found.written}.", chief=found.total >= 0)
    if found.total < 0:
        has = f"the permanent has {counters}"
        why = f"{found.written} takes {-found.total} of its loyalty counters, and {has}."
        yield Judged("606.6", why, found.counters.met, chief=True)
    else:
        put = f"{found.total} put on" if found.total else "none put on or removed"
        yield Judged("606.4", f"For {found.written} counters are paid by putting them on: {put}.", chief=not several)
    if found.left == 0:
        yield Judged("704.5i", "A planeswalker with no loyalty left is put into its owner’s graveyard.")


def _meaning(symbol: Loyalty) -> str:
    if symbol.sign == "0":
        return "Put zero loyalty counters on this permanent"
    count = symbol.variable or f"{symbol.amount:,}"
    counters = "loyalty counter" if symbol.amount == 1 else "loyalty counters"
    verb, where = ("Put", "on") if symbol.sign == "+" else ("Remove", "from")
    return f"{verb} {count} {counters} {where} this permanent"


def _sentence(found: LoyaltyCheck, left: int | None, decided: str) -> str:
    answer = in_words(left is not None, "Yes", "No")
    if left is None:
        return f"{answer}, it can’t be activated now. {decided}"
    leaves = f"leaves {left:,} loyalty counter{'' if left == 1 else 's'}"
    gone = " It is then put into its owner’s graveyard, if it is a planeswalker." if left == 0 else ""
    return f"{answer}, it can be activated now; paying {found.written} {leaves} on it.{gone}"


def _rows(found: LoyaltyCheck, symbols: Sequence[Loyalty], counters: int, left: int | None) -> Iterator[Row]:
    yield Row("before", f"{counters:,}")
    yield Row(
        "paid",
        f"{' and '.join(symbol.text for symbol in symbols)} = {found.written}" if len(symbols) > 1 else found.written,
    )
    yield Row("after", "—" if left is None else f"{left:,}", marked=True)
    if found.greatest is not None:
        yield Row("greatest X", "any number" if found.greatest == inf else f"{found.greatest:,}")


_CONTROLS: Final = (_COUNTERS, _COST, _X, _CHANGES, WHEN, _ACTIVATED, _INSTANT)
_TRIES: Final = {
    "[+1]": {"cost": "[+1]"},
    "[-4], four counters": {"cost": "[-4]"},
    "[-5], four counters": {"cost": "[-5]"},
    "[-X], X is 2": {"cost": "[-X]", "x": "2"},
    "[-4] with [+1] more": {"cost": "[-4]", "changes": "[+1]", "counters": "3"},
}

LOYALTY: Final = Trial(
    slug="loyalty",
    title="Activate a loyalty ability",
    lead="Say how many loyalty counters there are and what the ability costs.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        (
            Placement("107.7", "loyalty symbol in its cost"),
            Placement("606.3", "activate a loyalty ability of a permanent", {"activated": "1"}),
            Placement("606.4", "shown by the loyalty symbol in the ability's cost", {"cost": "[+1]"}),
            Placement(
                "606.5",
                "those costs are combined into a single cost",
                {"changes": "[+1]", "counters": "3", "cost": "[-4]"},
            ),
            Placement(
                "606.6",
                "can't be activated unless the permanent has at least that many loyalty counters",
                {"cost": "[-5]"},
            ),
            Placement("208.2", "follow special rules: a player may activate a loyalty ability"),
            Placement("306.5d", "follow special rules: a player may activate a loyalty ability"),
            Placement("704.5i", "if a planeswalker has loyalty 0", {"cost": "[-4]"}),
        ),
    ),
)
