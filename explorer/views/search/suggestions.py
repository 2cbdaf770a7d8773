"""Suggestions under a box while people type: rules by number, costs, answers, entries of the index, terms."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer import addresses
from explorer.library.loaded import library
from explorer.search import begun_titles, book_in, indexed_rules, search
from explorer.search.understanding import understand

MOST = 8
_MOST_OF_A_KIND = 5
# What is longer is no beginning of anything.
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Suggestion: its words, what kind of thing it is, where it leads."""

    words: str
    kind: str
    address: str


def suggest(request: HttpRequest) -> HttpResponse:
    """Show what may be meant by what was typed so far."""
    typed = request.GET.get("q", "").strip()
    found = list(islice(_distinct(_suggested(typed)), MOST)) if 0 < len(typed) <= _LONGEST else []
    response = render(request, "search/_suggestions.html", {"suggestions": found})
    response["Cache-Control"] = "no-store"
    return response


def _suggested(typed: str) -> Iterator[Suggestion]:
    asked = understand(typed)
    if asked.kind == "rule":
        for hit in search(str(asked.number), limit=_MOST_OF_A_KIND).hits:
            if hit.number:
                yield Suggestion(f"{hit.number} {hit.heading or hit.above}".strip(), "Rule", addresses.rule(hit.number))
    elif asked.kind in {"payment", "change"}:
        yield Suggestion(typed, "Answer", addresses.search(typed))
    elif asked.cost is not None:
        yield Suggestion(asked.cost.canonical, "Check", addresses.check(typed))
    loaded = library()
    rules = indexed_rules(loaded)
    for entry in book_in(loaded, None).begun(typed, _MOST_OF_A_KIND):
        number = next((number for number in entry.rules if number in rules), "")
        if number:
            yield Suggestion(entry.name, number, addresses.rule(number))
    for name, title, _ in begun_titles(typed, _MOST_OF_A_KIND):
        if name.startswith("/"):
            yield Suggestion(title, "Glossary", addresses.term(name[1:]))
        else:
            yield Suggestion(title, name, addresses.rule(name))
    if asked.symbol is not None:
        yield Suggestion(asked.symbol.name, "Symbol", addresses.symbol(asked.symbol.slug))


def _distinct(found: Iterator[Suggestion]) -> Iterator[Suggestion]:
    seen: set[str] = set()
    for one in found:
        if one.address not in seen:
            seen.add(one.address)
            yield one
