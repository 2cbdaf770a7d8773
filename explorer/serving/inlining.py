"""Static files: minified, hashed and compressed; and style sheets and scripts inlined in pages."""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.templatetags.static import static
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.middleware import WhiteNoiseFileResponse
from whitenoise.storage import CompressedManifestStaticFilesStorage

_MINIFY = {".css": cssmin, ".js": jsmin}
"""Nested template literals would be minified too; our scripts have none."""
_RELATIVE = re.compile(r'url\("?\.\./([^)"]+)"?\)')
"""In a style sheet, which lies one folder below `static/`."""


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage with minified files: a fifth smaller, even compressed."""

    def _save(self, name: str, content: Any) -> str:
        if PurePath(name).suffix in _MINIFY:
            with content.open("rb") as file:
                content = ContentFile(minified(name, file.read()))
        saved_name: str = super()._save(name, content)
        return saved_name

    def load_manifest(self) -> tuple[dict[str, str], str]:
        """An empty manifest where it was written in part, as on a full disk."""
        try:
            loaded: tuple[dict[str, str], str] = super().load_manifest()
        except ValueError:
            return {}, ""
        return loaded


def minified(name: str, content: bytes) -> bytes:
    """Minified content; files of other kinds, and `.min.js`, as they are."""
    minify = _MINIFY.get(PurePath(name).suffix)
    return content if minify is None or name.endswith(".min.js") else bytes(minify(content))


def collected() -> Mapping[str, str]:
    """Collected static files, name -> hashed name; empty before `prepare`."""
    names, _ = StaticFilesStorage().load_manifest()
    return names


class Inlined(NamedTuple):
    """Inlined static file, and the CSP directive and hash source that allow it."""

    text: str
    directive: str
    source: str


@lru_cache(maxsize=64)
def inlined(name: str) -> Inlined:
    """Minified style sheet or script."""
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(f"There is no static file {name}.")
    text = _RELATIVE.sub(lambda file: f"url({static(file[1])})", minified(name, Path(path).read_bytes()).decode())
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Inlined(text, {".css": "style-src", ".js": "script-src"}[Path(name).suffix], f"'sha256-{digest}'")


def allow(request: HttpRequest, file: Inlined) -> bool:
    """Allow a file in the page that answers `request`; False where that page gets no policy."""
    allowed: dict[str, list[str]] | None = getattr(request, "inlined", None)
    if allowed is None:
        return False
    sources = allowed.setdefault(file.directive, [])
    if file.source not in sources:
        sources.append(file.source)
    return True


class ContentPolicy(CSPMiddleware):
    """CSP from the settings, plus the hashes of each page's inlined files.

    A 304 gets no policy, since a browser would replace the cached page's own by it. Nor do static files.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Start without hashes. With DEBUG, files may change while they are served, so nothing is inlined."""
        super().process_request(request)
        if not settings.DEBUG:
            request.inlined = {}  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the policy, whether the page was rendered or came from `explorer.web.page_cache`."""
        if response.status_code == HTTPStatus.NOT_MODIFIED or isinstance(response, WhiteNoiseFileResponse):
            return response
        response._csp_update = getattr(request, "inlined", None)  # type: ignore[attr-defined]  # noqa: SLF001 - as the package's own decorators do
        return super().process_response(request, response)
