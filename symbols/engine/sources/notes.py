"""Notes on a source, which a player types in parentheses after its name.

Gaea's Cradle (4)      Thriving Grove (blue)      Exotic Orchard (WB)      Urza's Tower (yes)
Plains (tapped)        Llanowar Elves (new): summoning sick (302.6)
"""

import re
from dataclasses import dataclass, replace

from symbols.engine.costs.slots import MANA_NAMES, MANA_TYPES, ManaType
from symbols.engine.errors import BadRequest

# Without the last parenthesis, it is still being typed.
_NOTES = re.compile(r"\s*\((?P<notes>[^()]*)\)?\s*$")
_WORD = re.compile(r"summoning sick|\{[^{}]*\}|[^\s,/{}]+", re.IGNORECASE)
_LETTERS = re.compile(r"[wubrgc]+", re.IGNORECASE)
_NEW = ("new", "sick", "summoning sick")
_BY_NAME = {name: type_ for type_, name in MANA_NAMES.items()}
MOST_NUMBER = 40


@dataclass(frozen=True, slots=True)
class Notes:
    """What a player says of a source."""

    colors: tuple[ManaType, ...] = ()  # chosen for it, or those that it can make
    number: int | None = None  # what its ability counts, or how often its cost can be paid
    is_met: bool | None = None  # whether its ability's condition is met
    is_tapped: bool = False
    is_new: bool = False  # whether it came under its player's control this turn

    def __str__(self) -> str:
        """` (4 tapped)`; empty without any."""
        words = [
            "".join(self.colors),
            "" if self.number is None else str(self.number),
            "" if self.is_met is None else "yes" if self.is_met else "no",
            "tapped" if self.is_tapped else "",
            "new" if self.is_new else "",
        ]
        return f" ({' '.join(filter(None, words))})" if any(words) else ""


def split_notes(name: str) -> tuple[str, Notes]:
    """A source's name, and the notes on it."""
    match = _NOTES.search(name)
    if match is None:
        return name, Notes()
    notes = Notes()
    for word in _WORD.findall(match["notes"].lower()):
        notes = _with(notes, word.strip("{}"))
    return name[: match.start()], notes


def _with(notes: Notes, word: str) -> Notes:
    if word in ("or", "and"):
        return notes
    if word in _BY_NAME or _LETTERS.fullmatch(word):
        named = {_BY_NAME[word]} if word in _BY_NAME else {letter.upper() for letter in word}
        return replace(notes, colors=tuple(name for name in MANA_TYPES if name in named or name in notes.colors))
    if word.isascii() and word.isdigit() and int(word[:4]) <= MOST_NUMBER:
        return replace(notes, number=int(word))
    if word in ("yes", "no"):
        return replace(notes, is_met=word == "yes")
    if word == "tapped":
        return replace(notes, is_tapped=True)
    if word in _NEW:
        return replace(notes, is_new=True)
    message = f"“{word[:40]}” doesn’t describe a source. After its name, type a color, a number up to "
    message += f"{MOST_NUMBER}, yes or no, tapped or new, such as Gaea’s Cradle (4)."
    raise BadRequest("bad_source", message)
