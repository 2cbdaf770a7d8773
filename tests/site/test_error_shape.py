"""All pages and commands have the same error shape."""

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, resolve
from django.utils.html import escape

from explorer.urls import urlpatterns
from symbols.trials.catalog import TRIALS
from tests.tables import cases

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}
SHAPE = {"code", "message", "start", "end", "suggestion"}

BAD: list[tuple[str, dict[str, str], int, str]] = [
    ("/check/", {"cost": "{2}{V}"}, 422, "unknown_symbol"),
    ("/check/", {"cost": "{W"}, 422, "unclosed_brace"),
    ("/check/", {"cost": "{W}", "x": "many"}, 422, "not_a_number"),
    ("/check/", {"cost": "{W}", "mana_w": "many"}, 422, "bad_pool"),
    ("/", {"q": "{V}"}, 422, "unknown_symbol"),
    ("/", {"q": "{W}" * 2_000}, 422, "too_long"),
    ("/x/", {"in": "nowhere at all"}, 422, "bad_situation"),
    ("/x/", {"cost": "{V}"}, 422, "unknown_symbol"),
    ("/nothing/", {}, 404, "not_found"),
    ("/rules/999.9z/", {}, 404, "not_found"),
    ("/rules/nothing/", {}, 404, "not_found"),
    ("/rules/2001-01-01/", {}, 404, "not_found"),
    ("/rules/2001-13-45/", {}, 404, "not_found"),
    ("/rules/2001-01-01/107.4/", {}, 404, "not_found"),
    ("/rules/2025-06-06/999.1/", {}, 404, "not_found"),
    ("/glossary/nothing-of-that-name/", {}, 404, "not_found"),
    ("/glossary/2001-01-01/", {}, 404, "not_found"),
    ("/glossary/2025-06-06/nothing-of-that-name/", {}, 404, "not_found"),
    ("/symbols/nothing/", {}, 404, "not_found"),
    ("/symbols/nothing.svg", {}, 404, "not_found"),
    ("/try/nothing/", {}, 404, "not_found"),
    *(
        (path, {"edition": edition, "q": "mana", "cost": "{X}"}, 422, code)
        for path in ("/check/", "/x/", "/search/", "/numbers/", f"/try/{TRIALS[0].slug}/")
        for edition, code in (("2001-01-01", "unknown_edition"), ("soon", "bad_date"), ("2024-02-30", "bad_date"))
    ),
]


# An address of each kind, by the name of its pattern.
SAMPLES = {name: first.partition("?")[0] for name, first, *_ in cases("site/no_page_writes", "addresses")}


def error_in(body: object) -> dict[str, Any]:
    assert isinstance(body, dict)
    assert set(body) == {"error"}
    error = body["error"]
    assert set(error) == SHAPE
    assert isinstance(error["code"], str)
    assert error["message"].endswith(".")
    assert (error["start"] is None) == (error["end"] is None)
    assert error["suggestion"] is None or isinstance(error["suggestion"], str)
    return dict(error)


def json_error(response: HttpResponseBase, status: int) -> dict[str, Any]:
    assert isinstance(response, HttpResponse)
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/json"
    assert "Accept" in response.headers["Vary"].split(", ")
    return error_in(json.loads(response.content))


@pytest.mark.parametrize(("path", "asked", "status", "code"), BAD, ids=[f"{path} {code}" for path, _, _, code in BAD])
def test_pages_and_json_have_the_same_error(
    client: Client, path: str, asked: dict[str, str], status: int, code: str
) -> None:
    error = json_error(client.get(path, asked, headers=JSON), status)
    assert error["code"] == code
    page = client.get(path, asked)
    assert page.status_code == status
    assert page.headers["Content-Type"].startswith("text/html")
    assert "Accept" in page.headers["Vary"].split(", ")
    # On a page, symbols are drawn in the sentence, and a field has the name that stands above it.
    sentence = re.sub(r"^In “[a-z-]+”: ", "", error["message"])
    words = [escape(words) for words in sentence.replace("}", "{").split("{")[::2]]
    assert all(each in page.content.decode() for each in words if len(each) > 3), words


@pytest.mark.parametrize("edition", ["2001-01-01", "soon", "2024-02-30"])
def test_a_missing_edition_is_the_same_error_everywhere(client: Client, edition: str) -> None:
    asked = {"edition": edition, "q": "mana", "cost": "{X}"}
    paths = ("/check/", "/x/", "/search/", "/numbers/", f"/try/{TRIALS[0].slug}/")
    first, *others = [json_error(client.get(path, asked, headers=JSON), 422) for path in paths]
    assert all(other == first for other in others)
    assert (first["suggestion"] == "2008-03-17") == (edition == "2001-01-01")


def test_a_mistake_in_a_cost_has_its_place(client: Client) -> None:
    error = json_error(client.get("/check/", {"cost": "{2}{V}"}, headers=JSON), 422)
    assert (error["start"], error["end"], error["suggestion"]) == (3, 6, "{U}")


@pytest.mark.slow
def test_every_trial_refuses_nonsense(client: Client) -> None:
    refused = set()
    for slug, key in [(trial.slug, control.key) for trial in TRIALS for control in trial.controls]:
        response = client.get(f"/try/{slug}/", {key: "{V}!"}, headers=JSON)
        if response.status_code != 200:
            assert json_error(response, 422)["code"] != "", (slug, key)
            refused.add(slug)
    assert refused == {trial.slug for trial in TRIALS}


TAKE_POST = {"full-rules", "get-cards", "citations"}
WRITING = ("POST", "PUT", "PATCH", "DELETE", "TRACE")


@pytest.mark.parametrize(
    "pattern",
    [each for each in urlpatterns if isinstance(each, URLPattern) and each.name not in TAKE_POST],
    ids=lambda pattern: pattern.name,
)
def test_pages_are_read_only(pattern: URLPattern) -> None:
    path = SAMPLES[pattern.name or ""]
    assert resolve(path).url_name == pattern.name
    visitor = Client()
    # What refuses them is the same for every page.
    for method in WRITING if pattern.name == "rule" else WRITING[:1]:
        assert json_error(visitor.generic(method, path, headers=JSON), 405)["code"] == "not_allowed"
        page = visitor.generic(method, path)
        assert (page.status_code, page.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
        assert b"read-only" in page.content
    options = Client().options(path)
    assert (options.status_code, options.headers["Allow"], options.content) == (200, "GET, HEAD, OPTIONS", b"")
    read, head = Client().get(path), Client().head(path)
    assert (head.status_code, head.content) == (read.status_code, b"")
    assert head.headers["Content-Type"] == read.headers["Content-Type"]


def test_an_unknown_host_is_a_bad_request(client: Client) -> None:
    error = json_error(client.get("/", headers={**JSON, "Host": "elsewhere.example"}), 400)
    assert error["code"] == "bad_request"
    page = client.get("/", headers={"Host": "elsewhere.example"})
    assert error["message"] in page.content.decode()


def test_server_errors_have_the_same_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("explorer.costcheck.view.show_check", fail)
    visitor = Client(raise_request_exception=False)
    error = json_error(visitor.get("/check/", {"cost": "{W}"}, headers=JSON), 500)
    assert error["code"] == "server_error"
    assert error["message"] in visitor.get("/check/", {"cost": "{W}"}).content.decode()


@pytest.mark.parametrize(
    "accept", ["*/*", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html, application/json"]
)
def test_browsers_get_pages(client: Client, accept: str) -> None:
    page = client.get("/nothing/", headers={"Accept": accept})
    assert page.headers["Content-Type"].startswith("text/html")


def test_pages_without_errors_ignore_accept(client: Client) -> None:
    page = client.get("/check/", {"cost": "{W}"}, headers=JSON)
    assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "Accept" not in page.headers["Vary"].split(", ")


COMMANDS = sorted(name for name, app in get_commands().items() if app == "explorer")
WITHOUT_JSON = ["mcp", "up"]


@pytest.mark.parametrize("name", WITHOUT_JSON)
def test_servers_print_no_json(name: str) -> None:
    assert "--json" not in load_command_class("explorer", name).create_parser("manage.py", name)._option_string_actions


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in WITHOUT_JSON])
def test_invalid_options_are_an_error_in_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        load_command_class("explorer", name).run_from_argv(["manage.py", name, "--json", "--no-such-option"])
    printed = capsys.readouterr()
    assert ended.value.code == 2
    error = error_in(json.loads(printed.out))
    assert error["code"] == "bad_usage"
    assert "argument" in error["message"]
    assert "manage.py" in printed.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["cost", "{2}{V}"], "unknown_symbol"),
        (["cost", "{W}", "--edition", "1999-01-01"], "unknown_edition"),
        (["export_rules", "1999-01-01"], "no_such_edition"),
        (["check_links", "--edition", "1999-01-01"], "no_such_edition"),
        (["import_rules", "pyproject.toml", "README.md", "--effective", "2025-06-06"], "bad_usage"),
        (["fetch_rules", "--from", "gopher://127.0.0.1/"], "bad_address"),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else None,
)
def test_commands_print_errors_in_the_same_shape(arguments: list[str], code: str) -> None:
    printed = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command(*arguments, "--json", stdout=printed, stderr=StringIO())
    assert refused.value.returncode == 2
    error = error_in(json.loads(printed.getvalue()))
    assert error["code"] == code
    assert str(refused.value).startswith(error["message"])


def test_refused_documents_have_the_same_error(tmp_path: Path) -> None:
    printed = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("import_rules", str(tmp_path / "none.txt"), "--json", stdout=printed, stderr=StringIO())
    assert refused.value.returncode == 2
    [report] = json.loads(printed.getvalue())
    assert error_in({"error": report["error"]})["code"] == "refused"
