"""Style sheets and scripts within a page, so that a first visit is painted without asking for them."""

import base64
import hashlib
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseFileResponse

from explorer.serving.storage import minified


class Inlined(NamedTuple):
    """Static file within a page: its text, and where the policy allows it by which hash."""

    text: str
    directive: str
    source: str


@lru_cache(maxsize=64)
def inlined(name: str) -> Inlined:
    """Return a style sheet or a script as pages have it within them.

    Raises:
        FileNotFoundError: there is no such file.
    """
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(f"There is no static file {name}.")
    text = minified(name, Path(path).read_bytes())
    digest = base64.b64encode(hashlib.sha256(text).digest()).decode()
    return Inlined(text.decode(), {".css": "style-src", ".js": "script-src"}[Path(name).suffix], f"'sha256-{digest}'")


def allow(request: HttpRequest, file: Inlined) -> bool:
    """Allow a file within the page that answers a request; False where nobody sends the page with a policy."""
    allowed: dict[str, list[str]] | None = getattr(request, "inlined", None)
    if allowed is None:
        return False
    sources = allowed.setdefault(file.directive, [])
    if file.source not in sources:
        sources.append(file.source)
    return True


class ContentPolicy(CSPMiddleware):
    """Allows each page what is within it, by its hash, and everything else as the settings say.

    A reader who has a page already has its policy, too: none goes with 304, in whose place a browser would put it.
    Nor has a static file one: none is a page, and there are many with each.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Allow nothing so far; where files may change while they are served, nothing at all."""
        super().process_request(request)
        if not settings.DEBUG:
            request.inlined = {}  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Give a response its policy, be it rendered or from `explorer.web.page_cache`."""
        if response.status_code == HTTPStatus.NOT_MODIFIED or isinstance(response, WhiteNoiseFileResponse):
            return response
        response._csp_update = getattr(request, "inlined", None)  # type: ignore[attr-defined]  # noqa: SLF001 - as the package's own decorators do
        return super().process_response(request, response)
