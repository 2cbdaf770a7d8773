"""Parse an official document into its tree.

The steps: lines (`lines`), the document's parts (here), numbered entries (`body`), the glossary (`glossary`).
Nothing is lost: `opening` reproduces the same words.
"""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from explorer.document.body import is_title, may_begin_item, read_body, read_head
from explorer.document.dates import find_date, states_date, take_date
from explorer.document.glossary import read_glossary
from explorer.document.lines import Line, ParagraphBuilder, break_again, find_heading, is_wrapped, split_lines
from explorer.document.numbers import DocumentError, NumberKind, RuleNumber
from explorer.document.tree import Document, Entry, GlossaryEntry, Paragraph, going_on_without, sections_in_words

_CONTENTS = frozenset(["contents", "table of contents"])
_GLOSSARY = frozenset(["glossary", "glossary of terms"])
_CREDITS = frozenset(["credits"])

# Ends every whole document, except for contact addresses.
_IMPRINT = re.compile(r"Published by|trademarks? of|(?:©|\([cC]\)) ?\d{4}")
# If the contents list contact addresses, they come last.
_ADDRESS = re.compile(r"www\.|\.com|@|\d[\d .-]{5,}")
# The first line of the credits, if their heading is missing.
_FIRST_CREDIT = "Original Game Design"
_LONGEST_TITLE = 120
# An address in the credits may look like a rule's number, but not this many.
_MANY_RULES = 5
# Not words of other European languages; they make up a fifth of rule text.
_ENGLISH_WORDS = frozenset(
    ["the", "and", "to", "that", "this", "these", "if", "it", "are", "be", "by", "from", "with", "there"]
)
_MIN_ENGLISH = 0.03
# A table of contents without a heading has at least this many lines.
_MIN_CONTENTS = 3
# Lines, evenly spread, to check the language of.
_SAMPLE = 150


@dataclass(frozen=True, slots=True)
class Parts:
    """Indexes of the lines at which the parts of a document begin; a missing part begins where the next one does."""

    contents: int
    body: int
    glossary: int
    credits: int


def read_document(text: str, effective: datetime.date | None = None, *, cut_short: bool = False) -> Document:
    """Parse an official document, also an incomplete one.

    An incomplete document has `complete` false, and `stops_at` says where it ends or what it lacks.

    Args:
        effective: overrides the date that the document states.
        cut_short: treat it as incomplete even if it looks whole.

    Raises:
        DocumentError: it isn't a rules document in English, or states no date.
    """
    lines = split_lines(text)
    _refuse_other_languages(lines)
    parts = find_parts(lines)
    title, statement, introduction = _read_front(lines[: parts.contents])
    date = effective or find_date(lines[: parts.body]) or find_date(lines[parts.credits :])
    stray, body = read_body(lines[parts.body : parts.glossary])
    if stray:
        raise DocumentError(f"“{stray[0].text[:60]}” doesn’t belong to any rule.", stray[0].number)
    if not any(entry.kind in (NumberKind.RULE, NumberKind.SUBRULE) for top in body for entry in top.walk()):
        raise DocumentError("The document has no numbered rules such as “107.4f”.")
    if date is None:
        raise DocumentError("The document has no effective date. Add it with --effective.")
    glossary = lines[parts.glossary : parts.credits]
    preface, terms = read_glossary(glossary[1:])
    contents = [line.text for line in lines[parts.contents : parts.body]]
    _refuse_second_document(lines[parts.credits :])
    back = [line.text for line in lines[parts.credits :]]
    stops_at = _where_it_stops(contents, body, terms, back)
    if cut_short and not stops_at:
        stops_at = "the credits"
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
    """Raise `DocumentError` if there are no numbered rules."""
    heading = find_heading(lines, _CONTENTS)
    first = _first_numbered(lines, heading or 0)
    if first is None:
        raise DocumentError("The document has no numbered rules such as “107.4f”.")
    rule = _first_rule(lines, first)
    # Both the table of contents and the rules begin with the first chapter.
    again = [index for index in range(first + 1, rule) if lines[index].text == lines[first].text]
    if again:
        body = again[-1]
    else:
        body = _headings_above(lines, rule, first)
        if heading is None and sum(read_head(line.text) is not None for line in lines[first:body]) < _MIN_CONTENTS:
            body = first
    contents = first if heading is None else heading
    glossary = find_heading(lines, _GLOSSARY, body)
    end = _find_credits(lines, body if glossary is None else glossary)
    return Parts(contents, body, end if glossary is None else glossary, end)


def _find_credits(lines: Sequence[Line], start: int) -> int:
    heading = find_heading(lines, _CREDITS, start)
    if heading is not None:
        return heading
    return next((index for index in range(start, len(lines)) if _FIRST_CREDIT in lines[index].text), len(lines))


def _first_rule(lines: Sequence[Line], start: int) -> int:
    for index in range(start, len(lines)):
        head = read_head(lines[index].text)
        if head is not None and head.number.rule:
            return index
    raise DocumentError("The document ends before its first rule.", lines[-1].number)


def _headings_above(lines: Sequence[Line], rule: int, first: int) -> int:
    below = read_head(lines[rule].text)
    while below is not None and rule > first:
        above = read_head(lines[rule - 1].text)
        if above is None or not above.number.contains(below.number):
            break
        rule -= 1
    return rule


def _first_numbered(lines: Sequence[Line], start: int) -> int | None:
    texts = ((index, lines[index].text) for index in range(start, len(lines)))
    return next((index for index, text in texts if text[0].isdigit() and read_head(text)), None)


def _read_front(lines: Sequence[Line]) -> tuple[str, str, list[str]]:
    rest = list(lines)
    title = rest.pop(0).text if rest and _is_title(rest[0].text) else ""
    statement = rest.pop(0).text if title and rest and states_date(rest[0].text) else ""
    introduction = ParagraphBuilder()
    wrapped = is_wrapped(rest)
    for line in rest:
        introduction.add(line, wrapped=wrapped)
    return title, statement, break_again(introduction.texts, introduction.breaks)


def _is_title(text: str) -> bool:
    return len(text) <= _LONGEST_TITLE and "comprehensive rules" in text.lower()


def _refuse_other_languages(lines: Sequence[Line]) -> None:
    sample = lines[:: len(lines) // _SAMPLE + 1]
    words = [word for line in sample for word in line.text.lower().split()]
    common = sum(word in _ENGLISH_WORDS for word in words)
    if common < len(words) * _MIN_ENGLISH:
        raise DocumentError("The document isn’t in English. Pipwise reads only the English rules.")


def _refuse_second_document(back: Sequence[Line]) -> None:
    heads = [(line.number, read_head(line.text)) for line in back if may_begin_item(line.text)]
    rules = [number for number, head in heads if head is not None and head.number.rule]
    if len(rules) >= _MANY_RULES:
        raise DocumentError("The file has rules after the credits, so it’s more than one document.", rules[0])


def _where_it_stops(
    contents: Sequence[str], body: Sequence[Entry], terms: Sequence[GlossaryEntry], back: Sequence[str]
) -> str:
    if not terms and not back:
        *_, last = body[-1].walk()
        return f"{last.kind} {last.number}"
    end = f"the glossary entry “{terms[-1].name}”" if terms and not back else ""
    there = {RuleNumber.of(entry.number.section) for top in body for entry in (top, *top.children)}
    missing = _sections_in(contents) - there
    if missing:
        return going_on_without(sections_in_words(missing), end)
    if body[0].number != RuleNumber(1):
        return going_on_without(f"what comes before {body[0].kind} {body[0].number}", end)
    if end:
        return end
    if not terms:
        return going_on_without("the glossary")
    return "" if _has_end(contents, back) else "the credits"


def _has_end(contents: Sequence[str], back: Sequence[str]) -> bool:
    """Whether the credits are complete: all parts that the contents list, and the whole imprint."""
    headings = [line.strip() for line in contents if not line[0].isdigit()]
    after_credits = headings[headings.index("Credits") + 1 :] if "Credits" in headings else []
    imprint = next((index for index, line in enumerate(back) if _IMPRINT.search(line)), None)
    if imprint is None or not set(after_credits) <= set(back):
        return False
    if after_credits:
        return _ADDRESS.search(back[-1]) is not None
    return imprint < len(back) - 1 or back[-1].endswith((".", ")", "”", '"'))


def _sections_in(contents: Sequence[str]) -> set[RuleNumber]:
    heads = [read_head(line) for line in contents if line[0].isdigit()]
    return {head.number for head in heads if head is not None and head.number.kind is NumberKind.SECTION}


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
