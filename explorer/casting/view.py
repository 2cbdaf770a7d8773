"""View of casting, step by step."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django_htmx.http import retarget

from explorer.casting.form import PARAMETERS, CastForm
from explorer.casting.request import said_in
from explorer.casting.shown import show_walk
from explorer.casting.walk import walk
from explorer.costcheck.shown_error import show_error
from explorer.library.loaded import Library, library
from explorer.web import addresses
from explorer.web.http import HtmxRequest, render_error, update_address_bar
from explorer.web.page_cache import query_parameters
from symbols.data_files import read_data
from symbols.engine import EngineError

_EXAMPLES: Final[Sequence[Mapping[str, Any]]] = read_data("cast_examples.toml", "explorer")["walk"]


@query_parameters(PARAMETERS, headers=["HX-Request", "HX-Target"])
def cast(request: HtmxRequest) -> HttpResponse:
    """A spell or an ability with what is chosen, step by step; for htmx, only what changes on the page."""
    loaded = library()
    # Undefined template variables are slow to resolve; set every name.
    context: dict[str, object] = {"here": "check", "tool": "cast", "walk": None, "problem": None, "form": None}
    try:
        context["form"] = form = CastForm.read(request.GET, loaded)
        if not form.request.is_empty:
            context["walk"] = show_walk(walk(form.request, lambda: loaded), loaded)
    except EngineError as error:
        typed = {key: str(value) for key, value in said_in(request.GET).items() if value}
        context["problem"] = show_error(typed, error)
        context["typed"] = typed
        if request.htmx:
            return retarget(HttpResponse(render_to_string("cast/_verdict.html", context, request)), "#verdict")
        return render_error(request, "cast/cast.html", context | {"examples": ()}, error.as_json())
    context["examples"] = _examples(loaded) if form.request.is_empty else ()
    if request.htmx:
        return update_address_bar(_changes(request, context, form), form.address, step=not form.is_sent)
    if form.is_sent:
        return HttpResponseRedirect(form.address)
    context["canonical"] = request.build_absolute_uri(form.address)
    return render(request, "cast/cast.html", context)


def _changes(request: HtmxRequest, context: dict[str, object], form: CastForm) -> HttpResponse:
    """The steps, and beside them the verdict; the whole form only where a link has set its fields."""
    context["oob"] = True
    parts: list[str] = [render_to_string("cast/_walk.html", context, request)]
    if form.is_sent:
        for element in ("verdict", "as-read"):
            drawn = render_to_string(f"cast/_{element.replace('-', '_')}.html", context, request)
            parts.append(f'<div id="{element}" hx-swap-oob="innerHTML">{drawn}</div>')
    else:
        parts.append(render_to_string("cast/_ask.html", context, request))
    shown = context["walk"]
    parts.append(format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', getattr(shown, "said", "")))
    return HttpResponse("".join(parts))


def _examples(loaded: Library) -> list[dict[str, str]]:
    """Walks ready to open: with cards where there are any, else with their costs."""
    found = []
    for row in _EXAMPLES:
        query = row["card"] if loaded.has_cards else row["cost"]
        found.append({"name": row["name"], "what": row["what"], "address": addresses.cast(query)})
    return found
