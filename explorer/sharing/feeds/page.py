"""Content of feeds: all changes, or those of a section, rule or glossary entry."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from explorer.document.dates import long_date
from explorer.history.page import ShownHistory, ShownLifeStep
from explorer.library.history.counts import YearsPage
from explorer.policy.history_page import ShownPolicyHistory
from explorer.web import addresses
from explorer.wording.changes import counts_in_words
from explorer.wording.wordings import without_italics

# Editions in the feed of all changes.
_MAX_ENTRIES = 40
# Feed readers don't have our SVG sprites; symbols remain as text.
_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An edition that changed something; `address` is a permalink, `content` HTML."""

    day: date
    title: str
    address: str
    content: str


@dataclass(frozen=True, slots=True)
class ShownFeed:
    """A feed, and the page with the same content; `newest` is the date of the newest rules, for one without entries."""

    title: str
    page: str
    address: str
    entries: Sequence[FeedEntry]
    newest: date


def feed_of_all(page: YearsPage, site: str) -> ShownFeed:
    """An entry for each of the newest editions; `site` is the prefix for absolute addresses in entries."""
    newest = page.library.newest
    entries = [_edition(page, old, new, site) for old, new in reversed(page.pairs[-_MAX_ENTRIES:])]
    return ShownFeed(
        "Changes in the Magic rules",
        addresses.changes(),
        addresses.feed(),
        entries,
        newest.date if newest else date.min,
    )


def feed_of_history(page: ShownHistory, newest: date) -> ShownFeed:
    """For a section, an entry for each edition that changed its rules; for a rule or entry, for each step."""
    title = without_italics(page.name if page.title.endswith(page.name) else f"{page.name} {page.title}")
    if page.section:
        entries = [
            FeedEntry(each.day, f"{each.label}: {each.counts}", each.address, format_html("<p>{}</p>", each.counts))
            for each in page.section.editions
        ]
    else:
        entries = [_step(step, page) for step in page.steps if not step.is_newest]
    return ShownFeed(f"{title}: changes in the Magic rules", page.address, page.feed, entries, newest)


def feed_of_policy(page: ShownPolicyHistory, newest: date, site: str) -> ShownFeed:
    """An entry for each edition of a tournament document that changed something."""
    entries = []
    for day, steps in page.steps:
        lines = ((site + step.history, step.cited, step.name, step.what) for step in steps)
        content = format_html_join("", '<li><a href="{}">{} {}</a>: {}</li>', lines)
        entries.append(
            FeedEntry(day, long_date(day), f"{page.address}#{day.isoformat()}", format_html("<ul>{}</ul>", content))
        )
    return ShownFeed(page.title, page.address, addresses.policy_feed(page.kind.key), entries, newest)


def _edition(page: YearsPage, old: date, new: date, site: str) -> FeedEntry:
    counts = counts_in_words(page.totals[new])
    sections = [
        (site + addresses.changes(old, new, section=section.number), section.number, section.heading, words)
        for section in page.sections
        if (words := counts_in_words(section.counts.get(new, {})))
    ]
    listed = format_html_join(
        "", '<li><a href="{}">{} {}</a>: {}</li>', ((at, *map(without_italics, rest)) for at, *rest in sections)
    )
    return FeedEntry(
        new, f"{long_date(new)}: {counts}", addresses.changes(old, new), format_html("<ul>{}</ul>", listed)
    )


def _step(step: ShownLifeStep, page: ShownHistory) -> FeedEntry:
    said = [mark_safe(_DRAWING.sub("", each.html)) for each in step.text]  # noqa: S308 - as it is on the page
    content: SafeString = format_html_join("", "<p>{}</p>", ((each,) for each in (step.what, *said)))
    return FeedEntry(step.day, f"{step.label}: {step.what}", step.address or step.compare or page.address, content)
