"""View of the checker."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from explorer.costcheck import PARAMETERS, CheckForm, partial, show_check, show_error, show_keyword
from explorer.costcheck.check import CARD, check_on_page, keyword_on_page
from explorer.costcheck.groups import GROUP_OF
from explorer.library.loaded import Library, library
from explorer.library.queries import sections_begun
from explorer.web import addresses
from explorer.web.http import HtmxRequest, render_error
from explorer.web.page_cache import query_parameters
from symbols.catalog.palette import palette
from symbols.catalog.text import find_symbols
from symbols.engine import EngineError, keyword_before, keyword_instead

TRIES = (
    "{X}{R}",
    "{2/W}{2/U}{2/B}{2/R}{2/G}",
    "{G/W}{G/W}",
    "{W/P}{W/P}",
    "{X}{X}{2/W}{G/W/P}",
    "{1}{C/W}{S}",
    "{2}{W}, {T}",
)

# Symbols of a cost that link to the rules naming them.
MOST_NAMED = 8


@query_parameters(PARAMETERS, headers=["HX-Request"])
def check(request: HtmxRequest) -> HttpResponse:
    """A cost and how it can be paid; for htmx, only the answer or the problem."""
    form = CheckForm.read(request.GET)
    # Undefined template variables are slow to resolve; set every name.
    context: dict[str, object] = {"here": "check", "typed": form.cost, "form": form}
    context |= {"keyword": None, "called": (), "unnamed": False}
    problem: EngineError | None = None
    loaded = library()
    context["has_cards"] = loaded.has_cards
    if request.htmx and form.opened:
        group = form.groups(loaded.newest_first, form.opened[:1])[0]
        return render(request, "check/_group.html", {"group": group, "focus": True})
    keyword = None
    try:
        form = form.of_card(loaded)
        keyword = None if form.card else keyword_instead({**form.asked, "cost": form.cost})
        context |= {"form": form, "typed": form.card.name if form.card else form.cost}
        if keyword:
            context["keyword"] = shown = show_keyword(*keyword_on_page(keyword, form.asked.get("edition"), loaded))
            context["said"] = shown.said
        elif form.cost.strip():
            if form.error:
                raise form.error
            checked, citations = check_on_page(form.given, loaded, form.card)
            keyword = keyword_before(checked.result.cost)
            does = keyword_on_page(keyword, form.asked.get("edition"), loaded) if keyword else None
            context |= _suggestions("" if form.card else form.cost, checked.result.canonical, loaded)
            context["answer"] = found = show_check(checked, citations)
            context["said"] = found.spoken
            if does:
                context["keyword"] = show_keyword(*does)
    except EngineError as error:
        problem = error
        context["unnamed"] = error.field == CARD
        context["problem"] = show_error(form.given, error)
    calls_for = GROUP_OF.get(keyword.key, "") if keyword else ""
    context["tries"] = () if "answer" in context or keyword else _examples()
    if request.htmx:
        if calls_for and not form.asks_for(calls_for):
            context["called"] = form.groups(loaded.newest_first, [calls_for], opened=[calls_for])
        return partial(request, "check/check.html", context, form.address)
    if form.from_counters and problem is None:
        return HttpResponseRedirect(form.opened_address)
    context |= {
        "canonical": request.build_absolute_uri(form.address),
        "palette": palette(),
        "groups": form.groups(loaded.newest_first, opened=filter(None, [calls_for])),
    }
    if problem:
        return render_error(request, "check/check.html", context, problem.as_json())
    return render(request, "check/check.html", context)


def _suggestions(typed: str, canonical: str, loaded: Library) -> dict[str, object]:
    """Symbols to look up, and sections whose number the user may have meant."""
    begun = sections_begun(typed, loaded.newest)
    address = addresses.search(typed.strip(), words=True) if begun else ""
    return {"named": _named(canonical), "begun": begun, "search_address": address}


@lru_cache(maxsize=512)
def _named(canonical: str) -> Sequence[str]:
    """The first symbols of a cost, each once. Numbers are left out: rules have them in any example."""
    spans = [span for span in find_symbols(canonical) if not span.code.isdigit()]
    return tuple(islice(dict.fromkeys(canonical[span.start : span.end] for span in spans), MOST_NAMED))


def _examples() -> list[dict[str, str]]:
    return [{"cost": cost, "address": addresses.check(cost)} for cost in TRIES]
