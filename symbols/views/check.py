"""The checker."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.vary import vary_on_headers

from explorer import addresses
from symbols import showing
from symbols.engine.errors import EngineError

TRIES = (
    "{X}{R}",
    "{2/W}{2/U}{2/B}{2/R}{2/G}",
    "{G/W}{G/W}",
    "{W/P}{W/P}",
    "{X}{X}{2/W}{G/W/P}",
    "{1}{C/W}{S}",
    "{2}{W}, {T}",
)


@vary_on_headers("HX-Request")
def check(request: HttpRequest) -> HttpResponse:
    """Show what a cost means; to htmx, only the answer or the problem."""
    typed = request.GET.get("cost", "")
    context: dict[str, object] = {"here": "check", "typed": typed}
    if typed.strip():
        try:
            context["answer"] = showing.answer(typed)
        except EngineError as error:
            context["problem"] = showing.problem(typed, error)
    if "answer" not in context:
        context["tries"] = [{"cost": cost, "address": addresses.check(cost)} for cost in TRIES]
    if request.htmx:
        return showing.partial(request, "check/check.html", context, addresses.check(typed))
    return render(request, "check/check.html", context, status=422 if "problem" in context else 200)
