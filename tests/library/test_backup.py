"""Backups: written while the site goes on, brought back whole or not at all."""

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import Command
from tests.document.samples import DOCUMENT


@pytest.fixture
def address(request: pytest.FixtureRequest, prepared_folder: Path) -> str:
    """The library that is backed up, on one database or the other."""
    if request.param == "sqlite":
        return f"sqlite:///{prepared_folder}/pipwise.sqlite3"
    made = str(request.getfixturevalue("default_on_postgresql")())
    return made if request.param == "postgresql" else after_the_question_mark(made)


def after_the_question_mark(address: str) -> str:
    """Name a server as those who use its socket do."""
    parts = urlsplit(address)
    return f"postgresql://{parts.path}?host={parts.hostname}&port={parts.port}&user={parts.username}"


@pytest.fixture
def empty(address: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A place of the same kind with nothing in it."""
    if address.startswith("sqlite"):
        return f"sqlite:///{tmp_path}/elsewhere.sqlite3"
    postgres: Callable[[], str] = request.getfixturevalue("postgres")
    return postgres() if "?" not in address else after_the_question_mark(postgres())


both = pytest.mark.parametrize(
    "address", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)


both_and_options = pytest.mark.parametrize(
    "address",
    ["sqlite", *(pytest.param(kind, marks=pytest.mark.postgres) for kind in ("postgresql", "options"))],
    indirect=True,
)


def everything(command: Command, url: str) -> list[object]:
    """What commands say of a library: its editions, their texts, a rule's life, and what a search finds."""
    editions = json.loads(command("editions", "--json", url=url).stdout)
    texts = [command("export_rules", one["date"], url=url).stdout for one in editions]
    more = (["trace", "107.4", "--json"], ["check_links", "--json"], ["changes", "2024-03-08", "2025-06-06", "--json"])
    return [editions, texts, *(command(*arguments, url=url).stdout for arguments in more)]


@both_and_options
def test_what_is_restored_into_an_empty_place_is_what_was_backed_up(
    address: str, empty: str, command: Command, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.txt"
    whole.write_text(DOCUMENT)
    assert command("import_rules", str(whole), url=address).returncode == 0
    file = tmp_path / "kept"
    done = command("backup", str(file), "--json", url=address)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"file": str(file), "editions": 5, "bytes": file.stat().st_size}
    assert not list(tmp_path.glob("kept.*"))

    restored = command("restore", str(file), "--json", url=empty)
    assert restored.returncode == 0, restored.stderr
    assert json.loads(restored.stdout)["editions"] == 5
    assert everything(command, empty) == everything(command, address)

    # Complete editions are lost only by one who says so.
    refused = command("restore", str(file), url=empty)
    assert (refused.returncode, "--replace" in refused.stderr) == (2, True)
    (tmp_path / "later.txt").write_text(DOCUMENT.replace("June 6", "June 13"))
    assert command("import_rules", str(tmp_path / "later.txt"), url=empty).returncode == 0
    assert command("restore", str(file), "--replace", url=empty).returncode == 0
    assert everything(command, empty) == everything(command, address)


def damaged(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def damaged_within(file: Path) -> None:
    """The damage is where nothing looks when a command begins."""
    with closing(sqlite3.connect(file)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'explorer_wording'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * size)


def of_something_else(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE cards (name)")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (damaged, "is damaged"),
        (damaged_within, "is damaged"),
        (of_something_else, "not one of Pipwise’s"),
        (lambda file: file.write_text("Once upon a time."), "isn’t a backup"),
        (lambda file: file.write_bytes(b"PGDMP" + bytes(100)), "is from PostgreSQL"),
        (Path.unlink, "No such file"),
    ],
)
def test_what_is_no_backup_changes_nothing(
    spoil: Callable[[Path], object], sentence: str, prepared_folder: Path, command: Command
) -> None:
    file = prepared_folder / "kept"
    assert command("backup", str(file)).returncode == 0
    before = everything(command, f"sqlite:///{prepared_folder}/pipwise.sqlite3")
    spoil(file)
    done = command("restore", str(file), "--replace", "--json")
    assert done.returncode == 2
    assert sentence in json.loads(done.stdout)["error"]["message"]
    assert everything(command, f"sqlite:///{prepared_folder}/pipwise.sqlite3") == before


def test_a_damaged_file_is_not_backed_up(prepared_folder: Path, command: Command) -> None:
    """A copy of it would be as damaged."""
    file = prepared_folder / "pipwise.sqlite3"
    damaged_within(file)
    done = command("backup", str(prepared_folder / "kept"), "--json")
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["code"]) == (1, "unavailable")
    assert f"The database file {file} is damaged" in error["message"]
    assert not list(prepared_folder.glob("kept*"))


def test_a_backup_takes_the_place_of_no_file(prepared_folder: Path, command: Command) -> None:
    file = prepared_folder / "kept"
    file.write_text("precious")
    assert command("backup", str(file)).returncode == 2
    assert file.read_text() == "precious"
    nowhere = command("backup", str(prepared_folder / "not" / "there"))
    assert (nowhere.returncode, "Can’t write" in nowhere.stderr) == (2, True)


def test_what_killed_backups_left_is_cleared_up(prepared_folder: Path, command: Command) -> None:
    address = f"sqlite:///{prepared_folder}/pipwise.sqlite3"
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True
    )
    left = [f"kept[1].{ended.stdout.strip()}.part{more}" for more in ("", "-journal")]
    stays = [f"kept[1].{os.getppid()}.part", "kept[1].old.part", f"kept1.{ended.stdout.strip()}.part"]
    for name in [*left, *stays]:
        (prepared_folder / name).write_text("the half of it")
    # Even root can't remove it as a file.
    stays.append(f"kept[1].{ended.stdout.strip()}.parts")
    (prepared_folder / stays[-1]).mkdir()
    assert command("backup", str(prepared_folder / "kept[1]"), url=address).returncode == 0
    assert sorted(one.name for one in prepared_folder.glob("kept*")) == sorted(["kept[1]", *stays])


@both
def test_what_is_written_is_for_this_user_alone(address: str, empty: str, command: Command, tmp_path: Path) -> None:
    file, database = tmp_path / "kept", Path(empty.removeprefix("sqlite:///"))
    before = os.umask(0)
    try:
        assert command("backup", str(file), url=address).returncode == 0
        assert command("restore", str(file), url=empty).returncode == 0
    finally:
        os.umask(before)
    assert mode(file) == 0o600
    if empty.startswith("sqlite"):
        assert mode(database) == 0o600
        # Who may read it otherwise was decided by somebody.
        database.chmod(0o640)
        assert command("restore", str(file), url=empty).returncode == 0
        assert mode(database) == 0o640


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.postgres
def test_no_list_of_programs_shows_a_password(
    default_on_postgresql: Callable[[], str], command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = tmp_path / "bin" / "pg_dump"
    stub.parent.mkdir()
    stub.write_text(
        f"""#!/bin/sh
printf '%s\\n' "$@" > {tmp_path}/arguments
printf '%s' "$PGPASSWORD" > {tmp_path}/password
exec {shutil.which("pg_dump")} "$@"
"""
    )
    stub.chmod(0o755)
    monkeypatch.setenv("PATH", f"{stub.parent}:{os.environ['PATH']}")
    url = default_on_postgresql().replace("pipwise@", "pipwise:hunter%202@")
    done = command("backup", str(tmp_path / "kept"), url=f"{url}?sslmode=prefer&application_name=a%20b")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "password").read_text() == "hunter 2"
    arguments = (tmp_path / "arguments").read_text()
    assert "hunter" not in arguments
    assert "sslmode=prefer" in arguments
    assert "a b" in arguments
    refused = command("backup", str(tmp_path / "other"), url=f"{url}?sslpassword=hunter3")
    assert (refused.returncode, "can’t be given sslpassword" in refused.stderr) == (2, True)


@pytest.mark.postgres
def test_without_the_programs_of_postgresql(
    default_on_postgresql: Callable[[], str], command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    done = command("backup", str(tmp_path / "kept"), url=default_on_postgresql())
    assert (done.returncode, "Install PostgreSQL’s client" in done.stderr) == (2, True)


@both
def test_where_there_is_no_library_nothing_is_saved(empty: str, command: Command, tmp_path: Path) -> None:
    done = command("backup", str(tmp_path / "kept"), "--json", url=empty)
    assert done.returncode != 0
    assert json.loads(done.stdout)["error"]["code"] == "nothing_there"
    assert not {"kept", "elsewhere.sqlite3"} & {file.name for file in tmp_path.iterdir()}
