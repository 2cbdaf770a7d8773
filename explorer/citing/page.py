"""Checked citations as the page shows them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from explorer.citing.checking import CheckedCitation, CheckedText
from explorer.citing.judging import Status, Verdict
from explorer.citing.sentences import notes, summary
from explorer.citing.texts import texts_of
from explorer.citing.tournament import CitedSection
from explorer.citing.words import Quoted, excerpt, line_of, quote_difference, sentences_with
from explorer.document.dates import long_date
from explorer.document.tree import Paragraph
from explorer.web import addresses
from explorer.wording.differences import ShownDifference, show_difference
from symbols.rendering import render_text

MOST_SHOWN = 300
"""Citations that the page lists. The updated text has all."""
_MOST_TEXT = 40_000
# Letters from which a difference is folded.
_LONG = 400

_WORDS: Mapping[Status, tuple[str, str, str]] = {
    # Word, class and drawing.
    Status.SAME: ("Same", "ok", "M2.5 8.5 6.5 12.5 13.5 4"),
    Status.REWORDED: ("Reworded", "", "M3 13l1-3.5L11 2.5l2.5 2.5-7 7z"),
    Status.MOVED: ("Moved", "", "M2.5 8h10M9 4l4 4-4 4"),
    Status.MOVED_AND_REWORDED: ("Moved and reworded", "", "M2.5 8h10M9 4l4 4-4 4"),
    Status.REMOVED: ("Gone", "bad", "M4 4 12 12M12 4 4 12"),
    Status.UNKNOWN: ("Unknown", "bad", "M4 4 12 12M12 4 4 12"),
    Status.MISQUOTED: ("Misquoted", "bad", "M8 3v6M8 12.5v.1"),
}


@dataclass(frozen=True, slots=True)
class ShownCitation:
    """One citation.

    Attributes:
        before: word before the linked number: “now”.
        number: today's number, else the one cited; empty if it's gone.
        address: the number's page, if it has one.
        when: the change's date as it follows the number: “, November 8, 2024” or “since …”.
        rule: the rule's words, with differences.
        copied: today's text with its number, to be copied.
    """

    index: int
    status: str
    kind: str
    drawing: str
    before: str
    number: str
    address: str
    when: str
    hint: str
    rule: Sequence[ShownDifference]
    copied: str


@dataclass(frozen=True, slots=True)
class ShownCitations:
    """Citations of a text.

    Attributes:
        read_as: “Quotes match the February 1, 2014 rules”.
        is_guess: the edition was guessed from numbers alone.
        marked: the text as HTML, with numbered links.
        is_cut: only the beginning is shown.
        changed: numbers were updated.
        sections: sections of tournament documents, numbered after the rules.
        old_date: the text's own date, if the updated numbers are newer.
    """

    summary: str
    read_as: str
    is_guess: bool
    marked: SafeString
    is_cut: bool
    citations: Sequence[ShownCitation]
    more: int
    updated: str
    changed: bool
    old_date: str
    sections: Sequence[tuple[int, CitedSection]]


def show_citations(checked: CheckedText) -> ShownCitations:
    shown, sections = checked.citations[:MOST_SHOWN], checked.sections[:MOST_SHOWN]
    return ShownCitations(
        summary(checked),
        _read_as(checked),
        checked.assumed and bool(shown) and not any(one.quote for one in shown),
        _marked(checked.text, [*shown, *sections]),
        len(checked.text) > _MOST_TEXT,
        [_citation(index, one, checked) for index, one in enumerate(shown, 1)],
        len(checked.citations) - len(shown),
        checked.updated,
        checked.updated != checked.text,
        long_date(checked.old_date) if checked.old_date else "",
        list(enumerate(sections, len(shown) + 1)),
    )


def _read_as(checked: CheckedText) -> str:
    if not checked.citations:
        return ""
    rules = f"the {long_date(checked.edition.date)} rules"
    if not checked.assumed:
        return f"Compared with {rules}"
    return f"Quotes match {rules}" if any(one.quote for one in checked.citations) else f"Numbers match {rules}"


def _marked(text: str, citations: Sequence[CheckedCitation | CitedSection]) -> SafeString:
    """The text with each number linked to its entry; a range's marks are at its end."""
    marks: dict[int, list[int]] = defaultdict(list)
    for index, one in enumerate(citations, 1):
        marks[one.end].append(index)
    parts: list[SafeString] = []
    place = 0
    for index, one in sorted(enumerate(citations, 1), key=lambda each: (each[1].start, each[1].end)):
        if one.end not in marks or one.end > _MOST_TEXT:
            continue
        inner = [other for other in citations if other is not one and other.end == one.end]
        if inner and any(other.start > one.start for other in inner):
            continue
        parts.append(format_html("{}", text[place : one.start]))
        parts.append(format_html('<a class="k" href="#c{}">{}</a>', index, text[one.start : one.end]))
        parts.append(format_html("<sup>{}</sup>", ", ".join(map(str, marks.pop(one.end)))))
        place = one.end
    parts.append(format_html("{}", text[place:_MOST_TEXT]))
    return mark_safe("".join(parts))  # noqa: S308 - each part is escaped


def _citation(index: int, citation: CheckedCitation, checked: CheckedText) -> ShownCitation:
    verdict = citation.verdict
    word, kind, drawing = _WORDS[verdict.status]
    today = texts_of(checked.today)
    moved = verdict.now != "" and verdict.now != verdict.number
    number = "" if verdict.status is Status.REMOVED else verdict.now or verdict.number
    gone = verdict.status in {Status.REMOVED, Status.UNKNOWN}
    return ShownCitation(
        index,
        word,
        kind,
        drawing,
        "now" if moved else "",
        number,
        addresses.rule(number) if verdict.now or not gone else "",
        _when(verdict),
        " ".join(_hints(citation, checked)),
        _rule(citation, checked),
        f"{number}. {today.words(verdict.now)}" if verdict.now in today else "",
    )


def _when(verdict: Verdict) -> str:
    if verdict.since is None:
        return ""
    if verdict.status is Status.REMOVED:
        return f"since {long_date(verdict.since)}"
    return f", {long_date(verdict.since)}" if verdict.status is Status.REWORDED else ""


def _hints(citation: CheckedCitation, checked: CheckedText) -> list[str]:
    verdict = citation.verdict
    found = []
    match verdict.status:
        case Status.SAME:
            found.append(
                "Quoted correctly. Still the newest wording." if citation.quote else "Still the newest wording."
            )
        case Status.MOVED:
            found.append("Same words under a new number.")
        case Status.REMOVED if verdict.number in texts_of(checked.today):
            found.append(f"{verdict.number} is a different rule now.")
        case Status.UNKNOWN:
            found.append(f"The {long_date(verdict.edition.date)} rules have no {verdict.number}.")
        case _:
            pass
    if verdict.edition != checked.edition and verdict.status is not Status.UNKNOWN:
        found.append(f"Quoted from the {long_date(verdict.edition.date)} rules.")
    found += notes(citation, long_date)
    if verdict.status is Status.MISQUOTED and not verdict.says and verdict.number in texts_of(verdict.edition):
        found.append("The rule says:")
    return found


def _rule(citation: CheckedCitation, checked: CheckedText) -> Sequence[ShownDifference]:
    """The rule's changes, or for a misquotation, its real words."""
    verdict = citation.verdict
    days = verdict.edition.date, checked.today.date
    texts = texts_of(verdict.edition)
    if verdict.status in {Status.REWORDED, Status.MOVED_AND_REWORDED}:
        edition, key = verdict.old
        then = texts_of(edition).words(key)
        old, new = _changed(then, texts_of(checked.today).words(verdict.now), citation.quote)
        days = edition.date, checked.today.date
        return show_difference([Paragraph("text", old)], [Paragraph("text", new)], days, folded=len(new) > _LONG)
    if verdict.status is not Status.MISQUOTED:
        return ()
    quoted = Quoted.of(citation.quote)
    if verdict.altered and verdict.says_in and verdict.says in texts_of(verdict.says_in):
        return [ShownDifference(_quote_html(quoted, texts_of(verdict.says_in).text(verdict.says)), example=False)]
    if verdict.number not in texts:
        return ()
    words = texts.words(verdict.number)
    if not verdict.says:
        words = sentences_with(words, excerpt(quoted, words))
    return [ShownDifference(render_text(words, days[0]), example=False)]


def _changed(old: str, new: str, quote: str) -> tuple[str, str]:
    """A rule's old and new text; with a quote, only the sentences that have it."""
    if not quote or not Quoted.of(quote).is_in(line_of(old)):
        return old, new
    before = sentences_with(old, excerpt(Quoted.of(quote), old))
    return before, sentences_with(new, excerpt(Quoted.of(before), new))


def _quote_html(quoted: Quoted, text: str) -> SafeString:
    parts = (part for part in quote_difference(quoted, text) if not (part.is_typing and part.kind == "deleted"))
    return format_html_join(
        "", "{}", ((_segment("kept" if part.is_typing else part.kind, part.text),) for part in parts)
    )


def _segment(kind: str, text: str) -> SafeString:
    tag = {"deleted": "del", "added": "ins"}.get(kind)
    return format_html(f"<{tag}>{{}}</{tag}>", text) if tag else format_html("{}", text)
