"""Excerpts: a few numbered rules or glossary entries quoted from an edition."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace

from explorer.document.body import read_body
from explorer.document.errors import DocumentError
from explorer.document.glossary import read_glossary
from explorer.document.lines import find_line, split_lines
from explorer.document.tree import Document, Entry, Paragraph

GLOSSARY = "Glossary"

# “[CompRules 2007/05/01]” at the end of a paragraph: since when it has been worded like this.
_DATE_MARK = re.compile(r"\s*\[CompRules (\d{4})/(\d\d)/(\d\d)\]$")


def read_excerpt(text: str, effective: datetime.date, title: str) -> Document:
    """Read an excerpt: numbered rules, and after a line “Glossary” perhaps terms.

    Marks that date a paragraph are taken off its text and kept as its date.

    Raises:
        DocumentError: the text has neither, or begins with something else.
    """
    lines = split_lines(text)
    glossary = find_line(lines, GLOSSARY)
    end = len(lines) if glossary is None else glossary
    stray, body = read_body(lines[:end])
    if stray:
        raise DocumentError("An excerpt begins with a numbered rule.", stray[0].number)
    terms = read_glossary(lines[end + 1 :])
    if not body and not terms:
        raise DocumentError("The excerpt has neither a numbered rule nor a glossary entry.")
    return Document(
        title=title,
        effective=effective,
        body=tuple(_with_dates(entry) for entry in body),
        glossary_heading=GLOSSARY if terms else "",
        terms=tuple(terms),
        complete=False,
    )


def _with_dates(entry: Entry) -> Entry:
    children = tuple(_with_dates(child) for child in entry.children)
    found = [_take_date(paragraph) for paragraph in entry.paragraphs]
    dates = _none_if_empty([date for _, date in found])
    return replace(
        entry,
        paragraphs=tuple(paragraph for paragraph, _ in found),
        dates=dates,
        children=children,
    )


def _none_if_empty(dates: Sequence[datetime.date | None]) -> tuple[datetime.date | None, ...]:
    return tuple(dates) if any(dates) else ()


def _take_date(paragraph: Paragraph) -> tuple[Paragraph, datetime.date | None]:
    found = _DATE_MARK.search(paragraph.text)
    if found is None:
        return paragraph, None
    year, month, day = (int(part) for part in found.groups())
    text = paragraph.text[: found.start()]
    return Paragraph(paragraph.kind, text), datetime.date(year, month, day)
