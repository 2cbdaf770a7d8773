"""Numbers and choices that only players know, in parentheses: `Tarmogoyf (4)`, `Conspiracy (Goblin)`."""

import re
from dataclasses import dataclass
from typing import Final

from symbols.trials.layers.words import COLORS

_PAIR: Final = re.compile(r"([\w'-]+)(?:\s*(?:,|->|→|\bwith\b|\bbecomes\b)\s*)([\w'-]+)")


class MissingNoteError(Exception):
    """A text needs a number, a color or a type that its note doesn't have; the message asks for it."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.message = what


@dataclass(frozen=True, slots=True)
class Note:
    text: str = ""

    @property
    def has_number(self) -> bool:
        return re.search(r"\d", self.text) is not None

    def number(self) -> int:
        match = re.search(r"(?<!/)\d+(?!/)", self.text)
        if match is None:
            raise MissingNoteError("how many? Put the number behind it, such as (4).")
        return int(match[0])

    def pair(self) -> tuple[int, int] | None:
        """Power and toughness, if both are given: `4/5`."""
        match = re.search(r"(\d+)/(\d+)", self.text)
        return (int(match[1]), int(match[2])) if match else None

    def colors(self) -> tuple[str, ...]:
        found = tuple(COLORS[word] for word in re.findall(r"\w+", self.text.lower()) if word in COLORS)
        if not found:
            raise MissingNoteError("which color? Put it behind it, such as (blue).")
        return found

    def types(self) -> tuple[str, ...]:
        found = tuple(word for word in re.findall(r"[A-Z][\w'-]+", self.text))
        if not found:
            raise MissingNoteError("which type? Put it behind it, such as (Goblin).")
        return found

    def replacement(self) -> tuple[str, str]:
        match = _PAIR.search(self.text)
        if match is None:
            raise MissingNoteError("which word by which? Put both behind it, such as (Goblin with Wizard).")
        return match[1], match[2]

    def is_met(self, condition: str = "") -> bool | None:
        """Whether a condition is met; None if that's unknown. A spell isn't kicked unless the note says so."""
        words = set(re.findall(r"\w+", self.text.lower()))
        if condition.lower().endswith(" was kicked"):
            return bool(words & {"kicked", "kicker", "yes"}) and "not" not in words
        return True if "yes" in words else False if "no" in words else None

    def player(self) -> str:
        match = re.search(r"\b(?:(you|me)|opponents?|them)\b", self.text.lower())
        if match is None:
            raise MissingNoteError("which player? Put (you) or (opponent) behind it.")
        return "you" if match[1] else "opponent"
