"""Ninja API: its description, routers and error formats, and the HTML page that documents it."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from ninja import NinjaAPI

from explorer.api import (
    academy_ruins,
    answers,
    cards,
    casting,
    citing,
    library,
    lists,
    oembed,
    policy,
    scryfall,
    scryfall_cards,
)
from explorer.api.common import MOST
from explorer.api.refusals import Shape, answer_errors, own_shape, paths_of, refuses_unknown
from explorer.web import addresses
from symbols.data_files import read_data
from symbols.engine import MAX_LENGTH, ErrorJson

VERSION = "1.0.0"
"""Version of the API. Adding fields keeps it; renaming or removing any would make it 2."""

_LIMIT = (
    f"Each process answers {settings.RATE:,} requests a minute per address. Beyond that, you get 429, and "
    "`Retry-After` has the seconds to wait"
    if settings.RATE
    else "There’s no rate limit"
)

DESCRIPTION = f"""
The rules of Magic: The Gathering, their symbols, and the cost checker. Everything is a GET request, with CORS and
without a key; `/api/citations` takes POST, too. Without `edition`, answers use the newest rules that Pipwise has.

Version 1 is stable: fields may be added, never renamed or removed. Lists return {MOST} items per page, and `/api/rules`
takes up to {MOST} numbers. Costs can have up to {MAX_LENGTH:,} characters. Send an answer’s `ETag` back in
`If-None-Match`: you get 304 if nothing changed. {_LIMIT}.

Errors have one shape: `error` with `code`, `message`, `start`, `end` and `suggestion`, where `start` and `end` are
positions in your input. Unknown parameters are refused. Operations with many parameters have them in groups
(`x-group`). Under `/api/scryfall`, `/api/cr` and `/api/diff`, answers have the shapes of Scryfall’s and Academy
Ruins’ APIs.
"""

api = NinjaAPI(title="Pipwise", version=VERSION, description=DESCRIPTION, docs_url=None, urls_namespace="api")

for _router in (
    library.router,
    lists.router,
    cards.router,
    answers.router,
    casting.router,
    citing.router,
    policy.router,
):
    _router.add_decorator(refuses_unknown(api), mode="view")
    api.add_router("", _router)
api.add_router("", oembed.router)
# Order matters: `scryfall` has a catch-all.
api.add_router("/scryfall", scryfall_cards.router)
api.add_router("/scryfall", scryfall.router)
api.add_router("/cr", academy_ruins.router)
api.add_router("/diff", academy_ruins.diffs)

_SHAPES: Mapping[str, Shape] = {
    "/api/scryfall/": scryfall.shape_of_error,
    "/api/cr/": academy_ruins.shape_of_error,
    "/api/diff/": academy_ruins.shape_of_error,
}


def shaped(path: str, error: ErrorJson, status: int) -> Mapping[str, object]:
    """JSON of an error, in another API's format under its path."""
    shape = next((shape for start, shape in _SHAPES.items() if f"{path}/".startswith(start)), own_shape)
    return shape(error, status)


answer_errors(api, shaped)


EXAMPLES: Mapping[str, str] = read_data("api_examples.toml", "explorer")
"""Example URL by path; operations without required parameters need none."""


def description(request: HttpRequest) -> HttpResponse:
    groups: dict[str, list[Mapping[str, object]]] = {}
    for path, methods in paths_of(api).items():
        for method, one in methods.items():
            groups.setdefault(one["tags"][0], []).append({**_operation(path, one), "method": method})
    context = {
        "here": "api",
        "version": api.version,
        # Odd parts are code.
        "paragraphs": [" ".join(words.split()).split("`") for words in DESCRIPTION.strip().split("\n\n")],
        "groups": list(groups.items()),
        "document": reverse("api:openapi-json"),
        "canonical": request.build_absolute_uri(addresses.api()),
    }
    return render(request, "api.html", context)


def _operation(path: str, described: Mapping[str, Any]) -> Mapping[str, object]:
    parameters = described.get("parameters", ())
    groups = [(name, list(each)) for name, each in groupby(parameters, lambda one: one["schema"].get("x-group", ""))]
    example = EXAMPLES.get(path, "" if "{" in path else path)
    return {
        "path": path,
        "summary": described["description"],
        "count": len(parameters),
        "groups": groups,
        "example": example,
    }
