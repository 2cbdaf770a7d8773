"""Trials: which numbers “any number” allows (107.1c), and numbers that can't be determined (107.2)."""

import re
from fractions import Fraction
from typing import Final

from symbols.engine import BadRequest
from symbols.trials.below_zero import negative_rule
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Step
from symbols.trials.trial import Reading

MOST_DIGITS: Final = 40
"""Most digits of a number that a user types."""

_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "\u2011": "-", "\u2010": "-", "⁄": "/"})
_VULGAR_FRACTIONS: Final = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
_WHOLE = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)", re.ASCII)
_DECIMAL = re.compile(r"([+-]?)([0-9]*)[.,]([0-9]+)", re.ASCII)
_QUOTIENT = re.compile(r"([+-]?)(?:([0-9]+) )?([0-9]+)/([0-9]+)", re.ASCII)
_WHY_NOT: Final = {
    "yes": "",
    "fraction": ": it isn’t a whole number",
    "negative": ": it’s negative",
    "zero": " while there’s anything to divide among",
}


def exact_number(text: str) -> Fraction:
    """Parse a number: `7`, `-1`, `1,000`, `1/2`, `2 1/2`, `0.5`, `½`."""
    plain = text.translate(_SIGNS)
    for vulgar, written in _VULGAR_FRACTIONS.items():
        plain = plain.replace(vulgar, f" {written}")
    plain = re.sub(r"(?<=[+-]) ", "", " ".join(plain.split()))
    if sum(map(str.isdigit, plain)) > MOST_DIGITS:
        raise BadRequest("number_too_long", f"a number has at most {MOST_DIGITS} digits here.")
    if _WHOLE.fullmatch(plain):
        return Fraction(int(plain.replace(",", "")))
    if match := _DECIMAL.fullmatch(plain):
        return Fraction(f"{match[1]}{match[2] or 0}.{match[3]}")
    if (match := _QUOTIENT.fullmatch(plain)) and int(match[4]):
        value = int(match[2] or 0) + Fraction(int(match[3]), int(match[4]))
        return -value if match[1] == "-" else value
    raise BadRequest("not_a_number", f"“{text[:40]}” isn’t a number, such as 7, -1 or 1/2.")


def choosable(number: Fraction, *, among_some: bool = False) -> str:
    """Return `yes` if a number can be chosen as "any number" (107.1c), or a key of `_WHY_NOT`.

    `among_some` is for dividing something among that many players or objects, in editions that then require at least
    one.
    """
    if number.denominator != 1:
        return "fraction"
    if number < 0:
        return "negative"
    return "zero" if among_some and number == 0 else "yes"


def any_number(inputs: Inputs, reading: Reading) -> Outcome:
    divided = inputs.yes("divided")
    number = inputs.parse("number", exact_number)
    needs_one = divided and inputs.decided("nonzero_when_divided")
    verdict = choosable(number, among_some=needs_one)
    yes = verdict == "yes"
    facts = {
        "verdict": verdict,
        # Until 2006, the rule allowed natural numbers only.
        "natural": negative_rule(reading.words("107.1b")).counts_as_zero,
        "silent": reading.edition is not None and not reading.find("107.1c"),
        "each_gets_one": divided and not needs_one,
    }
    return Outcome(
        sentence=f"{_written(number)} {'can' if yes else 'can’t'} be chosen{_WHY_NOT[verdict]}.",
        steps=steps_of("any-number", facts, reading),
        facts={"can_be_chosen": yes, "why": verdict},
    )


def _written(number: Fraction) -> str:
    return f"{number.numerator:,}" if number.denominator == 1 else f"{number.numerator:,}/{number.denominator:,}"


def undetermined(inputs: Inputs, reading: Reading) -> Outcome:
    """What a number is that perhaps can't be determined, and a calculation with it (107.2)."""
    known, how = inputs.number_or_none("known"), inputs.choice("how")
    is_alone, number = how == "alone", known or 0
    other = 0 if is_alone else inputs.number("other")
    sign, result = {
        "alone": ("", number),
        "plus": ("+", other + number),
        "minus": ("-", other - number),
        "times": ("×", other * number),
    }[how]
    start = f"The number is {number:,}" if known is not None else "The number can’t be determined, so it’s 0"
    figure = f"{number:,}" if number >= 0 else f"({number:,})"
    sentence = f"It’s {number:,}." if is_alone else f"{start}: {other:,} {sign} {figure} = {result:,}."
    if known is not None:
        why = "The number can be determined, so it’s used as it is."
    elif is_alone or inputs.decided("no_word_on_calculations"):
        why = "A number that can’t be determined is 0."
    else:
        why = "A number that can’t be determined is 0, even within a calculation."
    return Outcome(
        sentence=sentence,
        steps=(Step("107.2", why, decides=True),),
        facts={"number": number, "result": result, "determined": known is not None},
    )
