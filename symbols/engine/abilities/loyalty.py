"""Loyalty costs: their total, whether they can be paid, and when (107.7, 606).

[-3] and [+1] with 2 loyalty counters: together [-2] (606.5), which can be paid
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from symbols.engine.conditions import Condition, Verdict
from symbols.engine.costs.cost import Values
from symbols.engine.costs.parts import Loyalty


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Facts for the timing restrictions of loyalty abilities (606.3). None means unknown."""

    has_priority: bool | None = None
    own_main_phase: bool | None = None
    stack_empty: bool | None = None
    activated: int | None = None  # number of this permanent's loyalty abilities activated this turn, by any player
    allowed: int = 1  # how many an effect allows each turn; 1 by the rules
    instant_speed: bool = False  # whether an effect allows them whenever the player has priority


@dataclass(frozen=True, slots=True)
class LoyaltyCheck:
    """Result of checking a loyalty cost."""

    total: int  # counters put on the permanent, all loyalty costs combined; negative if removed
    counters: Condition
    timing: tuple[Condition, ...]  # conditions of 606.3; empty if nothing is known of the timing
    left: int | None  # its loyalty counters after paying; None if unknown or not payable
    # Greatest payable X; `math.inf` if its counters set no limit; None without X, or if unknown or unpayable
    greatest: int | float | None

    @property
    def payable(self) -> Verdict:
        return self.counters.met

    @property
    def written(self) -> str:
        """`[-3]`."""
        return written_loyalty(self.total)


def written_loyalty(total: int) -> str:
    """`[+1]`, `[0]`, `[-7]` (107.7)."""
    return f"[{total:+}]" if total else "[0]"


def _direction(part: Loyalty) -> int:
    return {"+": 1, "-": -1, "0": 0}[part.sign]


def total_loyalty(parts: Iterable[Loyalty], values: Values | None = None) -> int:
    """Loyalty counters put on the permanent by all loyalty costs combined (606.5); negative if removed."""
    known = values or {}
    total = 0
    for part in parts:
        amount = known.get(part.variable, 0) if part.variable else part.amount or 0
        total += _direction(part) * amount
    return total


def greatest_loyalty_value(
    parts: Sequence[Loyalty], counters: int, variable: str = "X", values: Values | None = None
) -> int | float | None:
    """`math.inf` if the counters set no limit; None if no value can be paid (107.3a, 606.6)."""
    slope = sum(_direction(part) for part in parts if part.variable == variable)
    rest = total_loyalty((part for part in parts if part.variable != variable), values)
    if slope > 0:
        return inf
    if counters + rest < 0:
        return None
    return inf if slope == 0 else (counters + rest) // -slope


def timing_checks(timing: Timing) -> tuple[Condition, ...]:
    phase, stack = timing.own_main_phase, timing.stack_empty
    conditions = [
        (timing.has_priority, "You have priority.", "You don’t have priority.", "you have priority"),
        (phase, "It’s your main phase.", "It isn’t your main phase.", "it’s your main phase"),
        (stack, "The stack is empty.", "The stack isn’t empty.", "the stack is empty"),
    ]
    checks = [
        Condition(met, f"Whether {what} is unknown." if met is None else yes if met else no, ("606.3",))
        for met, yes, no, what in (conditions[:1] if timing.instant_speed else conditions)
    ]
    if timing.instant_speed:
        sentence = "An effect allows it whenever you have priority. The effect overrides the rule."
        checks.append(Condition(met=True, sentence=sentence, rules=("101.1", "606.3")))
    return (*checks, once_each_turn(timing))


def once_each_turn(timing: Timing) -> Condition:
    """Condition on the number of loyalty abilities activated this turn (606.3)."""
    rules = ("606.3",) if timing.allowed == 1 else ("606.3", "101.1")
    if timing.activated is None:
        sentence = "Whether you activated one of its loyalty abilities this turn is unknown."
        return Condition(None, sentence, rules)
    met, done = timing.activated < timing.allowed, timing.activated or "none"
    sentence = f"You’ve activated {done} of its loyalty abilities this turn; the limit is {timing.allowed}."
    return Condition(met, sentence, rules)


def _counters_check(total: int, counters: int | None) -> Condition:
    cost = written_loyalty(total)
    if total >= 0:
        put = "Nothing is put on or removed" if total == 0 else f"{_counters(total)} put on the permanent"
        return Condition(met=True, sentence=f"{put} for {cost}, which can always be done.", rules=("107.7", "606.4"))
    if counters is None:
        sentence = f"For {cost}, the permanent needs {-total} loyalty; how much it has is unknown."
        return Condition(None, sentence, ("107.7", "606.6"))
    if counters + total < 0:
        sentence = f"For {cost}, the permanent needs {-total} loyalty; it has {counters}."
        return Condition(met=False, sentence=sentence, rules=("107.7", "606.6"))
    sentence = f"{_counters(-total)} removed for {cost}. The permanent has {counters}."
    if counters + total == 0:
        sentence += " A planeswalker with 0 loyalty is put into its owner’s graveyard."
        return Condition(met=True, sentence=sentence, rules=("107.7", "606.6", "704.5i"))
    return Condition(met=True, sentence=sentence, rules=("107.7", "606.6"))


def _separate_check(parts: Sequence[Loyalty], counters: int | None, values: Values | None) -> Condition:
    """Where no rule combines the costs, counters that are put on don't pay for others."""
    removing = [part for part in parts if part.sign == "-"]
    check = _counters_check(total_loyalty(removing, values), counters)
    rules = tuple(rule for rule in check.rules if rule != "704.5i")
    return Condition(check.met, f"Each loyalty cost is paid separately. {check.sentence}", rules)


def _counters(count: int) -> str:
    return "1 loyalty counter is" if count == 1 else f"{count} loyalty counters are"


def check_loyalty(
    parts: Sequence[Loyalty],
    *,
    counters: int | None = None,
    values: Values | None = None,
    changes: Sequence[Loyalty] = (),
    timing: Timing | None = None,
    separate: bool = False,
) -> LoyaltyCheck:
    """Whether a loyalty cost can be paid, and when (606).

    Args:
        changes: loyalty symbols that effects add to the cost (606.4, 606.5).
        separate: until June 2021, counters that one cost puts on didn't pay for another.
    """
    every = (*parts, *changes)
    total = total_loyalty(every, values)
    check = _counters_check(total, counters)
    if separate and len(every) > 1:
        check = _separate_check(every, counters, values)
    elif len(every) > 1:
        sentence = f"Together, the loyalty costs are {written_loyalty(total)}. {check.sentence}"
        check = Condition(check.met, sentence, (*check.rules, "606.5"))
    greatest = None
    if counters is not None and any(part.variable == "X" for part in every):
        limiting = [part for part in every if part.sign == "-"] if separate else every
        greatest = greatest_loyalty_value(limiting, counters, "X", values)
    return LoyaltyCheck(
        total=total,
        counters=check,
        timing=timing_checks(timing) if timing else (),
        left=counters + total if counters is not None and check.met else None,
        greatest=greatest,
    )
