"""Request and response helpers."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Literal
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import push_url, replace_url
from django_htmx.middleware import HtmxDetails

from symbols.engine import ErrorJson

# Nobody could share a longer URL; the input still has the text.
LONGEST_ADDRESS = 4_000
# Header of immutable responses: caches accept at most a year (seconds).
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


class Middleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


class ErrorResponse(HttpResponse):
    """Error page, with the error for clients that prefer JSON (`explorer.serving.middleware`)."""

    def __init__(self, content: bytes, error: ErrorJson, status: int) -> None:
        super().__init__(content, status=status)
        self.error = error


def render_error(
    request: HttpRequest,
    template: str,
    context: dict[str, object],
    error: ErrorJson,
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> ErrorResponse:
    return ErrorResponse(render(request, template, context).content, error, status)


def update_address_bar(response: HttpResponse, address: str, *, step: bool = False) -> HttpResponse:
    """Have htmx replace the address bar, unless too long; a `step` is added to the browser's history."""
    shown: str | Literal[False] = address if len(address) <= LONGEST_ADDRESS else False
    return push_url(response, shown) if step else replace_url(response, shown)


def is_same_origin(request: HttpRequest) -> bool:
    """Whether a page of this site sent the request, or no page at all, by its headers."""
    if site := request.headers.get("Sec-Fetch-Site"):
        return site in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.get_host()
