"""Views for offline reading: the web app manifest, the service worker, and the parts that it caches."""

import json
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse

from explorer.library.loaded import library
from explorer.offline.parts import PARTS, cached_files, edition_named, part, version_of
from explorer.web import addresses
from explorer.web.page_cache import build_id
from symbols.engine import error_json

_SCRIPTS = ("pages", "search", "worker")
# As in `static/css/base.css`. The manifest has one color only; pages have meta elements for light and dark.
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
        "shortcuts": [
            {"name": name, "url": address}
            for name, address in (
                ("Rules", addresses.contents()),
                ("Check a cost", addresses.check()),
                ("Index", addresses.index()),
            )
        ],
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


def kept_part(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001 - Django's signature
    if name not in PARTS:
        error = error_json("not_found", f"There’s no part “{name}”.")
        return JsonResponse({"error": error}, status=HTTPStatus.NOT_FOUND)
    response = HttpResponse(part(name, library()), content_type="application/json")
    response["Cache-Control"] = "no-cache"
    return response
