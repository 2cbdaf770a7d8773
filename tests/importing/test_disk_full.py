"""Disks and memory that are full: a sentence with the remedy, and a library that is the old one or the new one."""

import errno
import json
import os
import shutil
import subprocess
from pathlib import Path
from unittest import mock

import psycopg
import pytest
from django.db import OperationalError

from explorer.management.commands.editions import Command as Editions
from explorer.serving.environment import SQLITE_OPTIONS
from tests.conftest import Command
from tests.document.samples import DOCUMENT
from tests.importing.test_imports_at_risk import everything
from tests.processes import run_python

# Lets no file of the process grow beyond so many bytes, as a disk with no more room does.
CRAMPED = """
import resource, sys
from explorer.serving.command_line import main

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.argv = ["manage.py", *sys.argv[2:]]
main()
"""
# Lets memory grow by so many bytes.
STARVED = """
import os, resource, sys
from pathlib import Path
import django
from explorer.serving.command_line import main

os.environ["DJANGO_SETTINGS_MODULE"] = "explorer.settings"
django.setup()
has = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (has + int(sys.argv[1]), resource.RLIM_INFINITY))
sys.argv = ["manage.py", *sys.argv[2:]]
main()
"""


def cramped(data: Path, largest: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_python("-c", CRAMPED, str(largest), *arguments, data=data)


# A section of some length, so that it takes room in each phase of an import.
LONG = DOCUMENT.replace("June 6", "June 20").replace(
    "200.1. There is only one rule here.\n",
    "\n".join(
        f"200.{number}. The rule of number {number} cites rule 100.{number % 2 + 1}.\n" for number in range(1, 400)
    ),
)


@pytest.mark.slow
def test_an_import_has_all_of_its_room_or_changes_nothing(
    default_library_file: Path, command: Command, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Room for so many pages more, of 4096 bytes: it ends in one phase of the import or another."""
    for pages in [0, 50, 90]:
        with subtests.test(pages=pages):
            folder = tmp_path / str(pages)
            folder.mkdir()
            shutil.copy(default_library_file, folder)
            url = f"sqlite:///{folder}/pipwise.sqlite3"
            before = everything(url)
            document = folder / "rules.txt"
            document.write_text(LONG)
            size = (folder / "pipwise.sqlite3").stat().st_size // 4096
            limit = f"PRAGMA max_page_count={size + pages};"
            with mock.patch.dict(SQLITE_OPTIONS, init_command=SQLITE_OPTIONS["init_command"] + limit):
                done = command("import_rules", str(document), "--json", url=url)
            assert done.returncode == 1
            error = json.loads(done.stdout)["error"]
            assert error["code"] == "unavailable"
            for words in (f"the folder {folder},", "disk is full", "Free some space", "PIPWISE_DATA_DIR"):
                assert words in error["message"]
                assert words in done.stderr
            assert "DATABASE_URL" not in done.stderr
            after = everything(url)
            assert after == before or len(after["editions"]) == len(before["editions"]) + 1
            again = command("import_rules", str(document), url=url)
            assert again.returncode == 0, again.stderr
            assert len(everything(url)["editions"]) == len(before["editions"]) + 1


@pytest.mark.slow
def test_a_disk_that_fills_up_while_the_database_is_written(prepared_folder: Path) -> None:
    before = everything(f"sqlite:///{prepared_folder}/pipwise.sqlite3")
    (prepared_folder / "rules.txt").write_text(DOCUMENT)
    done = cramped(prepared_folder, 100_000, "import_rules", str(prepared_folder / "rules.txt"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert f"No room on the disk of the folder {prepared_folder}," in done.stderr
    assert everything(f"sqlite:///{prepared_folder}/pipwise.sqlite3") == before


@pytest.mark.slow
def test_memory_that_runs_out(prepared_folder: Path) -> None:
    before = everything(f"sqlite:///{prepared_folder}/pipwise.sqlite3")
    more = "\n\n".join(f"200.{number}. {'A rule of many words. ' * 400}" for number in range(2, 900))
    document = DOCUMENT.replace("200.1. There is only one rule here.\n", f"200.1. There are many.\n\n{more}\n")
    (prepared_folder / "rules.txt").write_text(document)
    done = run_python(
        "-c", STARVED, "30000000", "import_rules", str(prepared_folder / "rules.txt"), data=prepared_folder
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-2:] == ["There isn’t enough memory.", "Free some, and run this again."]
    assert "Traceback" not in done.stderr
    assert everything(f"sqlite:///{prepared_folder}/pipwise.sqlite3") == before


@pytest.mark.slow
def test_a_disk_that_fills_up_while_static_files_are_collected(prepared_folder: Path) -> None:
    done = cramped(prepared_folder, 40_000, "up", "--port", "0")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert f"No room on the disk of the folder {prepared_folder}," in done.stderr
    assert os.strerror(errno.EFBIG) in done.stderr


def test_a_database_file_that_may_not_be_written(prepared_folder: Path, command: Command) -> None:
    file = prepared_folder / "pipwise.sqlite3"
    (prepared_folder / "rules.txt").write_text(DOCUMENT)
    with mock.patch.dict(SQLITE_OPTIONS, init_command=SQLITE_OPTIONS["init_command"] + "PRAGMA query_only=1;"):
        done = command("import_rules", str(prepared_folder / "rules.txt"))
    assert done.returncode == 1
    assert f"Can’t write the database file {file}." in done.stderr


def test_the_disk_of_a_database_server(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("No space left on device") from psycopg.errors.DiskFull("No space left on device")

    monkeypatch.setattr(Editions, "handle", fail)
    done = command("editions")
    assert done.returncode == 1
    assert "The database server has no room" in done.stderr
