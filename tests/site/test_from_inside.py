"""A site whose log is for programs."""

import http.client
import json
import re
import urllib.parse
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from tests.servers import Site, serving

NAME, PASSWORD = "judge", "a-word-for-judges"
ON = {"PIPWISE_LOGS": "json", "PIPWISE_METRICS": "1", "PIPWISE_ADMIN": "1", "PIPWISE_SLOW": "0"}


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory, prepare_folder: Callable[[Path], None]) -> Iterator[Site]:
    """The site in two processes."""
    data = tmp_path_factory.mktemp("inside")
    prepare_folder(data)
    with serving(data, "--workers", "2", **ON, TMPDIR=str(data)) as running:
        yield running


class Reader:
    """Somebody who asks a site, and keeps its cookies for the addresses that they are for."""

    def __init__(self, site: Site) -> None:
        self.place = urllib.parse.urlsplit(site.address).netloc
        self.cookies: SimpleCookie = SimpleCookie()

    def ask(self, path: str, **form: str) -> tuple[int, str]:
        """Get a page, or send a form as it was shown."""
        asked = http.client.HTTPConnection(self.place)
        kept = [f"{one.key}={one.value}" for one in self.cookies.values() if path.startswith(one["path"])]
        headers = {"Cookie": "; ".join(kept), "Referer": f"http://{self.place}{path}"}
        if form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        asked.request("POST" if form else "GET", path, urllib.parse.urlencode(form) or None, headers)
        answered = asked.getresponse()
        self.headers = answered.headers
        for cookie in answered.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        page = answered.read().decode()
        asked.close()
        return answered.status, page


def lines_of(site: Site) -> list[dict[str, object]]:
    return [json.loads(line) for line in (site.data / "errors.txt").read_text().splitlines()]


def test_each_line_of_the_log_is_json_and_names_its_request(inside: Site) -> None:
    reader = Reader(inside)
    assert reader.ask("/rules/107.4f/?q=what+somebody+typed")[0] == 200
    named = reader.headers["X-Request-ID"]
    assert reader.ask("/nope%0A%22/")[0] == 404
    lines = lines_of(inside)
    (line,) = (line for line in lines if line.get("request_id") == named)
    expected = {
        "level": "INFO",
        "logger": "explorer.request_log",
        "method": "GET",
        "path": "/rules/107.4f/",
        "status": 200,
    }
    assert line.items() >= expected.items()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", str(line["time"]))
    assert isinstance(line["milliseconds"], float)
    assert line["queries"]
    assert lines[-1]["path"] == "/nope%0A%22/"
    assert "typed" not in (inside.data / "errors.txt").read_text()
