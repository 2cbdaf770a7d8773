"""A deployment: loading the site does no work, and pages answer 503 until `prepare` has run."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import HANGING, ROOT, environment, manage, run_python

# Prints what a process that serves answers.
ASK = """
import json
import explorer.wsgi
from django.test import Client

pages = [Client().get(page, headers={"host": "localhost"}) for page in
         ("/", "/rules/107.4f/", "/nothing/", "/api/editions", "/readyz", "/healthz")]
print(json.dumps([(page.status_code, page.headers.get("Retry-After", ""), page.content.decode()) for page in pages]))
"""
Answered = list[tuple[int, str, str]]


def asked(data: Path, **more: str) -> Answered:
    done = run_python("-c", ASK, data=data, **more)
    assert done.returncode == 0, done.stderr
    found: Answered = json.loads(done.stdout)
    assert ("isn’t prepared. Run manage.py prepare" in done.stderr) == (found[0][0] == 503)
    return found


def test_loading_the_site_reads_and_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    for url in ("", "postgresql://u:p@127.0.0.1:1/x"):
        assert run_python("-c", "import explorer.wsgi", data=folder, DATABASE_URL=url).returncode == 0
    assert not folder.exists()


def prepared_between(data: Path, **more: str) -> None:
    before = asked(data, **more)
    assert manage("prepare", data=data, **more).returncode == 0
    for status, again, page in before[:3]:
        assert status == 503
        assert int(again) > 0
        assert "manage.py prepare" in page
    assert before[3][0] == 503
    error = json.loads(before[3][2])["error"]
    assert error["code"] == "unprepared"
    assert "manage.py prepare" in error["message"]
    assert [status for status, *_ in before[4:]] == [503, 200]
    assert [status for status, *_ in asked(data, **more)] == [200, 200, 404, 200, 200, 200]


def test_an_empty_folder(tmp_path: Path) -> None:
    prepared_between(tmp_path)


def test_a_database_of_an_earlier_version(tmp_path: Path, prepare_folder: Callable[[Path], None]) -> None:
    prepare_folder(tmp_path)
    with sqlite3.connect(tmp_path / "pipwise.sqlite3") as library:
        library.execute("UPDATE explorer_derived SET version = 'of an earlier version'")
    prepared_between(tmp_path)


def test_static_files_that_are_gone(tmp_path: Path, prepare_folder: Callable[[Path], None]) -> None:
    prepare_folder(tmp_path)
    manifest = tmp_path / "static" / "staticfiles.json"
    manifest.write_text(manifest.read_text()[:100])
    prepared_between(tmp_path)


@pytest.mark.postgres
def test_an_empty_database_of_postgresql(tmp_path: Path, postgres: Callable[[], str]) -> None:
    prepared_between(tmp_path, DATABASE_URL=postgres())


def test_it_may_run_again(prepared_folder: Path) -> None:
    for _ in "12":
        done = manage("prepare", "--json", data=prepared_folder)
        assert (done.returncode, json.loads(done.stdout)) == (0, {"changed": False})
    assert manage("prepare", data=prepared_folder).stdout == "The database was up to date.\n"


def test_a_folder_of_an_earlier_release(tmp_path: Path, prepare_folder: Callable[[Path], None]) -> None:
    """With what it kept there: a key, a stamp, accounts of the admin, and the half of a backup."""
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


def test_a_folder_that_cannot_be_written() -> None:
    """Even by root, who may write to any other."""
    for name in ("prepare", "up"):
        done = manage(name, data=Path("/proc/pipwise"))
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert "/proc/pipwise" in done.stderr
        assert "PIPWISE_DATA_DIR" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_it_was_killed_while_it_prepared(tmp_path: Path, share: float) -> None:
    """Whenever that is, the next start makes it whole."""
    begun = time.monotonic()
    assert manage("prepare", data=tmp_path / "whole").returncode == 0
    whole = time.monotonic() - begun
    data = tmp_path / "killed"
    running = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", "0"],
        cwd=ROOT,
        env=environment(data),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    time.sleep(whole * share)
    running.send_signal(signal.SIGKILL)
    running.wait(HANGING)
    assert manage("prepare", data=data).returncode == 0
    listed = [manage("editions", "--json", data=each).stdout for each in (tmp_path / "whole", data)]
    assert listed[0] == listed[1]
    shutil.rmtree(data)
