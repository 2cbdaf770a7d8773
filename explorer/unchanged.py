"""Pages that a reader has already, and pages made already for another: answered without any rule being read."""

import datetime as dt
import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from typing import TypeGuard

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags

from explorer.http import code_version, packing
from explorer.kept import keep, kept
from explorer.library.loaded import Library, forget_last_found, last_found, library
from explorer.warming import warm

# Longer pages are made anew each time, packed ones and others (bytes, as they are sent): nearly all readers unpack, and
# unpacked pages would take four times the memory. The rest are kept for a day (seconds).
_MOST_KEPT, _MOST_KEPT_UNPACKED, _A_DAY = 100_000, 15_000, 86_400
# Answers with a page, and in its place to a reader who has it.
_OF_PAGES = {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}
# What a part of a page depends on beside its address.
_ASKED_BY_HTMX = ("HX-Request", "HX-Target", "HX-Trigger", "HX-Trigger-Name", "HX-Current-URL")
# What pages show of the settings.
_SHOWN_SETTINGS = ("EMBED", "NAMES", "HTTPS", "RATE", "PROGRAM")


class Unchanged:
    """Gives each page an entity tag, answers 304 where a reader has the page of that tag, and makes no page twice.

    A page follows from its address, from what asks for it, from the loaded editions and what is derived from them, from
    the code and the settings, and from the day. The tag has all of these, so it can be told before the page is made.
    While only excerpts are loaded, pages show what is being downloaded, and have no such tag.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        if request.method != "GET" or settings.DEBUG:
            return self.get_response(request)
        # Where the database can't be read, the page's own view says so.
        with suppress(Error):
            if made := _made_before(request):
                # For `explorer.rates`.
                made.made_before = True  # type: ignore[attr-defined]
                return made
        forget_last_found()
        day = timezone.localdate()
        response = self.get_response(request)
        shown = last_found()
        if shown:
            warm(shown)
        if response.status_code not in _OF_PAGES or "Cache-Control" in response:
            return response
        with suppress(Error):
            # Some pages say nothing of any edition, but all have what the same tag has.
            shown = shown or library()
        if shown and shown.has_complete:
            key = _key(request)
            tag = _tag(key, shown, day)
            _with_tag(response, tag, shown)
            if _is_kept(response):
                # For `explorer.inlining`.
                response.inlined = getattr(request, "inlined", None)  # type: ignore[attr-defined]
                keep(key, (tag, response), _A_DAY)
        return response


def _is_kept(response: HttpResponseBase) -> TypeGuard[HttpResponse]:
    """Return whether a page is kept for other readers."""
    if not isinstance(response, HttpResponse) or response.status_code != HTTPStatus.OK or response.cookies:
        return False
    most = _MOST_KEPT if response.has_header("Content-Encoding") else _MOST_KEPT_UNPACKED
    return len(response.content) <= most


def _made_before(request: HttpRequest) -> HttpResponseBase | None:
    """Return 304 for a page that its reader has, or the page that was made for another; None where neither is so."""
    has = parse_etags(request.headers.get("If-None-Match", ""))
    key = _key(request)
    made = None if has else kept(key)
    if not (has or made):
        return None
    loaded = library()
    if not loaded.has_complete:
        return None
    tag = _tag(key, loaded, timezone.localdate())
    # RFC 9110, 13.1.2: whether tags are weak makes no difference here.
    if tag.removeprefix("W/") in {one.removeprefix("W/") for one in has}:
        return _with_tag(HttpResponseNotModified(), tag, loaded)
    was, page = made or kept(key) or ("", None)
    if was != tag:
        return None
    return _with_tag(HttpResponseNotModified(), tag, loaded) if has == ["*"] else page


def _with_tag(response: HttpResponseBase, tag: str, loaded: Library) -> HttpResponseBase:
    response["ETag"] = tag
    if loaded.newest and loaded.newest.complete:
        # For the service worker, which keeps pages longer than their rules are the newest. It names excerpts otherwise.
        response["X-Newest-Rules"] = loaded.newest.iso
    # Kept, but asked for again each time: the answer takes no longer than looking.
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Accept-Encoding", *_ASKED_BY_HTMX])
    return response


def _key(request: HttpRequest) -> str:
    """Return where a page is kept: by its whole address, and by what is asked for in the headers."""
    headers = request.headers
    # Some servers take the beginning of the path from a header: the whole then says nothing of which page it is.
    asked = (request.scheme, headers.get("Host"), request.path_info, request.get_full_path(), packing(request))
    parts = (headers.get(name) for name in _ASKED_BY_HTMX)
    return f"page-{hashlib.sha256(repr((*asked, *parts)).encode()).hexdigest()}"


def _tag(key: str, loaded: Library, day: dt.date) -> str:
    """Return the weak tag of a page that is kept under a key, made by these editions on a day."""
    chosen = [getattr(settings, name) for name in _SHOWN_SETTINGS]
    own = hashlib.sha256(f"{key}\n{day}\n{_of_library(loaded)}\n{code_version()}\n{chosen}".encode())
    return f'W/"{own.hexdigest()[:32]}"'


@lru_cache(maxsize=4)
def _of_library(loaded: Library) -> str:
    return hashlib.sha256(repr(loaded.key).encode()).hexdigest()
