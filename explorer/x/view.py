"""View of the X explorer."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html

from explorer.library.loaded import library
from explorer.web.http import HtmxRequest, render_error, update_address_bar
from explorer.web.page_cache import query_parameters
from explorer.x import PARAMETERS, XQuestion, error_of, page


@query_parameters(PARAMETERS, headers=["HX-Request", "HX-Target"])
def x(request: HtmxRequest) -> HttpResponse:
    """What X is in a situation, and why; for htmx, the form with its answer."""
    loaded = library()
    question = XQuestion.read(request.GET, loaded)
    # A form was submitted, so a shorter address is due.
    if question.came_from and not (request.htmx or question.problems or question.dropped):
        return HttpResponseRedirect(question.progress)
    shown = page(question, loaded)
    context = {"here": "x", "question": question, "page": shown}
    if request.htmx:
        return _partial(request, context, question, str(shown["said"]))
    context["canonical"] = request.build_absolute_uri(question.address)
    for problem in question.problems.values():
        return render_error(request, "x/x.html", context, error_of(problem).as_json())
    return render(request, "x/x.html", context)


def _partial(request: HtmxRequest, context: dict[str, object], question: XQuestion, words: str) -> HttpResponse:
    """The form with its answer, from which htmx selects. Choices add a history entry, typing doesn't."""
    body = render_to_string("x/x.html#explorer", context, request)
    said = format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', words)
    is_step = request.htmx.target != "answer" and question.progress != question.came_from
    return update_address_bar(HttpResponse(f"{body}{said}"), question.progress, step=is_step)
