"""The site's API, asked within this process: every middleware runs, with its limits."""

from collections.abc import Iterable, Mapping
from typing import Any

import httpx
from django.conf import settings

from symbols.engine import ErrorJson


class ApiError(Exception):
    """What the API refused, in its one shape."""

    def __init__(self, error: ErrorJson) -> None:
        super().__init__(error["message"])
        self.error = error


class Site:
    """The site at an address, as one client asks it.

    Args:
        address: scheme and host, which links begin with.
        client: the client's IP address.
        forwarded: its `X-Forwarded-For`; empty without.
    """

    def __init__(self, address: str, client: str = "127.0.0.1", forwarded: str = "") -> None:
        self.address = address.rstrip("/")
        headers = {"Accept-Encoding": "identity", "X-Forwarded-For": forwarded}
        if settings.HTTPS:
            headers["X-Forwarded-Proto"] = "https"
        self._http = httpx.Client(
            transport=httpx.WSGITransport(app=_application, remote_addr=client),
            base_url=self.address,
            # Not even a proxy's settings.
            trust_env=False,
            headers={name: value for name, value in headers.items() if value},
        )

    def get(self, path: str, query: Mapping[str, Any] | None = None) -> Any:
        """Raises: ApiError."""
        return _answer(self._http.get(path, params=query))

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Raises: ApiError."""
        return _answer(self._http.post(path, json=body))

    def link(self, path: str) -> str:
        return f"{self.address}{path}"


def _application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    # Importing it reads the static files, and sets the timeouts of requests.
    from explorer.wsgi import application

    # PEP 3333: bytes as Latin-1. httpx has letters there.
    environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")
    found: Iterable[bytes] = application(environ, start_response)
    return found


def _answer(response: httpx.Response) -> Any:
    found = response.json()
    if response.is_success:
        return found
    raise ApiError(found["error"])
