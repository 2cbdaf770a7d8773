"""A deployment: loading the site does no work, and pages answer 503 until `prepare` has run."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command
from tests.processes import manage, run_python

# Prints what a process that serves answers, and once more after the site is prepared.
ASK = """
import json
import subprocess
import sys
import explorer.wsgi
from django.conf import settings
from django.db import connection
from django.test import Client
assert connection.connection is None and settings.DATA_DIR.exists() == ("there" in sys.argv)

def asked():
    pages = [Client().get(page, headers={"host": "localhost"}) for page in
             ("/", "/rules/107.4f/", "/nothing/", "/api/editions", "/readyz", "/healthz")]
    return [(page.status_code, page.headers.get("Retry-After", ""), page.content.decode()) for page in pages]

found = [asked()]
if "prepare" in sys.argv:
    subprocess.run([sys.executable, "manage.py", "prepare"], check=True, stdout=subprocess.DEVNULL)
    found.append(asked())
print(json.dumps(found))
"""
Answered = list[tuple[int, str, str]]


def asked(data: Path, *, then_prepared: bool, **more: str) -> list[Answered]:
    said = [*["there"] * data.exists(), *["prepare"] * then_prepared]
    done = run_python("-c", ASK, *said, data=data, **more)
    assert done.returncode == 0, done.stderr
    found: list[Answered] = json.loads(done.stdout)
    assert ("isn’t prepared. Run manage.py prepare" in done.stderr) == (found[0][0][0] == 503)
    return found


def is_unprepared(before: Answered) -> None:
    for status, again, page in before[:3]:
        assert status == 503
        assert int(again) > 0
        assert "manage.py prepare" in page
    assert before[3][0] == 503
    error = json.loads(before[3][2])["error"]
    assert error["code"] == "unprepared"
    assert "manage.py prepare" in error["message"]
    assert [status for status, *_ in before[4:]] == [503, 200]


def is_prepared(after: Answered) -> None:
    assert [status for status, *_ in after] == [200, 200, 404, 200, 200, 200]


@pytest.mark.slow
def test_an_empty_folder(tmp_path: Path) -> None:
    """Importing the site needs neither the folder nor the database."""
    folder = tmp_path / "data"
    is_unprepared(*asked(folder, then_prepared=False))
    assert manage("prepare", data=folder).returncode == 0
    is_prepared(*asked(folder, then_prepared=False))


@pytest.mark.slow
def test_a_database_of_an_earlier_version(tmp_path: Path, prepare_folder: Callable[[Path], None]) -> None:
    prepare_folder(tmp_path)
    with sqlite3.connect(tmp_path / "pipwise.sqlite3") as library:
        library.execute("UPDATE explorer_derived SET version = 'of an earlier version'")
    before, after = asked(tmp_path, then_prepared=True)
    is_unprepared(before)
    is_prepared(after)


@pytest.mark.slow
def test_static_files_that_are_gone(
    tmp_path: Path, prepare_folder: Callable[[Path], None], command: Command, settings: Any
) -> None:
    prepare_folder(tmp_path)
    manifest = tmp_path / "static" / "staticfiles.json"
    whole = json.loads(manifest.read_text())
    manifest.write_text(manifest.read_text()[:100])
    is_unprepared(*asked(tmp_path, then_prepared=False))
    settings.STATIC_ROOT = manifest.parent
    assert command("prepare").returncode == 0
    assert json.loads(manifest.read_text()) == whole


@pytest.mark.slow
@pytest.mark.postgres
def test_an_empty_database_of_postgresql(
    tmp_path: Path, prepare_folder: Callable[[Path], None], postgres: Callable[[], str]
) -> None:
    prepare_folder(tmp_path)
    is_unprepared(*asked(tmp_path, then_prepared=False, DATABASE_URL=postgres()))


def test_prepare_can_run_again(prepared_folder: Path, command: Command, settings: Any, static_files: Path) -> None:
    settings.STATIC_ROOT = shutil.copytree(static_files, prepared_folder / "static")
    assert command("prepare").stdout == "The database was already up to date.\n"


@pytest.mark.slow
def test_a_folder_of_an_earlier_release(tmp_path: Path, prepare_folder: Callable[[Path], None]) -> None:
    """With old files: a key, a stamp, admin accounts, and a partial backup."""
    prepare_folder(tmp_path)
    (tmp_path / "secret_key").write_text("a key")
    (tmp_path / "static.collected").write_text("0" * 64)
    (tmp_path / "backup.part").mkdir()
    with sqlite3.connect(tmp_path / "pipwise.sqlite3") as library:
        library.execute("CREATE TABLE auth_user (id integer PRIMARY KEY, password text)")
        library.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0001_initial', '2026-01-01')"
        )
    done = manage("prepare", "--json", data=tmp_path)
    assert (done.returncode, json.loads(done.stdout)) == (0, {"changed": False}), done.stderr


@pytest.mark.slow
def test_a_folder_that_cannot_be_written() -> None:
    """Not even by root."""
    done = manage("up", data=Path("/proc/pipwise"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "/proc/pipwise" in done.stderr
    assert "PIPWISE_DATA_DIR" in done.stderr
