"""Trying stars in power and toughness: rule 208.2, which was 207.2 from 2009 to 2011."""

from symbols.trials.inputs import Inputs
from symbols.trials.mechanics.stars import Star, read_star
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.places import found_at
from symbols.trials.trial import Reading

__all__ = ["stars"]


def stars(inputs: Inputs, reading: Reading) -> Outcome:
    """Answer what a number with a star in it is (208.2)."""
    with inputs.blaming("printed"):
        star = read_star(inputs.text("printed"))
    known, zone = inputs.number_or_none("star"), inputs.choice("zone")
    if inputs.choice("by") == "chosen":
        return _chosen(star, known, zone, reading)
    rule, words = found_at(reading, "208.2a")
    if zone == "elsewhere" and "the * is 0 while" in words.lower():
        return _outcome(
            star, None, Step(rule, "This edition makes the star 0 while the card is not in play.", decides=True)
        )
    if known is None:
        why = "The ability can’t determine the number, so it uses 0 in its place, within the calculation too."
    else:
        everywhere = "" if zone == "battlefield" else " It does so in every zone, even outside the game."
        why = f"The ability of the card says what the star is: {known:,}.{everywhere}"
    return _outcome(star, known, Step(rule, why, decides=True))


def _chosen(star: Star, known: int | None, zone: str, reading: Reading) -> Outcome:
    rule, _ = found_at(reading, "208.2b")
    if zone == "elsewhere":
        why = "Nothing has been chosen while the card isn’t on the battlefield; there each is considered to be 0."
        return Outcome(
            sentence="It is 0.",
            steps=(Step(rule, why, decides=True),),
            facts={"value": 0, "determined": False},
        )
    why = "As it enters or is turned face up, one of the values on the card is chosen, and that one counts."
    if known is None:
        why = "It enters with one of the values on the card; where none is known, 0 is used."
    return _outcome(star, known, Step(rule, why, decides=True))


def _outcome(star: Star, known: int | None, step: Step) -> Outcome:
    value, calculation = star.value(known), star.calculation(known)
    sentence = f"It is {value:,}." if calculation == f"{value:,}" else f"It is {calculation} = {value:,}."
    steps = [step]
    if known is None:
        steps.append(Step("107.2", "A number that can’t be determined is 0, as a result and in a calculation."))
    if value < 0:
        steps.append(Step("107.1b", "Power and toughness can be below zero."))
    facts = {"value": value, "determined": known is not None}
    return Outcome(
        sentence=sentence,
        steps=tuple(steps),
        facts=facts,
        rows=(
            Row("printed", star.written),
            Row("the star is", f"{known or 0:,}"),
            Row("so it is", f"{value:,}", marked=True),
        ),
    )
