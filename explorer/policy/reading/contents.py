"""Read a document's table of contents, and recognize the headings it lists."""

import re
from collections import Counter
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
    """Entry of the contents; `number` as in `Section`, or empty for a heading within a section."""

    number: str
    printed: str
    title: str


def split_contents(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Entry]]:
    """Split a document into its body and the entries of its contents, if it has any.

    Raises:
        PolicyError: the contents have a duplicate section, or a page beyond the last.
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
    counts = Counter(entry.number for entry in entries if entry.number)
    if repeated := [number for number, count in counts.items() if count > 1]:
        raise PolicyError(f"Its contents have section {min(repeated)} twice.")
    return [*pieces[:first], *pieces[last + 1 :]], entries


def _entries(lines: Sequence[Line]) -> list[Entry]:
    entries: list[Entry] = []
    margin = min(line.left for line in lines)
    # Text of an entry that continues on the next line.
    pending = ""
    for line in lines:
        found = _LEADER.match(line.text)
        if found is None:
            pending = f"{pending} {line.text}"
            continue
        entries.append(_entry(f"{pending} {found['entry']}".strip(), is_top=line.left < margin + _NEAR))
        pending = ""
    return entries


def _entry(text: str, *, is_top: bool) -> Entry:
    if found := _NUMBERED.match(text):
        return Entry(found["printed"].rstrip("."), found["printed"], found["title"])
    if found := _APPENDIX.match(text):
        return Entry(f"appendix-{found['letter'].lower()}", found["printed"], found["title"])
    return Entry(slug_of(text) if is_top else "", "", text)


class Headings:
    """Recognizes headings from the contents, each once."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._left = {_plain(f"{entry.printed} {entry.title}"): entry for entry in entries}

    def take(self, text: str) -> tuple[Entry, str] | None:
        """The entry of a heading, and the rest of its line, such as a penalty."""
        plain = _plain(text)
        for heading, entry in self._left.items():
            if plain == heading or (entry.number and plain.startswith(f"{heading} ") and "." in entry.number):
                del self._left[heading]
                return entry, _after(text, heading)
        return None

    def begins(self, text: str) -> bool:
        """Whether a text is the beginning of a longer heading."""
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
    """Normalize case, dashes, apostrophes and the period after a number."""
    plain = re.sub(r"\s*[—–:-]\s*", " - ", text.casefold().replace("’", "'"))
    return " ".join(re.sub(r"^(\d+(?:\.\d+)?)\.(?=\s)", r"\1", plain).split())
