"""A brief as its query string has it: a note, then the parts in order, each with an optional note."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl

from explorer.web import addresses

MOST_PARTS: Final = 30
MOST_EDITIONS: Final = 5
"""Editions that the answers in a brief may be from."""

LONGEST_NOTE: Final = 2_000
"""In characters."""

LONGEST_ADDRESS: Final = 8_000
"""In characters; servers refuse longer ones."""

_CONTROL_CHARACTERS: Final = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127))


@dataclass(frozen=True, slots=True)
class BriefPart:
    address: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Brief:
    note: str = ""
    parts: tuple[BriefPart, ...] = ()

    @classmethod
    def read(cls, query: str) -> "Brief":
        """Read a query string: each `note` belongs to the `part` before it, the first to the whole brief."""
        found = cls()
        for key, text in parse_qsl(query, errors="replace"):
            if key == "part":
                found = found.adding(text.strip())
            elif key == "note" and (note := _clean(text)):
                found = found.noting(note)
        return found

    def adding(self, address: str) -> "Brief":
        return replace(self, parts=(*self.parts, BriefPart(address)))

    def noting(self, note: str) -> "Brief":
        """Append to the note of the last part, or of the brief where it has no parts."""
        if not self.parts:
            return replace(self, note=_joined(self.note, note))
        *before, last = self.parts
        return replace(self, parts=(*before, replace(last, note=_joined(last.note, note))))

    def moving(self, place: int, by: int) -> "Brief":
        """Move a part (0-based), no further than the ends."""
        parts = [*self.parts]
        parts.insert(max(0, place + by), parts.pop(place))
        return replace(self, parts=tuple(parts))

    def without(self, place: int) -> "Brief":
        return replace(self, parts=(*self.parts[:place], *self.parts[place + 1 :]))

    def at(self, where: Sequence[str]) -> "Brief":
        parts = zip(self.parts, where, strict=True)
        return replace(self, parts=tuple(replace(part, address=address) for part, address in parts))

    def address(self, **more: str) -> str:
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
        return len(self.address()) > LONGEST_ADDRESS

    @property
    def limits(self) -> list[str]:
        notes = [("The brief’s note", self.note)]
        notes += [(f"The note on part {place}", part.note) for place, part in enumerate(self.parts, 1)]
        found = [
            f"{name} has {len(note):,} characters. The limit is {LONGEST_NOTE:,}."
            for name, note in notes
            if len(note) > LONGEST_NOTE
        ]
        if (count := len(self.parts)) > MOST_PARTS:
            found.append(f"A brief can have up to {MOST_PARTS} parts. This one has {count}, so the rest are left out.")
        if self.is_too_long:
            length = len(self.address())
            found.append(f"The link has {length:,} characters. The limit is {LONGEST_ADDRESS:,}: shorten a note.")
        return found


def _clean(note: str) -> str:
    """Remove control characters, normalize line ends."""
    return note.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROL_CHARACTERS).strip()


def _joined(note: str, more: str) -> str:
    return f"{note}\n{more}" if note else more
