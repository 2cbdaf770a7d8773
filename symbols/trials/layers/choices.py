"""What is chosen as a spell is cast or an ability is used: modes, kicker, overload (601.2b)."""

import re
from typing import Final

from symbols.trials.layers.notes import MissingNoteError
from symbols.trials.layers.words import outside_quotes

_MODES: Final = re.compile(r"(?:^|\s)• ")
_WHICH: Final = re.compile(r"^[^•]*\bChoose [^•]*?(?:—|-|\.)\s*$|^[^•]*\bchoose [^•]*(?:—|-)\s*$", re.DOTALL)
_OVERLOAD: Final = re.compile(r"^Overload ", re.MULTILINE)
_TARGET: Final = re.compile(r"\b(?:up to one )?target\b", re.IGNORECASE)
_KICKED: Final = re.compile(r"\bif (?:~|it|this \w+|that spell) was kicked\b", re.IGNORECASE)

NOT_KICKED: Final = "Not kicked. If it is, put (kicked) behind it."


def with_choices(text: str, note: str) -> tuple[str, str]:
    """A text with the chosen modes, and with “each” for targets if it's overloaded; and a hint about other choices.

    Raises:
        MissingNoteError: the modes are unknown.
    """
    text = _with_modes(text, note)
    words = set(re.findall(r"\w+", note.lower()))
    if _OVERLOAD.search(text):
        if words & {"overloaded", "overload"}:
            return _TARGET.sub("each", text), ""
        return text, "Not overloaded. If it is, put (overloaded) behind it."
    if _KICKED.search(outside_quotes(text)) and not words & {"kicked", "kicker", "yes", "no"}:
        return text, NOT_KICKED
    return text, ""


def _with_modes(text: str, note: str) -> str:
    first, *modes = _MODES.split(text)
    if not modes:
        return text
    # What follows the last mode in a line of its own belongs to none.
    modes[-1], _, after = modes[-1].partition("\n")
    chosen = [int(one) for one in re.findall(r"\d+", note)]
    if re.search(r"\b(?:all|both|entwined|escalated)\b", note, re.IGNORECASE):
        chosen = list(range(1, len(modes) + 1))
    if not chosen or max(chosen) > len(modes):
        raise MissingNoteError("which mode? Put its number behind it, such as (1).")
    others = [line for line in (*_WHICH.sub("", first).split("\n"), *after.split("\n")) if line.strip()]
    return "\n".join([*others, *(modes[number - 1].strip() for number in chosen)])
