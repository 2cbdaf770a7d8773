"""View of Atom feeds."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, TypeVar

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed

from explorer.history.page import show_history
from explorer.history.query import history_page
from explorer.library.history.counts import years_page
from explorer.library.place import NotInLibrary, RulePlace, TermPlace, find_number
from explorer.not_found import pages as not_found
from explorer.not_found.pages import handle_not_found, term_place
from explorer.policy.finding import find_policy
from explorer.policy.history_page import show_document_history
from explorer.rules.glossary.query import term_meant
from explorer.sharing.feeds.page import FeedEntry, ShownFeed, feed_of_all, feed_of_history, feed_of_policy

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
        wanted = not_found.number_or_404(number)
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
