"""Views of a rule and of a checked cost for frames on other sites, if the settings allow it."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from explorer.costcheck import PARAMETERS, CheckForm, ShownCheck, answer_to, show_error
from explorer.document.dates import long_date
from explorer.library.loaded import library
from explorer.library.place import find_number
from explorer.not_found.path_arguments import date_or_404, handle_not_found, number_or_404
from explorer.rules.rule.query import rule_page
from explorer.sharing.embeds import EMBEDDED
from explorer.web import addresses
from explorer.web.errors import NotFound
from explorer.web.http import render_error
from explorer.web.page_cache import query_parameters
from explorer.wording.wordings import Resolver, show_rules
from symbols.engine import EngineError

_Arguments = ParamSpec("_Arguments")
_Framed = Callable[Concatenate[HttpRequest, _Arguments], HttpResponse]


def _framed(view: _Framed[_Arguments]) -> _Framed[_Arguments]:
    """Decorate a view so that the sites of `settings.EMBED` may frame it."""

    @wraps(view)
    def answer(request: HttpRequest, /, *arguments: _Arguments.args, **options: _Arguments.kwargs) -> HttpResponse:
        response = view(request, *arguments, **options)
        if settings.EMBED:
            # Not cached, since a 304 or a cached page would restore the usual headers.
            response["Cache-Control"] = "no-store"
            for allow in (xframe_options_exempt, csp_replace({"frame-ancestors": settings.EMBED})):
                allow(lambda _: response)(request)
        return response

    return answer


@handle_not_found
@_framed
def rule_embed(request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    wanted, day = number_or_404(number), date_or_404(edition) if edition else None
    if wanted.kind not in EMBEDDED:
        raise NotFound("That can’t be embedded", f"{wanted} is a {wanted.kind.value}. Embed a rule or a subrule.")
    address = addresses.rule(str(wanted), day)
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.embed(address))
    place = find_number(wanted, day)
    page = rule_page(place, place.edition.date)
    rules = show_rules(page.own, Resolver(page.links), became=page.became)
    title = f"{wanted} ({long_date(place.edition.date)} rules)"
    return render(request, "embeds/rule.html", {"rules": rules, "title": title, **_common_context(request, address)})


@handle_not_found
@_framed
@query_parameters(PARAMETERS)
def check_embed(request: HttpRequest) -> HttpResponse:
    """Whether a cost can be paid, or what it means."""
    form = CheckForm.read(request.GET)
    context = _common_context(request, form.address)
    try:
        answer = answer_to(form, library())
    except EngineError as error:
        context |= {"title": "Check a cost", "problem": show_error(form.given, error)}
        return render_error(request, "embeds/check.html", context, error.as_json())
    if answer is None:
        raise NotFound(
            "Nothing to embed", f"Add a cost to the address: {addresses.embed(addresses.check(cost='2WU'))}."
        )
    shown = {"answer": answer, "title": answer.question} if isinstance(answer, ShownCheck) else {"keyword": answer}
    return render(request, "embeds/check.html", {"title": "Check a cost", **shown, **context})


def _common_context(request: HttpRequest, address: str) -> dict[str, object]:
    return {"address": address, "canonical": request.build_absolute_uri(address)}
