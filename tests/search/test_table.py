"""Every edition, both databases: the table of searches."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import manage, using_library
from tests.search.table import Row, answer, name, rows
from tests.shared import shared

Answers = dict[Row, list[Any]]


def ask(url: str, blocker: Any) -> Answers:
    """Ask a library everything: how many results there are, and the first of them."""
    with using_library(url, blocker), blocker.unblock():
        found = {row: answer(row) for row in rows()}
    return {row: [results.total, *map(name, results.hits)] for row, results in found.items()}


@pytest.fixture(scope="module")
def on_sqlite(every_edition: str, django_db_blocker: Any) -> Answers:
    return ask(every_edition, django_db_blocker)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.where}: {row.typed}")
def test_what_is_wanted_is_among_the_first_three(on_sqlite: Answers, row: Row) -> None:
    assert row.wanted in on_sqlite[row][1:4]


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(rows()) >= 60
    assert len(set(rows())) == len(rows())


@pytest.mark.postgres
@pytest.mark.slow
def test_both_databases_answer_alike(tmp_path: Path, postgres: Callable[[], str], django_db_blocker: Any) -> None:
    """The first results are the same, and so are the next ones, and how many there are."""
    every = [path.stem for path in sorted(shared("rules").glob("*.txt"))]
    chosen = {*every[::8], every[-1], *{row.where for row in rows()}.intersection(every)}
    answers = []
    for url in (f"sqlite:///{tmp_path}/library.sqlite3", postgres()):
        paths = [str(shared("rules") / f"{date}.txt") for date in sorted(chosen)]
        done = manage("import_rules", *paths, data=tmp_path, DATABASE_URL=url)
        assert done.returncode == 0, done.stderr
        answers.append(ask(url, django_db_blocker))
    assert answers[0] == answers[1]
