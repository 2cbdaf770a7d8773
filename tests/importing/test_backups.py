"""Backups as the guide has them: its own lines, run one after another."""

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.conftest import Command
from tests.processes import HANGING, ROOT
from tests.servers import Postgres
from tests.shared import missing

GUIDE = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
SERVER = "postgresql://pipwise@db.example.org/pipwise"


def lines(kind: str) -> tuple[str, str]:
    """The guide's lines that save a database of a kind, and those that restore it."""
    section = GUIDE.partition("## Backups")[2].partition(f"**{kind}.**")[2]
    save, put_back = re.findall(r"(?:^    .+\n)+", section, re.MULTILINE)[:2]
    return save, put_back


def run(commands: str, data: Path, url: str = "", programs: str = "") -> None:
    """Run lines of the guide here: as this user, with no service to stop, and with this folder or this database."""
    here = re.sub(r"sudo systemctl (stop|start) pipwise", "true", commands).replace("sudo -u pipwise ", "")
    here = here.replace("/srv/pipwise", str(data.parent)).replace(SERVER, url)
    assert "sudo" not in here
    path = f"{programs}:/usr/bin:/bin"
    done = subprocess.run(
        ["sh", "-euc", here], capture_output=True, text=True, timeout=HANGING, check=False, env={"PATH": path}
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def data(tmp_path: Path, default_library_file: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(default_library_file, folder)
    return folder


class TestSqlite:
    @pytest.fixture(autouse=True)
    def _with_its_program(self) -> None:
        if not shutil.which("sqlite3"):
            missing("needs sqlite3; Debian’s package is called so")

    @pytest.mark.slow
    def test_it_is_saved_and_put_back(self, data: Path, command: Command) -> None:
        save, put_back = lines("SQLite")
        before = command("editions", "--json", data=data)
        # Somebody reads meanwhile, and what is written last is not yet in the file itself.
        reader = sqlite3.connect(data / "pipwise.sqlite3")
        reader.execute("SELECT count(*) FROM explorer_edition").fetchone()
        run(save, data)
        reader.execute("DELETE FROM explorer_rule")
        reader.commit()
        # As a site leaves it that was killed.
        left = (data / "pipwise.sqlite3-wal").read_bytes()
        reader.close()
        (data / "pipwise.sqlite3-wal").write_bytes(left)
        run(put_back, data)
        assert command("editions", "--json", data=data).stdout == before.stdout
        assert command("trace", "107.4", data=data).returncode == 0

    def test_a_file_that_an_earlier_release_made(self, data: Path, command: Command) -> None:
        _, put_back = lines("SQLite")
        listed = command("editions", "--json", data=data).stdout
        kept = data.parent / "backups" / "today"
        kept.parent.mkdir()
        with sqlite3.connect(data / "pipwise.sqlite3") as library, sqlite3.connect(kept) as copy:
            library.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute("UPDATE explorer_derived SET version = 'of an earlier version'")
        library.close()
        copy.close()
        (data / "pipwise.sqlite3").write_bytes(b"damaged")
        run(put_back, data)
        assert command("editions", "--json", data=data).stdout == listed


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("flags", [[], ["--no-owner"]], ids=["of today", "of an earlier release"])
def test_postgresql_is_saved_and_put_back(
    flags: list[str],
    default_on_postgresql: Callable[[], str],
    postgres: Postgres,
    tmp_path: Path,
    command: Command,
) -> None:
    save, put_back = lines("PostgreSQL")
    url, data, programs = default_on_postgresql(), tmp_path / "data", str(postgres.programs)
    before = command("editions", "--json", url=url)
    run(save.replace("pg_dump -Fc", " ".join(["pg_dump -Fc", *flags])), data, url, programs)
    with psycopg.connect(url) as connection:
        connection.execute("TRUNCATE explorer_edition CASCADE")
        # As a newer version might have.
        connection.execute("CREATE TABLE explorer_newer (id integer)")
    run(put_back, data, url, programs)
    assert command("editions", "--json", url=url).stdout == before.stdout
    assert command("trace", "107.4", url=url).returncode == 0
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT to_regclass('explorer_newer')").fetchone() == (None,)
