"""A document's own contents: they say which of its lines are headings."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explorer.policy.reading.pieces import Line, Piece, PolicyError
from explorer.policy.reading.tree import slug_of

# “1.1 Tournament Types ......... 5”
_LEADER = re.compile(r"^(?P<entry>.*?)\s*\.{4,}\s*(?P<page>\d+)$")
_NUMBERED = re.compile(r"^(?P<printed>\d{1,2}(?:\.\d{1,2})?\.?)\s+(?P<title>\S.*)$")
_APPENDIX = re.compile(r"^(?P<printed>Appendix\s+(?P<letter>[A-Z])\s*[—–:-])\s*(?P<title>\S.*)$", re.IGNORECASE)
_HEADING = re.compile(r"^(table of )?contents:?$", re.IGNORECASE)
_NEAR = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """Line of the contents.

    Attributes:
        number: see `explorer.policy.reading.tree.Section`; empty for a heading within a section.
    """

    number: str
    printed: str
    title: str


def split_contents(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Entry]]:
    """A document without its contents, and the contents' entries; none if it has no contents.

    Raises:
        PolicyError: the contents name a section twice, or a page beyond the last.
    """
    leaders = {
        place: int(found["page"])
        for place, piece in enumerate(pieces)
        if isinstance(piece, Line) and (found := _LEADER.match(piece.text))
    }
    if not leaders:
        return list(pieces), []
    if (beyond := max(leaders.values())) > (end := pieces[-1].page):
        raise PolicyError(f"It isn’t whole: its contents name page {beyond}, and it ends on page {end}.")
    first, last = min(leaders), max(leaders)
    contents = [piece for piece in pieces[first : last + 1] if isinstance(piece, Line)]
    before = pieces[first - 1] if first else None
    if isinstance(before, Line) and _HEADING.match(before.text.strip()):
        first -= 1
    entries = _entries(contents)
    repeated = {
        each.number for each in entries if each.number and sum(each.number == one.number for one in entries) > 1
    }
    if repeated:
        raise PolicyError(f"Its contents have section {min(repeated)} twice.")
    return [*pieces[:first], *pieces[last + 1 :]], entries


def _entries(lines: Iterable[Line]) -> list[Entry]:
    entries: list[Entry] = []
    lines = list(lines)
    margin = min(line.left for line in lines)
    begun = ""
    for line in lines:
        found = _LEADER.match(line.text)
        if found is None:
            # An entry over two lines.
            begun = f"{begun} {line.text}"
            continue
        entries.append(_entry(f"{begun} {found['entry']}".strip(), is_top=line.left < margin + _NEAR))
        begun = ""
    return entries


def _entry(text: str, *, is_top: bool) -> Entry:
    if found := _NUMBERED.match(text):
        return Entry(found["printed"].rstrip("."), found["printed"], found["title"])
    if found := _APPENDIX.match(text):
        return Entry(f"appendix-{found['letter'].lower()}", found["printed"], found["title"])
    return Entry(slug_of(text) if is_top else "", "", text)


class Headings:
    """Recognizes the headings that the contents name."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._left = {_plain(f"{entry.printed} {entry.title}"): entry for entry in entries}

    def take(self, text: str) -> tuple[Entry, str] | None:
        """Entry whose heading a text is, and what the text has after it, such as a penalty."""
        plain = _plain(text)
        for heading, entry in self._left.items():
            if plain == heading or (entry.number and plain.startswith(f"{heading} ") and "." in entry.number):
                del self._left[heading]
                return entry, _after(text, heading)
        return None

    def begins(self, text: str) -> bool:
        """Whether a heading goes on after a text."""
        return any(heading.startswith(f"{_plain(text)} ") for heading in self._left)

    def missing(self) -> list[Entry]:
        return [entry for entry in self._left.values() if entry.number]


def _after(text: str, heading: str) -> str:
    words = text.split()
    for place in range(len(words), 0, -1):
        if _plain(" ".join(words[:place])) == heading:
            return " ".join(words[place:])
    return ""


def _plain(text: str) -> str:
    """A heading however it is set: in capitals, with other dashes, with a period after its number or without."""
    plain = re.sub(r"\s*[—–:-]\s*", " - ", text.casefold().replace("’", "'"))
    return " ".join(re.sub(r"^(\d+(?:\.\d+)?)\.(?=\s)", r"\1", plain).split())
