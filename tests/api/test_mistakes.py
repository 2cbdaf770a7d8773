"""Each kind of mistake in a request once, and what the API says of it."""

import pytest
from django.test import Client

from explorer.api.service import EXAMPLES, api
from explorer.models import Edition
from tests.api.requests import get
from tests.conftest import on_both_databases
from tests.site.test_error_shape import SHAPE
from tests.tables import cases

pytestmark = pytest.mark.django_db

NAMES = ("code", "document", "edition", "id", "new", "number", "old", "rule_id", "slug", "term")
MISTAKES = cases("api/mistakes", "mistakes")


@pytest.mark.parametrize(
    ("address", "status", "code", "words", "suggestion"), MISTAKES, ids=[each[0][:40] for each in MISTAKES]
)
def test_a_mistake_has_its_code_and_words(
    client: Client, address: str, status: int, code: str, words: str, suggestion: str | None
) -> None:
    error = get(client, address, status)["error"]
    assert set(error) == SHAPE
    assert (error["code"], error["suggestion"]) == (code, suggestion)
    assert words in error["message"]
    assert len(error["message"]) < 250


def test_a_mistake_in_a_cost_has_its_place(client: Client) -> None:
    error = get(client, "/api/check?cost=2{V}", 422)["error"]
    assert (error["start"], error["end"]) == (1, 4)


def test_other_apis_have_their_own_error_shape(client: Client) -> None:
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


@pytest.mark.slow
def test_an_empty_database(client: Client) -> None:
    Edition.objects.all().delete()
    error = get(client, "/api/rules/107.4f", 404)["error"]
    assert error["message"] == "No loaded edition has 107.4f."
    assert get(client, "/api/cr", 404) == {"detail": "This database is empty."}
    for path in api.get_openapi_schema()["paths"]:
        assert client.get(EXAMPLES.get(path, path)).status_code in {200, 404, 422}, path
    assert client.get("/api/symbols").status_code == client.get("/api/search?q=mana").status_code == 200


@pytest.mark.slow
@on_both_databases
def test_null_characters_are_only_text(client: Client) -> None:
    addresses = [path.format(**dict.fromkeys(NAMES, "%00")) for path in api.get_openapi_schema()["paths"]]
    queries = ["rules?number=%00", "search?q=%00", "check?cost=%00", "rules/107.4?edition=%00", "diff/cr?old=%00"]
    for address in [*addresses, *(f"/api/{query}" for query in queries), "/rules/%00.json"]:
        assert client.get(address).status_code in {200, 400, 404, 422}, address


def test_server_errors_have_no_traceback(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("explorer.api.library.library", lambda: 1 / 0)
    error = get(client, "/api/editions", 500)["error"]
    assert (set(error), error["code"]) == (SHAPE, "server_error")
