"""Parse a document from bytes, and write its tree back as text to verify that nothing is lost."""

import datetime
from collections.abc import Callable, Iterator, Sequence

from explorer.document.body import usual_head
from explorer.document.dates import date_mark, find_date, long_date
from explorer.document.decode import decode, whole_characters
from explorer.document.lines import break_again, first_difference, split_lines
from explorer.document.numbers import DocumentError
from explorer.document.reader import read_document
from explorer.document.tree import Document, Entry, Paragraph

#: The release of the first cards.
FIRST_RULES = datetime.date(1993, 8, 5)
#: Rules are published at most a few weeks before they take effect.
LATEST_EFFECTIVE = datetime.timedelta(days=366)

#: In characters. Longest so far: 2,811 (paragraph), 68 (name), 52 (heading).
LONGEST_PARAGRAPH, LONGEST_NAME = 20_000, 200
#: Most so far: 3,275 numbers, 726 entries.
MOST_NUMBERS, MOST_ENTRIES = 30_000, 8_000


def refuse_implausible(document: Document) -> None:
    """Raise `DocumentError` for too many or too long parts, by limits that no official document comes near."""
    numbers = sum(1 for _ in document.walk())
    if numbers > MOST_NUMBERS:
        raise DocumentError(f"{numbers:,} numbered rules are too many for rules. The limit is {MOST_NUMBERS:,}.")
    if len(document.terms) > MOST_ENTRIES:
        raise DocumentError(
            f"{len(document.terms):,} glossary entries are too many for rules. The limit is {MOST_ENTRIES:,}."
        )
    for part, text, limit in _limited_texts(document):
        if len(text) > limit:
            raise DocumentError(f"{part} has {len(text):,} characters in a row. The limit is {limit:,}.")


def refuse_date(effective: datetime.date, today: datetime.date, *, is_given: bool = False) -> None:
    """Raise `DocumentError` for an effective date before the first rules, or more than a year after today."""
    if effective < FIRST_RULES:
        raise DocumentError(f"{long_date(effective)} is before the first rules. {_remedy(is_given)}")
    if effective - LATEST_EFFECTIVE > today:
        raise DocumentError(f"{long_date(effective)} is more than a year from now. {_remedy(is_given)}")


def _remedy(is_given: bool) -> str:  # noqa: FBT001 - the only thing it depends on
    return "Give --effective the date of the rules." if is_given else "If that’s wrong, add the date with --effective."


def _limited_texts(document: Document) -> Iterator[tuple[str, str, int]]:
    for entry in document.walk():
        name = f"{entry.kind.value.capitalize()} {entry.number}"
        yield f"The heading of {entry.kind.value} {entry.number}", entry.heading, LONGEST_NAME
        for paragraph in entry.paragraphs:
            yield name, paragraph.text, LONGEST_PARAGRAPH
    for term in document.terms:
        yield "A name in the glossary", term.name, LONGEST_NAME
        for paragraph in term.paragraphs:
            yield f"The glossary entry “{term.name}”", paragraph.text, LONGEST_PARAGRAPH
    for part, lines in (
        ("The introduction", document.introduction),
        ("The table of contents", document.contents),
        ("The credits", document.credits),
        ("The first lines", (document.title, document.statement)),
        ("The lines above the glossary", (document.glossary_heading,)),
    ):
        for line in lines:
            yield part, line, LONGEST_PARAGRAPH


# Every edition so far states its date within the first 2,000 bytes.
_FRONT_BYTES = 20_000


def open_document(
    content: bytes, effective: datetime.date | None = None, times_known: Callable[[str], int] = lambda _: 0
) -> Document:
    """Parse an official document and verify that nothing is lost.

    A file that ends within a character counts as cut short; only that partial character is dropped.

    Args:
        effective: overrides the date that the document states.
        times_known: see `explorer.document.decode.decode`.

    Raises:
        DocumentError: it can't be parsed, is implausible, or the tree doesn't reproduce it.
    """
    kept = whole_characters(content)
    text = decode(kept, times_known)
    document = read_document(text, effective, cut_short=len(kept) < len(content))
    refuse_implausible(document)
    if difference := first_difference(text, write_document(document)):
        line, mine, yours = difference
        sentence = f"Pipwise can’t reproduce this document exactly. It has “{mine}”; Pipwise gives “{yours}”."
        raise DocumentError(sentence, line)
    return document


def date_at_front(content: bytes) -> datetime.date | None:
    """The effective date that the first pages state, if any, without parsing the rest."""
    try:
        return find_date(split_lines(decode(whole_characters(content[:_FRONT_BYTES]))))
    except DocumentError:
        return None


def write_document(document: Document) -> str:
    """Write a document in today's official layout; equals the source except for white space."""
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
