"""Cards and rulings from where Scryfall lists its files, and whatever its servers may do instead."""

import gzip
import json
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import brotli
import pytest

from explorer.importing import updates
from explorer.importing.fetching.bulk import fetch_file, offered_files, policy_for
from explorer.importing.fetching.download import Limits
from explorer.importing.fetching.policy import FetchError
from tests.cards.samples import EMBER, HALVES, RULING
from tests.conftest import Command
from tests.importing.servers import Handler, Server, answer, drip, raw, redirect, serving
from tests.processes import HANGING

pytestmark = pytest.mark.usefixtures("no_loop")

JSON = "application/json"
CARDS, RULINGS = json.dumps([EMBER, HALVES]).encode(), json.dumps([RULING]).encode()
LIST, CARDS_FILE, RULINGS_FILE = "/bulk-data", "/oracle_cards.json", "/rulings.json"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def offer(server: Server, **changed: Any) -> list[dict[str, Any]]:
    """Return the entries of a list, with other fields for the one of cards."""
    return [
        {
            "object": "bulk_data",
            "type": kind,
            "updated_at": "2026-01-16T10:02:03.004+00:00",
            "download_uri": f"{server.address}/{kind}.json",
            "size": 1_000,
            **(changed if kind == "oracle_cards" else {}),
        }
        for kind in ("all_cards", "oracle_cards", "rulings")
    ]


def listing(found: Any) -> Handler:
    return answer(json.dumps({"object": "list", "data": found}).encode(), kind=JSON)


@pytest.fixture
def scryfall(settings: Any) -> Iterator[Server]:
    """A server that plays Scryfall, well as long as a test doesn't change its answers."""
    answers = {
        CARDS_FILE: answer(gzip.compress(CARDS), kind=JSON, Content_Encoding="gzip"),
        RULINGS_FILE: answer(RULINGS, kind=JSON),
    }
    with serving(answers) as server:
        answers[LIST] = listing(offer(server))
        settings.FETCH_PLAIN = [server.place]
        yield server


def fetch(command: Command, server: Server, *more: str) -> tuple[int, Any, str]:
    done = command("fetch_cards", "--from", f"{server.address}{LIST}", "--json", *more)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout), done.stderr


def change(server: Server, path: str, handler: Handler) -> None:
    server.answers = {**server.answers, path: handler}


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
def test_cards_come_once_and_again_when_they_changed(command: Command, scryfall: Server) -> None:
    files = [CARDS_FILE, RULINGS_FILE]
    status, said, _ = fetch(command, scryfall)
    assert (status, said["unchanged"], said["cards"], said["rulings"]) == (0, False, 2, 1)
    assert scryfall.requested == [LIST, *files]
    status, said, _ = fetch(command, scryfall)
    assert (status, said["unchanged"], scryfall.requested[3:]) == (0, True, [LIST])
    assert fetch(command, scryfall, "--again")[1]["cards"] == 2
    change(scryfall, LIST, listing(offer(scryfall, updated_at="2026-01-17T10:02:03.004+00:00")))
    assert fetch(command, scryfall)[1]["unchanged"] is False
    assert scryfall.requested[4:] == [LIST, *files] * 2


ELSEWHERE = "https://evil.example/cards.json"
# Of the list, or of the file of cards: the answer, the code, words of the sentence.
LISTS: Mapping[str, tuple[Callable[[Server], Handler], str, str]] = {
    "429": (
        lambda _: answer(b"slow down", status="429 Too Many Requests", Retry_After="30"),
        *("bad_status", "429 Too Many Requests. Try again in 30 seconds."),
    ),
    "HTML": (lambda _: answer(b"<html>", kind="text/html"), "wrong_type", "isn’t JSON: the server calls it text/html"),
    "HTML by another name": (lambda _: answer(b"<html>", kind=JSON), "wrong_type", "isn’t a list of bulk files"),
    "half a list": (lambda _: answer(b'{"data": [{"ty', kind=JSON), "wrong_type", "isn’t a list of bulk files"),
    "nested": (lambda _: answer(b"[" * 100_000, kind=JSON), "wrong_type", "isn’t a list of bulk files"),
    "another shape": (lambda _: listing(["oracle_cards"]), "wrong_type", "data.0"),
    "no such file": (lambda _: listing([{"type": ["oracle_cards"]}]), "no_document", "“oracle_cards”"),
    "no day": (lambda server: listing(offer(server, updated_at="soon")), "wrong_type", "updated_at"),
    "no hour anywhere": (lambda server: listing(offer(server, updated_at="2026-01-16")), "wrong_type", "updated_at"),
    "a size below nothing": (lambda server: listing(offer(server, size=-1)), "wrong_type", "size"),
    "a file elsewhere": (lambda server: listing(offer(server, download_uri=ELSEWHERE)), "bad_redirect", "evil.example"),
    "a file of this machine": (
        lambda server: listing(offer(server, download_uri="file:///etc/passwd")), "bad_redirect", "led to",
    ),
    "a redirect elsewhere": (lambda _: redirect(ELSEWHERE), "bad_redirect", "evil.example"),
    "too long a list": (lambda _: raw(HEAD + b"Content-Length: 90000000\r\n\r\n["), "too_large", "too large"),
}  # fmt: skip
FILES: Mapping[str, tuple[Handler, str, str]] = {
    "half a file": (raw(HEAD + b"Content-Length: 9000\r\n\r\n" + CARDS), "cut_short", "failed"),
    "half a file, of full length": (answer(CARDS[:-300], kind=JSON), "refused", "isn’t complete"),
    "half a packed file": (answer(gzip.compress(CARDS)[:-40], kind=JSON), "refused", "can’t be unpacked"),
    "packed as br": (
        answer(brotli.compress(CARDS), kind=JSON, Content_Encoding="br"),
        "wrong_type",
        "compressed as br.",
    ),
    "HTML": (answer(b"<html>", kind="text/html"), "wrong_type", "isn’t a JSON file"),
    "HTML by another name": (answer(b"<html>", kind=JSON), "refused", "isn’t complete"),
    "no cards": (answer(b'[{"object": "set"}]', kind=JSON), "refused", "no cards that Pipwise can read"),
    "rulings": (answer(RULINGS, kind=JSON), "refused", "Import one file of rulings at a time."),
    "429": (answer(b"", status="429 Too Many Requests"), "bad_status", "429"),
    "gone": (answer(b"", status="404 Not Found"), "bad_status", "404"),
    "a redirect elsewhere": (redirect(ELSEWHERE), "bad_redirect", "evil.example"),
    "more than it says it is": (raw(HEAD + b"Content-Length: 9000000000\r\n\r\n["), "too_large", "1,000 MB"),
}


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
def test_what_goes_wrong_is_a_sentence_and_changes_nothing(command: Command, scryfall: Server) -> None:
    assert fetch(command, scryfall)[0] == 0
    good = scryfall.answers
    wrong = [
        *((f"list: {name}", LIST, made(scryfall), code, words) for name, (made, code, words) in LISTS.items()),
        *((f"file: {name}", CARDS_FILE, made, code, words) for name, (made, code, words) in FILES.items()),
    ]
    for name, path, handler, code, words in wrong:
        scryfall.answers = {**good, path: handler}
        status, said, shown = fetch(command, scryfall, "--again")
        assert (said["error"]["code"], words in said["error"]["message"]) == (code, True), (name, said)
        assert (status, "Nothing changed." in shown) == (2 if code == "refused" else 1, True), name
    scryfall.answers = good
    assert fetch(command, scryfall)[1]["unchanged"] is True


def test_a_server_that_hangs_is_left(tmp_path: Path, scryfall: Server) -> None:
    policy = policy_for(f"{scryfall.address}{LIST}", [scryfall.place])
    offered = offered_files(policy)[0]
    silent, slow, huge = Limits(read=0.3), Limits(total=0.6), Limits(document=50_000)
    for handler, limits, code, words in (
        (drip(b"", b"", 60, times=1), silent, "timeout", "sent nothing for 0.3 seconds"),
        (drip(HEAD + b"Content-Length: 90\r\n\r\n[", b"", 60, times=1), silent, "timeout", "sent nothing"),
        (drip(HEAD + b"\r\n", b"[", 0.1), slow, "timeout", "too slow"),
        (drip(HEAD + b"\r\n", b"x" * 20_000, 0), huge, "too_large", "too large"),
    ):
        change(scryfall, CARDS_FILE, handler)
        with pytest.raises(FetchError, match=words) as caught:
            fetch_file(offered, tmp_path / "cards.json", policy, limits)
        assert caught.value.code == code


def test_only_known_hosts_are_asked(command: Command) -> None:
    for start, words in (("http://api.scryfall.com/bulk-data", "Use an https address"), ("cards", "isn’t an address.")):
        done = command("fetch_cards", "--from", start)
        assert (done.returncode, words in done.stderr) == (2, True), done.stderr


class TestInTheBackground:
    """As the site runs it: one line at most, and the state for pages."""

    @pytest.fixture
    def state(self, prepared_folder: Path) -> Path:
        return prepared_folder / "pipwise.sqlite3.cards"

    def fetch(self, command: Command, server: Server) -> str:
        done = command("fetch_cards", "--background", "--from", f"{server.address}{LIST}")
        assert (done.returncode, done.stdout) == (0, "")
        return done.stderr

    @pytest.mark.slow
    def test_it_gets_them_once_and_asks_no_more(self, command: Command, scryfall: Server, state: Path) -> None:
        assert self.fetch(command, scryfall) == "The cards are ready. Imported 2 cards and 1 ruling.\n"
        seen = updates.read(state)
        assert (seen.doing, seen.problem, seen.due, seen.ended > 0) == ("", "", 0, True)
        assert scryfall.requested == [LIST, CARDS_FILE, RULINGS_FILE]
        assert self.fetch(command, scryfall) == ""
        assert len(scryfall.requested) == 3

    @pytest.mark.slow
    def test_it_tries_again_in_an_hour_and_says_why(self, command: Command, scryfall: Server, state: Path) -> None:
        good = scryfall.answers
        for path, handler, words in (
            (CARDS_FILE, FILES["half a file"][0], "failed"),
            (CARDS_FILE, FILES["half a file, of full length"][0], "isn’t complete"),
            (RULINGS_FILE, FILES["gone"][0], "404"),
            (LIST, LISTS["429"][0](scryfall), "Try again in 30 seconds."),
        ):
            scryfall.answers = {**good, path: handler}
            said = self.fetch(command, scryfall)
            assert said.startswith("Pipwise couldn’t get the cards. "), said
            assert "fetch_cards, or press the button" in said
            seen = updates.read(state)
            assert (seen.doing, words in seen.problem, seen.due - seen.ended) == ("", True, updates.HOUR), words
        scryfall.answers = good
        assert "2 cards" in self.fetch(command, scryfall)
        assert updates.read(state).problem == ""

    def test_without_a_network(self, command: Command, scryfall: Server, state: Path) -> None:
        scryfall.listener.close()
        assert "Is this machine online?" in self.fetch(command, scryfall)
        assert "Is this machine online?" in updates.read(state).problem

    def test_pages_see_how_far_it_is(self, command: Command, scryfall: Server, state: Path) -> None:
        seen: list[updates.State] = []

        def slow(connection: socket.socket) -> None:
            body = RULINGS
            connection.sendall(HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:50])
            for _ in range(HANGING * 10):
                seen.append(updates.read(state))
                if seen[-1].doing.startswith("Downloading rulings"):
                    break
                time.sleep(0.1)
            connection.sendall(body[50:])

        change(scryfall, RULINGS_FILE, slow)
        self.fetch(command, scryfall)
        assert seen[-1].doing == "Downloading rulings, 0.0 MB"
        assert 25 <= seen[-1].percent < 50

    def test_one_at_a_time(self, scryfall: Server, command: Command, state: Path) -> None:
        with sqlite3.connect(state.with_suffix(".fetching"), isolation_level=None) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            updates.write(state, updates.State("Connecting", beat=time.time()))
            assert self.fetch(command, scryfall) == ""
            seen = updates.read(state)
            assert (seen.doing, seen.problem) == ("", "Another download is running. Wait until it’s done.")
            assert scryfall.requested == []
            # That process shows what it does, which stays.
            updates.write(state, updates.State("Importing", 70, time.time()))
            assert self.fetch(command, scryfall) == ""
            assert updates.read(state).doing == "Importing"
