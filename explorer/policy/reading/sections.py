"""Parse the lines of a PDF into a document's sections."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from explorer.document.dates import read_date
from explorer.policy.reading.contents import Entry, Headings, split_contents
from explorer.policy.reading.paragraphs import Paragraphs
from explorer.policy.reading.pieces import Line, Piece, PolicyError
from explorer.policy.reading.tree import PolicyDocument, Section, slug_of

_DATED = re.compile(r"^(?:Effective|Updated|Last updated)\b:?(?P<date>.*\d{4})\s*$", re.IGNORECASE)
LONGEST_HEADING = 100
# Lines within which the title and the date must be.
_FRONT = 12
_NOTICE = re.compile(r"^All trademarks are (?:the )?property of")
_LARGER = 1


@dataclass(slots=True)
class _SectionBuilder:
    number: str = "introduction"
    printed: str = ""
    title: str = ""
    penalty: str = ""
    pieces: list[Piece | Entry] = field(default_factory=list)


def read_document(pieces: Sequence[Piece], titles: Mapping[str, str]) -> PolicyDocument:
    """Parse the pieces of a PDF.

    Args:
        titles: pattern of each kind's title.

    Raises:
        PolicyError: it's another document, has no date, or lacks a section of its contents.
    """
    kind, title, dated, rest = _front(pieces, titles)
    try:
        date = read_date(dated)
    except ValueError:
        raise PolicyError(f"“{dated}” isn’t a date.") from None
    body, entries = split_contents(rest)
    if not any(isinstance(piece, Line) for piece in body):
        raise PolicyError("It has nothing but its title and its date.")
    parts = list(_by_contents(body, entries) if entries else _by_size(body))
    sections, notice = _without_notice([_section(each) for each in parts])
    if any(max(len(one.title), len(one.number), 2 * len(one.penalty)) > LONGEST_HEADING for one in sections):
        raise PolicyError("One of its headings is too long for a heading.")
    return PolicyDocument(kind, title, dated, date, tuple(sections), notice)


def _front(pieces: Sequence[Piece], titles: Mapping[str, str]) -> tuple[str, str, str, Sequence[Piece]]:
    """Kind, title and date line of a document, and the rest."""
    head: list[str] = []
    for place, piece in enumerate(pieces[:_FRONT]):
        if not isinstance(piece, Line):
            break
        if found := _DATED.match(piece.text):
            title = " ".join(head)
            kind = next((kind for kind, pattern in titles.items() if re.search(pattern, title, re.IGNORECASE)), None)
            if kind is None:
                break
            return kind, title, found[0], pieces[place + 1 :]
        head.append(piece.text)
    text = " ".join(head)
    if any(re.search(pattern, text, re.IGNORECASE) for pattern in titles.values()):
        raise PolicyError("It has no date: no line of its first page begins with “Effective” or “Updated”.")
    raise PolicyError("This isn’t the Magic Tournament Rules, the Infraction Procedure Guide or Judging at Regular.")


def _by_contents(pieces: Sequence[Piece], entries: Sequence[Entry]) -> Iterator[_SectionBuilder]:
    headings = Headings(entries)
    current = _SectionBuilder()
    pending: Line | None = None
    for piece in pieces:
        text = piece.text if isinstance(piece, Line) else ""
        if pending is not None:
            text = f"{pending.text} {text}"
        found = headings.take(text) if text else None
        if found is None and isinstance(piece, Line) and pending is None and headings.begins(piece.text):
            pending = piece
            continue
        if found is None:
            current.pieces += [pending, piece] if pending else [piece]
        elif found[0].number:
            if current.pieces or current.printed or current.title:
                yield current
            entry, penalty = found
            current = _SectionBuilder(entry.number, entry.printed, entry.title, penalty)
        else:
            current.pieces.append(found[0])
        pending = None
    yield current
    if missing := headings.missing():
        entry = missing[0]
        raise PolicyError(
            f"It isn’t whole: its contents name “{f'{entry.printed} {entry.title}'.strip()}”, which it hasn’t."
        )


def _by_size(pieces: Sequence[Piece]) -> Iterator[_SectionBuilder]:
    """Sections of a document without contents, whose headings are larger than its text."""
    usual = Counter(piece.size for piece in pieces if isinstance(piece, Line)).most_common(1)[0][0]
    current = _SectionBuilder()
    for piece in pieces:
        if isinstance(piece, Line) and piece.styled and piece.size >= usual + _LARGER:
            yield current
            current = _SectionBuilder(slug_of(piece.text), "", piece.text)
        else:
            current.pieces.append(piece)
    yield current


def _section(builder: _SectionBuilder) -> Section:
    paragraphs = Paragraphs()
    for piece in builder.pieces:
        paragraphs.add(piece)
    return Section(builder.number, builder.printed, builder.title, builder.penalty, tuple(paragraphs.done()))


def _without_notice(sections: list[Section]) -> tuple[list[Section], tuple[str, ...]]:
    """Split the trademark notice off the last section."""
    last = sections[-1]
    for place, paragraph in enumerate(last.paragraphs):
        if _NOTICE.match(paragraph.text):
            notice = tuple(each.text for each in last.paragraphs[place:])
            return [*sections[:-1], replace(last, paragraphs=last.paragraphs[:place])], notice
    return sections, ()
