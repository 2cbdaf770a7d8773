"""View of the checker."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import islice

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django_htmx.http import retarget

from explorer.costcheck import PARAMETERS, CheckForm, show_check, show_error, show_keyword
from explorer.costcheck.check import check_on_page, keyword_on_page
from explorer.costcheck.half_sources import half_typed, is_half_typed
from explorer.costcheck.shown_error import near_cards
from explorer.library.loaded import Library, library
from explorer.library.queries import sections_begun
from explorer.web import addresses
from explorer.web.http import HtmxRequest, render_error, update_address_bar
from explorer.web.page_cache import query_parameters
from symbols.catalog.palette import palette
from symbols.catalog.text import find_symbols
from symbols.engine import EngineError, KeywordInput, keyword_before, keyword_instead
from symbols.sentences import join_words

_EXAMPLES = (
    "{X}{R}",
    "{2/W}{2/U}{2/B}{2/R}{2/G}",
    "{G/W}{G/W}",
    "{W/P}{W/P}",
    "{X}{X}{2/W}{G/W/P}",
    "{1}{C/W}{S}",
    "{2}{W}, {T}",
)

# Symbols of a cost that link to their rules.
_MAX_NAMED = 8


@query_parameters(PARAMETERS, headers=["HX-Request", "HX-Target"])
def check(request: HtmxRequest) -> HttpResponse:
    """A cost and how it can be paid; for htmx, only the parts that change."""
    form = CheckForm.read(request.GET)
    # Undefined template variables are slow to resolve; set every name.
    context: dict[str, object] = {
        "here": "check",
        "answer": None,
        "keyword": None,
        "near": (),
        "cards": None,
        "needs_cards": "",
        "endings": (),
        "is_half": False,
    }
    loaded = library()
    problem, called = _read(form, context, loaded)
    if problem and request.htmx and (half := half_typed(form, problem, loaded)):
        # An unfinished name is no mistake: check the rest, and offer completions.
        del context["problem"]
        _, called = _read(half[0], context, loaded)
        context |= {
            "form": form,
            "endings": half[1],
            "is_half": True,
            "said": join_words([one.name for one in half[1]], "or"),
        }
    elif request.htmx and form.is_whole and is_half_typed(request.GET.get("mana", "")):
        context["is_half"] = True
    form = context["form"] if isinstance(context["form"], CheckForm) else form
    if request.htmx and request.htmx.target == "found":
        found = form.found(loaded.newest_first, called)
        return render(request, "check/_found.html", {"found": found, "form": form})
    context["tries"] = () if context["answer"] or context["keyword"] else _examples()
    context |= {"main": form.main, "found": form.found(loaded.newest_first, called), "palette": palette()}
    if request.htmx:
        return update_address_bar(_changes(request, form, context, called), form.address, step=not form.is_whole)
    # The short address doesn't have the words to find options.
    if form.counted and not form.find and problem is None:
        return HttpResponseRedirect(form.address)
    context["canonical"] = request.build_absolute_uri(form.address)
    if problem:
        return render_error(request, "check/check.html", context, problem.as_json())
    return render(request, "check/check.html", context)


def _changes(
    request: HtmxRequest, form: CheckForm, context: dict[str, object], called: Collection[str]
) -> HttpResponse:
    """The problem alone, or the answer with its verdict.

    Fields are only sent if a link or another card has changed them, or if the cost calls for a missing one.
    """
    if "problem" in context:
        return retarget(HttpResponse(render_to_string("check/_verdict.html", context, request)), "#verdict")
    context["oob"] = True
    parts: list[str] = [render_to_string("check/check.html#answer", context, request)]
    within: list[str] = []
    if form.is_whole:
        within += ["verdict", "as-read"]
    else:
        parts.append(render_to_string("check/check.html#ask", context, request))
    # These elements stay, since the form listens to them.
    is_set = not form.is_whole or form.shown_card != form.name
    within += ["main-options"] if is_set else []
    within += ["found"] if is_set or not form.sent >= set(called) else []
    for element in within:
        drawn = render_to_string(f"check/_{element.replace('-', '_')}.html", context, request)
        parts.append(f'<div id="{element}" hx-swap-oob="innerHTML">{drawn}</div>')
    parts.append(render_to_string("check/_tools.html", {"form": form, "tool": "check", "oob": True}))
    parts.append(format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', context.get("said", "")))
    return HttpResponse("".join(parts))


def _read(form: CheckForm, context: dict[str, object], loaded: Library) -> tuple[EngineError | None, Collection[str]]:
    """Fill the context with the answer or the problem; return the problem, and options that the cost calls for."""
    context |= {"form": form, "typed": form.typed}
    keyword: KeywordInput | None = None
    called: set[str] = set()
    try:
        context["form"] = form = form.naming_card(loaded)
        form = form.of_card(loaded)
        context |= {"form": form, "typed": form.typed}
        keyword = None if form.card else keyword_instead({**form.options, "cost": form.cost})
        if keyword:
            context["keyword"] = shown = show_keyword(*keyword_on_page(keyword, form.options.get("edition"), loaded))
            context["said"] = shown.said
        elif form.cost.strip():
            if form.error:
                raise form.error
            checked, citations = check_on_page(form.given, loaded, form.card)
            keyword = keyword_before(checked.result.cost)
            does = keyword_on_page(keyword, form.options.get("edition"), loaded) if keyword else None
            context |= _suggestions("" if form.card else form.cost, checked.result.canonical, loaded)
            context["answer"] = found = show_check(checked, citations)
            context["said"] = found.spoken
            called = set(found.calls_for)
            if does:
                context["keyword"] = show_keyword(*does)
    except EngineError as error:
        context["problem"] = show_error({**form.given, "cost": form.typed}, error)
        kept = {key: text for key, text in form.options.items() if key != "cost"}
        context |= near_cards(form.typed.strip(), error, loaded, lambda name: addresses.check(card=name, **kept))
        return error, ()
    return None, called | ({keyword.key} if keyword else set())


def _suggestions(typed: str, canonical: str, loaded: Library) -> dict[str, object]:
    """Symbols to look up, and sections if the cost looks like a rule number."""
    begun = sections_begun(typed, loaded.newest)
    address = addresses.search(typed.strip(), words=True) if begun else ""
    return {"named": _named(canonical), "begun": begun, "search_address": address}


@lru_cache(maxsize=512)
def _named(canonical: str) -> Sequence[str]:
    """The first symbols of a cost, without numbers, which are in too many examples."""
    spans = [span for span in find_symbols(canonical) if not span.code.isdigit()]
    return tuple(islice(dict.fromkeys(canonical[span.start : span.end] for span in spans), _MAX_NAMED))


def _examples() -> list[dict[str, str]]:
    return [{"cost": cost, "address": addresses.check(cost)} for cost in _EXAMPLES]
