"""Views of the web app manifest, the service worker, and the parts that it caches."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, cast

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import get_template, render_to_string
from django.templatetags.static import static
from django.urls import reverse

from explorer.costcheck.option_fields import LABELS
from explorer.document.dates import long_date
from explorer.library.loaded import Library, library
from explorer.offline import entries
from explorer.web import addresses
from explorer.web.page_cache import build_id
from symbols.engine import error_json

_CHAPTERS = range(1, 10)
# Scripts of the service worker, icons of the installed app, and files that no page loads.
_NOT_CACHED = ("icons/", "js/offline/", "fonts/licenses/")
# Values of `here`, the current page in the navigation.
_HERE = ("", "rules", "glossary", "symbols", "check")
_TEMPLATES = "offline/parts.html"


def version_of(loaded: Library) -> str:
    """Hash that changes with editions, code, templates and static files."""
    return hashlib.sha256(repr((loaded.key, build_id())).encode()).hexdigest()[:16]


def edition_named(loaded: Library) -> str:
    """Such as `the January 16, 2026 rules`, or for excerpts `the newest rules loaded`."""
    newest = loaded.newest
    if newest is None or not newest.complete:
        return "the newest rules loaded"
    return f"the {long_date(newest.date)} rules"


@cache
def cached_files() -> tuple[str, ...]:
    storage = cast("ManifestStaticFilesStorage", staticfiles_storage)
    names = [name for name in storage.hashed_files if not name.startswith(_NOT_CACHED)]
    return tuple(storage.url(name) for name in sorted(names))


def _pages(loaded: Library) -> dict[str, Any]:
    names = get_template(_TEMPLATES).template.extra_data["partials"]  # type: ignore[attr-defined]
    context = {"edition": edition_named(loaded)}
    return {
        "templates": {name: render_to_string(f"{_TEMPLATES}#{name}", context).strip() for name in names},
        # Without a response, style sheets are linked and not inlined.
        "pages": {here: render_to_string("offline/page.html", {"here": here}, HttpRequest()) for here in _HERE},
        "labels": {**LABELS, "cost": "Cost", "mana": LABELS["pool"]},
        "entries": entries.lists(),
    }


def _as_entries(make: Callable[[Library], list[entries.Entry]]) -> Callable[[Library], Mapping[str, Any]]:
    return lambda loaded: {"entries": make(loaded)}


#: Builders of the parts, which the service worker fetches one by one, so that no request takes long.
PARTS: Mapping[str, Callable[[Library], Mapping[str, Any]]] = MappingProxyType(
    {
        "pages": _pages,
        **{f"rules-{chapter}": _as_entries(partial(entries.rules, chapter)) for chapter in _CHAPTERS},
        "glossary": _as_entries(entries.glossary),
        "symbols": _as_entries(entries.symbols),
        "index": _as_entries(entries.index),
        "cards": lambda _: entries.cards(),
    }
)


@lru_cache(maxsize=len(PARTS))
def part(name: str, loaded: Library) -> bytes:
    """JSON of one of `PARTS`."""
    content = {"version": version_of(loaded), **PARTS[name](loaded)}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


_SCRIPTS = ("pages", "search", "worker")
# As in `static/css/base.css`. A manifest has only one color; pages have meta elements for light and dark.
_PAPER = "#fbfaf6"


def manifest(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    icons = [
        {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(
            {
                "src": static(f"icons/{purpose}-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for purpose, size in (("any", 192), ("any", 512), ("maskable", 512))
        ),
    ]
    shortcuts = {
        "Rules": addresses.contents(),
        "Check a cost": addresses.check(),
        "Cast a spell": addresses.cast(),
        "Index": addresses.index(),
    }
    described = {
        "name": "Pipwise: the rules of Magic",
        "short_name": "Pipwise",
        "description": "Read, search and try the rules of Magic: The Gathering.",
        "id": addresses.home(),
        "start_url": addresses.home(),
        "scope": addresses.home(),
        "display": "minimal-ui",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": icons,
        "shortcuts": [{"name": name, "url": address} for name, address in shortcuts.items()],
    }
    return JsonResponse(described, content_type="application/manifest+json")


def worker(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Serve the service worker. Its text changes with anything it caches, so browsers update it."""
    loaded = library()
    config = {
        "version": version_of(loaded),
        "build": build_id(),
        "edition": edition_named(loaded),
        "complete": loaded.has_complete,
        "parts": {name: reverse("kept-part", args=[name]) for name in PARTS},
        "files": cached_files(),
    }
    scripts = json.dumps([static(f"js/offline/{name}.js") for name in _SCRIPTS])
    script = f"self.kept = {json.dumps(config)};\nimportScripts(...{scripts});\n"
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def cached_part(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001 - Django's signature
    if name not in PARTS:
        error = error_json("not_found", f"There’s no part “{name}”.")
        return JsonResponse({"error": error}, status=HTTPStatus.NOT_FOUND)
    response = HttpResponse(part(name, library()), content_type="application/json")
    response["Cache-Control"] = "no-cache"
    return response
