"""Views of `robots.txt` and of sitemaps: for each edition, for cards, for other pages."""

from collections.abc import Iterable, Iterator
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import mark_safe

from explorer.card_pages.missing import no_such_card
from explorer.cards.reading import card_count, card_slugs
from explorer.library.glossaries import terms_of
from explorer.library.loaded import library
from explorer.library.place import find_edition
from explorer.library.queries import EditionInfo, rule_numbers
from explorer.not_found.path_arguments import date_or_404, handle_not_found
from explorer.policy.loaded import newest_editions
from explorer.policy.place import ONE_PAGE
from explorer.web import addresses
from symbols.catalog.definitions import all_definitions
from symbols.trials.catalog import TRIALS

_XML = "application/xml"
_NEXT = "</loc></url>\n<url><loc>"
# Limit of the sitemap protocol.
_MAX_ADDRESSES = 50_000
# Crawlers have no use for searches or the API. Link previews may use oEmbed, and fetch briefs, which ask not to be
# indexed.
_ROBOTS = """\
User-agent: *
Allow: /api/oembed
Allow: /api/$
Disallow: /search/
Disallow: /api/
Disallow: /offline/
Sitemap: {}
"""


def robots(request: HttpRequest) -> HttpResponse:
    words = _ROBOTS.format(request.build_absolute_uri(addresses.sitemap()))
    return HttpResponse(words, content_type="text/plain; charset=utf-8")


def sitemaps(request: HttpRequest) -> HttpResponse:
    loaded = library()
    listed = [
        {"address": request.build_absolute_uri(addresses.sitemap(day)), "day": day}
        for day in [edition.date for edition in loaded.newest_first]
    ]
    lasting = [addresses.sitemap_of_pages(), *([addresses.sitemap_of_cards()] if card_count() else [])]
    pages = [{"address": request.build_absolute_uri(each)} for each in lasting]
    return render(request, "sitemaps.xml", {"listed": [*pages, *listed]}, content_type=_XML)


@handle_not_found
def sitemap(request: HttpRequest, edition: str | None = None) -> HttpResponse:
    """Pages of an edition; without one, the newest rules and pages that don't depend on editions."""
    if edition is not None:
        found = find_edition(date_or_404(edition)).edition
        return _listed(request, _of_edition(found, found.date))
    newest = library().undated
    return _listed(request, [*_lasting(), *_policy(), *(each for one in newest for each in _of_edition(one, None))])


@handle_not_found
def sitemap_of_cards(request: HttpRequest) -> HttpResponse:
    slugs = card_slugs()
    if not slugs:
        raise no_such_card("", library())
    return _listed(request, addresses.each_card(slugs[:_MAX_ADDRESSES]))


def _listed(request: HttpRequest, pages: Iterable[str]) -> HttpResponse:
    """Written in Python: a template would be slow for so many."""
    site = request.build_absolute_uri("/").removesuffix("/")
    listed = escape("\n".join(f"{site}{page}" for page in dict.fromkeys(pages)))
    context = {"pages": mark_safe(listed.replace("\n", _NEXT))}  # noqa: S308 - escaped above
    return render(request, "sitemap.xml", context, content_type=_XML)


def _of_edition(edition: EditionInfo, pin: date | None) -> Iterator[str]:
    yield addresses.contents(pin)
    yield from (addresses.rule(number, pin) for number in rule_numbers(edition))
    if edition.terms:
        yield addresses.glossary(pin)
        yield from (addresses.term(term.slug, pin) for term in terms_of(edition))


def _policy() -> Iterator[str]:
    for edition in newest_editions(library()):
        yield addresses.policy(edition.document)
        if edition.document not in ONE_PAGE:
            yield from (addresses.policy(edition.document, section.number) for section in edition.text.sections)


def _lasting() -> Iterator[str]:
    yield from (addresses.home(), addresses.index(), addresses.changes(), addresses.editions(), addresses.api())
    yield from (addresses.check(), addresses.cast(), addresses.x(), addresses.numbers(), addresses.citations())
    yield from (addresses.trials(), addresses.symbols())
    yield from (addresses.trial(one.slug) for one in TRIALS)
    yield from (addresses.symbol(one.slug) for one in all_definitions())
