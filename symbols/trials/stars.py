"""Trying stars in power and toughness: rule 208.2, which was 207.2 from 2009 to 2011."""

from collections.abc import Mapping
from typing import Final

from symbols.engine import EngineError
from symbols.trials.asked import Asked
from symbols.trials.mechanics.stars import Star, read_star
from symbols.trials.places import found_at
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Step, Trial, TrialError, Try

__all__ = ["STARS"]

_CHARACTERISTIC: Final = (
    Placement("208.2a", "characteristic-defining ability"),
    Placement("207.2a", "characteristic-defining ability"),
    Placement("208.2", "characteristic-defining ability"),
    Placement("208.2", "where * is a value determined"),
)
_CHOSEN: Final = (
    Placement("208.2b", "replacement effect"),
    Placement("207.2b", "replacement effect"),
)


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, STARS.controls)
    try:
        star = read_star(asked.text("printed"))
    except EngineError as error:
        raise TrialError(f"Printed: {error.message}", field="printed") from None
    known, zone = asked.number_or_none("star"), asked.choice("zone")
    if asked.choice("by") == "chosen":
        return _chosen(star, known, zone, reading)
    rule, words = found_at(reading, _CHARACTERISTIC)
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
    rule, _ = found_at(reading, _CHOSEN)
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


STARS: Final = Trial(
    slug="stars",
    title="A star in power or toughness",
    lead="*, 1+* or 7-*: the card’s own ability says what the star is, and 0 is used where it can’t.",
    controls=(
        Control(key="printed", label="Printed", kind="text", default="1+*", hint="For example *, 1+*, *+1 or 7-*."),
        Control(key="star", label="The star is", optional=True, hint="Leave it empty where it can’t be determined."),
        Control(
            key="by",
            label="What sets it",
            kind="choice",
            default="ability",
            choices=(
                Choice("ability", "the card says what it is equal to"),
                Choice("chosen", "a value is chosen as it enters"),
            ),
        ),
        Control(
            key="zone",
            label="The card is",
            kind="choice",
            default="battlefield",
            choices=(Choice("battlefield", "on the battlefield"), Choice("elsewhere", "anywhere else")),
        ),
    ),
    run=_run,
    places=(
        Placement(
            "208.2a",
            "characteristic-defining ability",
            tries=(
                Try("1+*, nobody can tell", {"printed": "1+*", "star": "", "by": "ability", "zone": "elsewhere"}),
                Try("* is 5", {"printed": "*", "star": "5", "by": "ability", "zone": "battlefield"}),
                Try("7-* where * is 9", {"printed": "7-*", "star": "9", "by": "ability", "zone": "battlefield"}),
                Try("chosen as it enters, in hand", {"printed": "*", "star": "", "by": "chosen", "zone": "elsewhere"}),
            ),
        ),
        Placement("207.2a", "characteristic-defining ability"),
        Placement("208.2", "star (*)"),
        Placement("207.2", "star (*)"),
        Placement("207.2", "represented by a *"),
        Placement("208.2", "represented by a *"),
        Placement("208.2", "where * is a value determined", {"zone": "elsewhere"}),
        Placement("208.2b", "replacement effect", {"by": "chosen", "printed": "*", "star": "3"}),
        Placement("207.2b", "replacement effect", {"by": "chosen", "printed": "*", "star": "3"}),
    ),
)
