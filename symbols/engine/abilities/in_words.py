"""Parts in words checked against what the player has: `Sacrifice X artifacts`, `Discard two cards` (118.3, 107.3a)."""

import re
from collections.abc import Mapping

from symbols.engine.costs.cost import Values
from symbols.engine.costs.parts import TextPart

VERBS = ("sacrifice", "discard", "remove", "exile")
"""The actions whose number can be checked."""

AMOUNT_OF = re.compile(r"pay any amount of (?P<what>life|mana|energy|\{e\})(?: counters?)?\.?", re.IGNORECASE)
"""Words that leave an amount to be chosen (107.1c)."""

_COUNTED = re.compile(
    rf"(?P<verb>{'|'.join(VERBS)})\s+(?P<count>[0-9]{{1,7}}|[XYZ]\b|[a-z]+)\b(?!\s+or more)",
    re.IGNORECASE,
)
_WORDS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1
    )
} | {"a": 1, "an": 1, "another": 1}


def asked_of(part: TextPart) -> tuple[str, int | str] | None:
    """Return the action and how many it is done to, a number or a variable; None where the words don't say it so."""
    match = _COUNTED.match(part.text)
    if match is None:
        return None
    verb, count = match["verb"].lower(), match["count"]
    if count in part.variables:
        return verb, count
    number = int(count) if count.isdigit() else _WORDS.get(count.lower())
    return None if number is None else (verb, number)


def needed_for(part: TextPart, values: Values) -> tuple[str, int] | None:
    """Return the action and its number, with the values of variables."""
    asked = asked_of(part)
    if asked is None:
        return None
    verb, count = asked
    return verb, values.get(count, 0) if isinstance(count, str) else count
