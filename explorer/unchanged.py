"""Pages that a reader has already: answered without being made, or any rule being read."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags

from explorer.http import code_version
from explorer.library.loaded import Library, forget_last_found, last_found, library

# What a part of a page depends on beside its address.
_ASKED_BY_HTMX = ("HX-Request", "HX-Target", "HX-Trigger", "HX-Trigger-Name", "HX-Current-URL")


class Unchanged:
    """Gives each page an entity tag, and answers 304 where a reader has the page of that tag.

    A page follows from its address, from what asks for it, from the loaded editions and what is derived from them, from
    the code, and from the day. The tag has all of these, so it can be told before the page is made. While only excerpts
    are loaded, pages show what is being downloaded, and have no such tag.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        if request.method != "GET" or settings.DEBUG:
            return self.get_response(request)
        if has := request.headers.get("If-None-Match"):
            # Where the database can't be read, the page's own view says so.
            with suppress(Error):
                loaded = library()
                tag = _tag(request, loaded)
                if loaded.has_complete and tag in parse_etags(has):
                    return _with_tag(HttpResponseNotModified(), tag, loaded)
        forget_last_found()
        response = self.get_response(request)
        shown = last_found()
        says_itself = response.has_header("ETag") or response.has_header("Cache-Control")
        if shown and shown.has_complete and response.status_code == HTTPStatus.OK and not says_itself:
            _with_tag(response, _tag(request, shown), shown)
        return response


def _with_tag(response: HttpResponse, tag: str, loaded: Library) -> HttpResponse:
    response["ETag"] = tag
    if loaded.newest and loaded.newest.complete:
        # For the service worker, which keeps pages longer than their rules are the newest. It names excerpts otherwise.
        response["X-Newest-Rules"] = loaded.newest.iso
    # Kept, but asked for again each time: the answer takes no longer than looking.
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, _ASKED_BY_HTMX)
    return response


def _tag(request: HttpRequest, loaded: Library) -> str:
    """Return the weak tag of a page, made by these editions today."""
    asked = "\n".join(request.headers.get(name, "") for name in _ASKED_BY_HTMX)
    own = hashlib.sha256(f"{asked}\n{timezone.localdate()}\n{_of_library(loaded)}\n{code_version()}".encode())
    return f'W/"{own.hexdigest()[:32]}"'


@lru_cache(maxsize=4)
def _of_library(loaded: Library) -> str:
    return hashlib.sha256(repr(loaded.key).encode()).hexdigest()
