"""Answering htmx with the fragment of a page that it swaps in."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import format_html

# What is longer is no address that anybody could share; the box still has what was typed.
LONGEST_ADDRESS = 4_000


def partial(request: HttpRequest, template: str, context: dict[str, object], address: str) -> HttpResponse:
    """Answer with the part of the page named `answer`, or with the problem.

    A problem goes to its own place, so that the last good answer stays; an answer clears the problem. What a
    screen reader says of an answer is one sentence, `said`, and not all of it after every key.
    The address bar is kept in step with what was typed.
    """
    if "problem" in context:
        response = HttpResponse(render_to_string("check/_problem.html", context, request))
        response["HX-Retarget"] = "#problem"
    else:
        body = render_to_string(f"{template}#answer", context, request)
        said = format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', context.get("said", ""))
        response = HttpResponse(f'{body}<div id="problem" hx-swap-oob="true"></div>{said}')
    response["HX-Replace-Url"] = address if len(address) <= LONGEST_ADDRESS else "false"
    return response
