"""Starting the site as a stranger does."""

import gzip
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.http.request import validate_host

from explorer.importing import updates
from explorer.management.commands.up import Command as UpCommand
from explorer.serving.server import reached_at
from tests.cards.test_fetching import CARDS, CARDS_FILE, JSON, LIST, RULINGS, RULINGS_FILE, listing, offer
from tests.conftest import Command
from tests.document.samples import DOCUMENT
from tests.importing.servers import answer, serving
from tests.processes import HANGING, ROOT, first_line, running, wait_until
from tests.servers import Site


def fetch(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(address, headers={name.replace("_", "-"): v for name, v in headers.items()})
    with urllib.request.urlopen(request, timeout=HANGING) as response:
        return response.status, {k.lower(): v for k, v in response.headers.items()}, response.read()


def contents_of(data: Path) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(data / "pipwise.sqlite3") as connection:
        # The index itself keeps no text and can't be listed, but the tables that it lies in can.
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
        return {name: list(connection.execute(f'SELECT * FROM "{name}"')) for (name,) in names.fetchall()}  # noqa: S608


def test_the_first_start_has_rules(site: Site) -> None:
    status, headers, body = fetch(site.address + "/rules/107.4f/")
    assert status == 200
    assert b"Phyrexian mana symbols are colored mana symbols" in body
    assert "content-security-policy" in headers


def test_static_files_are_hashed_compressed_and_immutable(site: Site) -> None:
    _, _, body = fetch(site.address + "/check/")
    files = re.findall(rb'(?:href|src)="(/static/[^"#]+)"', body)
    assert files
    for name in {file.decode() for file in files}:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", name), name
        _, headers, _ = fetch(site.address + name, Accept_Encoding="br")
        assert "immutable" in headers["cache-control"]
        # A drawing in dots is as small as it gets.
        assert headers.get("content-encoding") == "br" or name.endswith(".png")


def test_only_the_bundled_htmx_is_served(site: Site) -> None:
    _, _, body = fetch(site.address + "/check/")
    scripts = re.findall(rb'<script src="(/static/[^"]+)"', body)
    assert any(b"django_htmx/htmx" in script for script in scripts)
    assert not list((ROOT / "static").rglob("*htmx*"))


def test_a_very_long_address_gets_an_answer(site: Site) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        fetch(site.address + "/check/?cost=" + "%7BX%7D" * 6_000)
    assert caught.value.code == 422
    assert b"2,000 characters" in caught.value.read()


@pytest.mark.slow
def test_a_second_start_changes_nothing(tmp_path: Path) -> None:
    def start() -> str:
        with running("up", "--port", "0", data=tmp_path) as process:
            line = first_line(process)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=HANGING)
        assert "http://127.0.0.1:" in line, errors
        assert process.returncode == 0
        return errors

    assert "Setting up the database" in start()
    before = contents_of(tmp_path)
    static = {path: path.read_bytes() for path in (tmp_path / "static").rglob("*.*")}
    assert "Preparing" not in start()
    assert contents_of(tmp_path) == before
    assert {path: path.read_bytes() for path in (tmp_path / "static").rglob("*.*")} == static


@pytest.mark.slow
def test_ctrl_c_during_preparation_exits_cleanly(tmp_path: Path) -> None:
    with running("up", "--port", "0", data=tmp_path) as process:
        wait_until((tmp_path / "pipwise.sqlite3").exists)
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=HANGING)
    assert (process.returncode, said) == (130, "")
    assert "Traceback" not in errors


def test_sqlite_uses_wal(site: Site) -> None:
    with sqlite3.connect(site.data / "pipwise.sqlite3") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_port_in_use_is_named(command: Command) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = command("up", "--port", str(port))
    assert ended.returncode == 1
    assert f"is using port {port}" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8000.5", "٣"])
def test_a_bad_port_is_refused(command: Command, port: str) -> None:
    ended = command("up", f"--port={port}")
    assert ended.returncode == 2
    assert "whole number from 0 to 65535" in ended.stderr


@contextmanager
def started(data: Path, *options: str, **more: str) -> Iterator[tuple[str, list[str]]]:
    """Start the site; yields its address, and a list that gets its error output at the end."""
    said: list[str] = []
    command = ("up", "--port", "0", "--workers", "1", *options)
    with running(*command, data=data, errors=subprocess.PIPE, **more) as process:
        line = first_line(process)
        try:
            assert "http://" in line
            yield line.split()[-1].rstrip("/"), said
        finally:
            process.send_signal(signal.SIGINT)
            # Whoever has the other end of this pipe has ended, too, when it is read.
            errors = process.communicate(timeout=HANGING)[1].splitlines()
            # On a machine that is busy elsewhere, a process may not stop in time; granian ends it and says so.
            said += [line for line in errors if "refused to gracefully stop" not in line]


def until(words: str, address: str) -> str:
    """Wait until a page contains the words."""
    for _ in range(HANGING * 10):
        page = fetch(address)[2].decode()
        if words in page:
            return page
        time.sleep(0.1)
    raise AssertionError(page)


def fetching_from(place: str) -> dict[str, str]:
    return {"PIPWISE_FETCH": "daily", "PIPWISE_FETCH_FROM": f"http://{place}/rules", "PIPWISE_FETCH_PLAIN": place}


@pytest.fixture
def installed(prepared_folder: Path, static_files: Path) -> Path:
    """Data folder in which the site was started before."""
    shutil.copytree(static_files, prepared_folder / "static")
    return prepared_folder


class TestFirstStart:
    """With a local server in place of the publisher."""

    @pytest.mark.slow
    def test_excerpts_at_once_and_then_the_full_rules(self, installed: Path) -> None:
        go_on = threading.Event()

        def slow(connection: socket.socket) -> None:
            go_on.wait(HANGING)
            answer(DOCUMENT.replace("June 6, 2025", "June 20, 2025").encode())(connection)

        page = answer(b"<a href='/MagicCompRules.txt'>TXT</a>", kind="text/html")
        with serving({"/rules": page, "/MagicCompRules.txt": slow}) as server:
            options = fetching_from(server.place)
            with started(installed, **options) as (address, said):
                assert "Getting the full rules" in fetch(address + "/")[2].decode()
                assert "effective June 6, 2025" in fetch(address + "/rules/107.4f/")[2].decode()
                go_on.set()
                until("The full rules are here", address + "/full-rules/")
                assert 'data-effective="June 20, 2025"' in fetch(address + "/rules/100.1/")[2].decode()
            assert [line.partition(", from")[0] for line in said] == ["The June 20, 2025 rules are loaded"]
            # Started again, it has looked today already.
            with started(installed, **options) as (address, _):
                assert "full-rules" not in fetch(address + "/")[2].decode()
            assert server.requested == ["/rules", "/MagicCompRules.txt"]

    @pytest.mark.slow
    def test_without_a_network_excerpts_and_one_line(self, installed: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            place = f"127.0.0.1:{listener.getsockname()[1]}"
        with started(installed, **fetching_from(place)) as (address, said):
            page = until("Pipwise couldn’t get the full rules", address + "/")
            assert "Is this machine online?" in page
            assert "Get the full rules</button>" in page
        (line,) = said
        assert line.startswith("Pipwise couldn’t get the full rules, so it has only excerpts.")

    @pytest.mark.slow
    def test_a_broken_card_file_and_then_a_retry(self, installed: Path) -> None:
        answers = {CARDS_FILE: answer(CARDS[:-300], kind=JSON), RULINGS_FILE: answer(RULINGS, kind=JSON)}
        with serving(answers) as server:
            answers[LIST] = listing(offer(server))
            options = {**fetching_from(server.place), "PIPWISE_FETCH_CARDS_FROM": f"{server.address}{LIST}"}
            with started(installed, "--cards", **options) as (address, said):
                until("Pipwise couldn’t get the full rules", address + "/")
                page = until("Pipwise couldn’t get the cards", address + "/cards/")
                assert "Pipwise tries again in" in page
            assert len(said) == 2
            before = len(server.requested)
            server.answers = {**answers, CARDS_FILE: answer(CARDS, kind=JSON)}
            # Not before the hour is over, unless somebody presses the button.
            with started(installed, **options) as (address, said):
                state = installed / "pipwise.sqlite3.cards"
                # Pages ask again after ten seconds.
                updates.write(state, replace(updates.read(state), ended=0))
                for _ in range(2):
                    urllib.request.urlopen(f"{address}/get-cards/", data=b"", timeout=HANGING).close()
                until("2 cards, with their costs", address + "/cards/")
                assert "Ember Choir" in fetch(address + "/cards/ember-choir/")[2].decode()
            assert [path for path in server.requested[before:] if path != "/rules"] == [LIST, CARDS_FILE, RULINGS_FILE]
            assert "The cards are ready. Imported 2 cards and 1 ruling." in said

    @pytest.mark.slow
    def test_offline_makes_no_requests_and_serves_the_network(self, installed: Path) -> None:
        with serving({}) as server:
            options = fetching_from(server.place)
            with started(installed, "--offline", "--host", "0.0.0.0", **options) as (address, _):  # noqa: S104
                assert "0.0.0.0" not in address  # noqa: S104
                page = fetch(address + "/")[2].decode()
                assert "You’re reading excerpts" in page
                assert "Get the full rules</button>" not in page
            assert server.requested == []


@pytest.mark.parametrize(("options", "fetch"), [(["--offline"], "daily"), ([], "never")])
def test_cards_need_downloads(command: Command, settings: Any, options: list[str], fetch: str) -> None:
    settings.FETCH = fetch
    ended = command("up", "--cards", *options)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--offline" in ended.stderr or "PIPWISE_FETCH=never" in ended.stderr


def test_the_printed_address_is_one_of_this_machine() -> None:
    shown = reached_at("0.0.0.0")  # noqa: S104
    with socket.socket() as trial:
        trial.bind((shown, 0))
    assert reached_at("127.0.0.1") == "127.0.0.1"
    assert reached_at("::1") == "[::1]"


@pytest.mark.parametrize(
    ("host", "named", "answers"),
    [
        ("127.0.0.1", "", ["127.0.0.1", "localhost"]),
        ("0.0.0.0", "", ["pipwise.local"]),  # noqa: S104
        ("192.0.2.7", "", ["192.0.2.7"]),
        ("192.0.2.7", "rules.example", ["192.0.2.7", "rules.example"]),
    ],
)
def test_allowed_hosts(
    host: str, named: str, answers: list[str], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = named.split() or ["localhost", "127.0.0.1", "[::1]"]
    monkeypatch.setenv("PIPWISE_ALLOWED_HOSTS", named)
    UpCommand().allow(host)
    assert all(validate_host(name, settings.ALLOWED_HOSTS) for name in answers)
    assert validate_host("elsewhere.example", settings.ALLOWED_HOSTS) == (host == "0.0.0.0")  # noqa: S104


def test_configured_hosts_stay_the_only_ones(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["rules.example"]
    monkeypatch.setenv("PIPWISE_ALLOWED_HOSTS", "rules.example")
    UpCommand().allow("0.0.0.0")  # noqa: S104
    assert validate_host(reached_at("0.0.0.0"), settings.ALLOWED_HOSTS)  # noqa: S104
    assert not validate_host("elsewhere.example", settings.ALLOWED_HOSTS)


def test_a_first_visit_is_light(site: Site) -> None:
    """Compressed size of a rule page with all its files."""
    _, _, body = fetch(site.address + "/rules/107.4f/", Accept_Encoding="gzip")
    page = gzip.decompress(body).decode()
    files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
    assert len(files) > 5
    weight = len(body) + sum(len(fetch(site.address + name, Accept_Encoding="br")[2]) for name in files)
    assert weight <= 60_000
