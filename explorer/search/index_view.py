"""The index, A to Z: what players call things, and the rules that answer."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer.document.tree import slugify
from explorer.library.loaded import library
from explorer.not_found.pages import no_such_letter
from explorer.rules.glossary.query import OTHER, initial
from explorer.search import book_in, indexed_rules
from explorer.search.index_page import show_index_entry, show_letter
from explorer.web import addresses
from explorer.web.page_cache import query_parameters


@query_parameters(["letter"])
def index(request: HttpRequest) -> HttpResponse:
    """Show all letters of the index, or the entries of one."""
    loaded = library()
    book, rules = book_in(loaded, None), indexed_rules(loaded)
    there = {one.name: one for one in book.entries if one.rules}
    requested = request.GET.get("letter", "").strip().upper()
    ordered = sorted(there.values(), key=lambda one: (initial(one.name), slugify(one.name)))
    by_letter = {letter: list(entries) for letter, entries in groupby(ordered, key=lambda one: initial(one.name))}
    if requested and requested not in by_letter:
        raise no_such_letter(requested, None, addresses.index())
    entries = by_letter.get(requested, [])
    context = {
        "here": "index",
        "title": f"Index: {'other signs' if requested == OTHER else requested}" if requested else "Index",
        "letters": [show_letter(letter, ones, requested) for letter, ones in by_letter.items()],
        "entries": [show_index_entry(one, rules, there) for one in entries],
        "canonical": request.build_absolute_uri(addresses.index(requested)),
        "some_missing": any(number not in rules for one in entries for number in one.rules),
    }
    return render(request, "search/index.html", context)
