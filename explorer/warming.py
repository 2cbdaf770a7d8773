"""Common parts of all pages, made before a reader waits for them: code and templates loaded, words of search read."""

import gc
import logging
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import Error, connections
from django.http import Http404
from django.urls import resolve
from django_htmx.middleware import HtmxDetails

from explorer.http import HtmxRequest, code_version
from explorer.library.loaded import Library, library

_log = logging.getLogger(__name__)

# Pages that together have whatever is made once for everybody, what takes longest and is asked for most at first.
_PAGES = (
    *("/rules/107.4f/", "/search/?q=mana", "/check/?cost=2WU", "/", "/symbols/W/", "/glossary/x/", "/index/"),
    *("/changes/", "/check/?cost=%7BW", "/x/", "/try/", "/cards/", "/api/"),
)
# The page that somebody waits for comes first (seconds).
_FIRST = 1.0


class _Warmed:
    """Editions that this process has made, or is making, everything for; None where nobody waits for it."""

    loaded: Library | None = None
    is_serving = False
    is_begun = False
    changing = threading.Lock()


def load_pages() -> None:
    """Make what pages share, before this process serves or is forked into some that do."""
    code_version()
    # Where the database can't be read, processes serve, and say so to whoever asks.
    with suppress(Error):
        _Warmed.loaded = library()
    _make(_PAGES)
    # Nothing of it is ever thrown away, and looking through it would have readers wait.
    gc.freeze()
    _Warmed.is_serving = True


def warm(loaded: Library) -> None:
    """Have what pages of these editions share made in the background, unless this process has it or serves nobody."""
    if not _Warmed.is_serving or loaded == _Warmed.loaded:
        return
    with _Warmed.changing:
        if loaded == _Warmed.loaded:
            return
        _Warmed.loaded = loaded
        # An import of many editions brings others before all is made for the first.
        if _Warmed.is_begun:
            return
        _Warmed.is_begun = True
    threading.Thread(target=_make_beside, name="warming", daemon=True).start()


def _make_beside() -> None:
    made: Library | None = None
    while made != (wanted := _wanted(made)):
        made = wanted
        time.sleep(_FIRST)
        for address in _PAGES:
            if made != _Warmed.loaded:
                break
            begun = time.monotonic()
            _make([address])
            # Readers come first: of any second they get half at least.
            time.sleep(time.monotonic() - begun)
        # It is this thread's own.
        connections.close_all()


def _wanted(made: Library | None) -> Library | None:
    """Return the editions to make everything for; where that is done, what begins next is begun anew."""
    with _Warmed.changing:
        _Warmed.is_begun = made != _Warmed.loaded
        return _Warmed.loaded


def _make(pages: Iterable[str]) -> None:
    """Make pages for nobody: neither counted, nor logged, nor kept."""
    for address in pages:
        try:
            _view(address)
        except Http404:
            # As in an empty library.
            continue
        except Exception:  # noqa: BLE001 - pages fail in ways of their own
            # Whoever asks for it hears why.
            _log.debug("%s couldn’t be made beforehand.", address, exc_info=True)


def _view(address: str) -> None:
    path, _, query = address.partition("?")
    name = next((host.lstrip(".") for host in settings.ALLOWED_HOSTS if host != "*"), "localhost")
    environ = {"PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": name}
    setup_testing_defaults(environ)
    request: HtmxRequest = WSGIRequest(environ)  # type: ignore[assignment]
    request.htmx = HtmxDetails(request)
    request.resolver_match = match = resolve(path)
    match.func(request, *match.args, **match.kwargs)
