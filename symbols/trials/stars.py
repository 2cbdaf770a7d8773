"""Trial: stars in power and toughness (208.2, which was 207.2 from 2009 to 2011)."""

import re
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest
from symbols.trials.below_zero import negative_rule
from symbols.trials.inputs import MOST_DIGITS, Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "★": "*", "☆": "*", "⋆": "*", "∗": "*", "×": "*"})
_FIRST = re.compile(r"([0-9]+)([+-])\*(²?)", re.ASCII)
_LAST = re.compile(r"\*(²?)(?:([+-])([0-9]+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Star:
    """Number printed with a star in it: `1+*`. `sign` is the star's, 1 or -1; `*²` is on a card of an un-set."""

    written: str
    fixed: int = 0
    sign: int = 1
    squared: bool = False

    def value(self, star: int | None) -> int:
        """The number for a value of the star; None can't be determined, so that 0 is used (208.2a, 107.2)."""
        known = star or 0
        return self.fixed + self.sign * (known * known if self.squared else known)

    def calculation(self, star: int | None) -> str:
        """The calculation: `1 + 0`."""
        known = star or 0
        figure = f"({known:,})" if known < 0 else f"{known:,}"
        if self.squared:
            figure = f"{figure} × {figure}"
        if not self.fixed and self.sign > 0:
            return figure
        return f"{self.fixed:,} {'+' if self.sign > 0 else '-'} {figure}"


def stars(inputs: Inputs, reading: Reading) -> Outcome:
    star = inputs.parse("printed", read_star)
    known, elsewhere = inputs.number_or_none("star"), inputs.choice("zone") == "elsewhere"
    chosen = inputs.choice("by") == "chosen"
    out_of_play = not chosen and elsewhere and inputs.decided("zero_out_of_play")
    facts = {
        "chosen": chosen,
        "elsewhere": elsewhere,
        "known": known is not None,
        "out_of_play": out_of_play,
        "silent_on_unknown": inputs.decided("silent_on_unknown"),
        "silent_on_outside": inputs.decided("silent_on_outside"),
    }
    steps = steps_of("stars", facts, reading, star=f"{known or 0:,}")
    if chosen and elsewhere:
        return Outcome(sentence="It’s 0.", steps=steps, facts={"value": 0, "determined": False})
    treated = not chosen and negative_rule(reading.words("107.1b")).counts_as_zero
    return _outcome(star, None if out_of_play else known, steps, treated=treated)


def _outcome(star: _Star, known: int | None, steps: tuple[Step, ...], *, treated: bool) -> Outcome:
    """`treated` is whether the edition counts negative numbers as 0."""
    value, calculation = star.value(known), star.calculation(known)
    sentence = f"It is {value:,}." if calculation == f"{value:,}" else f"It is {calculation} = {value:,}."
    if value < 0 and treated:
        sentence = f"{sentence.removesuffix('.')}, which counts as 0."
        steps += (Step("107.1b", "Negative power or toughness is treated as 0, except when changing it."),)
    elif value < 0:
        steps += (Step("107.1b", "Power and toughness can be negative."),)
    return Outcome(
        sentence=sentence,
        steps=steps,
        facts={"value": value, "determined": known is not None},
        rows=(
            Row("printed", star.written),
            Row("the star is", f"{known or 0:,}"),
            Row("so it is", f"{value:,}", marked=True),
        ),
    )


def read_star(text: str) -> _Star:
    """Parse a number with a star: `*`, `1+*`, `*+1`, `7-*`, `*²`."""
    plain = "".join(text.translate(_SIGNS).split()).replace("^2", "²").replace("*{squared}", "*²")
    if match := _FIRST.fullmatch(plain):
        number, sign, squared = match[1], match[2], match[3]
    elif match := _LAST.fullmatch(plain):
        squared, sign, number = match[1], match[2] or "+", match[3] or "0"
    else:
        raise BadRequest("no_star", f"“{text[:40]}” isn’t a number with a star, such as *, 1+* or 7-*.")
    if len(number.lstrip("0")) > MOST_DIGITS:
        raise BadRequest("number_too_large", f"A number has at most {MOST_DIGITS} digits here.")
    if _LAST.fullmatch(plain) and sign == "-":
        return _Star(plain, -int(number), 1, bool(squared))
    return _Star(plain, int(number), 1 if sign == "+" else -1, bool(squared))
