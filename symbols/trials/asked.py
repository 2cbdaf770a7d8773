"""Reading what a control says: a value of its kind, or a sentence that names the control."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from symbols.trials.trial import Control, TrialError

__all__ = ["LONGEST", "MOST_DIGITS", "Asked"]

MOST_DIGITS: Final = 7
"""Numbers have at most this many digits, as in costs."""

LONGEST: Final = 300
"""How many characters a line of words may have."""

_INTEGER = re.compile(r"([+-]?)([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)", re.ASCII)
_FRACTION = re.compile(r"[+-]?[0-9]*([.,/][0-9]+|[½¼¾⅓⅔])", re.ASCII)
_MINUS: Final = str.maketrans({"−": "-", "–": "-", "\u2011": "-", "\u2010": "-", "+": "+"})
_YES: Final = frozenset({"yes", "1", "true", "on"})
_NO: Final = frozenset({"", "no", "0", "false", "off"})
_MISSING: Final = {
    "number": "type a whole number",
    "text": "type something",
    "cost": "type a cost, such as {2}{W}",
    "choice": "choose one",
}


class Asked:
    """What was asked, read through the controls of a trial.

    Every method raises `TrialError`, naming the control, where the text there is none of its kind.
    """

    def __init__(self, said: Mapping[str, str], controls: tuple[Control, ...]) -> None:
        self._said = said
        self._controls = {control.key: control for control in controls}

    def text(self, key: str) -> str:
        """Return what stands in a control, without spaces around it; its default where it was not asked.

        A control that was emptied says nothing, which is an answer only where it is optional.
        """
        control = self._controls[key]
        said = " ".join(self._said.get(key, control.default).split())
        if not said and key in self._said and not control.optional and control.kind in _MISSING:
            raise TrialError(f"{control.label}: nothing stands here; {_MISSING[control.kind]}.", field=key)
        if len(said) > LONGEST:
            raise TrialError(f"{control.label}: that is {len(said):,} characters; at most {LONGEST} fit.", field=key)
        return said

    def choice(self, key: str) -> str:
        """Return the value chosen."""
        control, said = self._controls[key], self.text(key).lower()
        values = {choice.value.lower(): choice.value for choice in control.choices}
        if said in values:
            return values[said]
        near = get_close_matches(said, values, n=1)
        words = ", ".join(choice.value for choice in control.choices)
        raise TrialError(
            f"{control.label}: “{_short(said)}” is none of the choices. They are {words}.",
            field=key,
            suggestion=values[near[0]] if near else None,
        )

    def yes(self, key: str) -> bool:
        """Return whether a tick is set."""
        said = self.text(key).lower()
        if said in _YES:
            return True
        if said in _NO:
            return False
        raise TrialError(f"{self._controls[key].label}: say yes or no, not “{_short(said)}”.", field=key)

    def number(self, key: str) -> int:
        """Return the whole number in a control (107.1: the game uses no others)."""
        found = self.number_or_none(key)
        if found is None:
            raise TrialError(f"{self._controls[key].label}: type a whole number.", field=key)
        return found

    def number_or_none(self, key: str) -> int | None:
        """Return the whole number in a control that may stay empty."""
        control, said = self._controls[key], self.text(key).translate(_MINUS).replace(" ", "")
        if not said:
            return None
        match = _INTEGER.fullmatch(said)
        if match is None:
            why = "the game has no fractions (107.1)" if _FRACTION.fullmatch(said) else "it must be a whole number"
            raise TrialError(f"{control.label}: “{_short(said)}” can’t be used here; {why}.", field=key)
        digits = match[2].replace(",", "")
        if len(digits.lstrip("0")) > MOST_DIGITS:
            raise TrialError(f"{control.label}: a number has at most {MOST_DIGITS} digits here.", field=key)
        value = int(match[1] + digits)
        if control.least is not None and value < control.least:
            raise TrialError(f"{control.label}: {value} is too little; it is at least {control.least}.", field=key)
        if control.most is not None and value > control.most:
            raise TrialError(f"{control.label}: {value} is too much; it is at most {control.most}.", field=key)
        return value


def _short(said: str) -> str:
    return said if len(said) <= 40 else f"{said[:39]}…"
