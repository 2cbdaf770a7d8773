"""Errors of the API in the site's format, or in that of another API under its paths."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError

from explorer.library.place import NotInLibrary
from explorer.not_found.pages import not_found_page
from explorer.web.errors import NotFound, shorten
from symbols.engine import BadRequest, EngineError, ErrorJson, error_json
from symbols.sentences import join_words
from symbols.similar import similar

Shape = Callable[[ErrorJson, int], Mapping[str, object]]
"""JSON of an error and a status."""

_Arguments = ParamSpec("_Arguments")
_Operation = Callable[Concatenate[HttpRequest, _Arguments], HttpResponse]
# <number>, <path:code>
_ROUTE_PARAMETER = re.compile(r"<(?:[^:>]+:)?([^>]+)>")
# An error lists up to this many known parameters.
_MAX_LISTED = 8
_MESSAGES: Mapping[str, tuple[str, str]] = {
    "greater_than_equal": ("too_small", "“{typed}” is too small. Use {ge} or more."),
    "less_than_equal": ("too_large", "“{typed}” is too large. Use {le} or less."),
    "int_parsing": ("not_a_number", "“{typed}” isn’t a whole number."),
    "int_parsing_size": ("too_large", "“{typed}” is too large."),
    "bool_parsing": ("not_yes_or_no", "“{typed}” isn’t true or false."),
    "string_too_long": ("too_long", "Use up to {max_length} characters."),
    "date": ("bad_date", "“{typed}” isn’t a date. Type one such as 2025-06-06."),
    "too_long": ("too_many", "Send up to {max_length} at once."),
}


def own_shape(error: ErrorJson, status: int) -> Mapping[str, object]:
    return {"error": error}


def answer_errors(api: NinjaAPI, shaped: Callable[[str, ErrorJson, int], Mapping[str, object]]) -> None:
    """Register exception handlers; `shaped` makes the JSON from a path, an error and a status."""

    def answer(request: HttpRequest, error: ErrorJson, status: int) -> HttpResponse:
        return api.create_response(request, shaped(request.path_info, error, status), status=status)

    @api.exception_handler(EngineError)
    def bad_input(request: HttpRequest, error: EngineError) -> HttpResponse:
        return answer(request, error.as_json(), HTTPStatus.UNPROCESSABLE_ENTITY)

    @api.exception_handler(ValidationError)
    def bad_parameter(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return bad_input(request, _as_bad_request(request, error.errors[0]))

    @api.exception_handler(NotInLibrary)
    def not_in_library(request: HttpRequest, error: NotInLibrary) -> HttpResponse:
        detail = not_found_page(error).page.as_json()
        if error.library.editions and not error.library.has_complete:
            detail = {**detail, "message": f"{detail['message']} So far, Pipwise has only excerpts."}
        return answer(request, detail, HTTPStatus.NOT_FOUND)

    @api.exception_handler(NotFound)
    def not_found(request: HttpRequest, error: NotFound) -> HttpResponse:
        return answer(request, error.page.as_json(), HTTPStatus.NOT_FOUND)

    @api.exception_handler(Http404)
    def http_404(request: HttpRequest, error: Http404) -> HttpResponse:
        return answer(request, error_json("not_found", str(error)), HTTPStatus.NOT_FOUND)


@cache
def paths_of(api: NinjaAPI) -> Mapping[str, Mapping[str, Any]]:
    """Operations of the OpenAPI document, by path and method."""
    paths: Mapping[str, Mapping[str, Any]] = api.get_openapi_schema()["paths"]
    return paths


def unknown_parameter(name: str, known: Sequence[str]) -> BadRequest:
    near = similar(name, known)
    message = f"“{shorten(name)}” isn’t a parameter here."
    if near:
        message += f" Did you mean “{near[0]}”?"
    elif known:
        message += f" Use {join_words(known)}." if len(known) <= _MAX_LISTED else " /api/ lists those it has."
    return BadRequest("unknown_key", message, suggestion=near[0] if near else None)


def refuses_unknown(api: NinjaAPI) -> Callable[[_Operation[_Arguments]], _Operation[_Arguments]]:
    """Decorator that rejects query parameters missing from the OpenAPI document."""

    @cache
    def known() -> Mapping[str, Sequence[str] | None]:
        return {path: _in_query(one["get"].get("parameters", ())) for path, one in paths_of(api).items()}

    def decorator(run: _Operation[_Arguments]) -> _Operation[_Arguments]:
        @wraps(run)
        def answer(request: HttpRequest, /, *arguments: _Arguments.args, **options: _Arguments.kwargs) -> HttpResponse:
            route = request.resolver_match.route if request.resolver_match else ""
            names = known().get(_ROUTE_PARAMETER.sub(r"{\1}", f"/{route}"))
            unknown = next((name for name in request.GET if names is not None and name not in names), None)
            if names is not None and unknown is not None:
                return api.on_exception(request, unknown_parameter(unknown, names))
            return run(request, *arguments, **options)

        return answer

    return decorator


def _in_query(parameters: Iterable[Mapping[str, Any]]) -> Sequence[str] | None:
    """Names of the query parameters; None if any name is allowed."""
    found = [one for one in parameters if one["in"] == "query"]
    return None if any(one["schema"].get("type") == "object" for one in found) else [one["name"] for one in found]


def _as_bad_request(request: HttpRequest, error: Mapping[str, Any]) -> BadRequest:
    source, name = error["loc"][0], next(part for part in reversed(error["loc"]) if isinstance(part, str))
    if error["type"] == "missing":
        return BadRequest("missing", f"“{name}” is missing.")
    match = request.resolver_match
    typed = match.kwargs.get(name, "") if source == "path" and match else request.GET.get(name, "")
    kind = "date" if error["type"].startswith("date") else error["type"]
    if kind not in _MESSAGES:
        return BadRequest("bad_parameter", f"{error['msg']}.").in_field(name)
    code, words = _MESSAGES[kind]
    return BadRequest(code, words.format(typed=shorten(str(typed)), **error.get("ctx", {}))).in_field(name)
