"""The same site on a real PostgreSQL server: its pages say the same, and the commands prepare a library there."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from explorer.postgresql import base as silence

from tests.conftest import Command, using_library
from tests.processes import manage
from tests.site.kept import requests

pytestmark = pytest.mark.postgres


def pages() -> dict[str, tuple[int, bytes]]:
    """Every third page of the table of addresses, with its status."""
    client = Client(raise_request_exception=False)
    found: dict[str, tuple[int, bytes]] = {}
    read = [row for row in requests() if row.get("page") and row.get("method", "get") == "get"]
    for row in read[::3]:
        headers = {"HX-Request": "true", "HX-Target": row["target"]} if "target" in row else {}
        response = client.get(row["page"], headers=headers)
        found[f"{row['page']} {headers}"] = (response.status_code, response.content)
    return found


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_is_the_same_on_both_databases(
    default_on_postgresql: Callable[[], str], django_db_blocker: Any
) -> None:
    on_sqlite = pages()
    with using_library(default_on_postgresql(), django_db_blocker):
        on_postgresql = pages()
    differing = [page for page, answered in on_sqlite.items() if on_postgresql[page] != answered]
    assert not differing
    assert len(on_sqlite) > 170


def test_the_commands_prepare_an_empty_database(postgres: Callable[[], str], tmp_path: Path, command: Command) -> None:
    url = postgres()
    first = manage("editions", "--json", data=tmp_path, DATABASE_URL=url)
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)[0]["date"] == "2008-03-17"
    assert command("editions", "--json", url=url).stdout == first.stdout


def test_pages_wait_for_a_server_a_moment_only(
    default_on_postgresql: Callable[[], str], django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is asked to sleep, as if it were frozen."""
    monkeypatch.setattr(silence._Silence, "until", None)
    monkeypatch.setattr(silence, "_PAUSE", 0.0)
    with using_library(default_on_postgresql(), django_db_blocker), django_db_blocker.unblock():
        connection.settings_dict["PATIENCE"] = 30.0
        client = Client(raise_request_exception=False)
        with connection.cursor() as cursor:
            # The server itself sees to that where it can.
            cursor.execute("SHOW statement_timeout")
            assert cursor.fetchone() == ("25s",)
            cursor.execute("SET statement_timeout = 100")
            with pytest.raises(OperationalError, match="statement timeout"):
                cursor.execute("SELECT pg_sleep(20)")
            assert client.get("/rules/107.4f/").status_code == 200
        connection.close()
        connection.settings_dict["PATIENCE"] = 0.2
        with connection.cursor() as cursor, pytest.raises(OperationalError, match=r"didn’t answer for 0\.2 seconds"):
            cursor.execute("SET statement_timeout = 0; SELECT pg_sleep(20)")
        # What it says later would be taken for the answer to another question.
        assert connection.connection.closed
        # What follows may be slow, where other work is done beside it.
        connection.settings_dict["PATIENCE"] = 30.0
        # Then nobody waits for it, until somebody may try again.
        with monkeypatch.context() as long:
            long.setattr(silence._Silence, "until", time.monotonic() + 60)
            assert [client.get(page).status_code for page in ("/rules/107.4f/", "/readyz", "/healthz")] == [
                503,
                503,
                200,
            ]
        assert client.get("/rules/107.4f/").status_code == 200
        assert silence._Silence.until is None
        # An import may take as long as it likes.
        connection.close()
        del connection.settings_dict["PATIENCE"]
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            assert cursor.fetchone() == ("0",)
