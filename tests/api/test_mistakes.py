"""Each kind of mistake in a request once, and what the API says of it."""

import json
from typing import Any

import pytest
from django.test import Client

from explorer.api.service import EXAMPLES, api
from explorer.models import Edition
from tests.conftest import on_both_databases
from tests.site.test_error_shape import SHAPE

pytestmark = pytest.mark.django_db

NAMES = ("code", "edition", "id", "new", "number", "old", "rule_id", "slug", "term")
MISTAKES = [
    # Address, status, code, part of the message, suggestion.
    ("/api/nothing", 404, "not_found", "address", None),
    ("/api/editions?bogus=1", 422, "unknown_key", "“bogus” isn’t a parameter here. Use page.", None),
    ("/api/editions?pgae=1", 422, "unknown_key", "Did you mean “page”?", "page"),
    ("/api/check?cost=W&pol=W", 422, "unknown_key", "Did you mean “pool”?", "pool"),
    ("/api/check?cost=W&zzzzzz=W", 422, "unknown_key", "See /api/", None),
    ("/api/variables?zzzzzz=3", 422, "unknown_key", "“zzzzzz” isn’t a parameter here.", None),
    ("/api/trials/halves?numbr=7", 422, "unknown_key", "Did you mean “number”?", "number"),
    ("/api/editions?page=0", 422, "too_small", "“0” is too small. Use 1 or more.", None),
    ("/api/editions?page=99999999", 422, "too_large", "Use 10000 or less.", None),
    ("/api/editions?page=" + "9" * 5000, 422, "too_large", "“999", None),
    ("/api/editions?page=two", 422, "not_a_number", "In “page”: “two” isn’t a whole number.", None),
    ("/api/search", 422, "missing", "Give “q”.", None),
    ("/api/search?q=" + "a" * 2_001, 422, "too_long", "Use 2000 characters or fewer.", None),
    ("/api/search?q=mana&everywhere=perhaps", 422, "not_yes_or_no", "“perhaps” isn’t true or false.", None),
    ("/api/rules", 422, "missing", "Give “number”.", None),
    ("/api/rules?number=x", 422, "bad_number", "“x” isn’t a rule number.", None),
    ("/api/rules?" + "&".join(["number=107.1"] * 101), 422, "too_many", "Give 100 or fewer at once.", None),
    ("/api/rules/x", 404, "not_found", "“x” isn’t a rule number.", None),
    ("/api/rules/107", 422, "bad_number", "107 is a section, not a rule or subrule.", None),
    ("/api/sections/107.4", 422, "bad_number", "107.4 is a rule, not a section.", None),
    ("/api/rules/" + "1" * 30, 422, "too_long", "Use 20 characters or fewer.", None),
    ("/api/rules/704.5j", 404, "not_found", "No loaded edition has 704.5j. Pipwise has only excerpts.", None),
    ("/api/rules/107.4f?edition=2025-06-31", 422, "bad_date", "In “edition”", None),
    ("/api/rules/107.4f?edition=2001-01-01", 422, "unknown_edition", "2008-03-17", "2008-03-17"),
    ("/api/rules/107.4f?edition=2008-03-17", 404, "not_found", "107.4f", None),
    ("/api/editions/2025-13-01", 422, "bad_date", "In “edition”: “2025-13-01” isn’t a date.", None),
    ("/api/editions/2001-01-01", 404, "not_found", "Pipwise doesn’t have the January 1, 2001 rules.", None),
    ("/api/changes/2001-01-01/2025-06-06", 422, "unknown_edition", "2001-01-01", "2008-03-17"),
    ("/api/glossary/trample", 404, "not_found", "Pipwise has only excerpts.", None),
    ("/api/symbols/WX", 404, "not_found", "“WX” isn’t a symbol. Did you mean {W}?", None),
    ("/api/symbols/%00", 404, "not_found", "“�” isn’t a symbol.", None),
    ("/api/trials/nothing", 404, "not_found", "Nothing to try is called “nothing”.", None),
    ("/api/trials/halves?number=many", 422, "bad_control", "number", None),
    ("/api/check", 422, "missing", "Give “cost” or “card”.", None),
    ("/api/check?cost=2{V}", 422, "unknown_symbol", "“V”", "{U}"),
    ("/api/check?cost=" + "W" * 2_001, 422, "too_long", "2,000", None),
    ("/api/check?cost=W&x=many", 422, "not_a_number", "In “x”", None),
    ("/api/check?cost=W&edition=2001-01-01", 422, "unknown_edition", "In “edition”", "2008-03-17"),
    ("/api/variables?in=nowhere", 422, "bad_situation", "“nowhere”", None),
    ("/api/rules/107.4f?on=soon", 422, "bad_date", "In “on”: “soon” isn’t a day, a month or a year.", None),
    ("/api/rules/107.4f?on=2024&edition=2025-06-06", 422, "too_many", "Give “edition” or “on”, not both.", None),
    ("/api/check?" + "&".join(["cost=W"] * 1_200), 400, "too_many_parameters", "Give 1,000 parameters or fewer.", None),
    ("/api/rules/107.4f?on=2003", 404, "not_found", "The December 1, 2003 rules applied then.", None),
    ("/api/oembed", 422, "missing", "Give “url”.", None),
    ("/api/oembed?url=/rules/107.4f/&maxwidth=0", 422, "too_small", "Use 1 or more.", None),
    ("/api/oembed?url=https://elsewhere.example/rules/107.4f/", 404, "not_found", "isn’t a rule, an entry", None),
    ("/api/oembed?url=/search/", 404, "not_found", "“/search/” isn’t a rule, an entry", None),
    ("/api/oembed?url=http://[/", 404, "not_found", "isn’t a rule, an entry", None),
    ("/api/oembed?url=/rules/999.9/", 404, "not_found", "No loaded edition has 999.9.", None),
    ("/api/oembed?url=/check/?cost={V}", 422, "unknown_symbol", "“V”", "{U}"),
    ("/api/oembed?url=/rules/107.4f/&format=xml", 501, "not_implemented", "“xml”", None),
    ("/rules/1.json", 404, "not_found", "1 is a chapter. Ask for a section, a rule or a subrule.", None),
    ("/rules/1.txt", 404, "not_found", "1 is a chapter.", None),
    ("/rules/x.json", 404, "not_found", "“x” isn’t a rule number.", None),
    ("/rules/999.9.txt", 404, "not_found", "No loaded edition has 999.9.", None),
    ("/rules/2001-01-01/107.4f.md", 404, "not_found", "January 1, 2001", None),
]


def body_of(client: Client, address: str, status: int) -> dict[str, Any]:
    response = client.get(address)
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"].startswith("application/json")
    return dict(json.loads(response.content))


@pytest.mark.parametrize(
    ("address", "status", "code", "words", "suggestion"), MISTAKES, ids=[each[0][:40] for each in MISTAKES]
)
def test_a_mistake_has_its_code_and_words(
    client: Client, address: str, status: int, code: str, words: str, suggestion: str | None
) -> None:
    error = body_of(client, address, status)["error"]
    assert set(error) == SHAPE
    assert (error["code"], error["suggestion"]) == (code, suggestion)
    assert words in error["message"]
    assert len(error["message"]) < 250


def test_a_mistake_in_a_cost_has_its_place(client: Client) -> None:
    error = body_of(client, "/api/check?cost=2{V}", 422)["error"]
    assert (error["start"], error["end"]) == (1, 4)


def test_another_apis_addresses_answer_every_error_in_its_shape(client: Client) -> None:
    for response in (client.post("/api/scryfall/symbology"), client.post("/api/scryfall/nothing")):
        found = response.json()
        assert (response.status_code, found["object"], found["status"]) == (405, "error", 405)
    for response, status in (
        (client.post("/api/cr/107.4f"), 405),
        (client.get("/api/cr/107.4f/"), 404),
        (client.get("/api/diff/nothing"), 404),
    ):
        assert (response.status_code, set(response.json())) == (status, {"detail"})


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_changed(client: Client, method: str) -> None:
    response = getattr(client, method)("/api/editions")
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert set(response.json()["error"]) == SHAPE


def test_without_any_rules_each_answer_says_so_or_does_without(client: Client) -> None:
    Edition.objects.all().delete()
    error = body_of(client, "/api/rules/107.4f", 404)["error"]
    assert error["message"] == "No loaded edition has 107.4f."
    assert body_of(client, "/api/cr", 404) == {"detail": "This database is empty."}
    for path in api.get_openapi_schema()["paths"]:
        assert client.get(EXAMPLES.get(path, path)).status_code in {200, 404, 422}, path
    assert client.get("/api/symbols").status_code == client.get("/api/search?q=mana").status_code == 200


@on_both_databases
def test_a_character_that_a_database_refuses_is_only_text(client: Client) -> None:
    addresses = [path.format(**dict.fromkeys(NAMES, "%00")) for path in api.get_openapi_schema()["paths"]]
    queries = ["rules?number=%00", "search?q=%00", "check?cost=%00", "rules/107.4?edition=%00", "diff/cr?old=%00"]
    for address in [*addresses, *(f"/api/{query}" for query in queries), "/rules/%00.json"]:
        assert client.get(address).status_code in {200, 400, 404, 422}, address


def test_what_breaks_says_so_without_a_traceback(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("explorer.api.library.library", lambda: 1 / 0)
    error = body_of(client, "/api/editions", 500)["error"]
    assert (set(error), error["code"]) == (SHAPE, "server_error")
