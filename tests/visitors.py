"""Windows of a real browser on the running site."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.servers import Site

# What is as it should be: htmx gives up a request because of what was chosen or typed since, and nothing is kept.
GIVEN_UP = re.compile(r"htmx:(sendAbort|afterRequest),|Service Worker registration blocked by Playwright")


class Visitor:
    """A browser window that remembers what it complained about."""

    def __init__(self, browser: Any, site: Site, **options: Any) -> None:
        # Only who reads without a network waits for what is kept; see `tests/site/test_offline.py`.
        self.context = browser.new_context(base_url=site.address, **{"service_workers": "block"} | options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.loads = 0
        self.foreign: list[str] = []
        self.page.on("console", lambda message: self._note(message))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._request(request, site.address))

    def _note(self, message: Any) -> None:
        if message.type in {"error", "warning"} and not GIVEN_UP.match(message.text):
            self.complaints.append(message.text)

    def _request(self, request: Any, address: str) -> None:
        if request.is_navigation_request():
            self.loads += 1
        if not request.url.startswith((address, "data:")):
            self.foreign.append(request.url)


@pytest.fixture
def visit(chromium: Any, site: Site) -> Iterator[Any]:
    """Open windows, close them afterwards, and let none of them complain."""
    windows: list[Visitor] = []

    def open_window(**options: Any) -> Visitor:
        windows.append(Visitor(chromium, site, **options))
        return windows[-1]

    yield open_window
    for window in windows:
        window.context.close()
        assert not window.complaints
        assert not window.foreign
