"""`/api/citations`."""

from typing import Any

import pytest
from django.test import Client

from tests.conftest import with_editions
from tests.shared import FEW_EDITIONS

pytestmark = pytest.mark.django_db
ADDRESS = "/api/citations"
TEXT = "See 704.5k. “If a player has 0 or less life, that player wins” (704.5a)."


def post(body: Any, kind: str = "application/json", query: str = "") -> tuple[int, Any]:
    response = Client().post(f"{ADDRESS}{query}", body, content_type=kind)
    return response.status_code, response.json()


def code(answer: tuple[int, Any]) -> tuple[int, str]:
    status, body = answer
    assert set(body["error"]) >= {"code", "message", "start", "end", "suggestion"}
    return status, body["error"]["code"]


@with_editions(*FEW_EDITIONS)
class TestAnswers:
    def test_json_and_plain_text_and_get_say_the_same(self) -> None:
        status, found = post({"text": TEXT, "written": "2014-05-01"})
        assert status == 200
        assert (found["edition"], found["assumed"], found["newest"]) == ("2014-02-01", False, "2026-02-27")
        assert found["updated"] == TEXT.replace("704.5k", "704.5j")
        first, second = found["citations"]
        assert (first["start"], first["end"], first["number"], first["now"]) == (4, 10, "704.5k", "704.5j")
        assert (first["status"], first["quote"]) == ("moved and reworded", None)
        assert first["text"].startswith("If two or more legendary permanents")
        assert first["sentence"] == "704.5k is now 704.5j, reworded."
        assert found["summary"] == "2 citations need a look."
        assert first["address"] == "http://testserver/rules/704.5j/"
        assert (second["status"], second["says"], second["altered"]) == ("misquoted", "704.5a", True)
        assert post(TEXT, "text/plain; charset=utf-8", "?written=2014-05-01") == (200, found)
        assert Client().get(ADDRESS, {"text": TEXT, "written": "2014-05-01"}).json() == found

    def test_words_that_are_not_compared(self) -> None:
        [one] = post({"text": "“Whenever this creature attacks, draw a card” (704.3)."})[1]["citations"]
        assert (one["status"], one["compared"], one["quote"]) == (
            "same",
            False,
            "Whenever this creature attacks, draw a card",
        )

    def test_the_edition_is_guessed(self) -> None:
        found = post({"text": "Posted on May 5, 2014. See 704.5k."})[1]
        assert (found["edition"], found["assumed"]) == ("2014-02-01", True)

    @pytest.mark.slow
    def test_a_long_text(self) -> None:
        text = f"{'a ' * 490_000} 704.5k"
        status, found = post(text, "text/plain")
        assert (status, len(found["citations"])) == (200, 1)

    def test_letters_that_are_none(self) -> None:
        status, found = post(r'{"text": "\ud800\u0000 704.5k ٧٠٤.٥"}')
        assert (status, [one["number"] for one in found["citations"]]) == (200, ["704.5k"])

    @pytest.mark.slow
    def test_bad_input(self) -> None:
        assert code(post(b"{", "application/json")) == (422, "bad_body")
        assert code(post(b"\xff", "text/plain")) == (422, "bad_body")
        assert code(post([TEXT])) == (422, "bad_body")
        assert code(post({"text": 7})) == (422, "bad_body")
        assert code(post({"written": "2014-05-01"})) == (422, "missing")
        assert code(post({"txt": TEXT})) == (422, "unknown_key")
        assert code(post({"text": TEXT, "written": "soon"})) == (422, "bad_date")
        assert code(post({"text": TEXT, "written": "1999-01-01"})) == (422, "unknown_edition")
        assert code(post("a" * 1_000_001, "text/plain")) == (422, "too_long")
        assert code(post("a" * 5_000_000, "text/plain")) == (422, "too_long")
        assert code(post("704.5k " * 6_000, "text/plain")) == (422, "too_many_citations")
        assert code(post({"text": TEXT}, query="?edition=2014-02-01")) == (422, "unknown_key")
        missing = Client().get(ADDRESS)
        assert (missing.status_code, missing.json()["error"]["code"]) == (422, "missing")

    def test_forms_are_no_texts(self) -> None:
        for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            assert code(post(b"text=704.5k", kind)) == (415, "bad_body")

    def test_other_methods(self) -> None:
        response = Client().put(ADDRESS, "704.5k", content_type="text/plain")
        assert (response.status_code, response["Allow"]) == (405, "GET, HEAD, OPTIONS, POST")
        assert response.json()["error"]["message"] == "Use GET or POST."

    def test_other_sites_may_send_texts(self) -> None:
        asked = {"Origin": "https://forum.example", "Access-Control-Request-Method": "POST"}
        response = Client().options(ADDRESS, headers=asked)
        assert "POST" in response["Access-Control-Allow-Methods"]
        assert Client().options(ADDRESS)["Allow"] == "GET, HEAD, OPTIONS, POST"


def test_excerpts_are_too_little() -> None:
    assert code(post({"text": TEXT})) == (422, "no_full_rules")
