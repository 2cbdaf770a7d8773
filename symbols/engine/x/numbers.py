"""Parse a number for X."""

import re

from symbols.engine.x.situation_error import SituationError

LARGEST = 9_999_999
"""Seven digits, as everywhere in the engine."""

_WHOLE = re.compile(r"[0-9]+", re.ASCII)
_NEGATIVE = re.compile(r"[-−–][0-9]+", re.ASCII)
_FRACTION = re.compile(r"[-−–+]?([0-9]+\s*/\s*[0-9]+|[0-9]*[.,][0-9]+|[0-9]*[½¼¾⅓⅔])", re.ASCII)


def _shown(text: str) -> str:
    return text if len(text) <= 20 else text[:20] + "…"


def _whole_number(text: str, name: str, field: str, *, below_zero: bool) -> int:
    if not text:
        raise SituationError(f"No number was given for {name}.", field=field)
    if _FRACTION.fullmatch(text):
        raise SituationError(f"{name} can’t be {_shown(text)}: the game uses no fractions (107.1a).", field=field)
    sign = 1
    if _NEGATIVE.fullmatch(text):
        text, sign = text[1:], -1
        if text.strip("0") and not below_zero:
            raise SituationError(
                f"{name} can’t be -{_shown(text.lstrip('0'))}: no one can choose a negative number (107.1b).",
                field=field,
            )
    if not _WHOLE.fullmatch(text):
        raise SituationError(
            f"{name} must be a whole number such as 0 or 3, not “{_shown(text)}” (107.1).",
            field=field,
        )
    digits = text.lstrip("0") or "0"
    if len(digits) > len(str(LARGEST)):
        too = "too large: at most " if sign > 0 else "too low: at least -"
        raise SituationError(f"{name} is {too}{LARGEST:,} works here.", field=field)
    return sign * int(digits)


def read_value(value: str | int | float, name: str = "X", field: str = "", *, below_zero: bool = False) -> int:
    """Parse a number that X can be: of seven digits at most, and below zero only if the game calculates it (107.1b).

    Args:
        name: what the number is for, in messages.
    """
    if isinstance(value, bool):
        raise SituationError(f"{name} must be a number, not yes or no.", field=field)
    if isinstance(value, int):
        # Clamped first, since `str` takes quadratic time for huge numbers.
        if value > LARGEST:
            value = LARGEST + 1
        elif value < -LARGEST:
            value = -LARGEST - 1
        return _whole_number(str(value), name, field, below_zero=below_zero)
    if isinstance(value, float):
        whole = value == value and abs(value) != float("inf") and value.is_integer()
        return read_value(int(value) if whole else str(value), name, field, below_zero=below_zero)
    return _whole_number(value.strip(), name, field, below_zero=below_zero)
