"""Answers to questions about changes: how much changed, and the page that shows it."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate

from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.document.numbers import RuleNumber
from explorer.history.changes_page import changed_words, counts_of, rows_by_section
from explorer.history.query import changes_page
from explorer.library.history.counts import Counts, SectionYears, YearsPage, years
from explorer.library.loaded import Library
from explorer.lineages.provisions import is_section
from explorer.search import book_in
from explorer.search.answers.answer import Answer, Shared
from explorer.search.answers.rule_changes import answer_rule_changes
from explorer.search.index.book import entry_index
from explorer.search.understand.history import HistoryQuestion
from explorer.search.words.splitting import folded, inflected, tokens
from explorer.web import addresses
from explorer.wording.changes import changes_in, counts_in_words
from explorer.wording.wordings import without_italics
from symbols.sentences import counted

_ALL = "All editions"
_MAX_SHOWN = 500


def answer_changes(question: HistoryQuestion, loaded: Library, key: str = "") -> Answer | None:
    """None where nothing loaded answers it; `key` is of the rule or the glossary entry that words name."""
    known = years(loaded)
    if not known.pairs:
        return None
    number = RuleNumber.try_parse(question.topic)
    key = key or (question.topic if number and number.rule else "")
    section = _section(question.topic, known, loaded) if question.topic and not key else None
    if question.topic and section is None and not key:
        return None
    window = _window(question, known)
    if window is None and (question.since or question.during):
        return None
    if window and window[0] == window[1]:
        note = f"Pipwise has no newer rules than those of {long_date(window[1])}."
        return Answer(label="Changes", note=note, links=[(_ALL, _every(key, section))])
    if key:
        return answer_rule_changes(question, key, window, loaded)
    pair = window or _last_changed(section, known)
    return _answer_section(question, pair, section, known) if pair else None


def _answer_section(
    question: HistoryQuestion, pair: tuple[date, date], section: SectionYears | None, known: YearsPage
) -> Answer:
    """The answer about a section, or, without one, about all."""
    old, new = pair
    name = f"{section.number} {without_italics(section.heading)}" if section else ""
    counts = _counts(old, new, section, known)
    total = changes_in(counts)
    words = counts_in_words(counts) or "no changes"
    amount = name.removeprefix("glossary ") if section else counted(total, "change")
    heading = f"{amount}: {words}" if total or section else "No changes"
    heading = f"{question.verdict(is_changed=bool(total))}{heading}"
    is_older = new != known.pairs[-1][1] and not question.during
    label = "Changes"
    if section:
        label = f"Changes in {section.number if is_section(section.number) else 'the glossary'}"
    there = addresses.changes(old, new, section=section.number if section else "")
    shown: Sequence[SafeString] = ()
    if section and pair in known.pairs:
        shown = _first(list(changed_words(changes_page(old, new), section.number)))
    every = _every("", section)
    return Answer(
        label=label,
        source=f"{long_date(new)} compared with {long_date(old)}",
        heading=heading,
        note=f"The {long_date(known.pairs[-1][1])} rules changed nothing in it." if is_older else "",
        paragraphs=shown,
        links=[(f"All {total:,} changes" if shown and total > 1 else "Show what changed", there), (_ALL, every)],
        share=Shared(f"{label}, {long_date(old)} to {long_date(new)}", there, text=f"{heading}."),
    )


def _first(texts: Sequence[SafeString]) -> Sequence[SafeString]:
    """As many as fit an answer, but at least one."""
    ends = list(accumulate(len(strip_tags(text)) for text in texts))
    return texts[: max(1, sum(end <= _MAX_SHOWN for end in ends))]


def _section(topic: str, known: YearsPage, loaded: Library) -> SectionYears | None:
    """The section with a number, a title, or a name in the index: “layers”."""
    by_number = {section.number: section for section in known.sections}
    if topic in by_number:
        return by_number[topic]
    said = _words(topic)
    if titled := next((one for one in known.sections if _words(without_italics(one.heading)) == said), None):
        return titled
    place = entry_index(topic)
    if place is None:
        return None
    entry = book_in(loaded, None).entries[place]
    return next((by_number[number] for number in (entry.over, *entry.rules) if number in by_number), None)


def _words(text: str) -> tuple[str, ...]:
    return tuple(inflected(token.word) for token in tokens(folded(text)))


def _every(rule: str, section: SectionYears | None) -> str:
    """The page with the changes of all editions."""
    number = rule or (section.number if section and is_section(section.number) else "")
    return addresses.history(number) if number else addresses.changes()


def _last_changed(section: SectionYears | None, known: YearsPage) -> tuple[date, date] | None:
    changed: Mapping[date, Counts] = section.counts if section else known.totals
    return next((pair for pair in reversed(known.pairs) if changes_in(changed.get(pair[1], {}))), None)


def _window(question: HistoryQuestion, known: YearsPage) -> tuple[date, date] | None:
    """The editions before and after the time that it is about; the same one twice if nothing is newer.

    None without a time, or if no edition is from then.
    """
    days = [known.pairs[0][0], *(new for _, new in known.pairs)]
    if question.since:
        first = question.since.first
        return max((day for day in days if day <= first), default=days[0]), days[-1]
    if question.during:
        before = max((day for day in days if day < question.during.first), default=None)
        after = max((day for day in days if day <= question.during.last), default=None)
        return (before, after) if before and after and before != after else None
    return None


def _counts(old: date, new: date, section: SectionYears | None, known: YearsPage) -> Counts:
    if (old, new) in known.pairs:
        return (section.counts if section else known.totals).get(new, {})
    page = changes_page(old, new)
    return counts_of(rows_by_section(page).get(section.number, ()) if section else page.rows)
