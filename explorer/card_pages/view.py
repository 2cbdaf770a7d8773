"""Views of one card, and of all cards by name."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from explorer.card_pages.missing import MAX_CLOSEST, no_such_card
from explorer.card_pages.page import face_checks, face_xs, show_card, texts_of
from explorer.cards.reading import card_at, card_files, card_names
from explorer.citations import citations_in
from explorer.library.glossaries import rules_meant
from explorer.library.links import link_facts
from explorer.library.loaded import library
from explorer.not_found.path_arguments import handle_not_found
from explorer.search.index_page import rules_named
from explorer.web import addresses
from explorer.web.downloads import uncached
from explorer.web.page_cache import query_parameters
from explorer.wording.wordings import Resolver

_MAX_LISTED = 60


@handle_not_found
@query_parameters(["pool"])
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card with its rulings; other spellings of its name redirect to it."""
    loaded = library()
    found = card_at(slug)
    if found is None:
        named = card_names(loaded).named(slug.replace("-", " "))
        if named and named.slug != slug:
            return HttpResponseRedirect(addresses.card(named.slug))
        raise no_such_card(slug, loaded)
    newest = loaded.newest
    facts = link_facts(texts_of(found), newest, pinned=False, loaded=loaded) if newest else None
    resolver = Resolver(facts, rules_meant(facts.edition) if facts.newest else None) if facts else None
    names = rules_named({number for ruling in found.rulings for number in ruling.rules}, loaded)
    pool = request.GET.get("pool", "").strip()[:200]
    checks, citations = face_checks(found, slug, pool, loaded), citations_in(loaded=loaded)
    xs = [face_xs(face, citations) for face in found.faces]
    shown = show_card(found, slug, resolver, names, checks, xs)
    canonical = request.build_absolute_uri(addresses.card(slug))
    return render(
        request,
        "cards/card.html",
        {"here": "cards", "canonical": canonical, "card": shown, "files": card_files(), "pool": pool},
    )


@query_parameters(["q"])
def cards(request: HttpRequest) -> HttpResponse:
    """Show cards by prefix, else the closest names; without cards, how to import them."""
    loaded = library()
    names = card_names(loaded)
    typed = request.GET.get("q", "").strip()[:200]
    begun = names.begun(typed, _MAX_LISTED) if typed else []
    if len(begun) == 1:
        return HttpResponseRedirect(addresses.card(begun[0].slug))
    found = begun or (names.alike(typed, MAX_CLOSEST) if typed else [])
    context = {"typed": typed, "begun": begun, "found": found, "count": len(names), "files": card_files()}
    page = render(request, "cards/cards.html", {"here": "cards", **context})
    return page if names else uncached(page)
