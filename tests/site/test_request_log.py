"""Request log: ids, slow requests, and times for developers."""

import itertools
import logging
import re
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.conf import settings as site_settings
from django.db import OperationalError
from django.test import Client

from explorer.serving.request_log import JsonLine, PlainLine

pytestmark = pytest.mark.django_db
UUID = "6f1ed002-ab5a-4a5e-8e6c-0f7a2f6a4d11"


@pytest.fixture
def seconds_pass() -> Iterator[None]:
    """Each look at the clock is a second after the one before."""
    with mock.patch("explorer.serving.request_log.time.perf_counter", side_effect=itertools.count()):
        yield


class TestNames:
    def test_each_request_has_its_own(self, client: Client) -> None:
        addresses = ("/rules/107.4f/", "/rules/107.4f/", "/nothing/", "/healthz", "/api/editions")
        names = [client.get(address)["X-Request-ID"] for address in addresses]
        assert len({*names}) == len(names)
        assert all(re.fullmatch(r"[0-9a-f]{32}", name) for name in names)

    def test_a_proxy_of_ours_may_give_one(self, client: Client, subtests: pytest.Subtests) -> None:
        for proxies, given, kept in [
            (1, UUID, True),
            (2, "Root=1-67891233-abcdef012345678912345678", True),
            (0, UUID, False),
            (1, "short", False),
            (1, "x" * 65, False),
            (1, f"{UUID} and more", False),
            (1, '"}, {"level": "ERROR', False),
            (1, "é" * 32, False),
        ]:
            with subtests.test(proxies=proxies, given=given, kept=kept):
                with mock.patch.object(site_settings, "PROXIES", proxies):
                    named = client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"]
                assert (named == given) is kept
                assert named

    def test_lines_about_a_request_have_it(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        self._line_of(client, ValueError("a fault"), "/editions/ [{}]\nTraceback")

    def test_also_those_about_a_database_that_is_away(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        self._line_of(client, OperationalError("gone"), "Service Unavailable: /editions/ [{}]")

    @staticmethod
    def _line_of(client: Client, raised: Exception, expected: str) -> None:
        with mock.patch("explorer.rules.editions.render", side_effect=raised):
            client.raise_request_exception = False
            # As the log itself shows them: while the request is answered.
            lines: list[str] = []
            (handler,) = (one for one in logging.getLogger().handlers if type(one) is logging.StreamHandler)
            with mock.patch.object(handler, "emit", lambda record: lines.append(handler.format(record))):
                answered = client.get("/editions/")
        assert sum(expected.format(answered["X-Request-ID"]) in line for line in lines) == 1
        assert sum("django.request" in line for line in lines) == 1, lines


def test_no_line_has_what_was_typed(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with mock.patch("explorer.rules.editions.render", side_effect=ValueError("a fault")):
        client.raise_request_exception = False
        client.get("/editions/?q=words")
    lines = [shape.format(record) for record in caplog.records for shape in (PlainLine(), JsonLine())]
    assert any("a fault" in line for line in lines)
    assert not [line for line in lines if "words" in line]


@pytest.mark.usefixtures("seconds_pass")
class TestTimes:
    def test_a_slow_request_is_logged_with_what_took_long(
        self, client: Client, settings: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        settings.SLOW = 1_000
        client.get("/rules/107.4f/?secret=words")
        (record,) = (one for one in caplog.records if one.name == "explorer.serving.request_log")
        found = re.fullmatch(
            r"GET /rules/107.4f/: 200 in (\d+)\.?0? ms, of which (\d+)\.?0? ms in the database \(queries: (\d+)\)",
            record.getMessage(),
        )
        assert found
        took, in_database, queries = map(int, found.groups())
        assert record.levelname == "WARNING"
        assert queries > 0
        # A second for each query, and one between two of them.
        assert (took, in_database) == (2_000 * queries + 1_000, 1_000 * queries)
        assert "words" not in caplog.text

    def test_others_are_not(self, client: Client, caplog: pytest.LogCaptureFixture, subtests: pytest.Subtests) -> None:
        for slow in [0, 10**9]:
            with subtests.test(slow=slow):
                with mock.patch.object(site_settings, "SLOW", slow):
                    client.get("/rules/107.4f/")
                assert [one for one in caplog.records if one.name == "explorer.serving.request_log"] == []

    def test_a_made_up_method_is_cut(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        with mock.patch.object(site_settings, "SLOW", 0.0001):
            client.generic("A" * 250_000, "/" + "b" * 100_000)
        assert "AAAA" in caplog.text
        assert len(caplog.text) < 2_000

    def test_developers_see_times_in_the_browser(self, client: Client, settings: Any) -> None:
        assert "Server-Timing" not in client.get("/rules/107.4f/").headers
        settings.DEBUG = True
        timing = client.get("/rules/107.4f/")["Server-Timing"]
        assert re.fullmatch(r'db;dur=\d+\.?\d*;desc="\d+ queries", total;dur=\d+\.?\d*', timing)


def test_an_address_that_no_browser_sends_is_no_business_of_the_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    for address in ("/rules/" + "a" * 20_000, "/search?q=" + "a" * 20_000):
        assert client.get(address).status_code == 400
    assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 400
    assert not caplog.records
