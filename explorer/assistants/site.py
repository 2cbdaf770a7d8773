"""Client of the site's API within this process, through every middleware."""

from collections.abc import Iterable, Mapping
from typing import Any

import httpx
from django.conf import settings

from symbols.engine import ErrorJson


class ApiError(Exception):
    """Error of the API."""

    def __init__(self, error: ErrorJson) -> None:
        super().__init__(error["message"])
        self.error = error


class Site:
    """The site's API for one client.

    Args:
        address: scheme and host of links.
        client: the client's IP address.
        forwarded: its `X-Forwarded-For`, if any.
    """

    def __init__(self, address: str, client: str = "127.0.0.1", forwarded: str = "") -> None:
        self.address = address.rstrip("/")
        headers = {"Accept-Encoding": "identity", "X-Forwarded-For": forwarded}
        if settings.HTTPS:
            headers["X-Forwarded-Proto"] = "https"
        self._http = httpx.Client(
            transport=httpx.WSGITransport(app=_application, remote_addr=client),
            base_url=self.address,
            # Without proxies from the environment.
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
    # Imported late, since it reads the static files and sets request timeouts.
    from explorer.wsgi import application

    # PEP 3333 wants bytes as Latin-1, but httpx passes text.
    environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")
    found: Iterable[bytes] = application(environ, start_response)
    return found


def _answer(response: httpx.Response) -> Any:
    found = response.json()
    if response.is_success:
        return found
    raise ApiError(found["error"])
