"""Parts in words checked against what the player has: `Sacrifice X artifacts`, `Discard two cards` (118.3, 107.3a)."""

import re
from collections.abc import Iterable, Mapping

from symbols.engine.costs.cost import Values
from symbols.engine.costs.parts import TextPart

VERBS = ("sacrifice", "discard", "remove", "exile")
"""The actions whose number can be checked."""

AMOUNT_OF = re.compile(r"pay any amount of (?P<what>life|mana|energy|\{e\})(?: counters?)?\.?", re.IGNORECASE)
"""Words that leave an amount to be chosen (107.1c)."""

ANY_NUMBER = re.compile(r"(?P<verb>[a-z]+ )(?P<words>any number of)\b", re.IGNORECASE)
"""Words that leave the number of what is sacrificed, discarded, removed or exiled to be chosen (107.1c)."""

_FROM_GRAVEYARD = re.compile(r"exile (?P<count>\S+) (?P<which>.*?)cards? from your graveyard\.?", re.IGNORECASE)

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


def exiled_from_graveyard(parts: Iterable[TextPart], values: Values) -> int:
    """Return how many cards words exile from the graveyard, which delve can’t exile again (118.3)."""
    found = [needed_for(part, values) for part in parts if _FROM_GRAVEYARD.fullmatch(part.text)]
    return sum(needed[1] for needed in found if needed)


def exiles_any_of_graveyard(part: TextPart) -> bool:
    """Return whether any card of the graveyard does, so that their number alone matters."""
    match = _FROM_GRAVEYARD.fullmatch(part.text)
    return match is not None and match["which"].strip().lower() in ("", "other")
