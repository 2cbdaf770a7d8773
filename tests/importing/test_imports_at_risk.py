"""Imports that are killed, that meet each other, and that people read through."""

import itertools
import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from explorer.models import EditionSymbol, Passage, Reference, SymbolUse, Wording
from tests.conftest import Command
from tests.document.samples import DOCUMENT
from tests.processes import HANGING, ROOT, environment, first_line, manage, run_python
from tests.shared import is_search

pytestmark = pytest.mark.slow

# Text and numbers of every edition, without the numbers of the rows: what a library says.
TEXTS = """
    SELECT e.date, r.position, r.number, r.printed, r.kind, r.heading, w.digest
    FROM explorer_rule r JOIN explorer_edition e ON e.id = r.edition_id
    LEFT JOIN explorer_wording w ON w.id = r.wording_id ORDER BY e.date, r.position
"""
TERMS = """
    SELECT e.date, t.position, t.name, t.slug, w.digest FROM explorer_term t
    JOIN explorer_edition e ON e.id = t.edition_id JOIN explorer_wording w ON w.id = t.wording_id
    ORDER BY e.date, t.position
"""
EDITIONS = """
    SELECT date, title, source, sha256, CASE WHEN complete THEN 1 ELSE 0 END, stops_at, sections, rules, examples, terms
    FROM explorer_edition ORDER BY date
"""
ORPHANS = """
    SELECT count(*) FROM explorer_wording w
    WHERE NOT EXISTS (SELECT 1 FROM explorer_rule r WHERE r.wording_id = w.id)
    AND NOT EXISTS (SELECT 1 FROM explorer_term t WHERE t.wording_id = w.id)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four small editions, of which each says something of its own; of the last, the library has an excerpt."""
    folder = tmp_path_factory.mktemp("rules")
    for year in range(2022, 2026):
        document = DOCUMENT.replace("2025", str(year)).replace("A second subrule", f"A subrule of {year}")
        (folder / f"{year}.txt").write_text(document)
    return folder


@contextmanager
def connected(url: str) -> Iterator[Any]:
    """A connection that reads a library as its file or server has it."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            yield connection
    else:
        with psycopg.connect(url) as connection:
            yield connection


def rows(url: str, sql: str) -> list[tuple[Any, ...]]:
    with connected(url) as connection:
        return [tuple(map(str, row)) for row in connection.execute(sql).fetchall()]


def everything(url: str) -> dict[str, Any]:
    """What a library says: its text, row by row, and how much it derived from it."""
    said: dict[str, Any] = {"editions": rows(url, EDITIONS), "texts": rows(url, TEXTS), "terms": rows(url, TERMS)}
    with connected(url) as connection:
        for model in (Wording, Reference, Passage, EditionSymbol, SymbolUse):
            table = model._meta.db_table
            said[table] = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
    return said


def check_consistent(url: str, undisturbed: dict[str, Any]) -> int:
    """Every edition is whole or absent. Returns how many there are."""
    there = rows(url, EDITIONS)
    dates = {row[0] for row in there}
    sources = {row[0]: row for row in undisturbed["editions"]}
    final = {row[0] for row in there if row == sources[row[0]]}
    for sql, name in ((TEXTS, "texts"), (TERMS, "terms")):
        found = [row for row in rows(url, sql) if row[0] in final]
        assert found == [row for row in undisturbed[name] if row[0] in final]
        assert {row[0] for row in rows(url, sql)} <= dates
    # What isn't final is an excerpt of the default library whose whole document hasn't come yet.
    assert all(row[4] == "0" for row in there if row[0] not in final)
    assert rows(url, ORPHANS) == [("0",)]
    if url.startswith("sqlite"):
        assert rows(url, "PRAGMA integrity_check") == [("ok",)]
        assert rows(url, "PRAGMA foreign_key_check") == []
    return len(there)


def start(url: str, data: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data, DATABASE_URL=url),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def undisturbed(folder: Path, default_library_file: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a library says after an import that nothing disturbed."""
    data = tmp_path_factory.mktemp("undisturbed")
    url = f"sqlite:///{shutil.copy(default_library_file, data)}"
    done = manage("import_rules", str(folder), data=data, DATABASE_URL=url)
    assert done.returncode == 0, done.stderr
    return everything(url)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/library.sqlite3"
    url: str = request.getfixturevalue("postgres")()
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def new_library(request: pytest.FixtureRequest, tmp_path: Path, default_library_file: Path) -> Callable[[], str]:
    if request.param == "sqlite":
        numbers = itertools.count()
        return lambda: f"sqlite:///{shutil.copy(default_library_file, tmp_path / f'{next(numbers)}.sqlite3')}"
    made: Callable[[], str] = request.getfixturevalue("default_on_postgresql")
    return made


def test_imports_that_are_killed_at_random_moments(
    new_library: Callable[[], str], folder: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    """One moment from each equal part of the time."""
    parts = 50 if is_search() else 4
    urls = [new_library() for _ in range(1 + parts)]
    drawn = random.Random(20250606)  # noqa: S311 - no secret

    def run(shares: Iterable[float]) -> int:
        asked = itertools.chain.from_iterable(zip(map(str, shares), urls, strict=True))
        done = run_python("-m", "tests.importing.killing", str(folder), *asked, data=tmp_path, DATABASE_URL=urls[0])
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    assert run([1, *((part + drawn.random()) / parts for part in range(parts))]) > parts / 5
    counts = [check_consistent(url, undisturbed) for url in urls]
    assert len(set(counts)) > 1, "all were killed before they wrote, or after"
    assert run([1] * len(urls)) == 0
    for url in urls:
        assert everything(url) == undisturbed


KILLED = """
import os, signal, sys
from django.db.migrations.executor import MigrationExecutor
from django.core.management import execute_from_command_line

left, record = int(sys.argv[1]), MigrationExecutor.record_migration

def killed(self, migration):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    record(self, migration)

MigrationExecutor.record_migration = killed
os.environ["DJANGO_SETTINGS_MODULE"] = "explorer.settings"
execute_from_command_line(["manage.py", "editions"])
"""


@pytest.mark.parametrize("step", [1, 2])
def test_a_library_whose_preparation_is_killed(library: str, step: int, tmp_path: Path, command: Command) -> None:
    """Between two steps of making the tables: the next command makes them."""
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(step)],
        cwd=ROOT,
        env=environment(tmp_path, DATABASE_URL=library),
        capture_output=True,
        timeout=HANGING,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    done = command("editions", url=library)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 5


def test_two_imports_at_once(library: str, folder: Path, tmp_path: Path, undisturbed: dict[str, Any]) -> None:
    """Both begin with an empty database, so that they also meet while it is prepared."""
    both = [start(library, tmp_path, "import_rules", str(folder), "--json") for _ in range(2)]
    answers = [process.communicate(timeout=HANGING) for process in both]
    assert [process.returncode for process in both] == [0, 0], answers
    assert everything(library) == undisturbed
    told = [{report["date"]: report["action"] for report in json.loads(stdout)} for stdout, _ in answers]
    for date in told[0]:
        # Each document was brought by one of them and found by the other.
        assert [told[0][date], told[1][date]].count("present") == 1, (date, told)


def test_readers_see_the_old_library_until_the_new_edition_is_complete(
    tmp_path: Path, prepare_folder: Callable[[Path], None]
) -> None:
    prepare_folder(tmp_path)
    more = "\n".join(f"200.{number}. Rule {number} of the second section.\n" for number in range(2, 900))
    document = DOCUMENT.replace("200.1. There is only one rule here.\n", f"200.1. There are many rules here.\n\n{more}")
    (tmp_path / "new.txt").write_text(document)
    url = f"sqlite:///{tmp_path}/pipwise.sqlite3"
    site = start(url, tmp_path, "up", "--port", "0", "--workers", "1")
    try:
        address = first_line(site).split()[-1].rstrip("/")
        day = "2025-07-01"
        before = _read(f"{address}/editions/")
        process = start(url, tmp_path, "import_rules", str(tmp_path / "new.txt"), "--effective", day)
        seen: list[tuple[int, bytes, bytes]] = []
        while process.poll() is None:
            # Until then its date leads to the rules before it.
            status, contents = _read(f"{address}/rules/{day}/")
            seen.append((status, contents, _read(f"{address}/editions/")[1]))
        assert process.returncode == 0, process.communicate()
        process.communicate()
        final = _read(f"{address}/rules/{day}/")
        assert final[0] == 200
        assert {contents for status, contents, _ in seen if status == 200} <= {final[1]}
        assert {status for status, _, _ in seen} <= {200, 302}
        assert seen[0][0] == 302
        assert {listed for *_, listed in seen} <= {before[1], _read(f"{address}/editions/")[1]}
        assert len(seen) > 3, "the readers were held up"
    finally:
        site.terminate()
        site.communicate(timeout=HANGING)


def _read(address: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(address, timeout=HANGING) as response:
            return (response.status if response.url == address else 302), response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
