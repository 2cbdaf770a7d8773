"""Brief as its address has it: a note, then the parts in order, each with a note of its own. Nothing is stored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl

from explorer.web import addresses

MOST_PARTS: Final = 30
MOST_EDITIONS: Final = 5
"""Editions under which answers are asked for."""

LONGEST_NOTE: Final = 2_000
"""Characters of a note."""

LONGEST_ADDRESS: Final = 8_000
"""Characters of a brief's address; servers refuse longer ones."""

_UNSEEN: Final = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127))


@dataclass(frozen=True, slots=True)
class BriefPart:
    """Part of a brief: the address of what it shows, and the note on it."""

    address: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Brief:
    """Brief: the note on the whole, and the parts."""

    note: str = ""
    parts: tuple[BriefPart, ...] = ()

    @classmethod
    def read(cls, query: str) -> "Brief":
        """Read a query: each `note` is on the `part` before it, the first on the whole."""
        found = cls()
        for key, text in parse_qsl(query, errors="replace"):
            if key == "part":
                found = found.adding(text.strip())
            elif key == "note" and (note := _clean(text)):
                found = found.noting(note)
        return found

    def adding(self, address: str) -> "Brief":
        """Return it with a part more at its end."""
        return replace(self, parts=(*self.parts, BriefPart(address)))

    def noting(self, note: str) -> "Brief":
        """Return it with a note more on its last part, or on the whole where it has no parts."""
        if not self.parts:
            return replace(self, note=_joined(self.note, note))
        *before, last = self.parts
        return replace(self, parts=(*before, replace(last, note=_joined(last.note, note))))

    def moving(self, place: int, by: int) -> "Brief":
        """Return it with the part at a place, from 0, moved by some places; no further than its ends."""
        parts = [*self.parts]
        parts.insert(max(0, place + by), parts.pop(place))
        return replace(self, parts=tuple(parts))

    def without(self, place: int) -> "Brief":
        """Return it without the part at a place, from 0."""
        return replace(self, parts=(*self.parts[:place], *self.parts[place + 1 :]))

    def at(self, where: Sequence[str]) -> "Brief":
        """Return it with other addresses of its parts, one for each."""
        parts = zip(self.parts, where, strict=True)
        return replace(self, parts=tuple(replace(part, address=address) for part, address in parts))

    def address(self, **more: str) -> str:
        """Return its address, with what is to be done with it."""
        return addresses.brief(self._said(), **more)

    def _said(self) -> Iterable[tuple[str, str]]:
        if self.note:
            yield "note", self.note
        for part in self.parts:
            yield "part", part.address
            if part.note:
                yield "note", part.note

    @property
    def is_too_long(self) -> bool:
        """Whether its link has more than `LONGEST_ADDRESS` characters."""
        return len(self.address()) > LONGEST_ADDRESS

    @property
    def limits(self) -> list[str]:
        """Sentences on the limits that it is beyond; none where it is within all of them."""
        notes = [("The brief’s note", self.note)]
        notes += [(f"The note on part {place}", part.note) for place, part in enumerate(self.parts, 1)]
        found = [
            f"{name} has {len(note):,} characters. A note can have {LONGEST_NOTE:,}."
            for name, note in notes
            if len(note) > LONGEST_NOTE
        ]
        if (count := len(self.parts)) > MOST_PARTS:
            found.append(f"A brief can have {MOST_PARTS} parts. This one has {count}, so the rest is left out.")
        if self.is_too_long:
            length = len(self.address())
            found.append(f"The link has {length:,} characters. It can have {LONGEST_ADDRESS:,}: shorten a note.")
        return found


def _clean(note: str) -> str:
    """Return a note without what can't be seen, its lines ended as text has them."""
    return note.replace("\r\n", "\n").replace("\r", "\n").translate(_UNSEEN).strip()


def _joined(note: str, more: str) -> str:
    return f"{note}\n{more}" if note else more
