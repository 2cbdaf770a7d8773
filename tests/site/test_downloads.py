"""Notice on the full rules, and the button that has them brought."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from explorer.importing import updates
from explorer.importing.documents import import_bytes
from explorer.importing.updates import State
from explorer.web import downloads
from tests.document.samples import DOCUMENT

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
BUTTON = '<button class="go" type="submit">Get the full rules</button>'


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the state, which a library in memory has none of."""
    path = tmp_path / "library.updates"
    monkeypatch.setattr(downloads, "file_beside", lambda _: path)
    return path


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The reading end of the line that a site has which brings the full rules by itself."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    monkeypatch.setattr(updates._Connection, "end", writing)
    yield reading
    os.close(reading)
    os.close(writing)


def asked(line: int) -> int:
    """How often somebody asked since the last time."""
    try:
        return len(os.read(line, 100))
    except BlockingIOError:
        return 0


def complete() -> None:
    import_bytes(DOCUMENT.replace("June 6, 2025", "June 13, 2025").encode(), "complete.txt")


def home(client: Client) -> str:
    return client.get("/").content.decode()


def part(client: Client) -> str:
    response = client.get("/full-rules/", headers=HTMX)
    assert response.status_code == 200
    html = response.content.decode()
    assert "<html" not in html
    return html


def test_the_command_alone_where_the_site_may_not_download(client: Client) -> None:
    html = home(client)
    assert "You’re reading excerpts" in html
    assert "one file from Wizards of the Coast" in html
    assert "manage.py fetch_rules</code>" in html
    assert BUTTON not in html
    assert client.post("/full-rules/").status_code == 303


def test_a_press_asks_once(client: Client, line: int) -> None:
    assert BUTTON in home(client)
    assert asked(line) == 0
    answer = client.post("/full-rules/")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert asked(line) == 1
    html = home(client)
    assert "Getting the full rules…" in html
    assert BUTTON not in html
    client.post("/full-rules/")
    assert asked(line) == 0


def test_a_press_with_htmx_shows_the_progress(client: Client, line: int) -> None:
    html = client.post("/full-rules/", headers=HTMX).content.decode()
    assert 'hx-get="/full-rules/"' in html
    assert 'hx-trigger="every 2s"' in html
    assert asked(line) == 1


def test_nothing_is_asked_a_moment_after_a_failure(client: Client, line: int, path: Path) -> None:
    updates.write(path, State(ended=time.time(), problem="It broke."))
    client.post("/full-rules/")
    assert asked(line) == 0
    updates.write(path, State(ended=time.time() - 60, problem="It broke."))
    assert "It broke." in part(client)
    client.post("/full-rules/")
    assert asked(line) == 1
    assert "It broke." not in part(client)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "http://testserver:8001"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"}, 303),
        ({"Origin": "http://testserver"}, 303),
    ],
)
def test_other_sites_cannot_press_the_button(client: Client, line: int, headers: dict[str, str], status: int) -> None:
    answered = client.post("/full-rules/", headers=headers)
    assert answered.status_code == status
    assert asked(line) == (status == 303)
    assert ("press it there" in answered.content.decode()) == (status == 403)


@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "options"])
def test_only_a_post_asks(client: Client, line: int, path: Path, method: str) -> None:
    getattr(client, method)("/full-rules/")
    assert asked(line) == 0
    assert not path.exists()


def test_progress_and_its_end(client: Client, path: Path) -> None:
    updates.write(path, State("Importing", 40, time.time()))
    for html in (part(client), home(client), client.get("/full-rules/").content.decode()):
        assert 'value="40"' in html
        assert "Importing" in html
        assert 'hx-trigger="every 2s"' in html
        assert "Reload" in html, "without scripts"
    complete()
    html = part(client)
    assert "The full rules are here" in html
    assert "June 13, 2025" in html
    assert "hx-trigger" not in html
    assert "full-rules" not in home(client)


def test_other_pages_say_so_too(client: Client, path: Path) -> None:
    updates.write(path, State("Importing", 40, time.time()))
    for address in ("/rules/107.4f/", "/rules/704.5j/", "/rules/"):
        assert "Getting the full rules…" in client.get(address).content.decode()
    updates.write(path, State())
    assert "Getting the full rules…" not in client.get("/rules/107.4f/").content.decode()


@pytest.mark.parametrize(
    "address",
    ["/rules/704.5j/", "/rules/702/", "/glossary/trample/", "/glossary/2024-09-20/trample/"],
)
def test_what_is_not_here_leads_to_the_full_rules(client: Client, line: int, address: str) -> None:
    html = client.get(address).content.decode()
    assert "isn’t loaded" in html
    assert "You’re reading excerpts" in html
    assert BUTTON in html
    assert "Closest numbers" not in html, "what excerpts have is chapters away"
    complete()
    html = client.get(address).content.decode()
    assert "You’re reading excerpts" not in html


def test_a_press_after_they_have_come_changes_nothing(client: Client, line: int) -> None:
    complete()
    assert client.post("/full-rules/").status_code == 303
    assert asked(line) == 0


def test_a_search_that_finds_nothing_says_that_these_are_excerpts(client: Client) -> None:
    html = client.get("/search/", {"q": "trample"}).content.decode()
    assert "You’re reading excerpts" in html
    assert "example" not in html.partition("<main")[2].partition("</main>")[0]
    assert "Only excerpts are loaded" in client.get("/", {"q": "trample"}, headers=HTMX).content.decode()
