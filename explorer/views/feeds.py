"""Atom feeds of what changed: everything, a section, a rule or a glossary entry."""

from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed

from explorer.document.numbers import RuleNumber
from explorer.library.pages.history import history_page, years_page
from explorer.library.pages.place import find_number
from explorer.prose.feeds import FeedEntry, ShownFeed, feed_of_all, feed_of_history
from explorer.prose.history_page import show_history
from explorer.views import not_found
from explorer.views.glossary import term_place
from explorer.views.not_found import answers_not_found

if TYPE_CHECKING:
    _Feed = Feed[FeedEntry, ShownFeed]
else:
    _Feed = Feed


class _ChangesFeed(_Feed):
    feed_type = Atom1Feed
    author_name = "Pipwise"

    def get_object(self, request: HttpRequest, number: str = "", slug: str = "") -> ShownFeed:
        if slug:
            return feed_of_history(show_history(history_page(term_place(slug, None))))
        if not number:
            return feed_of_all(years_page(), request.build_absolute_uri("/")[:-1])
        wanted = RuleNumber.try_parse(number)
        if wanted is None:
            raise not_found.not_a_number(number)
        return feed_of_history(show_history(history_page(find_number(wanted, None))))

    def title(self, shown: ShownFeed) -> str:
        return shown.title

    def link(self, shown: ShownFeed) -> str:
        return shown.page

    def feed_url(self, shown: ShownFeed) -> str:
        return shown.address

    def items(self, shown: ShownFeed) -> list[FeedEntry]:
        return list(shown.entries)

    def item_title(self, item: FeedEntry) -> str:
        return item.title

    def item_description(self, item: FeedEntry) -> str:
        return item.content

    def item_link(self, item: FeedEntry) -> str:
        return item.address

    def item_updateddate(self, item: FeedEntry) -> datetime:
        return datetime.combine(item.day, time(), UTC)


feed = answers_not_found(_ChangesFeed())
