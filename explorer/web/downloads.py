"""Notices and buttons on a site without the full rules, or without cards, that show and start their downloads."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from explorer.document.dates import long_date
from explorer.importing import updates
from explorer.importing.locks import file_beside
from explorer.importing.updates import CARDS, DAY, HOUR, RULES, Download
from explorer.library.loaded import Library, current_library, library
from explorer.web import addresses
from explorer.web.errors import other_site
from explorer.web.http import HtmxRequest, is_same_origin
from explorer.web.page_cache import query_parameters

FETCH = f"{settings.PROGRAM} fetch_rules"
FETCH_CARDS = f"{settings.PROGRAM} fetch_cards"
HINT = "Pipwise has only excerpts. To get every rule, run:"
GET_CARDS = f" To get them, run: {FETCH_CARDS}"
"""End of errors about names of cards, where none are loaded; pages have a button instead."""
CARDS_SIZE = "about 30 MB"
"""Of both bulk files, compressed."""
_RULES_SIZE = "about 1 MB"
_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Notice:
    """What a page says of something that isn't loaded.

    Attributes:
        name: `full-rules` or `get-cards`, as in `urls.py`.
        what: such as `the full rules`.
        by_hand: command that imports a file.
        doing: task under way, such as `Downloading`; else empty.
        problem: why the last try failed; else empty.
        tried: how long ago that was, and when the next try is; else empty.
        here: what is loaded now, once it is.
    """

    name: str
    what: str
    size: str
    command: str
    by_hand: str
    doing: str = ""
    percent: int = 0
    problem: str = ""
    tried: str = ""
    has_button: bool = False
    here: str = ""


def notice_on_excerpts(loaded: Library) -> Notice | None:
    """None once a complete edition is loaded."""
    return None if loaded.has_complete else _excerpts()


def notice_on_cards(loaded: Library) -> Notice | None:
    """None once cards are loaded."""
    return None if loaded.has_cards else _no_cards()


def _excerpts(here: str = "") -> Notice:
    by_hand = f"{settings.PROGRAM} import_rules FILE"
    return _notice(RULES, Notice("full-rules", "the full rules", _RULES_SIZE, FETCH, by_hand, here=here))


def _no_cards(here: str = "") -> Notice:
    by_hand = f"{settings.PROGRAM} import_cards FILE FILE"
    return _notice(CARDS, Notice("get-cards", "the cards", CARDS_SIZE, FETCH_CARDS, by_hand, here=here))


def _notice(download: Download, notice: Notice) -> Notice:
    if notice.here:
        return notice
    now = updates.read(file_beside(download.ending))
    if now.is_running():
        return replace(notice, doing=now.doing, percent=now.percent)
    has_button = updates.can_download()
    tried = _tried(now, again=has_button) if now.problem else ""
    return replace(notice, problem=now.problem, tried=tried, has_button=has_button)


def _tried(state: updates.State, *, again: bool) -> str:
    now = time.time()
    tried = f"Last tried {_in_words(now - state.ended)} ago."
    return f"{tried} Pipwise tries again in {_in_words(state.due - now)}." if again and state.due > now else tried


def _in_words(seconds: float) -> str:
    for unit, size in (("day", DAY), ("hour", HOUR), ("minute", _MINUTE)):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "less than a minute"


def in_every_page(request: HttpRequest) -> dict[str, object]:  # noqa: ARG001 - Django's signature
    """Context processor for `full_rules` and `no_cards`, the notices while these aren't loaded. Makes no query."""
    return {"full_rules": _excerpts, "no_cards": _no_cards_here}


def _no_cards_here() -> Notice | None:
    loaded = current_library()
    return notice_on_cards(loaded) if loaded else None


@query_parameters([], headers=["HX-Request"])
def full_rules(request: HtmxRequest) -> HttpResponse:
    """Show the download's progress; POST starts it."""
    return _answer(request, RULES, addresses.home(), _on_rules)


def _on_rules(loaded: Library) -> Notice:
    return notice_on_excerpts(loaded) or _excerpts(f"the complete {long_date(loaded.undated[-1].date)} rules")


@query_parameters([], headers=["HX-Request", "HX-Target"])
def get_cards(request: HtmxRequest) -> HttpResponse:
    """Likewise of the cards."""
    return _answer(request, CARDS, addresses.cards(), _on_cards)


def _on_cards(loaded: Library) -> Notice:
    return notice_on_cards(loaded) or _no_cards("cards and their rulings")


def _answer(
    request: HtmxRequest, download: Download, back: str, notice_on: Callable[[Library], Notice]
) -> HttpResponse:
    loaded = library()
    if request.method == "POST":
        if not is_same_origin(request):
            return other_site(request)
        if not notice_on(loaded).here:
            updates.request_download(file_beside(download.ending), download)
        if not request.htmx:
            return HttpResponseRedirect(back, status=HTTPStatus.SEE_OTHER)
    is_within = request.htmx and request.htmx.target == "cards-needed"
    template = "cards/_needed.html" if is_within else "_download.html" if request.htmx else "download.html"
    notice = notice_on(loaded)
    page = render(request, template, {"notice": notice, "here": "cards" if download is CARDS else "rules"})
    return page if notice.here else uncached(page)


def uncached(response: HttpResponse) -> HttpResponse:
    """For pages with a progress, whose tag would stay the same."""
    response["Cache-Control"] = "no-store"
    return response


# For `explorer.serving.middleware.ReadOnly`.
full_rules.takes_post = get_cards.takes_post = True  # type: ignore[attr-defined]
