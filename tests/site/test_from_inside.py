"""A site that says all it can of itself: JSON logs, and the admin."""

import http.client
import json
import re
import sqlite3
import urllib.parse
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from explorer import settings as explorer_settings
from tests.processes import manage
from tests.servers import Site, serving

NAME, PASSWORD = "judge", "a-word-for-judges"
ON = {"PIPWISE_LOGS": "json", "PIPWISE_ADMIN": "1", "PIPWISE_SLOW": "0"}


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


class TestAdmin:
    def test_it_is_off_and_leaves_nothing_behind(self, client: Client, db: None) -> None:
        assert client.get("/admin/").status_code == 404
        assert not any(name.startswith("django.contrib.admin") for name in explorer_settings.INSTALLED_APPS)
        tables = connection.introspection.table_names()
        assert "explorer_rule" in tables
        assert not [name for name in tables if name.startswith(("auth", "django_session", "django_admin"))]

    def test_reading_needs_no_cookie_where_it_is_on(self, inside: Site) -> None:
        reader = Reader(inside)
        for address in ("/", "/rules/107.4f/", "/check/?cost=W", "/symbols/W/", "/api/editions", "/nothing/"):
            reader.ask(address)
            assert "Cookie" not in (reader.headers["Vary"] or ""), address
        assert not reader.cookies

    def test_who_is_named_may_look_and_not_change(self, inside: Site) -> None:
        made = manage(
            *("createsuperuser", "--noinput", "--username", NAME, "--email", "judge@rules.example"),
            data=inside.data,
            **ON,
            DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        )
        assert made.returncode == 0, made.stderr
        reader = Reader(inside)
        assert reader.ask("/admin/explorer/rule/")[0] == 302
        _, page = reader.ask("/admin/login/")
        token = {"csrfmiddlewaretoken": _token(page)}
        assert reader.ask("/admin/login/", username=NAME, password=PASSWORD[1:], **token)[0] == 200
        assert reader.ask("/admin/login/", username=NAME, password=PASSWORD, next="/admin/", **token)[0] == 302
        for name in ("sessionid", "csrftoken"):
            cookie = reader.cookies[name]
            assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == ("/admin/", "Strict", True)
            # A browser wouldn’t send it back over http.
            assert not cookie["secure"]

        status, page = reader.ask("/admin/")
        assert status == 200
        assert {*re.findall(r'href="/admin/(\w+)/\w+/"', page)} == {"explorer", "cards", "symbols"}
        for address in {*re.findall(r'href="(/admin/\w+/\w+/)"', page)}:
            assert reader.ask(address)[0] == 200, address
            # Neither a browser nor the site itself keeps it for somebody else.
            assert "no-store" in reader.headers["Cache-Control"], address
        status, page = reader.ask("/admin/explorer/rule/?q=107.4f")
        assert "107.4f (2025-06-06)" in page
        address = re.findall(r'href="(/admin/explorer/rule/\d+/change/)', page)[0]
        _, page = reader.ask(address)
        assert "107.4f" in page
        assert 'name="_save"' not in page

        rules = _rules(inside)
        token = {"csrfmiddlewaretoken": _token(reader.ask("/admin/")[1])}
        assert reader.ask("/admin/explorer/rule/add/")[0] == 403
        assert reader.ask(address, number="1", **token)[0] == 405
        assert reader.ask(address.replace("change", "delete"), post="yes", **token)[0] == 405
        assert reader.ask("/admin/explorer/rule/", action="delete_selected", **token)[0] == 405
        assert _rules(inside) == rules
        assert reader.ask("/admin/logout/", **token)[0] == 200
        assert reader.ask("/admin/explorer/rule/")[0] == 302
        assert PASSWORD not in (inside.data / "errors.txt").read_text()


def _token(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found[1]


def _rules(site: Site) -> list[tuple[object, ...]]:
    with sqlite3.connect(site.data / "pipwise.sqlite3") as library:
        return library.execute("SELECT * FROM explorer_rule").fetchall()
