"""The glossary: its names by letter, the entries of a letter, and each entry on a page of its own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from explorer import addresses
from explorer.document.terms import is_obsolete
from explorer.document.tree import slugify
from explorer.library import lookups, queries
from explorer.library.cited import Citation
from explorer.library.glossaries import TermName, entries_naming, glossary_of, names_in, rules_using
from explorer.library.queries import EditionInfo, TermText
from explorer.prose import presenting
from explorer.views import not_found
from explorer.views.rules.cited import Cited, grouped

SLUG = re.compile(r"[a-z0-9-]{1,120}")
# A glossary of up to this many entries is shown with all that they mean; a larger one by its names.
SHORT = 60
# What stands under no letter of the alphabet.
OTHER = "0"


@dataclass(frozen=True, slots=True)
class ShownTerm:
    """A glossary entry ready for a page."""

    slug: str
    name: str
    address: str
    obsolete: bool
    paragraphs: Sequence[presenting.ShownParagraph]


@dataclass(frozen=True, slots=True)
class Name:
    """A name in the index."""

    slug: str
    name: str
    address: str
    obsolete: bool


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the index, the page with its entries, and their names; `current` when that page is shown."""

    letter: str
    address: str
    names: Sequence[Name]
    current: bool = False


def glossary(request: HttpRequest, edition: str | None = None) -> HttpResponse:
    """Show the newest glossary, or that of one edition: all of a short one, else its names, or one letter."""
    if edition:
        chosen = not_found.edition_or_404(not_found.date_or_404(edition))
    else:
        newest = next((found for found in reversed(queries.editions()) if found.terms), None)
        chosen_or_none = newest or queries.current_edition()
        if chosen_or_none is None:
            raise not_found.empty_library()
        chosen = chosen_or_none
    pin = chosen.date if edition else None
    names = names_in(chosen)
    typed = request.GET.get("letter", "")
    asked = initial(typed[:20]) if typed else ""
    letters = _letters(names, pin=edition is not None, edition=chosen, current=asked)
    if asked and not any(letter.current for letter in letters):
        raise not_found.no_such_letter(typed, chosen, addresses.glossary(pin))
    heading = f"Glossary: {'other signs' if asked == OTHER else asked}" if asked else "Glossary"
    in_full = asked or len(names) <= SHORT
    entries = queries.glossary(chosen) if in_full else []
    if asked:
        entries = [entry for entry in entries if initial(entry.name) == asked]
    context = {
        "letters": letters if len(names) > SHORT else [],
        "index": not in_full,
        "entries": _shown(entries, chosen, pinned=edition is not None),
        "empty": not names,
    }
    address = addresses.glossary(pin, asked)
    return _page(request, heading, chosen, address, context, pinned=edition is not None)


def term(request: HttpRequest, slug: str, edition: str | None = None) -> HttpResponse:
    """Show one entry, as of the newest edition that has it or of one edition."""
    pinned = edition is not None
    if not SLUG.fullmatch(slug):
        raise not_found.no_such_term(slugify(slug), None)
    chosen = not_found.edition_or_404(not_found.date_or_404(edition)) if edition else queries.newest_with_term(slug)
    entry = queries.term_in(chosen, slug) if chosen else None
    if chosen is None or entry is None:
        return _by_another_name(slug, chosen, pinned=pinned)
    address = addresses.term(slug, chosen.date if pinned else None)
    current = queries.current_edition() == chosen
    using = rules_using(chosen, slug)
    context = {
        "single": True,
        "obsolete": entry.obsolete,
        "entries": _shown([entry], chosen, pinned=pinned),
        "cited": _cited(entry, using, pinned=pinned or not current),
        "everywhere": using is None and not entry.obsolete,
        "search_address": addresses.search(entry.name),
        **_turns(entry, pinned=pinned),
    }
    return _page(request, entry.name, chosen, address, context, pinned=pinned, slug=slug)


def initial(name: str) -> str:
    """Return the letter that a name stands under: its first one, without marks; `0` for all that is none."""
    # The digit at its end stands there for a name without any letter.
    first = slugify(f"{name} {OTHER}")[0].upper()
    return first if first.isalpha() else OTHER


def _by_another_name(slug: str, edition: EditionInfo | None, *, pinned: bool) -> HttpResponse:
    """Lead to the entry that is meant by another form of its name, or say that there is none."""
    within = edition or next((found for found in reversed(queries.editions()) if found.terms), None)
    meant = glossary_of(within).find(slug) if within else None
    if meant is None or within is None:
        raise not_found.no_such_term(slug, edition)
    return HttpResponseRedirect(addresses.term(meant, within.date if pinned else None))


def _letters(names: Sequence[TermName], *, pin: bool, edition: EditionInfo, current: str) -> list[Letter]:
    day = edition.date if pin else None
    by_letter: dict[str, list[Name]] = {}
    for one in names:
        shown = Name(one.slug, one.name, addresses.term(one.slug, day), one.obsolete)
        by_letter.setdefault(initial(one.name), []).append(shown)
    return [
        Letter(letter, addresses.glossary(day, letter), under, letter == current)
        for letter, under in sorted(by_letter.items())
    ]


def _shown(entries: Sequence[TermText], edition: EditionInfo, *, pinned: bool) -> list[ShownTerm]:
    texts = [paragraph.text for entry in entries for paragraph in entry.paragraphs]
    resolver = presenting.Resolver.for_texts(texts, edition, pinned=pinned)
    pin = edition.date if pinned else None
    return [
        ShownTerm(
            entry.slug,
            entry.name,
            addresses.term(entry.slug, pin),
            entry.obsolete,
            presenting.show_paragraphs(entry.paragraphs, resolver),
        )
        for entry in entries
    ]


def _cited(entry: TermText, using: Sequence[tuple[str, str]] | None, *, pinned: bool) -> list[Cited]:
    """Return the rules that use an entry's words, and the entries that point to it."""
    naming = [Citation("", "", one.slug, one.name) for one in entries_naming(entry.edition, entry.slug)]
    rules = [Citation("", number, "", heading) for number, heading in using or ()]
    return grouped({"Rules that use it": rules, "Entries that point here": naming}, entry.edition, pinned=pinned)


def _turns(entry: TermText, *, pinned: bool) -> dict[str, Name | None]:
    """Return the entries before and after one."""
    names = names_in(entry.edition)
    place = next(place for place, one in enumerate(names) if one.slug == entry.slug)
    day = entry.edition.date if pinned else None

    def turn(at: int) -> Name | None:
        if not 0 <= at < len(names):
            return None
        one = names[at]
        return Name(one.slug, one.name, addresses.term(one.slug, day), is_obsolete(one.name))

    return {"previous": turn(place - 1), "next": turn(place + 1)}


def _page(
    request: HttpRequest,
    heading: str,
    edition: EditionInfo,
    address: str,
    more: Mapping[str, object],
    *,
    pinned: bool,
    slug: str = "",
) -> HttpResponse:
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
        "glossary_address": addresses.glossary(edition.date if pinned else None),
        "canonical": request.build_absolute_uri(address),
        **more,
    }
    return render(request, "rules/glossary.html", context)


def _note(edition: EditionInfo, slug: str, *, holds: bool) -> str:
    if slug and not holds:
        return "without this entry"
    if edition.terms:
        return f"{edition.terms:,} {'entry' if edition.terms == 1 else 'entries'}"
    return "excerpt without glossary"
