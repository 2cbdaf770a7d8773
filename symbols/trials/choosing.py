"""Trial: how choosing a number differs from choosing X (107.1c, 107.3a, 107.3b, 107.3f)."""

from dataclasses import replace
from typing import Final

from symbols.engine.x import AnswerKind, Method, Place, Situation, XAnswer, what_is_x
from symbols.engine.x import StepOutcome as Way
from symbols.trials.below_zero import negative_rule
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

_IN_COST: Final = "as the spell is cast, before anyone can respond"
_RESOLVING: Final = "as the spell resolves, when no one can respond anymore"
_IN_TEXT: Final = "as it goes onto the stack or as it resolves, as the text requires"


def choosing(inputs: Inputs, reading: Reading) -> Outcome:
    way, free, number = inputs.choice("way"), inputs.yes("free"), inputs.number("number")
    method = Method.FREE if free else Method.NORMAL
    if way == "choose":
        return _chosen(number, reading, free=free)
    answer = what_is_x(Situation(method=method, places=frozenset({Place.MANA_COST if way == "cost" else Place.TEXT})))
    allowed = number == 0 if answer.kind is AnswerKind.ONLY else number >= 0
    when = _IN_COST if way == "cost" else _IN_TEXT
    if allowed:
        sentence = f"X can be {number:,}; its controller chooses it {when}."
    elif number < 0:
        sentence = f"X can’t be {number:,}: no one can choose a negative number."
    else:
        sentence = f"X can’t be {number:,}: cast without paying its mana cost, X can only be 0."
    steps = _steps(answer)
    if number < 0:
        # 107.1b forbids it whatever the rules for X say.
        natural = negative_rule(reading.words("107.1b")).counts_as_zero
        forbidding = steps_of("choosing", {"below": True, "natural": natural, "free": False}, reading)
        steps = (*(replace(step, decides=False) for step in steps), *(step for step in forbidding if step.decides))
    return Outcome(
        sentence=sentence,
        steps=steps,
        facts={"allowed": allowed, "rule": "107.1b" if number < 0 else answer.rule},
        caption="What differs",
        rows=_rows(way, free=free),
    )


def _chosen(number: int, reading: Reading, *, free: bool) -> Outcome:
    below = number < 0
    natural = negative_rule(reading.words("107.1b")).counts_as_zero
    return Outcome(
        sentence=f"You can’t choose {number:,}: it’s negative."
        if below
        else f"You can choose {number:,} {_RESOLVING}.",
        steps=tuple(steps_of("choosing", {"below": below, "natural": natural, "free": free}, reading)),
        facts={"allowed": not below, "rule": "107.1b" if below else "107.1c"},
        caption="What differs",
        rows=_rows("choose", free=free),
    )


def _steps(answer: XAnswer) -> tuple[Step, ...]:
    return tuple(
        Step(step.rule, step.why, decides=step.outcome is Way.DECIDES)
        for step in answer.steps
        if step.outcome is not Way.NOT_APPLICABLE
    )


def _rows(way: str, *, free: bool) -> tuple[Row, ...]:
    cost = f"only 0, {_IN_COST}" if free else f"{_IN_COST}, and paid for"
    return (
        Row("choose any number", _RESOLVING, marked=way == "choose"),
        Row("{X} in the mana cost", cost, marked=way == "cost"),
        Row("X in the text alone", _IN_TEXT, marked=way == "text"),
    )
