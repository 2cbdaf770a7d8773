"""Index, A to Z: what players call things, and the rules that answer."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer import addresses
from explorer.document.tree import slugify
from explorer.library.loaded import library
from explorer.search import book_in, indexed_rules
from explorer.search.book import Book, BookEntry

# What begins with no letter.
_OTHER = "0"
# Names longer than this, or more than these, would make the page long.
_LONG = 3
_MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """Entry of the index on the page: each rule that answers has a number, and an address where it is loaded."""

    slug: str
    name: str
    gloss: str
    also: Sequence[str]
    rules: Sequence[tuple[str, str]]
    see: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class IndexLetter:
    """Letter of the index with its entries."""

    letter: str
    entries: Sequence[ShownEntry]


def index(request: HttpRequest) -> HttpResponse:
    """Show the whole index on one page."""
    loaded = library()
    book, rules = book_in(loaded, None), indexed_rules(loaded)
    context = {
        "here": "index",
        "letters": _letters(book, rules),
        "canonical": request.build_absolute_uri(addresses.index()),
        "some_missing": any(number not in rules for one in book.entries for number in one.rules),
    }
    return render(request, "search/index.html", context)


def _letters(book: Book, rules: Collection[str]) -> list[IndexLetter]:
    there = {one.name: one for one in book.entries if one.rules}
    ordered = sorted(there.values(), key=lambda one: (_initial(one.name), slugify(one.name)))
    grouped = groupby(ordered, key=lambda one: _initial(one.name))
    return [IndexLetter(letter, [_shown(one, rules, there) for one in entries]) for letter, entries in grouped]


def _initial(name: str) -> str:
    first = slugify(name)[:1].upper()
    return first if first.isalpha() else _OTHER


def _shown(entry: BookEntry, rules: Collection[str], there: Collection[str]) -> ShownEntry:
    return ShownEntry(
        slug=slugify(entry.name),
        name=entry.name,
        gloss=entry.gloss,
        # The names that say most beside the entry's own; search knows all of them.
        also=[name for name in entry.also if len(name.split()) < _LONG][:_MOST_NAMES],
        rules=[(number, addresses.rule(number) if number in rules else "") for number in entry.rules],
        see=[(name, f"#{slugify(name)}") for name in entry.see if name in there],
    )
