"""The glossary and its entries."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer import addresses, presenting
from explorer.document.tree import slugify
from explorer.library import lookups, queries
from explorer.library.queries import EditionInfo, TermText
from explorer.views import missing

SLUG = re.compile(r"[a-z0-9-]{1,120}")


@dataclass(frozen=True, slots=True)
class ShownTerm:
    """A glossary entry ready for a page."""

    slug: str
    name: str
    address: str
    paragraphs: Sequence[presenting.ShownParagraph]


def glossary(request: HttpRequest, edition: str | None = None) -> HttpResponse:
    """Show the newest glossary, or that of one edition."""
    if edition:
        chosen = missing.edition_or_lost(missing.date_or_lost(edition))
    else:
        newest = next((found for found in reversed(queries.editions()) if found.terms), None)
        chosen_or_none = newest or queries.current_edition()
        if chosen_or_none is None:
            raise missing.empty_library()
        chosen = chosen_or_none
    pinned = edition is not None
    address = addresses.glossary(chosen.date if pinned else None)
    return _page(request, "Glossary", chosen, queries.glossary(chosen), address, pinned=pinned)


def term(request: HttpRequest, slug: str, edition: str | None = None) -> HttpResponse:
    """Show one entry, as of the newest edition that has it or of one edition."""
    pinned = edition is not None
    if not SLUG.fullmatch(slug):
        raise missing.no_such_term(slugify(slug), None)
    chosen = missing.edition_or_lost(missing.date_or_lost(edition)) if edition else queries.newest_with_term(slug)
    entry = queries.term_in(chosen, slug) if chosen else None
    if chosen is None or entry is None:
        raise missing.no_such_term(slug, chosen)
    address = addresses.term(slug, chosen.date if pinned else None)
    return _page(request, f"Glossary: {entry.name}", chosen, [entry], address, pinned=pinned, slug=slug)


def _page(
    request: HttpRequest,
    heading: str,
    edition: EditionInfo,
    entries: Sequence[TermText],
    address: str,
    *,
    pinned: bool,
    slug: str = "",
) -> HttpResponse:
    pin = edition.date if pinned else None
    texts = [paragraph.text for entry in entries for paragraph in entry.paragraphs]
    resolver = presenting.Resolver.for_texts(texts, edition, pinned=pinned)
    holding = {held.date for held in queries.editions_with_term(slug)} if slug else set()
    others = [
        {
            "date": other.date,
            "address": addresses.term(slug, other.date) if other.date in holding else addresses.glossary(other.date),
            "note": _note(other, slug, holds=other.date in holding),
            "holds": other.terms > 0,
        }
        for other in reversed(queries.editions())
    ]
    context = {
        "here": "rules",
        "heading": heading,
        "edition": edition,
        "editions": others,
        "held": "" if edition.complete else lookups.extent(edition),
        "pinned": pinned,
        "is_current": True,
        "newest_address": addresses.term(slug) if slug else addresses.glossary(),
        "single": bool(slug),
        "glossary_address": addresses.glossary(pin),
        "canonical": request.build_absolute_uri(address),
        "entries": [
            ShownTerm(
                entry.slug,
                entry.name,
                addresses.term(entry.slug, pin),
                presenting.show_paragraphs(entry.paragraphs, resolver),
            )
            for entry in entries
        ],
    }
    return render(request, "rules/glossary.html", context)


def _note(edition: EditionInfo, slug: str, *, holds: bool) -> str:
    if slug and not holds:
        return "without this entry"
    if edition.terms:
        return f"{edition.terms:,} {'entry' if edition.terms == 1 else 'entries'}"
    return "excerpt without glossary"
