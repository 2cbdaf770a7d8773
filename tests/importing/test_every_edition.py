"""`fetch_rules --all` and the look that a site has once a day, with a publisher who behaves well and badly."""

import datetime
import hashlib
import io
import json
import socket
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from explorer.importing import updates
from explorer.importing.fetching.rules import fetch_unless
from explorer.library.history.life import KnownDocument, known_documents
from explorer.management import fetching
from explorer.management.commands import fetch_rules
from explorer.models import Edition
from tests.document.samples import DOCUMENT
from tests.importing.servers import Handler, Server, answer, raw, redirect, serving

pytestmark = pytest.mark.django_db

PAGE = answer(b"<a href='/MagicCompRules 20250620.txt'>TXT</a>", kind="text/html")
NEWEST = "/MagicCompRules%2020250620.txt"


def document(day: str) -> bytes:
    return DOCUMENT.replace("June 6, 2025", day).encode()


ANSWERS: Mapping[str, Handler] = {
    "/rules": PAGE,
    NEWEST: answer(document("June 20, 2025")),
    "/2024": answer(document("June 7, 2024")),
    "/2003": answer(document("July 1, 2003")),
}


class Publisher:
    """A publisher on this machine, and what is on record about its documents."""

    def __init__(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        self.server = server
        self.table = [
            KnownDocument(datetime.date.fromisoformat(day), 0, hashlib.sha256(text).hexdigest(), server.address + path)
            for day, text, path in (
                ("2025-06-20", document("June 20, 2025"), NEWEST),
                ("2024-06-07", document("June 7, 2024"), "/2024"),
                ("2003-07-01", document("July 1, 2003"), "/2003"),
            )
        ]
        monkeypatch.setattr(fetching, "known_documents", lambda: self.table)

    @property
    def requested(self) -> list[str]:
        """Paths requested since the last call."""
        requested, self.server.requested = self.server.requested, []
        return requested

    def fetch(self, *options: str) -> tuple[str, str]:
        """Run the command, and return what it printed; it may fail."""
        out, errors = io.StringIO(), io.StringIO()
        try:
            call_command(
                "fetch_rules", "--from", f"{self.server.address}/rules", "--pause", "0", *options,
                stdout=out, stderr=errors,
            )  # fmt: skip
        except CommandError as error:
            errors.write(f"exit {error.returncode}: {error}")
        return out.getvalue(), errors.getvalue()


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Callable[[Mapping[str, Handler]], Publisher]]:
    """A function that sets up a publisher with some answers in place of the usual ones."""
    servers: list[Any] = []

    def apart(*arguments: Any) -> Any:
        # A browser of other tests may have its loop in this thread.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(fetch_unless, *arguments).result()

    def start(answers: Mapping[str, Handler]) -> Publisher:
        servers.append(serving({**ANSWERS, **answers}))
        server = servers[-1].__enter__()
        settings.FETCH_PLAIN = [server.place]
        return Publisher(server, monkeypatch)

    monkeypatch.setattr(fetching, "fetch_unless", apart)
    yield start
    for server in servers:
        server.__exit__(None, None, None)


Start = Callable[[Mapping[str, Handler]], Publisher]


def loaded() -> list[str]:
    return [
        day.isoformat() for day in Edition.objects.filter(complete=True).order_by("pk").values_list("date", flat=True)
    ]


class TestTable:
    def test_every_edition_since_2003(self) -> None:
        found = known_documents()
        days = [one.effective for one in found]
        assert len(found) == 110
        assert days == sorted(days, reverse=True)
        assert len(set(days)) == len({one.sha256 for one in found}) == len({one.address for one in found}) == 110
        assert days[-1].year == 2003
        assert all(one.address.startswith("https://") and 200_000 < one.size < 2_000_000 for one in found)


class TestAll:
    @pytest.mark.slow
    def test_newest_first_and_what_is_there_is_left_alone(self, publisher: Start) -> None:
        one = publisher({})
        out, errors = one.fetch("--all")
        assert one.requested == ["/rules", NEWEST, "/2024", "/2003"]
        assert loaded() == ["2025-06-20", "2024-06-07", "2003-07-01"]
        assert errors == ""
        assert out.splitlines()[-1] == "3 documents: 3 added."
        Edition.objects.filter(date="2024-06-07").delete()
        out, _ = one.fetch("--all", "--json")
        assert [(each["date"], each["action"]) for each in json.loads(out)] == [
            ("2025-06-20", "present"),
            ("2024-06-07", "added"),
        ]
        assert one.requested == ["/rules", NEWEST, "/2024"]

    @pytest.mark.slow
    def test_an_excerpt_makes_room_for_the_whole_edition(
        self, publisher: Start, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one = publisher({"/2024": answer(document("March 8, 2024"))})
        one.table[:] = [KnownDocument(datetime.date(2024, 3, 8), 0, "", one.table[1].address)]
        out, _ = one.fetch("--all")
        assert "edition of 2024-03-08 added in place of an excerpt" in out

    @pytest.mark.slow
    def test_one_that_fails_does_not_stop_the_others(self, publisher: Start) -> None:
        one = publisher({"/2024": answer(b"no", status="404 Not Found")})
        out, errors = one.fetch("--all")
        assert loaded() == ["2025-06-20", "2003-07-01"]
        assert "404 Not Found" in errors
        assert "exit 1: To retry the failed ones, run fetch_rules --all again" in errors
        assert out.splitlines()[-1] == "3 documents: 2 added, 1 failed."

    @pytest.mark.parametrize(
        "bad",
        [
            raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9000\r\n\r\nThese rules"),
            answer(b"%PDF-1.4", kind="application/pdf"),
            answer(b"<html>Sorry</html>", kind="text/html"),
            redirect("https://evil.example/MagicCompRules.txt"),
            answer(b"There is nothing to read in this, and that is that."),
        ],
        ids=["cut off", "another type", "a page", "led elsewhere", "no rules"],
    )
    def test_whatever_goes_wrong_is_reported(self, publisher: Start, bad: Handler) -> None:
        one = publisher({"/2024": bad})
        out, _ = one.fetch("--all", "--json")
        assert ["error" in each for each in json.loads(out)] == [False, True, False]
        assert loaded() == ["2025-06-20", "2003-07-01"]

    @pytest.mark.slow
    def test_another_file_than_the_one_on_record_is_reported_and_imported(self, publisher: Start) -> None:
        one = publisher({"/2024": answer(document("June 7, 2024").replace(b"every game", b"any game"))})
        _, errors = one.fetch("--all")
        assert errors.count("the SHA-256 differs") == 1
        assert loaded() == ["2025-06-20", "2024-06-07", "2003-07-01"]
        one.fetch("--all")
        assert "/2024" not in one.requested[4:]

    def test_a_page_without_a_link_leaves_the_known_documents(self, publisher: Start) -> None:
        one = publisher({"/rules": answer(b"<p>Moved</p>", kind="text/html")})
        _, errors = one.fetch("--all")
        assert "has no link" in errors
        assert loaded() == ["2025-06-20", "2024-06-07", "2003-07-01"]

    def test_without_a_network_it_stops(self, publisher: Start) -> None:
        one = publisher({})
        one.server.listener.close()
        out, _ = one.fetch("--all", "--json")
        assert [each["error"]["code"] for each in json.loads(out)] == ["no_network", "no_network"]

    def test_where_nobody_answers_it_stops(self, publisher: Start) -> None:
        def silent(connection: socket.socket) -> None:
            connection.recv(1)

        one = publisher({"/rules": silent, NEWEST: silent, "/2024": silent, "/2003": silent})
        out, errors = one.fetch("--all", "--json", "--timeout", "0.2")
        assert [each["error"]["code"] for each in json.loads(out)] == ["timeout", "timeout"]
        assert "Run it again to continue." in errors

    def test_a_pause_between_documents(self, publisher: Start, monkeypatch: pytest.MonkeyPatch) -> None:
        pauses: list[float] = []
        monkeypatch.setattr(fetch_rules, "sleep", pauses.append)
        publisher({}).fetch("--all", "--pause", "7")
        assert pauses == [7.0, 7.0]


class TestLook:
    @pytest.fixture(autouse=True)
    def path(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        path = tmp_path / "library.updates"
        monkeypatch.setattr(fetch_rules, "file_beside", lambda _: path)
        return path

    def test_the_newest_rules_once(self, publisher: Start, path: Path) -> None:
        one = publisher({})
        assert one.fetch("--background")[1].startswith("The June 20, 2025 rules are loaded, from http://127.0.0.1:")
        assert loaded() == ["2025-06-20"]
        assert one.requested == ["/rules", NEWEST]
        assert one.fetch("--background") == ("", "")
        assert one.requested == ["/rules"], "nothing is downloaded again"
        after = updates.read(path)
        assert after.due - after.ended == updates.DAY

    def test_no_network_is_one_line(self, publisher: Start, path: Path) -> None:
        one = publisher({})
        one.server.listener.close()
        out, errors = one.fetch("--background")
        assert out == ""
        assert errors.count("\n") == 1
        assert "so it has only excerpts" in errors
        assert "Is this machine online?" in errors
        assert "fetch_rules" in errors
        failed = updates.read(path)
        assert "online" in failed.problem
        assert failed.due - failed.ended == updates.HOUR

    def test_in_a_log_for_programs_it_is_a_line_like_the_others(
        self, publisher: Start, settings: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        settings.LOGS = "json"
        one = publisher({})
        assert one.fetch("--background") == ("", "")
        assert "The June 20, 2025 rules are loaded" in caplog.text

    @pytest.mark.slow
    def test_a_document_cut_short_is_asked_for_again(self, publisher: Start, path: Path) -> None:
        whole = document("June 20, 2025")
        one = publisher({NEWEST: answer(whole[: len(whole) // 2])})
        assert "breaks off at" in one.fetch("--background")[1]
        cut = updates.read(path)
        assert "breaks off at" in cut.problem
        assert cut.due - cut.ended == updates.HOUR
        assert loaded() == []
        one.server.answers = {**one.server.answers, NEWEST: answer(whole)}
        assert one.fetch("--background")[1].startswith("The June 20, 2025 rules are loaded")
        assert loaded() == ["2025-06-20"]

    def test_a_refused_document_is_not_downloaded_each_day(self, publisher: Start) -> None:
        other = document("June 20, 2025").replace(b"every game", b"any game")
        one = publisher({})
        one.fetch("--background")
        one.server.answers = {**one.server.answers, "/rules": answer(b"<a href='/CompRules 2.txt'>", kind="text/html")}
        one.server.answers["/CompRules%202.txt"] = answer(other)
        assert "couldn’t look for newer rules" in one.fetch("--background")[1]
        assert one.fetch("--background") == ("", "")
        assert one.requested[-1] == "/rules"
