"""Trying shares of a number: rule 107.1a."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from symbols.trials.asked import Asked
from symbols.trials.below_zero import NEGATIVE_PLACES
from symbols.trials.mechanics.integers import Rounding, Share, share
from symbols.trials.places import found_at
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Step, Trial, Try

__all__ = ["SHARES"]

_PARTS: Final = {"half": 2, "third": 3, "quarter": 4, "tenth": 10}
_NAMES: Final = {"half": "Half", "third": "A third", "quarter": "A quarter", "tenth": "A tenth"}


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, SHARES.controls)
    number, part = asked.number("number"), asked.choice("part")
    rounding = Rounding(asked.choice("round"))
    found = share(number, _PARTS[part], rounding)
    rule, _ = found_at(reading, SHARES.places[:3])
    name = f"{_NAMES[part]} of {number:,}"
    return Outcome(
        sentence=_sentence(name, found, rounding),
        steps=tuple(_steps(rule, found, rounding, reading)),
        facts={"value": found.value, "down": found.down, "up": found.up, "whole": found.is_whole},
        caption=f"{name} is {_exact(found.exact)}" if not found.is_whole else "",
        rows=()
        if found.is_whole
        else (
            Row("rounded up", f"{found.up:,}", marked=rounding is Rounding.UP),
            Row("rounded down", f"{found.down:,}", marked=rounding is Rounding.DOWN),
        ),
    )


def _sentence(name: str, found: Share, rounding: Rounding) -> str:
    if found.is_whole:
        return f"{name} is {found.down:,}. Nothing needs to be rounded."
    if found.value is None:
        return (
            f"{name} is {_exact(found.exact)}, no number of the game. "
            f"Without a word on the card nothing chooses between {found.down:,} and {found.up:,}."
        )
    return f"{name}, rounded {rounding}, is {found.value:,}."


def _steps(rule: str, found: Share, rounding: Rounding, reading: Reading) -> list[Step]:
    if found.is_whole:
        return [Step(rule, "The share is a whole number, so it doesn’t matter what the card says.", decides=True)]
    steps = [Step(rule, f"{_exact(found.exact)} is a fraction, and the game has integers only.")]
    if rounding is Rounding.UNSAID:
        why = "A spell or ability that could make a fraction says itself which way to round; the rules have no default."
    else:
        why = f"The card says to round {rounding}, so {_toward(found, rounding)} is used."
    steps.append(Step(rule, why, decides=True))
    if found.value is not None and found.value < 0:
        why = "A calculation uses negative numbers; as the result of an effect 0 stands in for one, but for exceptions."
        steps.append(Step(found_at(reading, NEGATIVE_PLACES)[0], why))
    return steps


def _toward(found: Share, rounding: Rounding) -> str:
    if found.exact > 0:
        return f"{found.value:,}"
    return f"{found.value:,}, the {'greater' if rounding is Rounding.UP else 'smaller'} of the two,"


def _exact(number: Fraction) -> str:
    """Write a fraction as one says it: `3 1/2`."""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else ""
    part = f"{rest}/{number.denominator}" if rest else ""
    return sign + " ".join(filter(None, [f"{whole:,}" if whole or not part else "", part]))


SHARES: Final = Trial(
    slug="halves",
    title="Half of an odd number",
    lead="The game has whole numbers only. A card that halves something says whether to round up or down.",
    controls=(
        Control(key="number", label="Number", default="7", hint="Any whole number, below zero too."),
        Control(
            key="part",
            label="The card takes",
            kind="choice",
            default="half",
            choices=tuple(Choice(one, name.lower()) for one, name in _NAMES.items()),
        ),
        Control(
            key="round",
            label="The card says",
            kind="choice",
            default="up",
            choices=(
                Choice("up", "rounded up"),
                Choice("down", "rounded down"),
                Choice("unsaid", "nothing about it"),
            ),
        ),
    ),
    run=_run,
    places=(
        Placement(
            "107.1a",
            "round up or down",
            tries=(
                Try("Half of 7, rounded up", {"number": "7", "part": "half", "round": "up"}),
                Try("A third of 20, rounded down", {"number": "20", "part": "third", "round": "down"}),
                Try("Half of -3, rounded up", {"number": "-3", "part": "half", "round": "up"}),
                Try("Half of 5, nothing said", {"number": "5", "part": "half", "round": "unsaid"}),
            ),
        ),
        Placement("104.1a", "round up or down"),
        Placement("104.1", "round up or down"),
        Placement("107.1", "uses are integers"),
        Placement("104.1", "uses only integers"),
    ),
)
