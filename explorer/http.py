"""Requests and responses as our views see them."""

import hashlib
import re
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django_htmx.http import push_url, replace_url
from django_htmx.middleware import HtmxDetails

from explorer.library.versions import ROOT
from symbols.engine import ErrorJson

# What is longer is no address that anybody could share; the box still has what was typed.
LONGEST_ADDRESS = 4_000
# The header of what never changes: a year is the most that caches believe (seconds).
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}
# Named, and not refused. The first of them that is accepted is chosen.
_PACKINGS = {name: re.compile(rf"\b{name}\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))") for name in ("br", "gzip")}


class HtmxRequest(HttpRequest):
    """Request that the htmx middleware has looked at."""

    htmx: HtmxDetails


class ErrorResponse(HttpResponse):
    """Page about an error, with the error itself for programs that ask for JSON (`explorer.middleware`)."""

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


def tagged(request: HttpRequest, tag: str, make: Callable[[], HttpResponse], *, lasting: bool) -> HttpResponse:
    """Return an answer with its entity tag; 304 where the reader has it already.

    Args:
        request: the request.
        tag: the tag, with its quotes.
        make: makes the answer.
        lasting: whether caches may have it for good, or only with its tag, which they ask for again each time.
    """
    response = get_conditional_response(request, etag=tag)
    if not isinstance(response, HttpResponse):
        response = make()
    response["ETag"] = tag
    response["Cache-Control"] = FOR_GOOD["Cache-Control"] if lasting else "public, no-cache"
    return response


def packing(request: HttpRequest) -> str:
    """Return how an answer is packed for whoever asks: `br`, `gzip`, or not at all (empty)."""
    return next((name for name in _PACKINGS if accepts(request, name)), "")


def accepts(request: HttpRequest, packing: str) -> bool:
    """Return whether whoever asks can unpack `br` or `gzip`."""
    return bool(_PACKINGS[packing].search(request.headers.get("Accept-Encoding", "")))


@cache
def code_version() -> str:
    """Return a digest of everything that pages are made by: the same on every machine with the same version."""
    digest = hashlib.sha256()
    folders = (ROOT / "explorer", ROOT / "symbols", settings.FILES / "templates", settings.FILES / "static")
    for file in sorted(file for folder in folders for file in folder.rglob("*") if _is_ours(file)):
        digest.update(f"{file.name}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _is_ours(file: Path) -> bool:
    return file.is_file() and "__pycache__" not in file.parts
