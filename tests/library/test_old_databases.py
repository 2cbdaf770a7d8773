"""A database made by an earlier version comes up right with any command or server, on SQLite and on PostgreSQL."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import HANGING, ROOT, environment, manage

# Run in a process of its own: what an earlier version left, as far as the tables and the versions go.
AGE = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "explorer.settings"
import django
django.setup()
from django.core.management import call_command
from explorer.models import Derived, Reference
call_command("migrate", "explorer", "0003", verbosity=0)
call_command("migrate", "symbols", "0004", verbosity=0)
Derived.objects.exclude(name__in=["references", "search index"]).delete()
Derived.objects.update(version="of an earlier version")
Reference.objects.all().delete()
"""
STATE = """
import json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "explorer.settings"
import django
django.setup()
from django.apps import apps
from django.db import connection
from explorer.library import derived
models = [model for model in apps.get_models() if model.__module__ in {"explorer.models", "symbols.models"}]
rows = {model.__name__: model.objects.count() for model in models}
tables = sorted(connection.introspection.table_names())
print(json.dumps({"rows": rows, "outdated": len(derived.outdated()), "tables": tables}))
"""


def state(data: Path, **where: str) -> dict[str, object]:
    done = manage("shell", "--no-imports", "--command", STATE, data=data, **where)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


# What an application server does, several times at once, and what a visitor then asks.
SERVE = """
from django.test import Client
from explorer.wsgi import application
for address in ("/rules/107.4/", "/search/?q=mana", "/symbols/T/"):
    assert Client().get(address, headers={"host": "localhost"}).status_code == 200, address
"""


@pytest.mark.parametrize(
    ("database", "way"),
    [
        ("sqlite", "a command"),
        ("sqlite", "application servers"),
        pytest.param("postgresql", "application servers", marks=pytest.mark.postgres),
    ],
)
def test_it_is_brought_up_to_date(tmp_path: Path, database: str, way: str, request: pytest.FixtureRequest) -> None:
    where: dict[str, str] = {}
    if database == "postgresql":
        where["DATABASE_URL"] = request.getfixturevalue("postgres")()
    listed = manage("editions", "--json", data=tmp_path, **where)
    before = state(tmp_path, **where)
    aged = manage("shell", "--no-imports", "--command", AGE, data=tmp_path, **where)
    assert aged.returncode == 0, aged.stderr
    if way == "a command":
        assert manage("editions", "--json", data=tmp_path, **where).stdout == listed.stdout
    else:
        assert manage("collectstatic", "--no-input", data=tmp_path, **where).returncode == 0
        serving = [
            subprocess.Popen([sys.executable, "-c", SERVE], cwd=ROOT, env=environment(tmp_path, **where)) for _ in "123"
        ]
        assert [one.wait(HANGING) for one in serving] == [0, 0, 0]
    after = state(tmp_path, **where)
    assert after == before
    assert after["outdated"] == 0
