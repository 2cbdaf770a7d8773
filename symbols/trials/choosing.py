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
    below, natural = number < 0, negative_rule(reading.words("107.1b")).counts_as_zero
    if way == "choose":
        facts = {"below": below, "natural": natural, "free": free}
        steps, allowed, rule = steps_of("choosing", facts, reading), not below, "107.1c"
        sentence = f"You can’t choose {number:,}: it’s negative."
        if allowed:
            sentence = f"You can choose {number:,} {_RESOLVING}."
    else:
        place = Place.MANA_COST if way == "cost" else Place.TEXT
        answer = what_is_x(Situation(method=Method.FREE if free else Method.NORMAL, places=frozenset({place})))
        steps, rule = _steps(answer), answer.rule
        allowed = number == 0 if answer.kind is AnswerKind.ONLY else not below
        if allowed:
            sentence = f"X can be {number:,}; its controller chooses it {_IN_COST if way == 'cost' else _IN_TEXT}."
        elif below:
            sentence = f"X can’t be {number:,}: no one can choose a negative number."
        else:
            sentence = f"X can’t be {number:,}: cast without paying its mana cost, X can only be 0."
        if below:
            # 107.1b forbids it whatever the rules for X say.
            forbidding = steps_of("choosing", {"below": True, "natural": natural, "free": False}, reading)
            steps = (*(replace(step, decides=False) for step in steps), *(step for step in forbidding if step.decides))
    return Outcome(
        sentence=sentence,
        steps=steps,
        facts={"allowed": allowed, "rule": "107.1b" if below else rule},
        caption="What differs",
        rows=_rows(way, free=free),
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
