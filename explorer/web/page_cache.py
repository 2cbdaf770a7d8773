"""ETags, 304 and a page cache.

A page depends on its URL, the parameters and headers that its view reads, the loaded editions, the build, the settings
that pages show, and the day. Its entity tag is a digest of these, so it is known before the page is rendered. While
only excerpts are loaded, pages show the download's progress, and are neither tagged nor cached.
"""

import hashlib
import logging
import pickle
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache as once
from http import HTTPStatus
from importlib import metadata
from threading import Lock
from typing import Any, ClassVar, TypeVar
from urllib.parse import unquote_plus

from django.conf import settings
from django.core.cache import BaseCache, cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from django_http_compression.middleware import best_coding

from explorer.importing.versions import ROOT
from explorer.library.loaded import Library, current_library, library
from explorer.web.http import FOR_GOOD

_log = logging.getLogger(__name__)

MAX_PAGE = 300_000
"""Bytes, as sent. Larger pages are rendered each time."""
# Seconds. A tag changes every day.
_LIFETIME = 86_400
# Seconds for which a failed cache isn't tried again.
_PAUSE = 20.0
# Key, and share of the dictionary (bytes).
_ENTRY_OVERHEAD = 400
_SHOWN_SETTINGS = ("EMBED", "NAMES", "HTTPS", "RATE", "PROGRAM")
# Keys of a request's META: the headers that its view reads, its page's tag, and whether it was answered without
# rendering.
_HEADERS, _TAG, _CACHED = "pipwise.headers", "pipwise.tag", "pipwise.cached"

_View = TypeVar("_View", bound=Callable[..., Any])


def query_parameters(
    names: Iterable[str] | Callable[..., Iterable[str]], headers: Iterable[str] = ()
) -> Callable[[_View], _View]:
    """Declare the query parameters and request headers that a view reads.

    All other parameters are dropped, so `/rules/107.4f/?utm_source=x` is the same page as `/rules/107.4f/`.

    Args:
        names: the parameters; a function gets the path's arguments.
        headers: such as `HX-Request`; the response varies on these.
    """

    def mark(view: _View) -> _View:
        view.query_parameters = names if callable(names) else frozenset(names)  # type: ignore[attr-defined]
        view.headers = tuple(headers)  # type: ignore[attr-defined]
        return view

    return mark


def is_from_cache(request: HttpRequest) -> bool:
    """Whether a request was answered without rendering a page."""
    return _CACHED in request.META


class PageCacheMiddleware:
    """Answers with 304 or a cached page, else tags and caches the rendered page.

    It comes before the middleware that compresses, so that pages are cached compressed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        # Before a deployment replaces the files that are loaded.
        build_id()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if headers := request.META.get(_HEADERS):
            patch_vary_headers(response, headers)
        tag, loaded = request.META.get(_TAG), current_library()
        if not (tag and loaded) or response.status_code not in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}:
            return response
        if tag != _tag(request, loaded):
            # An edition was imported while the page was rendered, or it was midnight.
            return response
        if "Cache-Control" not in response:
            response["ETag"] = tag
            if loaded.newest and loaded.newest.complete:
                # For the service worker, whose cached pages may be outdated.
                response["X-Newest-Rules"] = loaded.newest.iso
            patch_cache_control(response, no_cache=True)
            patch_vary_headers(response, ["Accept-Encoding"])
        elif response["Cache-Control"] != FOR_GOOD["Cache-Control"]:
            return response
        if not is_from_cache(request) and isinstance(response, HttpResponse) and _is_cacheable(response):
            page = (response, getattr(request, "inlined", None))
            _with_cache(lambda pages: pages.set(tag, page, _LIFETIME))
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _: tuple[Any, ...], arguments: dict[str, Any]
    ) -> HttpResponse | None:
        _drop_unknown_parameters(request, view, arguments)
        request.META[_HEADERS] = getattr(view, "headers", ())
        if request.method != "GET" or settings.DEBUG:
            return None
        # If the database is out of reach, the view fails with 503.
        with suppress(Error):
            loaded = library()
            if loaded.has_complete:
                request.META[_TAG] = tag = _tag(request, loaded)
                response = _not_modified(request, tag) or _cached(request, tag)
                if response:
                    request.META[_CACHED] = True
                return response
        return None


def _drop_unknown_parameters(request: HttpRequest, view: Callable[..., Any], arguments: dict[str, Any]) -> None:
    if request.resolver_match and request.resolver_match.app_names:
        # The API rejects them itself.
        return
    names = getattr(view, "query_parameters", ())
    if callable(names):
        names = names(**arguments)
    query = request.META.get("QUERY_STRING", "")
    # Keeps their order and encoding.
    known = "&".join(each for each in query.split("&") if unquote_plus(each.partition("=")[0]) in names)
    if known != query:
        request.META["QUERY_STRING"] = known
        request.__dict__.pop("GET", None)


def _not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    # RFC 9110, 13.1.2: weak comparison.
    has = {one.removeprefix("W/") for one in parse_etags(request.headers.get("If-None-Match", ""))}
    return HttpResponseNotModified(headers={"ETag": tag}) if tag.removeprefix("W/") in has else None


def _cached(request: HttpRequest, tag: str) -> HttpResponse | None:
    page: tuple[HttpResponse, object] | None = _with_cache(lambda pages: pages.get(tag))
    if page is None:
        return None
    # For `explorer.serving.inlining`.
    response, request.inlined = page  # type: ignore[attr-defined]
    return response


def _is_cacheable(response: HttpResponse) -> bool:
    return response.status_code == HTTPStatus.OK and not response.cookies and len(response.content) <= MAX_PAGE


def _tag(request: HttpRequest, loaded: Library) -> str:
    headers = request.headers
    page = (
        # With a script name from a header, the full path doesn't identify the page.
        *(request.scheme, headers.get("Host", "").lower(), request.path_info, request.get_full_path()),
        best_coding(headers.get("Accept-Encoding", "")),
        *(headers.get(name) for name in request.META.get(_HEADERS, ())),
        *(loaded.digest, build_id(), timezone.localdate()),
        *(getattr(settings, name) for name in _SHOWN_SETTINGS),
    )
    return f'W/"{hashlib.sha256(repr(page).encode()).hexdigest()[:32]}"'


@once
def build_id() -> str:
    """Digest of the code, templates, static files and packages' versions.

    It is the same on every machine with the same release, and changes with any upgrade.
    """
    digest = hashlib.sha256()
    folders = (ROOT / "explorer", ROOT / "symbols", settings.FILES / "templates", settings.FILES / "static")
    for file in sorted(file for folder in folders for file in folder.rglob("*") if file.is_file()):
        if "__pycache__" not in file.parts:
            digest.update(f"{file.name}\n".encode())
            digest.update(file.read_bytes())
    # Without extras.
    required = (each for each in metadata.requires("pipwise") or () if ";" not in each)
    for name in (re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in required):
        digest.update(f"{name} {metadata.version(name)}\n".encode())
    return digest.hexdigest()[:16]


class _Outage:
    at = -_PAUSE


def _with_cache(use: Callable[[BaseCache], Any]) -> Any:
    """Use the cache; None if it can't be reached."""
    now = time.monotonic()
    if now - _Outage.at < _PAUSE:
        return None
    try:
        return use(cache)
    except Exception as error:  # noqa: BLE001 - each backend has its own errors
        _Outage.at = now
        _log.warning("The page cache can’t be reached, so pages are rendered each time: %s", error)
        return None


class MemoryCache(BaseCache):
    """LRU cache in a process's memory, with a limit in bytes.

    Django's own has a limit in entries. `timeout` is ignored: tags change with whatever a page shows.
    """

    # Shared: Django makes an instance for each thread.
    entries: ClassVar[OrderedDict[str, bytes]] = OrderedDict()
    lock: ClassVar[Lock] = Lock()
    size: ClassVar[int] = 0

    def __init__(self, _name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._limit: int = params["OPTIONS"]["MAX_BYTES"]

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        with self.lock:
            pickled = self.entries.get(key)
            if pickled is None:
                return default
            self.entries.move_to_end(key)
        return pickle.loads(pickled)  # noqa: S301 - ours

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        pickled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        with self.lock:
            self._remove(key)
            self.entries[key] = pickled
            type(self).size += len(pickled) + _ENTRY_OVERHEAD
            while self.size > self._limit:
                self._remove(next(iter(self.entries)))

    def _remove(self, key: str) -> None:
        if (pickled := self.entries.pop(key, None)) is not None:
            type(self).size -= len(pickled) + _ENTRY_OVERHEAD

    def clear(self) -> None:
        with self.lock:
            self.entries.clear()
            type(self).size = 0
