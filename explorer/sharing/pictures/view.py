"""Views of preview pictures, at the page's address with `.png`; a rule's also as SVG, for use elsewhere."""

from collections.abc import Callable, Iterable, Mapping

from django.http import HttpRequest, HttpResponse

from explorer.casting.form import PARAMETERS as PARAMETERS_OF_CAST
from explorer.casting.view import cast
from explorer.costcheck import PARAMETERS
from explorer.costcheck.view import check
from explorer.not_found.path_arguments import handle_not_found
from explorer.sharing.pictures import compose, draw
from explorer.sharing.pictures.subjects import of_rule, picture_of
from explorer.tryit.view import parameters_of_trial, trial
from explorer.web.http import FOR_GOOD, HtmxRequest
from explorer.web.page_cache import query_parameters
from symbols.engine import EngineError

_PAGE_OF: Mapping[str, Callable[..., HttpResponse]] = {
    "check-picture": check,
    "cast-picture": cast,
    "trial-picture": trial,
}


def _parameters(code: str = "", slug: str = "", **path: str) -> Iterable[str]:
    """Query parameters that matter for the picture of a symbol, a Try it, a check or a walk."""
    if code:
        return ["edition"]
    if slug:
        return parameters_of_trial(slug)
    return () if path else PARAMETERS | PARAMETERS_OF_CAST


@handle_not_found
@query_parameters(_parameters)
def picture(request: HtmxRequest, /, **arguments: str) -> HttpResponse:
    """The picture of a page. Pinned ones may be cached forever."""
    name = request.resolver_match.url_name or "" if request.resolver_match else ""
    try:
        made = picture_of(name.removesuffix("-picture"), arguments, request.GET)
    except EngineError:
        if name not in _PAGE_OF:
            raise
        # It says what is wrong.
        return _PAGE_OF[name](request, **arguments)
    headers = FOR_GOOD if "edition" in arguments else None
    return HttpResponse(draw(compose(made)), content_type="image/png", headers=headers)


@handle_not_found
def rule_card(_request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    """The picture of a rule as SVG, without the font."""
    headers = FOR_GOOD if edition else None
    return HttpResponse(compose(of_rule(number, edition)), content_type="image/svg+xml", headers=headers)
