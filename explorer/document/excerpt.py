"""Excerpts: a few numbered rules or glossary entries quoted from an edition."""

import datetime
from dataclasses import replace

from explorer.document.body import is_title, read_body
from explorer.document.dates import take_date
from explorer.document.document_error import DocumentError
from explorer.document.glossary import read_glossary
from explorer.document.lines import find_heading, split_lines
from explorer.document.tree import Document, Entry, Paragraph

GLOSSARY = "Glossary"


def read_excerpt(text: str, effective: datetime.date) -> Document:
    """Parse an excerpt: numbered rules, then optionally a line “Glossary” and terms.

    `[CompRules …]` marks are removed from paragraphs and become their dates.

    Raises:
        DocumentError: the text has neither rules nor terms, or begins with something else.
    """
    lines = split_lines(text)
    glossary = find_heading(lines, {GLOSSARY.casefold()})
    end = len(lines) if glossary is None else glossary
    stray, body = read_body(lines[:end])
    if stray:
        raise DocumentError(f"“{stray[0].text[:60]}” isn’t part of a rule or a glossary entry.", stray[0].number)
    preface, terms = read_glossary(lines[end + 1 :])
    stray += preface
    if not body and not terms:
        raise DocumentError("The excerpt has no numbered rules and no glossary entries.")
    return Document(
        title="",
        effective=effective,
        body=tuple(_with_dates(entry) for entry in body),
        glossary_heading="" if glossary is None else lines[glossary].text,
        terms=tuple(terms),
        complete=False,
    )


def _with_dates(entry: Entry) -> Entry:
    found = [take_date(paragraph.text) for paragraph in entry.paragraphs]
    dates = tuple(date for _, date in found)
    paragraphs = tuple(Paragraph(old.kind, text) for old, (text, _) in zip(entry.paragraphs, found, strict=True))
    heading = entry.heading
    if entry.paragraphs and heading == entry.paragraphs[0].text and not is_title(paragraphs):
        # The mark hid the period, so a short sentence looked like a title.
        heading = ""
    return replace(
        entry,
        heading=heading,
        paragraphs=paragraphs,
        dates=dates if any(dates) else (),
        children=tuple(_with_dates(child) for child in entry.children),
    )
