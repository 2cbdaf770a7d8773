"""View of casting, step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django_htmx.http import retarget

from explorer.cards.in_play import IN_PLAY
from explorer.casting.form import PARAMETERS, CastForm, typed_in
from explorer.casting.half_typed import half_typed
from explorer.casting.request import option_names
from explorer.casting.shown import show_walk
from explorer.casting.walk import walk
from explorer.costcheck.check import CARD
from explorer.costcheck.form import MANA
from explorer.costcheck.half_sources import is_half_typed
from explorer.costcheck.shown_error import message_of, near_cards, show_error
from explorer.library.loaded import Library, library
from explorer.web import addresses
from explorer.web.http import HtmxRequest, render_error, update_address_bar
from explorer.web.page_cache import query_parameters
from symbols.data_files import read_data
from symbols.engine import EngineError

_EXAMPLES: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = read_data("cast_examples.toml", "explorer")


@query_parameters(PARAMETERS, headers=["HX-Request", "HX-Target"])
def cast(request: HtmxRequest) -> HttpResponse:
    """A spell or an ability, step by step; for htmx, only the parts that change."""
    loaded = library()
    # Undefined template variables are slow to resolve; set every name.
    context: dict[str, object] = {
        "here": "check",
        "tool": "cast",
        "walk": None,
        "problem": None,
        "form": None,
        "typed": {"what": "", "mana": "", "in_play": ""},
        "near": (),
        "cards": None,
        "needs_cards": "",
        "endings": (),
        "is_half": False,
        "examples": (),
        "kinds": (),
    }
    try:
        form = _read(request, context, loaded)
    except EngineError as error:
        context |= _problem(request.GET, error) | _near_cards(request.GET, error, loaded)
        if request.htmx:
            return retarget(HttpResponse(render_to_string("cast/_verdict.html", context, request)), "#verdict")
        return render_error(request, "cast/cast.html", context, error.as_json())
    if form.request.is_empty:
        context |= {"examples": _examples(loaded), "kinds": _kinds(loaded)}
    if request.htmx:
        return update_address_bar(_changes(request, context, form), form.address, step=not form.is_sent)
    if form.is_sent:
        return HttpResponseRedirect(form.address)
    context["canonical"] = request.build_absolute_uri(form.address)
    return render(request, "cast/cast.html", context)


def _read(request: HtmxRequest, context: dict[str, object], loaded: Library) -> CastForm:
    """Fill the context with the walk. For htmx, unfinished names at the end are left out."""
    query: QueryDict = request.GET
    for tries_left in (2, 1, 0):
        try:
            context["form"] = form = CastForm.read(query, loaded)
            if not form.request.is_empty:
                context["walk"] = show_walk(walk(form.request, lambda: loaded), loaded, form)
        except EngineError as error:
            half = half_typed(query, error, loaded) if request.htmx and tries_left else None
            if half is None:
                raise
            query = half[0]
            context |= {"is_half": True, "endings": half[1]}
        else:
            context["is_half"] = context["is_half"] or bool(request.htmx and is_half_typed(query.get(MANA, "")))
            return form
    raise AssertionError


def _near_cards(query: QueryDict, error: EngineError, loaded: Library) -> dict[str, object]:
    key, typed = typed_in(query)
    kept = {name: query.getlist(name) for name in query if name != key}
    return near_cards(typed, error, loaded, lambda name: addresses.cast({**kept, CARD: name}))


def _problem(query: QueryDict, error: EngineError) -> dict[str, object]:
    """An error with its place, and the address of this page with its suggestion."""
    values: dict[str, object] = {key: texts if len(texts := query.getlist(key)) > 1 else texts[0] for key in query}
    typed = {key: "\n".join(query.getlist(key)) for key in query}
    field = error.field or "cost"
    if field == CARD and CARD not in typed:
        typed[CARD] = typed_in(query)[1]
    if field in ("pool", "sources") and typed.get(MANA, "").strip():
        typed[field] = typed[MANA]
    shown = show_error(typed, error)
    key = MANA if field in ("pool", "sources") and MANA in typed else field
    rest = {each: value for each, value in values.items() if each != key and not (field == CARD and each == "cost")}
    mended = addresses.cast({**rest, key: shown.suggestion}) if shown.suggestion else ""
    message = message_of(error, option_names())
    if field in (IN_PLAY, "sources", "pool"):
        # Its field is marked, so the message need not name it.
        message = message.partition(": ")[2] or message
    fields = {
        "what": typed_in(query)[1],
        "mana": next((typed[each] for each in (MANA, "sources", "pool") if typed.get(each)), ""),
        "in_play": typed.get(IN_PLAY, ""),
    }
    return {"problem": replace(shown, message=message, suggestion_address=mended), "typed": fields}


def _changes(request: HtmxRequest, context: dict[str, object], form: CastForm) -> HttpResponse:
    """The steps and the verdict; the whole form only if a link has changed its fields."""
    context["oob"] = True
    parts: list[str] = [render_to_string("cast/_walk.html", context, request)]
    if form.is_sent:
        for element in ("verdict", "as-read"):
            drawn = render_to_string(f"cast/_{element.replace('-', '_')}.html", context, request)
            parts.append(f'<div id="{element}" hx-swap-oob="innerHTML">{drawn}</div>')
    else:
        parts.append(render_to_string("cast/_ask.html", context, request))
    parts.append(render_to_string("check/_tools.html", context, request))
    shown = context["walk"]
    said = "" if context["is_half"] else getattr(shown, "said", "")
    parts.append(format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', said))
    return HttpResponse("".join(parts))


def _examples(loaded: Library) -> list[dict[str, str]]:
    """Walks with cards, or with their costs if no cards are loaded."""
    found = []
    for row in _EXAMPLES["walk"]:
        query = row["card"] if loaded.has_cards else row["cost"]
        cost = str(query.get("cost") or row["cost"].get("cost") or "")
        found.append({"name": row["name"], "what": row["what"], "cost": cost, "address": addresses.cast(query)})
    return found


def _kinds(loaded: Library) -> list[dict[str, str]]:
    """An example of each kind of input."""
    return [
        {"what": row["what"], "text": row["text"], "address": addresses.cast({row["key"]: row["text"]})}
        for row in _EXAMPLES["kind"]
        if loaded.has_cards or row["key"] != "card"
    ]
