"""Suggestions while typing: rules by number, costs, answers, index entries, terms, cards."""

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
from explorer.policy.page import PolicyLink
from explorer.search import (
    book_in,
    corrected_query,
    indexed_rules,
    search,
    similar_queries,
    titles_with_prefix,
    to_half_width,
)
from explorer.search.answers.choosing import missing_symbol
from explorer.search.answers.tournament import answer_named, answer_tournament
from explorer.search.answers.tournament import sections_begun as tournament_sections_begun
from explorer.search.index_page import name_of_rule
from explorer.search.understand.interpretation import understand
from explorer.search.understand.rule_numbers import Span, read_dated_words
from explorer.search.words.phrases import FILLER
from explorer.search.words.splitting import folded
from explorer.web import addresses
from explorer.web.page_cache import query_parameters
from explorer.wording.wordings import without_italics

MOST = 8
_MAX_PER_KIND = 5
# Nothing has a longer prefix.
_MAX_QUERY = 80
_MAX_LABEL = 60
_MAX_CORRECTIONS = 2
_MAX_CARDS = 5
_MAX_SECTIONS = 3
# “Show me trample”; but elsewhere in a query, “show” may mean to reveal.
_POLITELY = re.compile(
    r"^(?:please\s+)?(?:show|tell|give|find|explain|teach)\s+(?:(?:me|us)\b\s*)(?:about\b\s*)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    words: str
    kind: str
    address: str


@query_parameters(["q"])
def suggest(request: HttpRequest) -> HttpResponse:
    typed = to_half_width(request.GET.get("q", "")).strip()
    loaded = library()
    found = list(islice(_distinct(_suggested(typed, loaded)), MOST)) if 0 < len(typed) <= _MAX_QUERY else []
    response = render(request, "search/_suggestions.html", {"suggestions": found})
    response["Cache-Control"] = "no-store"
    return response


def _suggested(typed: str, loaded: Library) -> Iterator[Suggestion]:
    """Yield suggestions, the likeliest first."""
    meaning = understand(typed)
    yield from _at_tournaments(typed, loaded) if meaning.kind == "words" else ()
    if meaning.number is not None:
        yield from _numbered(str(meaning.number), meaning.span, loaded)
    for number in meaning.named:
        yield from _rules(number if RuleNumber.try_parse(number) else number[:3], loaded)
    if meaning.kind in {"payment", "cast", "change"}:
        yield Suggestion(typed, "Answer", addresses.search(typed))
    elif meaning.kind != "rule" and meaning.cost is not None:
        if sections := sections_begun(typed, loaded.newest):
            yield Suggestion(sections, "Rules", addresses.search(typed, words=True))
            yield from _rules(typed, loaded)
        yield Suggestion(meaning.cost.canonical, "Check", addresses.check(typed))
    elif missing_symbol(typed):
        yield Suggestion(typed, "Answer", addresses.search(typed))
    elif meaning.error is not None and (closed := understand(f"{typed}}}").cost) is not None:
        yield Suggestion(closed.canonical, "Check", addresses.check(closed.canonical))
    dated = read_dated_words(typed)
    spoken = [typed, _without_filler(typed), dated[0] if dated else meaning.term or typed]
    begun = [one for words in dict.fromkeys(spoken) for one in _begun(words, loaded)]
    names = card_names(loaded)
    is_words = meaning.kind == "words"
    cards = [*_cards(names.begun(typed, _MAX_CARDS))] if is_words else []
    if begun and cards:
        yield from _with_cards(begun, cards, _cards(filter(None, [names.named(typed)])), spoken)
    elif begun or not is_words:
        yield from begun
    else:
        # No completions, so correct typos: “legnd” -> “legend”.
        meant = corrected_query(typed, loaded)
        guessed = [meant] if meant else similar_queries(typed, loaded, _MAX_CORRECTIONS)
        yield from (*cards, *(one for words in guessed for one in _begun(_without_filler(words), loaded)))
    yield from _tournament_sections(typed, loaded)
    if is_words and not cards:
        yield from _cards(names.alike(typed, _MAX_CARDS))
    if meaning.symbol is not None:
        yield Suggestion(meaning.symbol.name, "Symbol", addresses.symbol(meaning.symbol.slug))


def _with_cards(
    begun: Sequence[Suggestion], cards: Iterable[Suggestion], exact: Iterable[Suggestion], spoken: Sequence[str]
) -> Iterator[Suggestion]:
    """Merge words and cards with the typed prefix, then words of which only another name has it.

    An exact match comes first, then a card of that exact name.
    """
    typed = tuple(each.lower() for each in spoken)
    own = [one for one in begun if one.words.lower().startswith(typed)]
    just = [one for one in own if one.words.lower() in typed]
    yield from just[:1]
    yield from exact
    yield from own
    yield from cards
    yield from begun


def _at_tournaments(typed: str, loaded: Library) -> Iterator[Suggestion]:
    """The section that the page has as the answer, whatever rule there may be."""
    answer = answer_named(typed, loaded) or answer_tournament(typed, loaded, has_rule=True)
    if answer and answer.is_first:
        yield from _sections(answer.links[:1])


def _tournament_sections(typed: str, loaded: Library) -> Iterator[Suggestion]:
    yield from _sections([found.link for found in tournament_sections_begun(typed, loaded, _MAX_SECTIONS)])


def _sections(links: Iterable[PolicyLink]) -> Iterator[Suggestion]:
    for link in links:
        yield Suggestion(f"{link.number} {link.words}", "Section", link.address)


def _cards(found: Iterable[CardName]) -> Iterator[Suggestion]:
    for one in found:
        yield Suggestion(one.name, "Card", addresses.card(one.slug))


def _numbered(number: str, span: Span | None, loaded: Library) -> Iterator[Suggestion]:
    """Yield a rule at the time in the query, then today's, and what is under its number."""
    if span is not None:
        _, wordings = library_with(number)
        then = next((one for one in loaded.newest_first if one.date <= span.last and one.id in wordings), None)
        for rule in rules_at([(then.date, number)], loaded.editions) if then else []:
            yield _rule(rule, addresses.rule(number, rule.edition.date), loaded, f", {long_date(rule.edition.date)}")
    yield from _rules(number, loaded)


def _rules(number: str, loaded: Library) -> Iterator[Suggestion]:
    hits = search(number, limit=_MAX_PER_KIND, loaded=loaded).hits
    for rule in rules_at([(hit.edition, hit.number) for hit in hits if hit.number], loaded.editions):
        yield _rule(rule, addresses.rule(rule.number), loaded)


def _rule(rule: RuleText, address: str, loaded: Library, dated: str = "") -> Suggestion:
    """Suggest a rule by its number and its label, index name or first words; `dated` if the query names its edition."""
    book = book_in(loaded, None)
    label = name_of_rule(rule, book) or shorten(without_italics(rule.text), _MAX_LABEL, placeholder="…")
    return Suggestion(f"{rule.number} {label}".strip() + dated, "Rule", address)


def _begun(typed: str, loaded: Library) -> Iterator[Suggestion]:
    """Yield index entries, rules and glossary entries whose names begin with the query."""
    rules = indexed_rules(loaded)
    for entry in book_in(loaded, None).begun(typed, _MAX_PER_KIND):
        number = next((number for number in entry.rules if number in rules), "")
        if number:
            yield Suggestion(entry.name, number, addresses.rule(number))
    for name, title, _ in titles_with_prefix(typed, _MAX_PER_KIND, loaded):
        if name.startswith("/"):
            yield Suggestion(title, "Glossary", addresses.term(name[1:]))
        else:
            yield Suggestion(title, name, addresses.rule(name))


def _without_filler(typed: str) -> str:
    words = _POLITELY.sub("", typed).split()
    for _ in range(2):
        words = [*dropwhile(lambda word: folded(word) in FILLER, reversed(words))]
    return " ".join(words) or typed


def _distinct(found: Iterator[Suggestion]) -> Iterator[Suggestion]:
    seen: set[str] = set()
    for one in found:
        if one.address not in seen:
            seen.add(one.address)
            yield one
