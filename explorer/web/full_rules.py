"""Notice and download button on a site that has only excerpts of the rules."""

from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from explorer.importing import updates
from explorer.importing.locks import file_beside
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.web import addresses
from explorer.web.errors import other_site
from explorer.web.http import HtmxRequest, is_same_origin
from explorer.web.page_cache import query_parameters

FETCH = f"{settings.PROGRAM} fetch_rules"
HINT = "Pipwise has only excerpts. To get every rule, run:"


@dataclass(frozen=True, slots=True)
class FullRulesNotice:
    """State of the full rules' download.

    Attributes:
        newest: the newest complete edition; None while only excerpts are loaded.
        doing: task under way, such as `Downloading`; else empty.
        problem: why the last download failed; else empty.
    """

    newest: EditionInfo | None = None
    doing: str = ""
    percent: int = 0
    problem: str = ""
    has_button: bool = False
    command: str = FETCH


def notice_on_excerpts(loaded: Library) -> FullRulesNotice | None:
    """None once a complete edition is loaded."""
    return None if loaded.has_complete else _excerpts()


def _excerpts() -> FullRulesNotice:
    now = updates.read(file_beside(".updates"))
    if now.is_running():
        return FullRulesNotice(doing=now.doing, percent=now.percent)
    return FullRulesNotice(problem=now.problem, has_button=updates.can_ask())


def in_every_page(request: HttpRequest) -> dict[str, object]:  # noqa: ARG001 - Django's signature
    """Context processor for `full_rules`, the notice while only excerpts are loaded. Makes no query."""
    return {"full_rules": _excerpts}


@query_parameters([], headers=["HX-Request"])
def full_rules(request: HtmxRequest) -> HttpResponse:
    """Show the download's progress; POST starts it."""
    loaded = library()
    if request.method == "POST":
        if not is_same_origin(request):
            return other_site(request)
        if not loaded.has_complete:
            updates.ask(file_beside(".updates"))
        if not request.htmx:
            return HttpResponseRedirect(addresses.home(), status=HTTPStatus.SEE_OTHER)
    notice = notice_on_excerpts(loaded) or FullRulesNotice(loaded.undated[-1])
    template = "_first_start.html" if request.htmx else "full_rules.html"
    return render(request, template, {"first_start": notice, "here": "rules"})


# For `explorer.serving.middleware.ReadOnly`.
full_rules.takes_post = True  # type: ignore[attr-defined]
