"""Parts of what is kept for reading without a network: made by the views themselves, so from the same templates."""

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from threading import Lock
from types import MappingProxyType
from typing import Any, cast
from urllib.parse import urlsplit

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.http import Http404, HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import ResolverMatch, resolve, reverse
from django.utils.safestring import SafeString
from django_htmx.middleware import HtmxDetails

from explorer import addresses
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.errors import ErrorPage, LinkList, PageLink
from explorer.library.glossaries import terms_of
from explorer.library.loaded import Library, library
from explorer.library.pages.glossary import initial
from explorer.library.queries import rule_numbers
from explorer.page_cache import build_id
from explorer.search import book_in
from explorer.views.offline.cards import card_data
from explorer.views.offline.finding import hit_kinds, search_data
from explorer.views.offline.splitting import Shells, split_entries, split_rules
from symbols.catalog.definitions import all_definitions

_CHAPTERS = range(1, 10)
# Those that no page loads from where it is, and the icons, which only an installed app shows.
_NOT_KEPT = ("icons/", "js/offline/")


class KeptRequest(HttpRequest):
    """Request for a page that is kept, made by nobody: addresses in the page don’t depend on the site’s name."""

    resolver_match: ResolverMatch

    def __init__(self, address: str) -> None:
        super().__init__()
        asked = urlsplit(address)
        self.method = "GET"
        self.path = self.path_info = asked.path
        self.GET = QueryDict(asked.query)
        self.htmx = HtmxDetails(self)
        self.resolver_match = resolve(asked.path)

    def build_absolute_uri(self, location: str | None = None) -> str:
        """Return an address as it is."""
        return location or self.path


def version_of(loaded: Library) -> str:
    """Return the version of all that is kept: it changes with the editions, the code, the templates and the files."""
    return hashlib.sha256(repr((loaded.key, build_id())).encode()).hexdigest()[:16]


def edition_named(loaded: Library) -> str:
    """Return what a reader without a network reads: `the January 16, 2026 rules`, or for excerpts the newest loaded."""
    newest = loaded.newest
    if newest is None or not newest.complete:
        return "the newest rules loaded"
    return f"the {long_date(newest.date)} rules"


def part_address(name: str) -> str:
    """Return the address of one part."""
    return reverse("kept-part", args=[name])


@cache
def kept_files() -> tuple[str, ...]:
    """Return the addresses of the static files that pages load."""
    storage = cast("ManifestStaticFilesStorage", staticfiles_storage)
    names = [name for name in storage.hashed_files if not name.startswith(_NOT_KEPT)]
    return tuple(storage.url(name) for name in sorted(names))


# The newest version of each part, compressed: a tenth of what it is.
_made: dict[str, tuple[str, bytes]] = {}
_making = Lock()


def part(name: str, loaded: Library) -> bytes | None:
    """Return one part of what is kept, as JSON in gzip; None while another is made, or where an edition came meanwhile.

    Making all of them takes seconds: at most one of the site’s threads is busy with it.

    Raises:
        KeyError: there is no such part.
    """
    make, version = PARTS[name], version_of(loaded)
    made = _made.get(name)
    if made is None or made[0] != version:
        if not _making.acquire(blocking=False):
            return None
        try:
            text = json.dumps({"version": version, **make(loaded)}, ensure_ascii=False, separators=(",", ":"))
            # The views ask for themselves what is loaded, and an edition may have come meanwhile.
            if version_of(library()) != version:
                return None
            made = _made[name] = (version, gzip.compress(text.encode(), mtime=0))
        finally:
            _making.release()
    return made[1]


def _page(address: str) -> str | None:
    """Return a page as its view makes it; None where there is none."""
    request = KeptRequest(address)
    view = request.resolver_match
    try:
        response = view.func(request, *view.args, **view.kwargs)
    except Http404:
        return None
    return response.content.decode() if response.status_code == 200 else None


def _pages(
    asked: Iterable[str], split: Callable[[str], dict[str, Any]] = lambda main: {"main": main}
) -> dict[str, Any]:
    """Return some pages by their addresses, each main part split, and what they share."""
    shells, found = Shells(), {}
    for address in asked:
        page = _page(address)
        if page is not None:
            own = shells.take_apart(page)
            found[address] = split(own.pop("main")) | own
    return {"shells": shells.kinds, "pages": found}


def _chapter(chapter: int, loaded: Library) -> dict[str, Any]:
    """Return the sections of a chapter, with all their rules, and each rule that isn’t on its section’s page."""
    numbers = [RuleNumber.parse(number) for edition in loaded.undated for number in rule_numbers(edition)]
    own = list(dict.fromkeys(str(one) for one in numbers if one.chapter == chapter and one.kind != NumberKind.CHAPTER))
    sections = dict.fromkeys(str(RuleNumber.of(RuleNumber.parse(one).section)) for one in own)
    made = _pages([addresses.rule(str(chapter)), *map(addresses.rule, sections)], split_rules)
    there = {number for page in made["pages"].values() for number in page.get("rules", ())} | sections.keys()
    alone = _pages(addresses.rule(one) for one in own if one not in there)
    shift = len(made["shells"])
    made["pages"] |= {at: {**one, "shell": one["shell"] + shift} for at, one in alone["pages"].items()}
    return {"shells": [*made["shells"], *alone["shells"]], "pages": made["pages"]}


def _glossary(loaded: Library) -> dict[str, Any]:
    newest = loaded.newest_with_glossary
    letters = sorted({initial(term.name) for term in terms_of(newest)}) if newest else []
    asked = [addresses.glossary(), *(addresses.glossary(letter=letter) for letter in letters)]
    return _pages(asked, split_entries)


def _index(loaded: Library) -> dict[str, Any]:
    letters = sorted({initial(one.name) for one in book_in(loaded, None).entries if one.rules})
    return _pages([addresses.index(), *map(addresses.index, letters)])


def _symbols(loaded: Library) -> dict[str, Any]:  # noqa: ARG001 - the views ask for it themselves
    return _pages([addresses.symbols(), *(addresses.symbol(one.slug) for one in all_definitions())])


def _others(loaded: Library) -> dict[str, Any]:
    """Return the other pages, and those that say what isn’t kept, or what a search without a network found."""
    made = _pages([addresses.home(), addresses.contents(), addresses.check()])
    shells = Shells()
    shells.kinds = made["shells"]

    def page(template: str, **context: object) -> dict[str, Any]:
        request = KeptRequest(addresses.search())
        return shells.take_apart(render_to_string(template, context, cast("HttpRequest", request)))

    newest = [LinkList("Saved", [PageLink("", SafeString("§words§"), "§address§")])]
    made |= {
        "absent": page("error.html", error=ErrorPage("offline", "§heading§", "§message§")),
        "absent_but_newest": page("error.html", error=ErrorPage("offline", "§heading§", "§message§", newest)),
        "search": page("offline/search.html", typed="§typed§"),
        "card": page("offline/card.html", here="cards"),
        "found": render_to_string("offline/found.html", {"edition": edition_named(loaded)}),
        "note": render_to_string("offline/note.html", {"edition": edition_named(loaded)}).strip(),
        "note_on_read": render_to_string("offline/note.html").strip(),
        "hits": hit_kinds(),
    }
    return made


#: What makes each part. The worker brings them one after another, so that no request takes long.
PARTS: Mapping[str, Callable[[Library], Mapping[str, Any]]] = MappingProxyType(
    {
        "pages": _others,
        **{f"rules-{chapter}": partial(_chapter, chapter) for chapter in _CHAPTERS},
        "glossary": _glossary,
        "index": _index,
        "symbols": _symbols,
        "search": search_data,
        "cards": lambda _: card_data(),
    }
)
