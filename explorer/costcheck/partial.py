"""Answering htmx with the fragment of a page that it swaps in."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import format_html
from django_htmx.http import retarget

from explorer.web.http import keep_address


def partial(
    request: HttpRequest, template: str, context: dict[str, object], address: str, *, step: bool = False
) -> HttpResponse:
    """Answer with the part of the page named `answer`, or with the problem.

    A problem goes to its own place, so that the last good answer stays; an answer clears the problem. What a
    screen reader says of an answer is one sentence, `said`, and not all of it after every key.

    Args:
        request: the request.
        template: the page.
        context: what it shows; `problem`, if there is one.
        address: the address that shows the same, for the address bar.
        step: whether the back button takes it back.
    """
    if "problem" in context:
        response = retarget(
            HttpResponse(render_to_string("check/_problem.html", {**context, "kept": True}, request)), "#problem"
        )
    else:
        body = render_to_string(f"{template}#answer", context, request)
        said = format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', context.get("said", ""))
        response = HttpResponse(f'{body}<div id="problem" hx-swap-oob="true"></div>{said}')
    return keep_address(response, address, step=step)
