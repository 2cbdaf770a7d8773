"""Fragments of a page for htmx."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import format_html
from django_htmx.http import retarget

from explorer.web.http import update_address_bar


def partial(
    request: HttpRequest, template: str, context: dict[str, object], address: str, *, step: bool = False
) -> HttpResponse:
    """Render the template's partial `answer`, or the problem.

    A problem is swapped into its own element, so that the last good answer stays; an answer clears it. Screen readers
    announce one sentence, `said`, rather than the whole answer after every key.

    Args:
        context: with `problem`, if there is one.
        address: for the address bar.
        step: whether to add a history entry, so that the back button undoes it.
    """
    if "problem" in context:
        response = retarget(
            HttpResponse(render_to_string("check/_problem.html", {**context, "kept": True}, request)), "#problem"
        )
    else:
        body = render_to_string(f"{template}#answer", context, request)
        said = format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', context.get("said", ""))
        response = HttpResponse(f'{body}<div id="problem" hx-swap-oob="true"></div>{said}')
    return update_address_bar(response, address, step=step)
