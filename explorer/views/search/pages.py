"""Search box, answered while people type, and the page of results."""

import re
from collections.abc import Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.vary import vary_on_headers

from explorer import addresses
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.http import HtmxRequest, render_error
from explorer.library.loaded import Library, library, library_with
from explorer.library.queries import EditionInfo, newest_rule, sections_begun
from explorer.search import narrowed, search
from explorer.search.phrases import canonical_keys, tells
from explorer.search.said_numbers import Span, beside_numbers, read_date, read_dated_words
from explorer.search.understanding import Asked, understand
from explorer.views.check import partial, show_check, show_error, too_long
from explorer.views.full_rules import notice_on_excerpts
from explorer.views.search import results as results_shown
from explorer.views.search.answers import OneAnswer, answer_to, missing_symbol
from explorer.views.search.front import front
from explorer.views.search.results import SearchPlace
from explorer.views.search.ways_on import ways_on
from symbols.engine import EngineError

LIVE_HITS = 6
# What is longer than this is no question; the engine has its own, wider limit for costs.
MOST_TYPED = 2_000
SEARCHES = ("first strike", "“mana value”", "dies", "state-based actions", "APNAP", "the legend rule")
# Words outside of braces and brackets: what has some beside symbols is more than a cost.
_WORDS_BESIDE = re.compile(r"[^\W\d_]{2}")
_BRACED = re.compile(r"\{[^}]*\}?|\[[^\]]*\]?")
_ONE_BRACED = re.compile(r"\{\w{1,3}\}")
# A symbol by its code, in a question.
_CODE = re.compile(r"[{\[/]")
# What is looked for beside a creature and a change.
_CHANGED = "negative power"
# The last page of the longest result is far before this one.
MOST_PAGES = 10_000
# No rules are older.
FIRST_YEAR = 1993
# Times that can't be told from a text alone.
_RELATIVE_TIME = re.compile(
    r"\b(?:ago|last (?:year|month|week)|yesterday|back then|used to|originally)\b", re.IGNORECASE
)


@vary_on_headers("HX-Request")
def home(request: HtmxRequest) -> HttpResponse:
    """Show the front page; while somebody types there, only the answer."""
    typed = narrowed(request.GET.get("q", ""))
    asked = _understand(typed)
    loaded = library()
    context = {"typed": typed, **_live(typed, asked, loaded)}
    if request.htmx:
        return partial(request, "home.html", context, addresses.home(typed))
    context |= {"front": front(loaded, answered=bool(typed)), "here": "home", "first_start": notice_on_excerpts(loaded)}
    if "problem" in context and asked.error:
        return render_error(request, "home.html", context, asked.error.as_json())
    return render(request, "home.html", context)


@vary_on_headers("HX-Request")
def results(request: HtmxRequest) -> HttpResponse:
    """Lead to the rule or the cost that was typed, or show what was found for the words.

    While somebody types on this page, nothing leads away from it: what was found is shown for anything.
    """
    typed = narrowed(request.GET.get("q", ""))
    asked = _understand(typed)
    # What the rules had at some time is asked for together with the editions.
    loaded, having = library_with(str(asked.number)) if asked.span else (library(), None)
    choices = results_shown.choices(loaded)
    place, unknown = choices[0], None
    try:
        place = results_shown.chosen(choices, request.GET.get("edition", "").strip(), loaded)
    except EngineError as error:
        unknown = error
    if not request.htmx and request.GET.get("for") != "words" and (way := _way(typed, asked, place, loaded)):
        return HttpResponseRedirect(way)
    words = asked.kind in {"rule", "cost"}
    then = _then(typed, asked, loaded) if place.scope is None else None
    found = _found(request, then[0] if then else typed, asked, place, loaded, having, words=words)
    one = found["one"] if isinstance(found["one"], OneAnswer) else None
    context: dict[str, object] = {
        "typed": typed,
        "choices": choices,
        "where": place,
        "everywhere": addresses.search(typed, results_shown.ALL, words=words),
        "searches": [(example, addresses.search(example)) for example in SEARCHES],
        **found,
        **_as_then(then, one),
        "unknown": unknown,
    }
    if unknown and not request.htmx:
        return render_error(request, "search/results.html", context, unknown.as_json())
    if not request.htmx:
        return render(request, "search/results.html", context)
    context.pop("problem", None)
    address = addresses.search(typed, place.value, words=words)
    # A choice is a step that the back button undoes; a letter more is not.
    is_choice = "edition" in (request.htmx.trigger_name, request.htmx.trigger)
    return partial(request, "search/results.html", context | {"live": True}, address, step=is_choice)


def _way(typed: str, asked: Asked, where: SearchPlace, loaded: Library) -> str:
    """Return where what was typed leads, when that is not a page of results."""
    if named := _edition_named(typed, loaded):
        return named[1]
    pin = where.scope.date if isinstance(where.scope, EditionInfo) else None
    if asked.kind == "rule" and asked.number is not None and asked.span is None:
        return addresses.rule(str(asked.number), pin)
    if asked.kind == "cost" and asked.error is None:
        return addresses.check(typed.strip(), edition=pin.isoformat() if pin else "")
    return ""


def _found(
    request: HttpRequest,
    typed: str,
    asked: Asked,
    where: SearchPlace,
    loaded: Library,
    having: Mapping[int, object] | None,
    *,
    words: bool,
) -> dict[str, object]:
    """Return what the page says of what was typed; `having` has the editions with the number that was typed."""
    found = None
    if len(typed) <= MOST_TYPED and asked.kind != "nothing" and not _is_no_symbol(typed, asked):
        found = results_shown.find(_searched(typed, asked), where, loaded, _page(request), words=words)
    total = found.total if found else 0
    one = None
    named: dict[str, object] = {}
    if not isinstance(where.scope, EditionInfo) and _page(request) == 1:
        named = _named(typed, asked, found, loaded)
        if where.scope is None and not asked.named:
            one = answer_to(typed, asked, found.found if found else None, loaded, having)
    out: dict[str, object] = {
        "found": found,
        "said": found.said if found else "",
        "first_start": None if total or named else notice_on_excerpts(loaded),
        "one": one,
        "ways_on": ways_on(typed, found.found, loaded) if found and not named else None,
    }
    if one:
        out["said"] = f"{one.spoken} {out['said']}".strip()
    if asked.error is not None and not total and one is None:
        out["problem"] = show_error({"cost": typed}, asked.error)
    out |= _as_cost(typed, asked) | _place_named(typed, loaded) | named
    if asked.kind == "rule" and asked.number is not None and _is_in_newest(asked.number, where, found):
        out["as_rule"] = {"number": str(asked.number), "address": addresses.rule(str(asked.number))}
    return out


def _is_no_symbol(typed: str, asked: Asked) -> bool:
    """Return whether one symbol was typed that there isn't, nor would be: its letters are no word to look for."""
    return asked.error is not None and not missing_symbol(typed) and _ONE_BRACED.fullmatch(typed.strip()) is not None


def _searched(typed: str, asked: Asked) -> str:
    """Return the words to look for: those that were typed, or those of the rules that are behind an answer."""
    if asked.kind == "payment" and asked.cost is not None:
        return asked.cost.canonical or typed
    if asked.kind == "change":
        return _CHANGED
    if asked.kind == "words" and asked.symbol is not None and _CODE.search(typed):
        return asked.symbol.spellings[0]
    if (parts := missing_symbol(typed)) and asked.error is not None:
        return "Phyrexian mana symbol" if "P" in parts else "hybrid mana symbol"
    return str(asked.number) if asked.number is not None else typed


def _named(typed: str, asked: Asked, found: results_shown.Shown | None, loaded: Library) -> dict[str, object]:
    """Return the rules that a text names, and what was found for its words besides; nothing where these come first.

    Args:
        typed: what was typed.
        asked: what it means.
        found: what was found for it.
        loaded: the editions that are loaded.
    """
    numbers = asked.named
    if asked.number is not None and not (found and found.total):
        numbers = (str(asked.number),)
    if not numbers or (found and {hit.number for hit in found.hits[: len(numbers)]} == set(numbers)):
        return {}
    rules = {number: newest_rule(number, loaded.editions) for number in numbers}
    hits = results_shown.shown_rules([rule for rule in rules.values() if rule], loaded)
    missing = [number for number, rule in rules.items() if rule is None]
    count = results_shown.count(len(hits))
    out: dict[str, object] = {"hits": hits, "named": count, "said": f"{count}."}
    if found and found.total and tells(canonical_keys(beside_numbers(typed))):
        out |= {
            "found": replace(found, hits=[hit for hit in found.hits if hit.number not in rules]),
            "said": found.said,
        }
    else:
        out["found"] = None
    if _RELATIVE_TIME.search(typed):
        out["nothing"] = "These are the newest wordings. For older ones, add a year: 702.19b 2007."
    if missing:
        out["nothing"] = " ".join(f"No loaded edition has {number}." for number in missing)
    if missing and (section := newest_rule(missing[0][:3], loaded.editions)):
        out["as_place"] = {"name": f"section {section.number}", "address": addresses.rule(section.number)}
    return out


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return min(max(int(text), 1), MOST_PAGES) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _edition_named(typed: str, loaded: Library) -> tuple[str, str] | None:
    """Return the words and the address of the rules of a day, month or year that was typed; None for other input."""
    span = read_date(typed)
    if span is None or loaded.newest is None or not FIRST_YEAR <= span.first.year <= loaded.newest.date.year:
        return None
    if edition := _edition_then(span, loaded):
        return f"the {long_date(edition.date)} rules", addresses.contents(edition.date)
    return "the list of editions", addresses.editions()


def _as_then(then: tuple[str, Span, EditionInfo] | None, one: OneAnswer | None) -> dict[str, object]:
    """Return the way to the rules of the time that was named with a term, beside the answer of today.

    Args:
        then: the term, the time and the edition of that time; None where no time was named.
        one: the answer of today; None where there is none.
    """
    if then is None:
        return {}
    words, _, edition = then
    way = (f"Search the {long_date(edition.date)} rules", addresses.search(words, edition.iso))
    if one is None:
        return {"as_then": {"words": way[0], "address": way[1]}}
    return {"one": replace(one, label="Newest wording", links=[way, *one.links])}


def _edition_then(span: Span, loaded: Library) -> EditionInfo | None:
    """Return the edition of a day, or the last one of a time that is loaded, a complete one where there is one."""
    then = [one for one in loaded.newest_first if one.date <= span.last]
    chosen = (one for one in then if one.complete or (span.is_day and one.date == span.last))
    return next(chosen, then[0] if then else None)


def _then(typed: str, asked: Asked, loaded: Library) -> tuple[str, Span, EditionInfo] | None:
    """Return the words, the time and the edition of a term with a time: “legend rule 2008”; None for other input."""
    if asked.kind != "words" or asked.named or not (dated := read_dated_words(typed)):
        return None
    words, span = dated
    edition = _edition_then(span, loaded)
    is_past = loaded.newest is not None and span.first.year >= FIRST_YEAR and edition not in {None, loaded.newest}
    return (words, span, edition) if edition and is_past else None


def _understand(typed: str) -> Asked:
    if len(typed) > MOST_TYPED:
        return Asked("cost", error=too_long(typed))
    return understand(typed)


def _live(typed: str, asked: Asked, loaded: Library) -> dict[str, object]:
    """Return what the front page shows under the box."""
    if _edition_named(typed, loaded):
        return _place_named(typed, loaded)
    if asked.kind == "cost":
        if asked.error is not None:
            return _live_unreadable(typed, asked, asked.error, loaded)
        answer = show_check({"cost": typed}, loaded)
        checked = {"answer": answer, "said": answer.said, "check_address": addresses.check(typed.strip())}
        return checked | {"search_address": addresses.search(typed.strip(), words=True)} | _begun(typed, loaded)
    if asked.kind in {"payment", "change"} or asked.span is not None:
        one = answer_to(typed, asked, None, loaded)
        return {"one": one, "said": one.spoken} if one else _live_words(typed, asked, loaded)
    if asked.kind == "rule" and asked.number is not None:
        return _live_number(asked.number, loaded) | _as_cost(typed, asked)
    if asked.kind == "words":
        return (
            _live_words(typed, asked, loaded)
            | _place_named(typed, loaded)
            | _as_cost(typed, asked)
            | _named(typed, asked, None, loaded)
        )
    return {}


def _live_unreadable(typed: str, asked: Asked, error: EngineError, loaded: Library) -> dict[str, object]:
    """Return what is found for symbols with words, as Enter finds it, or why there is no such cost."""
    short = len(typed) <= MOST_TYPED
    if short and (missing_symbol(typed) or _WORDS_BESIDE.search(_BRACED.sub(" ", typed))):
        found = _live_words(typed, asked, loaded)
        if "hits" in found:
            return found
    search_address = addresses.search(typed.strip(), words=True) if short else ""
    return {
        "problem": show_error({"cost": typed}, error, address="home"),
        "search_address": search_address,
    }


def _begun(typed: str, loaded: Library) -> dict[str, object]:
    """Return where the sections are listed whose numbers begin as what was typed does."""
    sections = sections_begun(typed, loaded.newest)
    return {"begun": {"name": sections, "address": addresses.search(typed.strip(), words=True)}} if sections else {}


def _as_cost(typed: str, asked: Asked) -> dict[str, object]:
    """Return the way to the checker for what can be read as a cost too."""
    if asked.cost is None:
        return {}
    cost = asked.cost.canonical if asked.kind in {"words", "payment"} else typed.strip()
    return {"as_cost": {"canonical": asked.cost.canonical, "address": addresses.check(cost)}}


def _place_named(typed: str, loaded: Library) -> dict[str, object]:
    """Return the page of the site that has what was typed for its name."""
    places = {"glossary": addresses.glossary, "contents": addresses.contents, "table of contents": addresses.contents}
    places |= dict.fromkeys(("newest rules", "latest rules", "current rules"), addresses.contents)
    name = " ".join(typed.lower().split()).removeprefix("the ")
    if day := _edition_named(typed, loaded):
        return {"as_place": {"name": day[0], "address": day[1]}}
    return {"as_place": {"name": f"the {name}", "address": places[name]()}} if name in places else {}


def _live_words(typed: str, asked: Asked, loaded: Library) -> dict[str, object]:
    """Return the one answer and the first results; where there is nothing, the ways on."""
    then = _then(typed, asked, loaded)
    typed = then[0] if then else typed
    found = results_shown.find(_searched(typed, asked), SearchPlace("", "", "", None), loaded)
    one = None if asked.named else answer_to(typed, asked, found.found, loaded)
    out: dict[str, object] = {"one": one, "ways_on": ways_on(typed, found.found, loaded), **_as_then(then, one)}
    said = one.spoken if one else ""
    if not found.total:
        nothing = "" if one else "No results."
        if nothing and not loaded.has_complete:
            nothing = f"Only excerpts are loaded, and none has “{typed.strip()}”."
        return {**out, "nothing": nothing, "said": said or "No results."}
    return {
        **out,
        "hits": found.hits[:LIVE_HITS],
        "found": found,
        "said": f"{said} {found.said}".strip(),
        "total": found.count,
        "more_address": addresses.search(typed.strip()) if found.total > LIVE_HITS else "",
    }


def _live_number(number: RuleNumber, loaded: Library) -> dict[str, object]:
    """Return a rule as the one result for its number, or what stands under it and begins as it does."""
    named = str(number)
    if number.kind is not NumberKind.SUBRULE:
        found = search(named, limit=LIVE_HITS, loaded=loaded)
        if found.hits and (number.rule or found.hits[0].number == named):
            hits = results_shown.shown(found.hits, None, loaded)
            more = addresses.search(named, words=True) if found.total > LIVE_HITS else ""
            total = results_shown.count(found.total)
            return {"hits": hits, "said": total, "total": total, "more_address": more}
    rule = newest_rule(named, loaded.editions)
    if rule is None:
        return {"nothing": f"No loaded edition has {number}."}
    return {"hits": results_shown.shown_rules([rule], loaded), "said": results_shown.count(1)}


def _is_in_newest(number: RuleNumber, where: SearchPlace, found: results_shown.Shown | None) -> bool:
    """Return whether the address of a number without an edition leads to a text.

    Args:
        number: the number.
        where: where it was searched for.
        found: what was found for it.
    """
    if where.scope is None and found and not found.found.earlier:
        return any(hit.number == str(number) for hit in found.found.hits)
    loaded, wordings = library_with(str(number))
    return loaded.shown_of(wordings) is not None
