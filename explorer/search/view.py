"""The page of search results."""

import re
from collections.abc import Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from explorer.cards.mentions import nicknamed
from explorer.cards.reading import card_names
from explorer.cards.shown_rulings import show_ruling
from explorer.costcheck import partial, show_error
from explorer.document.numbers import RuleNumber
from explorer.library.loaded import Library, library, library_with
from explorer.library.queries import EditionInfo
from explorer.search import to_half_width
from explorer.search.answers.choosing import MOST_TYPED, answer_to, is_mistyped, missing_symbol, searched, understood
from explorer.search.answers.dated import DatedTerm, answer_then, find_dated_term, results_then
from explorer.search.answers.history import HistoryAnswer, answer_history
from explorer.search.answers.named import as_cost, edition_named, place_named, read_named, show_named
from explorer.search.answers.no_results import suggest
from explorer.search.answers.results import ALL, ReadResults, SearchPlace, choices, chosen, find, show_results
from explorer.search.answers.tournament import answer_named, answer_tournament, names_missing_document, section_named
from explorer.search.index.rulings import find_rulings
from explorer.search.rank.query_cards import may_need_cards
from explorer.search.understand.interpretation import Interpretation
from explorer.search.words.splitting import folded
from explorer.web import addresses
from explorer.web.downloads import notice_on_excerpts
from explorer.web.http import HtmxRequest, render_error
from explorer.web.page_cache import query_parameters
from symbols.engine import EngineError
from symbols.sentences import counted

SEARCHES = ("first strike", "“mana value”", "dies", "state-based actions", "APNAP", "the legend rule")
_ONE_SYMBOL = re.compile(r"\{\w{1,3}\}")
# “{2/” may become a symbol, so it is no error while typing.
_UNFINISHED = re.compile(r"[{(\[][^})\]]*$|/$")
# Far beyond the last page of any query.
MOST_PAGES = 10_000
# More of them if the query mentions rulings.
_DEFAULT_RULINGS, _RULINGS_IF_NAMED = 3, 12


@query_parameters(["q", "edition", "for", "page"], headers=["HX-Request", "HX-Trigger", "HX-Trigger-Name"])
def results(request: HtmxRequest) -> HttpResponse:
    """Redirect to the rule, edition or cost that the query names, or show results.

    htmx requests, sent while typing, never redirect.
    """
    typed = to_half_width(request.GET.get("q", ""))
    meaning = understood(typed)
    # One query for the editions and the number's wordings.
    loaded, having = library_with(str(meaning.number)) if meaning.number and meaning.span else (library(), None)
    offered = choices(loaded)
    place, unknown = offered[0], None
    try:
        place = chosen(offered, request.GET.get("edition", "").strip(), loaded)
    except EngineError as error:
        unknown = error
    if not request.htmx and request.GET.get("for") != "words" and (way := _redirect_url(typed, meaning, place, loaded)):
        return HttpResponseRedirect(way)
    words = meaning.kind in {"rule", "cost"}
    then = find_dated_term(typed, meaning, loaded) if place.scope is None else None
    found = _found(request, typed, meaning, then, place, loaded, having, words=words)
    context: dict[str, object] = {
        "typed": typed,
        "canonical": request.build_absolute_uri(addresses.search(typed, place.value, words=words)),
        "choices": offered,
        "where": place,
        "everywhere": addresses.search(typed, ALL, words=words),
        "searches": [(example, addresses.search(example)) for example in SEARCHES],
        **found,
        "unknown": unknown,
    }
    if unknown and not request.htmx:
        return render_error(request, "search/results.html", context, unknown.as_json())
    if not request.htmx:
        return render(request, "search/results.html", context)
    if _UNFINISHED.search(typed.strip()):
        context.pop("mistake", None)
    address = addresses.search(typed, place.value, words=words)
    # Choosing an edition adds to the browser's history; typing doesn't.
    is_choice = "edition" in (request.htmx.trigger_name, request.htmx.trigger)
    return partial(request, "search/results.html", context | {"live": True}, address, step=is_choice)


def _redirect_url(typed: str, meaning: Interpretation, where: SearchPlace, loaded: Library) -> str:
    if named := edition_named(typed, loaded):
        return named[1]
    if section := section_named(typed, loaded):
        return section
    pin = where.scope.date if isinstance(where.scope, EditionInfo) else None
    if meaning.kind == "rule" and meaning.number is not None and meaning.span is None:
        return addresses.rule(str(meaning.number), pin)
    if meaning.kind == "cost" and meaning.error is None:
        return addresses.check(typed.strip(), edition=pin.isoformat() if pin else "")
    return ""


def _found(
    request: HttpRequest,
    typed: str,
    meaning: Interpretation,
    then: DatedTerm | None,
    where: SearchPlace,
    loaded: Library,
    having: Mapping[int, object] | None,
    *,
    words: bool,
) -> dict[str, object]:
    """Context for the results; `having` has the editions with the number in the query."""
    if where.scope is None and request.GET.get("for") != "words" and (section := answer_named(typed, loaded)):
        return {"tournament": section, "said": section.spoken}
    if where.scope is None and (history := answer_history(typed, loaded)):
        return _from_history(history, typed, where, loaded, _page(request), words=words)
    typed = then.words if then else meaning.term or typed
    read = None
    if len(typed) <= MOST_TYPED and meaning.kind != "nothing" and not _is_no_symbol(typed, meaning):
        read = find(searched(typed, meaning), where, loaded, _page(request))
    is_first = not isinstance(where.scope, EditionInfo) and _page(request) == 1
    named = read_named(meaning, read, loaded) if is_first else None
    ways = suggest(typed, read.found, loaded) if read and not named else None
    is_there = meaning.kind == "rule" and meaning.number is not None and _is_in_newest(meaning.number, where, read)
    one, is_everywhere = None, is_first and where.scope is None
    if is_everywhere and not meaning.named:
        one = answer_to(typed, meaning, read.found if read else None, loaded, having)
    cards: dict[str, object] = {}
    if is_everywhere and meaning.kind == "words":
        quoted = one.on_cards.ruling if one and one.on_cards else None
        is_lost = not (read and read.found.total and not read.found.instead)
        cards = _on_cards(typed, loaded, quoted.text if quoted else "", or_nearly=is_lost)
    one, past = answer_then(then, one, loaded)
    read = results_then(then, read)
    tournament = answer_tournament(typed, loaded, has_rule=bool(one or named)) if is_everywhere else None
    at_tournaments = tournament is not None and tournament.is_first
    if at_tournaments:
        one, ways = None, None
    found = None
    if read:
        above = one.repeats if one else ()
        answered = bool(one or named or at_tournaments)
        found = show_results(read, typed, loaded, words=words, answered=answered, shown_above=above)
    total = found.total if found else 0
    out: dict[str, object] = {
        "found": found,
        "said": found.said if found else "",
        "first_start": None if total or named else notice_on_excerpts(loaded),
        "one": one,
        **past,
        "no_results": ways,
        "tournament": tournament,
        "fetch_policy": names_missing_document(typed, loaded),
        "needs_cards": "maybe" if read and may_need_cards(typed, read.found.unknown, loaded) else "",
    }
    if first := one or (tournament if at_tournaments else None):
        out["said"] = f"{first.spoken} {out['said']}".strip()
    if meaning.error is not None and (is_mistyped(typed, meaning) or (not total and one is None)):
        out["mistake"] = show_error({"cost": typed}, meaning.error)
    out |= cards
    out |= (
        as_cost(typed, meaning)
        | place_named(typed, loaded)
        | (show_named(typed, named, found, loaded) if named else {})
    )
    if is_there:
        out["as_rule"] = {"number": str(meaning.number), "address": addresses.rule(str(meaning.number))}
    return out


def _from_history(
    history: HistoryAnswer, typed: str, where: SearchPlace, loaded: Library, page: int, *, words: bool
) -> dict[str, object]:
    """Context with an answer from history, and the results for what it is about."""
    one = history.one if page == 1 else None
    read = find(history.words, where, loaded, page) if history.read and page > 1 else history.read
    found = None
    if read:
        above = one.repeats if one else ()
        found = show_results(replace(read, where=where), typed, loaded, words=words, answered=True, shown_above=above)
    said = f"{one.spoken if one else ''} {found.said if found else ''}".strip()
    return {"found": found, "one": one, "said": said}


def _is_no_symbol(typed: str, meaning: Interpretation) -> bool:
    """Whether the query is a single impossible symbol, whose letters aren't worth a search."""
    return meaning.error is not None and not missing_symbol(typed) and _ONE_SYMBOL.fullmatch(typed.strip()) is not None


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return min(max(int(text), 1), MOST_PAGES) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _is_in_newest(number: RuleNumber, where: SearchPlace, read: ReadResults | None) -> bool:
    """Whether the URL of a number without an edition leads to a text."""
    if where.scope is None and read and not read.found.earlier:
        return any(hit.number == str(number) for hit in read.found.hits)
    loaded, wordings = library_with(str(number))
    return loaded.shown_of(wordings) is not None


def _on_cards(typed: str, loaded: Library, shown_above: str, *, or_nearly: bool) -> dict[str, object]:
    """Context with the card that the query names, or cards with similar names with `or_nearly`; and with rulings.

    `shown_above` is the text of the ruling in the answer, if any.
    """
    names = card_names(loaded)
    if not len(names):
        return {}
    named = names.named(typed) or names.named(nicknamed(typed))
    cards = [named] if named else names.find(typed, _DEFAULT_RULINGS) if or_nearly else []
    most = _RULINGS_IF_NAMED if "ruling" in folded(typed) else _DEFAULT_RULINGS
    found = find_rulings(typed, most, shown_above)
    what = "more ruling" if shown_above else "ruling"
    shown = [show_ruling(one.ruling, (one.slug, one.name), None, set(), {}) for one in found.best]
    return {
        "as_cards": [(one.name, addresses.card(one.slug)) for one in cards],
        "rulings": {"count": counted(found.total, what), "shown": shown} if shown else None,
    }
