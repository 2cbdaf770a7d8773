"""Notices on what isn’t loaded, the full rules and cards, and the buttons that download them."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from explorer.importing import updates
from explorer.importing.documents import import_bytes
from explorer.importing.updates import CARDS, State
from explorer.web import downloads
from tests.cards.samples import EMBER, write
from tests.document.samples import DOCUMENT
from tests.html import markup_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
BUTTON = '<button class="go" type="submit">Get the full rules</button>'


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state file; an in-memory database has none."""
    path = tmp_path / "library.updates"
    monkeypatch.setattr(downloads, "file_beside", path.with_suffix)
    return path


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Reading end of the pipe by which pages request downloads."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    monkeypatch.setattr(updates._Connection, "end", writing)
    yield reading
    os.close(reading)
    os.close(writing)


def asked(line: int) -> int:
    """Number of new requests."""
    return len(requests(line))


def requests(line: int) -> str:
    try:
        return os.read(line, 100).decode()
    except BlockingIOError:
        return ""


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


def test_without_downloads_only_the_command_is_shown(client: Client) -> None:
    html = home(client)
    assert "You’re reading excerpts" in html
    assert "one file from Wizards of the Coast" in html
    assert "manage.py fetch_rules</code>" in html
    assert BUTTON not in html
    assert client.post("/full-rules/").status_code == 303


def test_the_button_starts_one_download(client: Client, line: int) -> None:
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


def test_the_button_shows_progress_with_htmx(client: Client, line: int) -> None:
    html = client.post("/full-rules/", headers=HTMX).content.decode()
    assert 'hx-get="/full-rules/"' in html
    assert 'hx-trigger="every 2s"' in html
    assert asked(line) == 1


def test_no_retry_directly_after_a_failure(client: Client, line: int, path: Path) -> None:
    updates.write(path, State(ended=time.time(), problem="It broke."))
    client.post("/full-rules/")
    assert asked(line) == 0
    updates.write(path, State(ended=time.time() - 60, problem="It broke."))
    assert "It broke." in part(client)
    client.post("/full-rules/")
    assert asked(line) == 1
    assert "It broke." not in part(client)


def test_a_failure_says_when_and_what_works(client: Client, line: int, path: Path) -> None:
    assert "Last tried" not in home(client)
    now = time.time()
    updates.write(path, State(ended=now - 305, due=now + updates.HOUR - 290, problem="It broke."))
    html = " ".join(home(client).split())
    assert "It broke. Last tried 5 minutes ago. Pipwise tries again in 55 minutes." in html
    assert "What works now:" in html
    assert "manage.py import_rules FILE</code>" in html
    updates.write(path, State(ended=now - updates.DAY * 2 - 5, problem="It broke."))
    assert "It broke. Last tried 2 days ago. </p>" in " ".join(home(client).split())
    for address in ("/rules/", "/symbols/", "/check/", "/cast/", "/x/", "/try/"):
        assert f'<a href="{address}">' in html
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/full-rules/", "/get-cards/"])
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
def test_other_sites_cannot_start_downloads(
    client: Client, line: int, address: str, headers: dict[str, str], status: int
) -> None:
    answered = client.post(address, headers=headers)
    assert answered.status_code == status
    assert asked(line) == (status == 303)
    assert ("press it there" in answered.content.decode()) == (status == 403)


@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "options"])
def test_only_post_starts_a_download(client: Client, line: int, path: Path, method: str) -> None:
    getattr(client, method)("/full-rules/")
    assert asked(line) == 0
    assert not path.exists()


def test_progress_and_completion(client: Client, path: Path) -> None:
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


def test_other_pages_show_progress(client: Client, path: Path) -> None:
    updates.write(path, State("Importing", 40, time.time()))
    for address in ("/rules/107.4f/", "/rules/704.5j/", "/rules/"):
        assert "Getting the full rules…" in client.get(address).content.decode()
    updates.write(path, State())
    assert "Getting the full rules…" not in client.get("/rules/107.4f/").content.decode()


@pytest.mark.parametrize(
    "address",
    ["/rules/704.5j/", "/rules/702/", "/glossary/trample/", "/glossary/2024-09-20/trample/"],
)
def test_missing_pages_offer_the_full_rules(client: Client, line: int, address: str) -> None:
    html = client.get(address).content.decode()
    assert "isn’t loaded" in html
    assert "You’re reading excerpts" in html
    assert BUTTON in html
    assert "Closest numbers" not in html, "what excerpts have is chapters away"
    complete()
    html = client.get(address).content.decode()
    assert "You’re reading excerpts" not in html


def test_the_button_does_nothing_once_rules_are_loaded(client: Client, line: int) -> None:
    complete()
    assert client.post("/full-rules/").status_code == 303
    assert asked(line) == 0


def test_a_search_that_finds_nothing_says_that_these_are_excerpts(client: Client) -> None:
    html = client.get("/search/", {"q": "trample"}).content.decode()
    assert "You’re reading excerpts" in html
    assert "example" not in html.partition("<main")[2].partition("</main>")[0]
    assert "Only excerpts are loaded" in client.get("/", {"q": "trample"}, headers=HTMX).content.decode()


class TestCards:
    @pytest.fixture
    def state(self, path: Path) -> Path:
        return CARDS.state_file(path)

    def test_pages_that_need_cards_have_the_button_once(self, client: Client, line: int) -> None:
        for address, status in (
            ("/cards/", 200),
            ("/cards/fireball/", 404),
            ("/check/?card=Fireball", 422),
            ("/check/?cost=Fireball", 422),
            ("/check/?cost=2WU&mana=exotic+orchard", 422),
            ("/cast/?card=Fireball", 422),
            ("/cast/?cost=Fireball", 422),
            ("/cast/?cost=R&in_play=Thalia", 422),
        ):
            answered = client.get(address)
            html = markup_of(answered)
            assert (answered.status_code, html.count("Get the cards</button>")) == (status, 1), address
            assert "about 30 MB" in html
            assert html.count("fetch_cards") == (status != 422), address
            # Within a form for something else, the button has its own, so that Enter doesn’t press it.
            assert html.count('form="get-cards-form"') == html.count('<form id="get-cards-form"') == (status == 422)
        for address in ("/check/?cost=2WU", "/check/?cost=%7BW%2FQ%7D", "/cast/?cost=2WU", "/"):
            assert "Get the cards" not in markup_of(client.get(address)), address

    def test_the_button_starts_one_download_without_scripts(self, client: Client, line: int) -> None:
        answered = client.post("/get-cards/", {"cost": "Fireball"})
        assert (answered.status_code, answered.headers["Location"]) == (303, "/cards/")
        assert requests(line) == CARDS.request
        html = client.get("/cards/").content.decode()
        assert "Getting the cards…" in html
        assert "Reload" in html
        assert "Getting the cards. Connecting: 0%" in client.get("/check/?card=Fireball").content.decode()
        client.post("/get-cards/")
        assert asked(line) == 0

    def test_the_button_within_a_form_updates_its_line(self, client: Client, line: int, state: Path) -> None:
        within = {**HTMX, "HX-Target": "cards-needed"}
        html = client.post("/get-cards/", headers=within).content.decode()
        assert 'id="cards-needed"' in html
        assert 'hx-get="/get-cards/"' in html
        updates.write(state, State(ended=time.time(), problem="It broke."))
        html = client.get("/get-cards/", headers=within).content.decode()
        assert "It broke. Last tried less than a minute ago." in html
        assert "<form" not in html

    def test_progress_and_completion(self, client: Client, line: int, state: Path, tmp_path: Path) -> None:
        # Other pages of whole rules are cached, and these mustn’t be.
        complete()
        assert "Get the cards</button>" in client.get("/cards/").content.decode()
        updates.write(state, State("Downloading cards, 3.1 MB", 20, time.time()))
        for address in ("/cards/", "/get-cards/"):
            answered = client.get(address)
            assert "ETag" not in answered.headers
            html = answered.content.decode()
            assert "Downloading cards, 3.1 MB" in html
            assert 'value="20"' in html
        import_cards([write(tmp_path / "c.json", [EMBER])])
        updates.write(state, State(ended=time.time()))
        assert "The cards are here" in client.get("/get-cards/", headers=HTMX).content.decode()
        assert "1 cards" in client.get("/cards/").content.decode()
        assert client.post("/get-cards/").status_code == 303
        assert asked(line) == 0

    def test_without_downloads_only_the_command_is_shown(self, client: Client) -> None:
        html = client.get("/cards/").content.decode()
        assert "fetch_cards</code>" in html
        assert "import_cards FILE FILE</code>" in html
        assert "<button" not in html.partition('id="get-cards"')[2].partition("</section>")[0]
        assert (
            '<a class="next" href="/cards/">Get the cards</a>' in client.get("/check/?card=Fireball").content.decode()
        )
