"""View of the page that checks citations."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from explorer.citing.checking import MAX_LENGTH, ON_SITE, Checker, edition_in_force
from explorer.citing.page import MOST_SHOWN, ShownCitations, show_citations
from explorer.library.loaded import Library, library
from explorer.web import addresses
from explorer.web.downloads import uncached
from explorer.web.errors import other_site
from explorer.web.http import HtmxRequest, is_same_origin, render_error
from explorer.web.page_cache import query_parameters
from symbols.engine import BadRequest

_TOO_LONG = f"Paste up to {MAX_LENGTH:,} characters at once."
MAX_IN_ADDRESS = 2_000


@dataclass(frozen=True, slots=True)
class _Given:
    text: str
    written: str


@query_parameters(["text", "written"], headers=["HX-Request"])
def citations(request: HtmxRequest) -> HttpResponse:
    """Check the citations of a text; for htmx, render only the results. Nothing is stored."""
    if request.method == "POST" and not is_same_origin(request):
        return other_site(request)
    loaded = library()
    context: dict[str, object] = {
        "here": "citations",
        "needs_rules": not loaded.with_all_rules,
        "given": _Given("", ""),
        "found": None,
        "problem": "",
        "most": MOST_SHOWN,
        "canonical": request.build_absolute_uri(addresses.citations()),
    }
    template = "citing/_found.html" if request.htmx else "citing/citations.html"
    try:
        context["given"] = given = _given(request)
        context["found"] = _found(given, loaded)
    except BadRequest as error:
        context["problem"] = error.message.partition("”: ")[2] if error.field else error.message
        if request.htmx:
            return render(request, template, context)
        return render_error(request, template, context, error.as_json())
    response = render(request, template, context)
    return uncached(response) if request.method == "POST" else response


def _given(request: HtmxRequest) -> _Given:
    if request.method == "POST":
        if int(request.META.get("CONTENT_LENGTH") or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise BadRequest("too_long", _TOO_LONG)
        sent, longest = request.POST, MAX_LENGTH
    else:
        sent, longest = request.GET, MAX_IN_ADDRESS
    text = sent.get("text", "").replace("\r\n", "\n")
    if len(text) > longest:
        raise BadRequest("too_long", _TOO_LONG)
    return _Given(text, sent.get("written", ""))


def _found(given: _Given, loaded: Library) -> ShownCitations | None:
    if not given.text.strip():
        return None
    checker = Checker(loaded, edition_in_force(given.written, loaded), ON_SITE)
    return show_citations(checker.check(given.text))


# For `explorer.serving.middleware.ReadOnly`.
citations.takes_post = True  # type: ignore[attr-defined]
