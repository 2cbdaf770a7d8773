"""Parse a document from bytes and verify that the tree reproduces it."""

import datetime
from collections.abc import Callable

from explorer.document.dates import find_date
from explorer.document.decode import decode, whole_characters
from explorer.document.document_error import DocumentError
from explorer.document.lines import refuse_if_different, split_lines
from explorer.document.plausible import refuse_implausible
from explorer.document.reader import read_document
from explorer.document.tree import Document
from explorer.document.writer import write_document

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
    refuse_if_different(text, write_document(document))
    return document


def date_at_front(content: bytes) -> datetime.date | None:
    """The effective date that the first pages state, if any, without parsing the rest."""
    try:
        return find_date(split_lines(decode(whole_characters(content[:_FRONT_BYTES]))))
    except DocumentError:
        return None
