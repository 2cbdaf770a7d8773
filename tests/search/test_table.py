"""Every edition, both databases: the table of searches."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, environment
from tests.search.table import Row, rows
from tests.shared import shared

Answers = dict[str, list[Any]]


def run(folder: Path, url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(folder, DATABASE_URL=url, DJANGO_SETTINGS_MODULE="explorer.settings"),
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended


def ask(folder: Path, url: str) -> Answers:
    """Bring every edition into a library, and ask it everything, in processes of their own."""
    run(folder, url, "manage.py", "import_rules", str(shared("rules")))
    ended = run(folder, url, "-m", "tests.search.answers")
    answers: Answers = json.loads(ended.stdout)
    return answers


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    folder = tmp_path_factory.mktemp("searches")
    return ask(folder, f"sqlite:///{folder}/library.sqlite3")


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.where}: {row.typed}")
def test_what_is_wanted_is_among_the_first_three(on_sqlite: Answers, row: Row) -> None:
    assert row.wanted in on_sqlite["|".join(row)][1:4]


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(rows()) >= 60
    assert len(set(rows())) == len(rows())


@pytest.mark.postgres
@pytest.mark.slow
def test_both_databases_answer_alike(on_sqlite: Answers, tmp_path: Path, fresh_database: str) -> None:
    """The first results are the same, and so are the next ones, and how many there are."""
    assert ask(tmp_path, fresh_database) == on_sqlite
