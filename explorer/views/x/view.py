"""The X explorer."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from explorer.http import HtmxRequest
from explorer.library import queries
from explorer.views.check.partial import LONGEST_ADDRESS
from explorer.views.x import Asking, page


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
    return render(request, "x/x.html", context, status=422 if asking.wrong else 200)


def _partial(request: HtmxRequest, context: dict[str, object], asking: Asking, words: str) -> HttpResponse:
    """Answer htmx with the form and its answer; it takes the parts that it needs.

    A choice is a step that the back button takes back; what is typed is not.
    """
    body = render_to_string("x/x.html#explorer", context, request)
    ready = render_to_string("x/_ready.html", context, request)
    said = format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', words)
    response = HttpResponse(f"{body}{ready}{said}")
    address = asking.address if len(asking.address) <= LONGEST_ADDRESS else "false"
    is_step = request.htmx.target != "answer" and address != asking.came_from
    response["HX-Push-Url" if is_step else "HX-Replace-Url"] = address
    return response
