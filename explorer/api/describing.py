"""HTML page about the API: every operation with its parameters, from the OpenAPI document."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from explorer.api.refusals import paths_of
from explorer.api.service import DESCRIPTION, api
from explorer.web import addresses

# Example URL by path; an operation without required parameters is its own example.
EXAMPLES: Mapping[str, str] = {
    "/api/editions/{edition}": "/api/editions/2025-06-06",
    "/api/rules": "/api/rules?number=107.4f&number=107.4e",
    "/api/rules/{number}": "/api/rules/107.4f",
    "/api/rules/{number}/history": "/api/rules/107.4f/history",
    "/api/sections/{number}": "/api/sections/107",
    "/api/glossary/{slug}": "/api/glossary/x",
    "/api/glossary/{slug}/history": "/api/glossary/x/history",
    "/api/changes/{old}/{new}": "/api/changes/2024-03-08/2025-06-06",
    "/api/search": "/api/search?q=hybrid+mana",
    "/api/symbols/{code}": "/api/symbols/W-U",
    "/api/card-names": "/api/card-names?q=fireb",
    "/api/cards/{slug}": "/api/cards/fireball",
    "/api/cards/{slug}/rulings": "/api/cards/fireball/rulings",
    "/api/check": "/api/check?cost=%7B2/W%7D%7B2/W%7D&pool=WWC",
    "/api/variables": "/api/variables?announced=3",
    "/api/trials/{slug}": "/api/trials/halves?number=7&round=up",
    "/api/oembed": "/api/oembed?url=/rules/107.4f/",
    "/api/scryfall/symbology/parse-mana": "/api/scryfall/symbology/parse-mana?cost=RUx",
    "/api/scryfall/cards/named": "/api/scryfall/cards/named?fuzzy=firebal",
    "/api/scryfall/cards/autocomplete": "/api/scryfall/cards/autocomplete?q=fireb",
    "/api/scryfall/cards/{id}": "/api/scryfall/cards/fireball",
    "/api/scryfall/cards/{id}/rulings": "/api/scryfall/cards/fireball/rulings",
    "/api/cr/glossary/{term}": "/api/cr/glossary/x",
    "/api/cr/example/{rule_id}": "/api/cr/example/107.4f",
    "/api/cr/trace/{rule_id}": "/api/cr/trace/107.4f",
    "/api/cr/{rule_id}": "/api/cr/107.4f",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    words: str
    required: bool


@dataclass(frozen=True, slots=True)
class Operation:
    path: str
    summary: str
    tag: str
    parameters: tuple[Parameter, ...]
    example: str


def description(request: HttpRequest) -> HttpResponse:
    groups: dict[str, list[Operation]] = {}
    for one in _operations():
        groups.setdefault(one.tag, []).append(one)
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


def _operations() -> Iterator[Operation]:
    for path, methods in paths_of(api).items():
        for operation in methods.values():
            yield Operation(
                path,
                operation["description"],
                operation["tags"][0],
                tuple(
                    Parameter(
                        one["name"],
                        one.get("description") or one["schema"].get("description", ""),
                        one.get("required", False),
                    )
                    for one in operation.get("parameters", ())
                ),
                EXAMPLES.get(path, "" if "{" in path else path),
            )
