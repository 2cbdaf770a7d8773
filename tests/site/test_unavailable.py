"""A database that can't be read: a friendly page, JSON for programs, and the truth for whoever watches the site."""

import json
import logging
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client
from psycopg import sql

from explorer.models import Edition
from tests.conftest import Command, forget_everything, using_library
from tests.document.samples import DOCUMENT

Spoil = Callable[[Path], object]
PAGES = ("/", "/rules/107.4f/", "/search/?q=mana", "/check/?cost=%7BW%7D", "/api/editions", "/rules/107.4f.json")


@pytest.fixture
def broken(request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: Any) -> Iterator[str]:
    """A library whose file is damaged, or whose server is gone; the words that name it."""
    file = tmp_path / "pipwise.sqlite3"
    file.write_text("This is no database, and it is long enough to be taken for one at first. " * 20)
    url = f"sqlite:///{file}" if request.param == "damaged" else "postgresql://u:hunter2@127.0.0.1:1/x"
    with using_library(url, django_db_blocker), django_db_blocker.unblock():
        forget_everything()
        yield str(file) if request.param == "damaged" else "DATABASE_URL"
    forget_everything()


@pytest.mark.parametrize("broken", ["damaged", "gone"], indirect=True)
def test_pages_and_programs_are_told_to_come_back(broken: str, caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    with caplog.at_level(logging.ERROR, "explorer.serving.middleware"):
        for address in PAGES:
            answered = client.get(address)
            assert answered.status_code == 503, address
            assert int(answered["Retry-After"]) > 0, address
            if address.startswith("/api/") or address.endswith(".json"):
                assert answered.json()["error"]["code"] == "unavailable", address
            else:
                assert "Try again" in answered.content.decode(), address
    # Nor is who has the page already shown anything else.
    assert client.get("/rules/107.4f/", headers={"If-None-Match": 'W/"any"'}).status_code == 503
    assert broken in caplog.text
    assert "hunter2" not in caplog.text
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503


@pytest.mark.django_db
def test_a_site_with_rules_is_ready_by_any_name(client: Client) -> None:
    ready = client.get("/readyz", headers={"Host": "10.1.2.3:8000"})
    assert (ready.status_code, ready.json()["editions"], ready.json()["newest"]) == (200, 5, "2025-06-06")
    assert client.get("/healthz", headers={"Host": "10.1.2.3:8000"}).status_code == 200
    Edition.objects.all().delete()
    empty = client.get("/readyz")
    assert (empty.status_code, empty.json()) == (503, {"status": "empty"})
    assert "no-store" in ready["Cache-Control"]


@pytest.mark.slow
@pytest.mark.postgres
def test_it_recovers_when_the_server_is_back(default_on_postgresql: Callable[[], str], django_db_blocker: Any) -> None:
    """As when PostgreSQL is started anew: whoever was connected is not."""
    client = Client()
    with using_library(default_on_postgresql(), django_db_blocker), django_db_blocker.unblock():
        assert client.get("/rules/107.4f/").status_code == 200
        with connection.cursor() as cursor, pytest.raises(Exception, match="terminat"):
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        statuses = [client.get("/rules/107.4f/").status_code for _ in range(3)]
    assert set(statuses) <= {200, 503}
    assert statuses[-1] == 200
    forget_everything()


def test_it_recovers_when_the_file_is_back(prepared_folder: Path, django_db_blocker: Any) -> None:
    """Whoever asked meanwhile has a connection to an empty file of that name."""
    file, away = prepared_folder / "pipwise.sqlite3", prepared_folder / "away"
    client = Client()
    with using_library(f"sqlite:///{file}", django_db_blocker), django_db_blocker.unblock():
        file.rename(away)
        for address in ("/rules/107.4f/", "/readyz"):
            assert client.get(address).status_code == 503, address
            file.unlink()
            away.rename(file)
            assert client.get(address).status_code == 200, address
            file.rename(away)
            connection.close()
    forget_everything()


def scrambled(file: Path) -> None:
    """Whole pages of the file are noise, as after a fault of the disk; its beginning is as it was."""
    content, noise = bytearray(file.read_bytes()), random.Random(7)  # noqa: S311 - no secret
    for page in range(20 * 4096, len(content), 2 * 4096):
        content[page : page + 4096] = noise.randbytes(4096)
    file.write_bytes(content)


def cut_in_half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [scrambled, cut_in_half])
def test_a_file_damaged_in_its_middle(
    spoil: Spoil, prepared_folder: Path, command: Command, django_db_blocker: Any
) -> None:
    file = prepared_folder / "pipwise.sqlite3"
    kept, document = prepared_folder / "kept", prepared_folder / "rules.txt"
    shutil.copy(file, kept)
    document.write_text(DOCUMENT)
    spoil(file)
    for asked in (*(["trace", "107.4"], ["export_rules", "2025-06-06"], ["import_rules", str(document)], ["rebuild"]),):
        done = command(*asked)
        assert done.returncode == 1, asked
        assert f"The database file {file} is damaged" in done.stderr, asked
        assert "Move it away. Then put a backup in its place, as docs/running.md says" in done.stderr, asked
    error = json.loads(command("editions", "--json").stdout)["error"]
    assert (error["code"], str(file) in error["message"]) == ("unavailable", True)
    client = Client(raise_request_exception=False)
    with using_library(f"sqlite:///{file}", django_db_blocker), django_db_blocker.unblock():
        forget_everything()
        statuses = {client.get(address).status_code for address in PAGES}
    forget_everything()
    assert 503 in statuses
    assert statuses <= {200, 503}
    # The remedy is one.
    file.rename(prepared_folder / "damaged")
    for beside in ("-wal", "-shm"):
        Path(f"{file}{beside}").unlink(missing_ok=True)
    kept.rename(file)
    assert "2008-03-17" in command("editions").stdout


@pytest.mark.postgres
def test_a_replica_says_that_it_can_only_be_read(default_on_postgresql: Callable[[], str], command: Command) -> None:
    address = default_on_postgresql()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(
                sql.Identifier(connection.info.dbname)
            )
        )
    done = command("rebuild", url=address)
    assert done.returncode == 1
    assert done.stderr.startswith("This database is read-only")
    assert command("trace", "107.4", url=address).returncode == 0
