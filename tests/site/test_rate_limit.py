"""How much one reader may ask for, and the headers that keep a page from doing what it need not."""

import time
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from explorer.serving import middleware
from tests.conftest import with_editions

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock: where one minute ends and the next begins, one page more is allowed."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)


@pytest.fixture
def limited(settings: Any) -> None:
    settings.RATE = 5


@pytest.mark.usefixtures("limited")
class TestOverTheLimit:
    def test_who_asks_too_much_is_told_when_to_come_back(self) -> None:
        client = Client()
        statuses = [client.get("/rules/107.4f/").status_code for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2
        refused = client.get("/rules/107.4f/")
        assert 1 <= int(refused["Retry-After"]) <= 120
        assert f"Try again in {refused['Retry-After']} seconds" in refused.content.decode()
        assert "default-src" in refused["Content-Security-Policy"]
        data = client.get("/api/editions").json()
        assert data["error"]["code"] == "too_many_requests"
        # Whoever watches the site is never kept out.
        assert client.get("/healthz").status_code == 200

    def test_a_script_of_another_site_can_read_the_refusal_in_the_shape_of_its_api(self) -> None:
        client = Client(headers={"Origin": "https://elsewhere.example"})
        for _ in range(5):
            client.get("/symbols/W.svg")
        limited = [
            client.get(f"/api/{path}") for path in ("check?cost=W", "scryfall/symbology", "cr/107.4f", "diff/cr")
        ]
        assert {one.status_code for one in limited} == {429}
        for one in limited:
            assert one.headers["Access-Control-Allow-Origin"] == "*"
            assert "retry-after" in one.headers["Access-Control-Expose-Headers"]
        own, scryfall, cr, diff = (one.json() for one in limited)
        said = own["error"]["message"]
        assert said.startswith("Your network is asking for a lot")
        assert (scryfall["object"], scryfall["status"], scryfall["code"]) == ("error", 429, "too_many_requests")
        assert set(cr) == set(diff) == {"detail"}

    def test_others_are_served(self) -> None:
        client = Client()
        for _ in range(6):
            client.get("/rules/107.4f/", REMOTE_ADDR="192.0.2.1")
        assert client.get("/rules/107.4f/", REMOTE_ADDR="192.0.2.1").status_code == 429
        assert client.get("/rules/107.4f/", REMOTE_ADDR="192.0.2.2").status_code == 200

    def test_who_was_told_to_come_back_may(self) -> None:
        client = Client()
        with mock.patch("explorer.rules.editions.render", side_effect=OperationalError("gone")):
            assert [client.get("/editions/").status_code for _ in range(8)] == [503] * 8
        assert client.get("/editions/").status_code == 200

    def test_one_network_of_ipv6_is_one_reader(self) -> None:
        client = Client()
        for at in range(6):
            client.get("/rules/107.4f/", REMOTE_ADDR=f"2001:db8::{at}")
        assert client.get("/rules/107.4f/", REMOTE_ADDR="2001:db8::99").status_code == 429
        assert client.get("/rules/107.4f/", REMOTE_ADDR="2001:db8:0:1::99").status_code == 200

    def test_older_addresses_are_told_apart_by_a_server_for_both(self) -> None:
        client = Client()
        for _ in range(6):
            client.get("/rules/107.4f/", REMOTE_ADDR="::ffff:192.0.2.1")
        assert client.get("/rules/107.4f/", REMOTE_ADDR="192.0.2.1").status_code == 429
        assert client.get("/rules/107.4f/", REMOTE_ADDR="::ffff:192.0.2.2").status_code == 200


@pytest.mark.parametrize("rate", [1_000, 0])
def test_who_sends_form_after_form_is_refused_sooner(settings: Any, monkeypatch: pytest.MonkeyPatch, rate: int) -> None:
    settings.RATE = rate
    monkeypatch.setattr(middleware, "FORMS", 10)
    client = Client()
    assert [client.post("/full-rules/").status_code == 429 for _ in range(11)] == [False] * 10 + [True]
    assert client.get("/full-rules/").status_code == 200


def test_texts_have_a_limit_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "TEXTS", {"/citations/": 4, "/api/citations": 3})
    client = Client()
    for path, count in middleware.TEXTS.items():
        # Neither loads the full rules here, and the API takes no forms: whatever is refused counts, too.
        statuses = {client.post(path, {"text": "704.5k"}).status_code for _ in range(count)}
        assert statuses <= {415, 422}
        assert client.post(path, {"text": "704.5k"}).status_code == 429
    refused = client.post("/api/citations", "704.5k", content_type="text/plain")
    assert refused.json()["error"]["code"] == "too_many_requests"
    assert int(refused["Retry-After"]) >= 1


@pytest.mark.slow
@pytest.mark.usefixtures("limited")
def test_behind_proxies_nobody_can_pass_for_many(settings: Any, subtests: pytest.Subtests) -> None:
    """What a reader claims before our proxies’ own words makes no difference."""
    for proxies, forwarded in [(0, "192.0.2.1"), (1, "192.0.2.1"), (2, "192.0.2.1, 10.0.0.2")]:
        with subtests.test(proxies=proxies, forwarded=forwarded):
            settings.PROXIES = proxies
            client = Client(REMOTE_ADDR="10.0.0.1")
            claimed = [f"1.1.1.{at}, {forwarded}" for at in range(6)]
            assert [client.get("/rules/107.4f/", headers={"X-Forwarded-For": each}).status_code for each in claimed][
                -1
            ] == 429
            assert (
                proxies == 0
                or client.get("/rules/107.4f/", headers={"X-Forwarded-For": "192.0.2.9, 192.0.2.9"}).status_code == 200
            )


def test_without_a_limit_nobody_is_refused(settings: Any) -> None:
    settings.RATE = 0
    client = Client()
    assert {client.get("/healthz").status_code for _ in range(50)} == {200}
    assert {client.get("/symbols/W.svg").status_code for _ in range(50)} == {200}


def test_headers_that_keep_a_page_to_itself(client: Client) -> None:
    for address in ("/", "/rules/107.4f/", "/nothing/", "/api/editions", "/symbols/W.svg"):
        headers = client.get(address).headers
        assert "camera=()" in headers["Permissions-Policy"], address
        assert "screen-wake-lock=(self)" in headers["Permissions-Policy"], address
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", address
        assert headers["Referrer-Policy"] == "same-origin", address
        assert headers["X-Content-Type-Options"] == "nosniff", address
        assert headers["X-Frame-Options"] == "DENY", address
        assert "Set-Cookie" not in headers, address


@with_editions("2018-07-13")
@pytest.mark.usefixtures("limited")
def test_a_hall_of_readers_may_share_what_was_made_once(client: Client) -> None:
    cache.clear()
    browser = {"Accept-Encoding": "gzip, br"}
    statuses = [client.get("/rules/107.4f/", headers=browser).status_code for _ in range(43)]
    assert statuses == [200] * 41 + [429] * 2


def test_processor_time_is_limited_too(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE = 3_000
    seconds = iter(range(0, 1_000, 8))
    monkeypatch.setattr(time, "thread_time", lambda: next(seconds))
    client = Client()
    statuses = [client.get(f"/search/?q=mana+{word}").status_code for word in ("a", "b", "c", "d", "e", "f")]
    assert statuses == [200] * 4 + [429] * 2
    refused = client.get("/search/?q=mana")
    assert 1 <= int(refused["Retry-After"]) <= 120
    assert Client(REMOTE_ADDR="192.0.2.7").get("/search/?q=mana").status_code == 200
