"""From the text of an official document to its tree.

The steps: lines (`lines`), the parts of the document (here), numbered entries (`heads`, `body`),
the glossary (`glossary`). Nothing is left out: `writer` puts the same words together again.
"""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.document.body import read_body
from explorer.document.errors import DocumentError
from explorer.document.glossary import read_glossary
from explorer.document.heads import read_head
from explorer.document.lines import Line, find_heading, split_lines
from explorer.document.numbers import Kind, RuleNumber
from explorer.document.paragraphs import Gathering, break_again, is_wrapped
from explorer.document.tree import Document, Entry, Term

_CONTENTS = frozenset(["contents", "table of contents"])
_GLOSSARY = frozenset(["glossary", "glossary of terms"])
_CREDITS = frozenset(["credits"])

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
# “These rules are effective as of June 6, 2025.”; until 2009, “current as of”.
_STATEMENT = re.compile(r"rules are (?:current|effective) as of ([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})", re.I)
# The publisher's imprint ends every whole document.
_IMPRINT = "Published by"
# The commonest English words make up a quarter of rule text and hardly any of another language.
_ENGLISH = frozenset(["the", "of", "a", "to", "and", "is", "that", "or", "in", "an"])
_LEAST_ENGLISH = 0.08
# So many lines, from all over the document, are enough to tell.
_SAMPLE = 150


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the parts of a document begin, as indexes of lines.

    A part that the document lacks is empty: it begins where the next one does.
    """

    contents: int
    body: int
    glossary: int
    credits: int


def read_document(text: str, effective: datetime.date | None = None) -> Document:
    """Read an official document, or as much of one as there is.

    A document that breaks off is read up to there: it comes back with `complete` false, and
    `stops_at` says where it ends.

    Args:
        text: the document.
        effective: its effective date, where it is known better than the document says it.

    Raises:
        DocumentError: it is no document of rules in English, or doesn't say its date.
    """
    lines = split_lines(text)
    _refuse_other_languages(lines)
    parts = find_parts(lines)
    title, statement, introduction = _read_front(lines[: parts.contents])
    date = effective or _find_date(lines[: parts.body]) or _find_date(lines[parts.credits :])
    stray, body = read_body(lines[parts.body : parts.glossary])
    if stray:
        raise DocumentError(f"“{stray[0].text[:60]}” belongs to no rule.", stray[0].number)
    if not any(entry.kind in (Kind.RULE, Kind.SUBRULE) for top in body for entry in top.walk()):
        raise DocumentError("The document has no numbered rules such as “107.4f”.")
    if date is None:
        raise DocumentError("The document doesn't say from when it is effective; give the date with --effective.")
    glossary = lines[parts.glossary : parts.credits]
    preface, terms = read_glossary(glossary[1:])
    contents = [line.text for line in lines[parts.contents : parts.body]]
    back = [line.text for line in lines[parts.credits :]]
    stops_at = _where_it_stops(contents, body, terms, back)
    return Document(
        title=title,
        effective=date,
        statement=statement,
        introduction=tuple(introduction),
        contents=tuple(contents),
        body=tuple(body),
        glossary_heading="\n".join(line.text for line in (*glossary[:1], *preface)),
        terms=tuple(terms),
        credits=tuple(back),
        complete=not stops_at,
        stops_at=stops_at,
    )


def find_parts(lines: Sequence[Line]) -> Parts:
    """Find the table of contents, the rules, the glossary and the credits.

    Raises:
        DocumentError: there are no numbered rules.
    """
    heading = find_heading(lines, _CONTENTS)
    first = _first_numbered(lines, heading or 0)
    if first is None:
        raise DocumentError("The document has no numbered rules such as “107.4f”.")
    # The table of contents begins like the rules do: with the first chapter.
    rule = _first_rule(lines, first)
    again = [index for index in range(first + 1, rule) if lines[index].text == lines[first].text]
    body = first if heading is None else _headings_above(lines, rule, first)
    body = again[-1] if again else body
    contents = first if heading is None else heading
    glossary = find_heading(lines, _GLOSSARY, body)
    end = find_heading(lines, _CREDITS, body if glossary is None else glossary)
    end = len(lines) if end is None else end
    return Parts(contents, body, end if glossary is None else glossary, end)


def _first_rule(lines: Sequence[Line], start: int) -> int:
    """Find the first number of a rule or subrule.

    Raises:
        DocumentError: there is none.
    """
    for index in range(start, len(lines)):
        head = read_head(lines[index].text)
        if head is not None and head.number.rule:
            return index
    raise DocumentError("The document ends before its first rule.", lines[-1].number)


def _headings_above(lines: Sequence[Line], rule: int, contents: int) -> int:
    """Find where the headings begin that stand right above a rule."""
    below = read_head(lines[rule].text)
    while below is not None and rule - 1 > contents:
        above = read_head(lines[rule - 1].text)
        if above is None or not above.number.contains(below.number):
            break
        rule -= 1
    return rule


def _first_numbered(lines: Sequence[Line], start: int) -> int | None:
    for index in range(start, len(lines)):
        if lines[index].text[0].isdigit() and read_head(lines[index].text) is not None:
            return index
    return None


def _read_front(lines: Sequence[Line]) -> tuple[str, str, list[str]]:
    """Return the title, the line that states the date, and the introduction."""
    rest = list(lines)
    title = rest.pop(0).text if rest and "Comprehensive Rules" in rest[0].text else ""
    statement = rest.pop(0).text if title and rest and _STATEMENT.search(rest[0].text) else ""
    introduction = Gathering()
    wrapped = is_wrapped(rest)
    for line in rest:
        introduction.add(line, wrapped=wrapped)
    return title, statement, break_again(introduction.texts, introduction.breaks)


def _find_date(lines: Sequence[Line]) -> datetime.date | None:
    for line in lines:
        found = _STATEMENT.search(line.text)
        if found is None:
            continue
        month, day, year = found.groups()
        try:
            return datetime.date(int(year), _MONTHS[month.lower()], int(day))
        except (KeyError, ValueError):
            raise DocumentError(f"“{found[0]}” is not a date.", line.number) from None
    return None


def _refuse_other_languages(lines: Sequence[Line]) -> None:
    sample = lines[:: len(lines) // _SAMPLE + 1]
    words = [word for line in sample for word in line.text.lower().split()]
    common = sum(word in _ENGLISH for word in words)
    if common < len(words) * _LEAST_ENGLISH:
        raise DocumentError("The document is not in English; Pipwise reads the English rules.")


def _where_it_stops(contents: Sequence[str], body: Sequence[Entry], terms: Sequence[Term], back: Sequence[str]) -> str:
    """Return where a document breaks off; empty for a whole one."""
    if back:
        wide = {entry.number for top in body for entry in (top, *top.children)}
        missing = _sections_in(contents) - wide
        if missing or body[0].number != RuleNumber(1):
            first = min(missing, default=None)
            return f"before section {first}" if first else "before chapter 1"
        return "" if any(_IMPRINT in line for line in back) else "the credits"
    if terms:
        return f"the glossary entry “{terms[-1].name}”"
    *_, last = body[-1].walk()
    return f"{last.kind} {last.number}"


def _sections_in(contents: Sequence[str]) -> set[RuleNumber]:
    heads = [read_head(line) for line in contents if line[0].isdigit()]
    return {head.number for head in heads if head is not None and head.number.kind is Kind.SECTION}
