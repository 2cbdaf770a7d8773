"""The X explorer."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from explorer.http import HtmxRequest, keep_address, render_error
from explorer.library import queries
from explorer.views.x import Asking, page
from symbols.engine import error_json


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def x(request: HtmxRequest) -> HttpResponse:
    """Show what X is in a situation, and why; to htmx, the form with its answer."""
    asking = Asking.read(request.GET)
    if asking.was_sent and not (request.htmx or asking.wrong or asking.left_out):
        return HttpResponseRedirect(asking.address)
    shown = page(asking)
    context = {"here": "x", "asking": asking, "page": shown, "editions": queries.editions()[::-1]}
    if request.htmx:
        return _partial(request, context, asking, shown.said)
    for wrong in asking.wrong.values():
        return render_error(request, "x/x.html", context, error_json("bad_situation", wrong.message))
    return render(request, "x/x.html", context)


def _partial(request: HtmxRequest, context: dict[str, object], asking: Asking, words: str) -> HttpResponse:
    """Answer htmx with the form and its answer; it takes the parts that it needs.

    A choice is a step that the back button takes back; what is typed is not.
    """
    body = render_to_string("x/x.html#explorer", context, request)
    ready = render_to_string("x/_ready.html", context, request)
    said = format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', words)
    is_step = request.htmx.target != "answer" and asking.address != asking.came_from
    return keep_address(HttpResponse(f"{body}{ready}{said}"), asking.address, step=is_step)
