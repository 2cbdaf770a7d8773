"""Of all processes, one at a time downloads editions."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from explorer.importing.locks import sole_fetcher
from tests.conftest import Command, using_library


@pytest.mark.usefixtures("db")
def test_sqlite(tmp_path: Path, django_db_blocker: Any) -> None:
    with using_library(f"sqlite:///{tmp_path}/library.sqlite3", django_db_blocker):
        with sole_fetcher() as one, sole_fetcher() as other:
            assert (one, other) == (True, False)
        with sole_fetcher() as again:
            assert again


@pytest.mark.usefixtures("db")
def test_a_folder_that_does_not_exist_yet(tmp_path: Path, django_db_blocker: Any) -> None:
    (tmp_path / "file").touch()
    for folder in ("new/folder", "file/folder"):
        with using_library(f"sqlite:///{tmp_path}/{folder}/library.sqlite3", django_db_blocker), sole_fetcher() as one:
            assert one


@pytest.mark.postgres
@pytest.mark.usefixtures("db")
def test_postgresql(postgres: Callable[[], str], django_db_blocker: Any) -> None:
    url = postgres()
    with using_library(url, django_db_blocker), sole_fetcher() as one:
        with using_library(url, django_db_blocker), sole_fetcher() as other:
            assert (one, other) == (True, False)
        with using_library(url, django_db_blocker), pytest.raises(OperationalError), sole_fetcher():
            raise OperationalError("as a library does that breaks off")
    with using_library(url, django_db_blocker), sole_fetcher() as again:
        assert again


def test_the_command_refuses_a_second_download(tmp_path: Path, command: Command, django_db_blocker: Any) -> None:
    url = f"sqlite:///{tmp_path}/library.sqlite3"
    with using_library(url, django_db_blocker), django_db_blocker.unblock(), sole_fetcher():
        done = command("fetch_rules", "--json", url=url)
        quiet = command("fetch_rules", "--background", url=url)
    assert (done.returncode, '"busy"' in done.stdout) == (1, True)
    assert "Another download is running" in done.stderr
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
