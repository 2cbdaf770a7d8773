"""The same site on a real PostgreSQL server: its pages say the same, and wait for it a moment only."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.conftest import using_library
from tests.kinds import ANYWHERE, EVERY_KIND
from tests.processes import run_python

pytestmark = pytest.mark.postgres


def pages() -> dict[str, tuple[int, bytes]]:
    """A page of every kind, with its status."""
    client = Client(raise_request_exception=False)
    answered = {page: client.get(page) for page in (*EVERY_KIND, *ANYWHERE)}
    return {page: (response.status_code, response.content) for page, response in answered.items()}


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
    assert len(on_sqlite) > 90


@pytest.mark.slow
def test_pages_wait_for_a_server_a_moment_only(default_on_postgresql: Callable[[], str], tmp_path: Path) -> None:
    """A page’s query is ended by the server; a command’s may take any time."""
    program = """
import sys
import django
from django.db import connection
django.setup()
if sys.argv[1] == "page":
    import explorer.wsgi
with connection.cursor() as cursor:
    for name in ("statement_timeout", "lock_timeout"):
        cursor.execute(f"SHOW {name}")
        print(*cursor.fetchone())
"""
    shown = {
        kind: run_python(
            *("-c", program, kind),
            data=tmp_path,
            DATABASE_URL=default_on_postgresql(),
            DJANGO_SETTINGS_MODULE="explorer.settings",
        ).stdout.split()
        for kind in ("page", "command")
    }
    assert shown == {"page": ["5s", "2s"], "command": ["0", "0"]}
