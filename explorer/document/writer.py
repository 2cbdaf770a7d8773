"""Write a document tree back as text."""

import datetime
from collections.abc import Iterator, Sequence

from explorer.document.dates import date_mark
from explorer.document.heads import usual_head
from explorer.document.lines import break_again
from explorer.document.tree import Document, Entry, Paragraph


def write_document(document: Document) -> str:
    """Write a document in today's official layout.

    The result equals the source except for white space.
    """
    lines = [
        *_spaced([document.title, document.statement, *document.introduction]),
        *_table(document.contents),
        *(line for entry in document.walk() for line in _entry(entry)),
        *_spaced([document.glossary_heading]),
        *(line for term in document.terms for line in (term.name, *_texts(term.paragraphs, term.breaks), "")),
        *_spaced(document.credits),
    ]
    return "\n".join(lines)


def _spaced(paragraphs: Sequence[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        if paragraph:
            yield paragraph
            yield ""


def _table(contents: Sequence[str]) -> Iterator[str]:
    """Yield the table of contents, with a blank line before each line that isn't a section's."""
    for index, line in enumerate(contents):
        if index and not line[:3].isdigit():
            yield ""
        yield line
    yield ""


def _entry(entry: Entry) -> list[str]:
    head = entry.printed or f"{usual_head(entry.number)} "
    texts = _texts(entry.paragraphs, entry.breaks, entry.dates)
    repeated = bool(entry.paragraphs) and entry.paragraphs[0].text == entry.heading
    if entry.heading and not repeated:
        texts.insert(0, entry.heading)
    first = texts[0] if texts else ""
    return [f"{head}{first}".rstrip(), *texts[1:], ""]


def _texts(
    paragraphs: Sequence[Paragraph],
    breaks: Sequence[tuple[int, int]] = (),
    dates: Sequence[datetime.date | None] = (),
) -> list[str]:
    texts = break_again([paragraph.text for paragraph in paragraphs], breaks)
    for index, date in enumerate(dates):
        if date is not None:
            texts[index] += f" {date_mark(date)}"
    return texts
