"""Atom feeds of changes: of all, of a section, rule or glossary entry, of a tournament document."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, TypeVar

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from explorer.document.dates import long_date
from explorer.history.page import ShownHistory, ShownLifeStep, show_history
from explorer.history.query import history_page
from explorer.library.history.counts import YearsPage, years_page
from explorer.library.place import NotInLibrary, RulePlace, TermPlace, find_number
from explorer.not_found.path_arguments import handle_not_found, number_or_404, term_place
from explorer.policy.finding import find_policy
from explorer.policy.history_page import ShownPolicyHistory, show_document_history
from explorer.rules.glossary.query import term_meant
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


if TYPE_CHECKING:
    _Feed = Feed[FeedEntry, ShownFeed]
else:
    _Feed = Feed

_Place = TypeVar("_Place", RulePlace, TermPlace)


class _AtomFeed(Atom1Feed):
    """Without entries, the feed's update time is the date of the newest rules."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else _start_of(self.feed["newest"])


class _ChangesFeed(_Feed):
    feed_type = _AtomFeed
    author_name = "Pipwise"

    def get_object(self, request: HttpRequest, number: str = "", slug: str = "", document: str = "") -> ShownFeed:
        if document:
            place = find_policy(document)
            return feed_of_policy(
                show_document_history(document, place.library), place.edition.date, request.build_absolute_uri("/")[:-1]
            )
        if slug:
            return _feed_of(_term(slug))
        if not number:
            return feed_of_all(years_page(), request.build_absolute_uri("/")[:-1])
        wanted = number_or_404(number)
        return _feed_of(_anywhere(lambda day: find_number(wanted, day)))

    def title(self, shown: ShownFeed) -> str:
        return shown.title

    def link(self, shown: ShownFeed) -> str:
        return shown.page

    def feed_url(self, shown: ShownFeed) -> str:
        return shown.address

    def feed_extra_kwargs(self, shown: ShownFeed) -> dict[str, date]:
        return {"newest": shown.newest}

    def items(self, shown: ShownFeed) -> list[FeedEntry]:
        return list(shown.entries)

    def item_title(self, item: FeedEntry) -> str:
        return item.title

    def item_description(self, item: FeedEntry) -> str:
        return item.content

    def item_link(self, item: FeedEntry) -> str:
        return item.address

    def item_updateddate(self, item: FeedEntry) -> datetime:
        return _start_of(item.day)


def _anywhere(find: Callable[[date | None], _Place]) -> _Place:
    """In the newest rules, else in the last edition that has it."""
    try:
        return find(None)
    except NotInLibrary as nowhere:
        if not nowhere.having:
            raise
        return find(nowhere.having[0].date)


def _term(slug: str) -> TermPlace:
    """Under its name today, else in the last edition that has it."""
    place = _anywhere(lambda day: term_place(slug, day.isoformat() if day else None))
    if place.edition.id in place.wordings:
        return place
    if meant := term_meant(place):
        return term_place(meant, None)
    having = place.library.among(place.wordings)
    return term_place(slug, having[0].iso) if having else place


def _feed_of(place: RulePlace | TermPlace) -> ShownFeed:
    return feed_of_history(show_history(history_page(place)), place.library.editions[-1].date)


def _start_of(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


feed = handle_not_found(_ChangesFeed())
