"""Suggestions under a box while people type: rules by number, costs, answers, entries of the index, terms."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, islice
from textwrap import shorten

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer.cards.names import CardName
from explorer.cards.reading import card_names
from explorer.document.dates import long_date
from explorer.document.numbers import RuleNumber
from explorer.library.loaded import Library, library, library_with
from explorer.library.queries import RuleText, rules_at, sections_begun
from explorer.search import alike, begun_titles, book_in, indexed_rules, mended, narrowed, search
from explorer.search.answers.choosing import missing_symbol
from explorer.search.index.book import Book
from explorer.search.rule_names import name_of_rule
from explorer.search.understand.said_numbers import Span, read_dated_words
from explorer.search.understand.understanding import understand
from explorer.search.words.phrases import FILLER
from explorer.search.words.splitting import folded
from explorer.web import addresses
from explorer.web.page_cache import query_parameters
from explorer.wording.wordings import without_italics

MOST = 8
_MOST_OF_A_KIND = 5
# What is longer is no beginning of anything.
_LONGEST = 80
_LONGEST_LABEL = 60
_MOST_ALIKE = 2
_MOST_CARDS = 5
# “Show me trample”: within a question, “show” is to reveal.
_POLITELY = re.compile(
    r"^(?:please\s+)?(?:show|tell|give|find|explain|teach)\s+(?:(?:me|us)\b\s*)(?:about\b\s*)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Suggestion: its words, what kind of thing it is, where it leads."""

    words: str
    kind: str
    address: str


@dataclass(frozen=True, slots=True)
class RuleToSuggest:
    """Rule to suggest, and where it leads; `dated` where that is an edition that was named."""

    rule: RuleText
    address: str
    dated: bool = False


@query_parameters(["q"])
def suggest(request: HttpRequest) -> HttpResponse:
    """Show what may be meant by what was typed so far."""
    typed = narrowed(request.GET.get("q", "")).strip()
    loaded = library()
    found = list(islice(_distinct(_suggested(typed, loaded)), MOST)) if 0 < len(typed) <= _LONGEST else []
    book = book_in(loaded, None) if found else None
    shown = [_shown(one, book) if isinstance(one, RuleToSuggest) and book else one for one in found]
    response = render(request, "search/_suggestions.html", {"suggestions": shown})
    response["Cache-Control"] = "no-store"
    return response


def _suggested(typed: str, loaded: Library) -> Iterator[Suggestion | RuleToSuggest]:
    """Yield what may be meant, the likeliest first; rules as they are, to be shaped when nothing more is asked."""
    asked = understand(typed)
    if asked.number is not None:
        yield from _numbered(str(asked.number), asked.span, loaded)
    for number in asked.named:
        yield from _rules(number if RuleNumber.try_parse(number) else number[:3], loaded)
    if asked.kind in {"payment", "change"}:
        yield Suggestion(typed, "Answer", addresses.search(typed))
    elif asked.kind != "rule" and asked.cost is not None:
        if sections := sections_begun(typed, loaded.newest):
            yield Suggestion(sections, "Rules", addresses.search(typed, words=True))
            yield from _rules(typed, loaded)
        yield Suggestion(asked.cost.canonical, "Check", addresses.check(typed))
    elif missing_symbol(typed):
        yield Suggestion(typed, "Answer", addresses.search(typed))
    elif asked.error is not None and (closed := understand(f"{typed}}}").cost) is not None:
        yield Suggestion(closed.canonical, "Check", addresses.check(closed.canonical))
    dated = read_dated_words(typed)
    spoken = [typed, _without_filler(typed), dated[0] if dated else asked.term or typed]
    begun = [one for words in dict.fromkeys(spoken) for one in _begun(words, loaded)]
    names = card_names(loaded)
    is_words = asked.kind == "words"
    cards = [*_cards(names.begun(typed, _MOST_CARDS))] if is_words else []
    if begun and cards:
        yield from _with_cards(begun, cards, _cards(filter(None, [names.named(typed)])), spoken)
    elif begun or not is_words:
        yield from begun
    else:
        # “Legnd” may be the legend rule or a land.
        meant = mended(typed, loaded)
        guessed = [meant] if meant else alike(typed, loaded, _MOST_ALIKE)
        yield from (*cards, *(one for words in guessed for one in _begun(_without_filler(words), loaded)))
    if is_words and not cards:
        yield from _cards(names.alike(typed, _MOST_CARDS))
    if asked.symbol is not None:
        yield Suggestion(asked.symbol.name, "Symbol", addresses.symbol(asked.symbol.slug))


def _with_cards(
    begun: Sequence[Suggestion], cards: Iterable[Suggestion], exact: Iterable[Suggestion], spoken: Sequence[str]
) -> Iterator[Suggestion]:
    """Yield words and cards that begin as was typed: then the words of which only another name does.

    A word that is spelled just so comes first, and the card of that name next to it.
    """
    typed = tuple(each.lower() for each in spoken)
    own = [one for one in begun if one.words.lower().startswith(typed)]
    just = [one for one in own if one.words.lower() in typed]
    yield from just[:1]
    yield from exact
    yield from own
    yield from cards
    yield from begun


def _cards(found: Iterable[CardName]) -> Iterator[Suggestion]:
    for one in found:
        yield Suggestion(one.name, "Card", addresses.card(one.slug))


def _numbered(number: str, span: Span | None, loaded: Library) -> Iterator[RuleToSuggest]:
    """Yield a rule at the time that was named, then today, and what is under its number."""
    if span is not None:
        _, wordings = library_with(number)
        then = next((one for one in loaded.newest_first if one.date <= span.last and one.id in wordings), None)
        for rule in rules_at([(then.date, number)], loaded.editions) if then else []:
            yield RuleToSuggest(rule, addresses.rule(number, rule.edition.date), dated=True)
    yield from _rules(number, loaded)


def _rules(number: str, loaded: Library) -> Iterator[RuleToSuggest]:
    """Yield the first rules that a search for a number finds."""
    hits = search(number, limit=_MOST_OF_A_KIND, loaded=loaded).hits
    for rule in rules_at([(hit.edition, hit.number) for hit in hits if hit.number], loaded.editions):
        yield RuleToSuggest(rule, addresses.rule(rule.number))


def _shown(found: RuleToSuggest, book: Book) -> Suggestion:
    """Return a rule by its number and what it is about: its label, its name in the index, or its first words."""
    rule = found.rule
    label = name_of_rule(rule, book) or shorten(without_italics(rule.text), _LONGEST_LABEL, placeholder="…")
    dated = f", {long_date(rule.edition.date)}" if found.dated else ""
    return Suggestion(f"{rule.number} {label}".strip() + dated, "Rule", found.address)


def _begun(typed: str, loaded: Library) -> Iterator[Suggestion]:
    """Yield the entries of the index, the rules and the glossary entries whose names begin so."""
    rules = indexed_rules(loaded)
    for entry in book_in(loaded, None).begun(typed, _MOST_OF_A_KIND):
        number = next((number for number in entry.rules if number in rules), "")
        if number:
            yield Suggestion(entry.name, number, addresses.rule(number))
    for name, title, _ in begun_titles(typed, _MOST_OF_A_KIND, loaded):
        if name.startswith("/"):
            yield Suggestion(title, "Glossary", addresses.term(name[1:]))
        else:
            yield Suggestion(title, name, addresses.rule(name))


def _without_filler(typed: str) -> str:
    """Return what is asked about: “how does ward work” without the words around “ward”."""
    words = _POLITELY.sub("", typed).split()
    for _ in range(2):
        words = [*dropwhile(lambda word: folded(word) in FILLER, reversed(words))]
    return " ".join(words) or typed


def _distinct(found: Iterator[Suggestion | RuleToSuggest]) -> Iterator[Suggestion | RuleToSuggest]:
    seen: set[str] = set()
    for one in found:
        if one.address not in seen:
            seen.add(one.address)
            yield one
