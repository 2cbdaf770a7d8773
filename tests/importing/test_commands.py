"""The commands, as a user or a script runs them."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.document.samples import DOCUMENT
from tests.processes import HANGING, ROOT, environment, manage


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two documents, one that is no document, and a picture."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "a.txt").write_text(DOCUMENT)
    (folder / "b.txt").write_text("Not a document of the kind that is meant here, and of the game.")
    (folder / "c.txt").write_text(DOCUMENT.replace("June 6", "June 13"))
    (folder / "cover.png").touch()
    return folder


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
def test_one_bad_document_does_not_stop_the_others(folder: Path, tmp_path: Path, command: Command) -> None:
    done = manage("import_rules", str(folder), data=tmp_path)
    assert done.returncode == 2
    assert "b.txt: The document has no numbered rules" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines() == [
        "c.txt: edition of 2025-06-13 added",
        "a.txt: edition of 2025-06-06 added in place of an excerpt",
        "3 documents: 1 added, 1 added in place of an excerpt, 1 failed.",
    ]
    assert done.stderr.count("[00:00<?]") == 1, "one bar for everything"

    listed = json.loads(command("editions", "--json").stdout)
    assert [edition["date"] for edition in listed] == [
        "2008-03-17", "2011-07-15", "2024-03-08", "2024-09-20", "2025-06-06", "2025-06-13",
    ]  # fmt: skip
    assert listed[-1] == {
        "date": "2025-06-13",
        "title": "Magic: The Gathering Comprehensive Rules",
        "source": "c.txt",
        "sha256": hashlib.sha256((folder / "c.txt").read_bytes()).hexdigest(),
        "complete": True,
        "sections": 3,
        "rules": 8,
        "examples": 2,
        "terms": 3,
    }

    again = command("import_rules", str(folder / "a.txt"))
    assert again.returncode == 0
    assert "already loaded" in again.stdout
    assert again.stderr == ""

    text = command("export_rules", "2025-06-06")
    assert text.returncode == 0
    assert text.stdout.split() == DOCUMENT.split()


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
def test_a_date_given_by_hand(folder: Path, command: Command) -> None:
    done = command("import_rules", str(folder / "a.txt"), "--effective", "2025-07-01")
    assert done.returncode == 0, done.stderr
    assert "edition of 2025-07-01 added" in done.stdout
    assert command("export_rules", "2025-07-01").stdout.split() == DOCUMENT.split()


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
def test_remove_edition(folder: Path, command: Command) -> None:
    before = command("editions").stdout, command("search", "game").stdout, command("trace", "107.4f").stdout
    assert command("import_rules", str(folder / "c.txt")).returncode == 0
    assert command("search", "game").stdout != before[1]
    assert command("remove_edition", "2025-06-13").stdout == "Removed the 2025-06-13 rules.\n"
    assert (command("editions").stdout, command("search", "game").stdout, command("trace", "107.4f").stdout) == before
    for day in ("2008-03-17", "2011-07-15", "2024-03-08", "2024-09-20"):
        assert json.loads(command("remove_edition", day, "--json").stdout) == {"removed": day}
    last = command("remove_edition", "2025-06-06")
    assert (last.returncode, "the only ones loaded, so they can’t be removed" in last.stderr) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["import_rules", "nowhere.txt"], "nowhere.txt: no such file"),
        (["import_rules", "a.txt", "--effective", "June"], "isn’t a date"),
        (["import_rules", "a.txt", "c.txt", "--effective", "2025-07-01"], "one document at a time"),
        (["import_rules"], "required"),
        (["export_rules", "1993-08-05"], "The 1993-08-05 rules aren’t loaded"),
        (["export_rules", "today"], "isn’t a date"),
        (["remove_edition", "today"], "isn’t a date"),
        (["remove_edition", "1999-04-24"], "Pipwise doesn’t have the 1999-04-24 rules."),
    ],
)
def test_bad_input_ends_with_2_and_a_sentence(
    arguments: list[str], sentence: str, folder: Path, command: Command
) -> None:
    paths = [str(folder / word) if word.endswith(".txt") else word for word in arguments]
    done = command(*paths)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
@pytest.mark.parametrize("arguments", [["editions"], ["export_rules", "2025-06-06"], ["help"]])
def test_a_closed_pipe_ends_a_command_quietly(arguments: list[str], tmp_path: Path) -> None:
    """As in `manage.py editions | head -1`; here the reader is gone before anything is written."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(tmp_path),
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=HANGING,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.slow
def test_a_new_database_is_prepared_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    database = tmp_path / "deep" / "down" / "library.sqlite3"
    done = manage("editions", data=tmp_path, DATABASE_URL=f"sqlite:///{database}")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 5
    assert database.exists()
    assert not (tmp_path / "pipwise.sqlite3").exists()
