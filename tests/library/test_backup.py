"""Backups: written while the site goes on, brought back whole or not at all."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.document.samples import DOCUMENT


@pytest.fixture
def address(request: pytest.FixtureRequest, prepared_folder: Path) -> str:
    """The library that is backed up, on one database or the other."""
    if request.param == "sqlite":
        return f"sqlite:///{prepared_folder}/pipwise.sqlite3"
    return str(request.getfixturevalue("default_on_postgresql")())


@pytest.fixture
def empty(address: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A place of the same kind with nothing in it."""
    if address.startswith("sqlite"):
        return f"sqlite:///{tmp_path}/elsewhere.sqlite3"
    postgres: Callable[[], str] = request.getfixturevalue("postgres")
    return postgres()


both = pytest.mark.parametrize(
    "address", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)


def everything(command: Command, url: str) -> list[object]:
    """What commands say of a library: its editions, their texts, a rule's life, and what a search finds."""
    editions = json.loads(command("editions", "--json", url=url).stdout)
    texts = [command("export_rules", one["date"], url=url).stdout for one in editions]
    more = (["trace", "107.4", "--json"], ["check_links", "--json"], ["changes", "2024-03-08", "2025-06-06", "--json"])
    return [editions, texts, *(command(*arguments, url=url).stdout for arguments in more)]


@both
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


def of_something_else(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE cards (name)")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (damaged, "is damaged"),
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


def test_a_backup_takes_the_place_of_no_file(prepared_folder: Path, command: Command) -> None:
    file = prepared_folder / "kept"
    file.write_text("precious")
    assert command("backup", str(file)).returncode == 2
    assert file.read_text() == "precious"
    nowhere = command("backup", str(prepared_folder / "not" / "there"))
    assert (nowhere.returncode, "Can’t write" in nowhere.stderr) == (2, True)


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
