"""A database made by an earlier version comes up right with any command, on SQLite and on PostgreSQL."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from explorer.importing import derived
from explorer.models import Derived, Reference
from tests.conftest import Command, using_library
from tests.processes import HANGING, ROOT, environment, run_python


def age() -> None:
    """Leave what an earlier version left, as far as the tables and the versions go."""
    call_command("migrate", "explorer", "0003", verbosity=0)
    call_command("migrate", "symbols", "0004", verbosity=0)
    Derived.objects.exclude(name__in=["references", "search index"]).delete()
    Derived.objects.update(version="of an earlier version")
    Reference.objects.all().delete()


def state() -> dict[str, object]:
    """The tables, how many rows they have, and how much of what they have is outdated."""
    models = [model for model in apps.get_models() if model.__module__ in {"explorer.models", "symbols.models"}]
    return {
        "rows": {model.__name__: model._default_manager.count() for model in models},
        "outdated": len(derived.outdated()),
        "tables": sorted(connection.introspection.table_names()),
    }


# What an application server loads, and what a visitor then asks.
SERVE = """
from django.test import Client
from explorer.wsgi import application
for address in ("/rules/107.4/", "/search/?q=mana", "/symbols/T/"):
    assert Client().get(address, headers={"host": "localhost"}).status_code == 200, address
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database", "way"),
    [
        ("sqlite", "a command"),
        ("sqlite", "application servers"),
        pytest.param("postgresql", "application servers", marks=pytest.mark.postgres),
    ],
)
def test_it_is_brought_up_to_date(
    tmp_path: Path,
    database: str,
    way: str,
    request: pytest.FixtureRequest,
    default_library_file: Path,
    command: Command,
    django_db_blocker: Any,
    prepare_folder: Callable[[Path], None],
) -> None:
    prepare_folder(tmp_path)
    if database == "sqlite":
        url = f"sqlite:///{shutil.copy(default_library_file, tmp_path)}"
    else:
        url = request.getfixturevalue("default_on_postgresql")()
    listed = command("editions", "--json", url=url)
    with using_library(url, django_db_blocker), django_db_blocker.unblock():
        before = state()
        age()
    if way == "a command":
        assert command("editions", "--json", url=url).stdout == listed.stdout
    else:
        there = environment(tmp_path, DATABASE_URL=url)
        several = [subprocess.Popen([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=there) for _ in "12"]
        assert [one.wait(HANGING) for one in several] == [0, 0]
        assert run_python("-c", SERVE, data=tmp_path, DATABASE_URL=url).returncode == 0
    with using_library(url, django_db_blocker), django_db_blocker.unblock():
        assert state() == before
    assert before["outdated"] == 0
