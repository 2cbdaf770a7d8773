"""Requests and responses as our views see them."""

from http import HTTPStatus
from typing import Literal
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import push_url, replace_url
from django_htmx.middleware import HtmxDetails

from symbols.engine import ErrorJson

# What is longer is no address that anybody could share; the box still has what was typed.
LONGEST_ADDRESS = 4_000
# The header of what never changes: a year is the most that caches believe (seconds).
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


class HtmxRequest(HttpRequest):
    """Request that the htmx middleware has looked at."""

    htmx: HtmxDetails


class ErrorResponse(HttpResponse):
    """Page about an error, with the error itself for programs that ask for JSON (`explorer.serving.middleware`)."""

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
    """Return a page that shows an error."""
    return ErrorResponse(render(request, template, context).content, error, status)


def keep_address(response: HttpResponse, address: str, *, step: bool = False) -> HttpResponse:
    """Have htmx keep the address bar in step with what is shown.

    Args:
        response: the answer to htmx.
        address: the address that shows the same; one that is too long is left out.
        step: whether the back button takes this back.
    """
    shown: str | Literal[False] = address if len(address) <= LONGEST_ADDRESS else False
    return push_url(response, shown) if step else replace_url(response, shown)


def is_same_origin(request: HttpRequest) -> bool:
    """Return whether a page of this site sent the request, or no page at all; browsers say so in these headers."""
    if site := request.headers.get("Sec-Fetch-Site"):
        return site in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.get_host()
