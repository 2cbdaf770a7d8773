"""Starting the site as a stranger does."""

import gzip
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import HANGING, ROOT, Command, Site, environment, manage


def fetch(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(address, headers={name.replace("_", "-"): v for name, v in headers.items()})
    with urllib.request.urlopen(request, timeout=HANGING) as response:
        return response.status, {k.lower(): v for k, v in response.headers.items()}, response.read()


def contents_of(data: Path) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(data / "pipwise.sqlite3") as connection:
        # The index itself keeps no text and can't be listed, but the tables that it lies in can.
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
        return {name: list(connection.execute(f'SELECT * FROM "{name}"')) for (name,) in names.fetchall()}  # noqa: S608


def test_the_first_start_has_real_rules(site: Site) -> None:
    status, headers, body = fetch(site.address + "/rules/107.4f/")
    assert status == 200
    assert b"Phyrexian mana symbols are colored mana symbols" in body
    assert "content-security-policy" in headers


def test_static_files_are_hashed_compressed_and_kept_for_good(site: Site) -> None:
    _, _, body = fetch(site.address + "/check/")
    files = re.findall(rb'(?:href|src)="(/static/[^"#]+)"', body)
    assert files
    for name in {file.decode() for file in files}:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", name), name
        _, headers, _ = fetch(site.address + name, Accept_Encoding="br")
        assert "immutable" in headers["cache-control"]
        assert headers.get("content-encoding") == "br"


def test_only_the_bundled_htmx_is_served(site: Site) -> None:
    _, _, body = fetch(site.address + "/check/")
    scripts = re.findall(rb'<script src="(/static/[^"]+)"', body)
    assert any(b"django_htmx/htmx" in script for script in scripts)
    assert not list((ROOT / "static").rglob("*htmx*"))


def test_a_very_long_address_gets_an_answer(site: Site) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        fetch(site.address + "/check/?cost=" + "%7BX%7D" * 10_000)
    assert caught.value.code == 422
    assert b"2,000 characters" in caught.value.read()


def test_a_second_start_changes_nothing(tmp_path: Path) -> None:
    def start() -> str:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", "0"],
            cwd=ROOT,
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANGING)
        assert "http://127.0.0.1:" in line, errors
        assert process.returncode == 0
        return errors

    assert "Preparing the library" in start()
    before = contents_of(tmp_path)
    static = {path: path.stat().st_mtime_ns for path in (tmp_path / "static").rglob("*")}
    key = (tmp_path / "secret_key").read_text()
    assert "Preparing" not in start()
    assert contents_of(tmp_path) == before
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "static").rglob("*")} == static
    assert (tmp_path / "secret_key").read_text() == key


def test_sqlite_keeps_readers_and_writers_apart(site: Site) -> None:
    with sqlite3.connect(site.data / "pipwise.sqlite3") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = manage("up", "--port", str(port), data=tmp_path)
    assert ended.returncode == 1
    assert f"already listens on port {port}" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8000.5", "٣"])
def test_a_bad_port_is_refused(command: Command, port: str) -> None:
    ended = command("up", f"--port={port}")
    assert ended.returncode == 2
    assert "whole number from 0 to 65535" in ended.stderr


def test_a_first_visit_is_light(site: Site) -> None:
    """A rule page with all its files, as they come over the wire."""
    _, _, body = fetch(site.address + "/rules/107.4f/", Accept_Encoding="gzip")
    page = gzip.decompress(body).decode()
    files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
    assert len(files) > 5
    weight = len(body) + sum(len(fetch(site.address + name, Accept_Encoding="br")[2]) for name in files)
    assert weight <= 60_000
