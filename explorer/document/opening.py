"""From the bytes of a file to a tree that is sure to be the same document."""

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

# Every edition so far says its date within the first 2,000 bytes.
_FRONT = 20_000


def open_document(
    content: bytes, effective: datetime.date | None = None, times_known: Callable[[str], int] = lambda _: 0
) -> Document:
    """Read an official document and make sure that nothing of it is lost.

    A file that ends within a character is a document cut short: only what there is of that character is left out.

    Args:
        content: the bytes of the file.
        effective: its effective date, where it is known better than the document says it.
        times_known: how many other texts have a word (see `explorer.document.decode.decode`).

    Raises:
        DocumentError: it can't be read; or put together again, it differs from what it was.
    """
    kept = whole_characters(content)
    text = decode(kept, times_known)
    document = read_document(text, effective, cut_short=len(kept) < len(content))
    refuse_implausible(document)
    refuse_if_different(text, write_document(document))
    return document


def date_at_front(content: bytes) -> datetime.date | None:
    """Return the effective date that a document gives on its first pages, without reading the rest; else None."""
    try:
        return find_date(split_lines(decode(whole_characters(content[:_FRONT]))))
    except DocumentError:
        return None
