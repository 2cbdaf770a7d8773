"""Options of a check: the rows of `check_options.toml`, and one that is added."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from symbols.data_files import read_data
from symbols.engine import KEYWORDS, MAIN, OPTIONS
from symbols.engine.costs.two_parts import CASTS, LAYOUTS
from symbols.engine.option_changes import CHANGES
from symbols.engine.options import Kind
from symbols.engine.paying.pool import AsThough
from tests.processes import run_python

ROW = """
[[option]]
key = "domain"
kind = "count"
group = "Keywords"
label = "Domain: basic land types"
help = "number of basic land types among your lands"
rule = "207.2c"
example = "5"
"""

ADDING = """
import io, json, tomllib
from symbols import data_files

read = data_files.read_data
data_files.read_data = lambda name, package="symbols": (
    tomllib.loads(TABLE) if name == "check_options.toml" else read(name, package)
)

from symbols.engine import Citation, Cost, CostChanges, read_cost
from symbols.engine.option_changes import CHANGES

def domain(count):
    return CostChanges(reductions=(read_cost(f"{{{count}}}"),), named=(Citation("Less for each type.", "207.2c"),))

CHANGES["domain"] = domain

import django
django.setup()
from django.core.management import call_command
from django.test import Client

client, printed = Client(), io.StringIO()
call_command("cost", "{5}{G}", "--domain", "2", "--pool", "GGGG", "--json", stdout=printed)
given = {"cost": "{5}{G}", "domain": "2", "pool": "GGGG"}
refused = client.get("/api/check", {**given, "domain": "-1"}).json()
print(json.dumps({
    "command": json.loads(printed.getvalue()),
    "api": client.get("/api/check", given).json(),
    "page": client.get("/check/", given).content.decode(),
    "document": client.get("/api/openapi.json").json(),
    "error": refused["error"]["message"],
}))
"""


def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_data("check_options.toml")["option"]
    return found


def test_rows_fit_together() -> None:
    assert len(rows()) == len(OPTIONS)
    assert {option.kind for option in OPTIONS.values()} == set(get_args(Kind))
    assert {option.keyword for option in OPTIONS.values()} - KEYWORDS.keys() == {""}
    assert CHANGES.keys() <= OPTIONS.keys()
    assert [option.main for option in MAIN] == list(range(1, 7))
    for option in OPTIONS.values():
        assert set(option.answers.values()) <= {"yes", "no"}
        assert option.ask or not option.answers


def test_choices_are_those_of_the_engine() -> None:
    assert set(OPTIONS["layout"].choices) == {"", *LAYOUTS}
    assert set(OPTIONS["cast"].choices) < {"", *CASTS}
    assert set(OPTIONS["spend"].choices) < {"", *get_args(AsThough)}


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory, prepare_folder: Callable[[Path], None]) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("added")
    prepare_folder(folder)
    table = Path(__file__).parents[2].joinpath("symbols", "data", "check_options.toml").read_text() + ROW
    script = f"TABLE = {table!r}\n{ADDING}"
    done = run_python("-c", script, data=folder, DJANGO_SETTINGS_MODULE="explorer.settings", PIPWISE_ALLOWED_HOSTS="*")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("where", ["command", "api"])
def test_an_added_option_changes_the_total(added: dict[str, Any], where: str) -> None:
    answer = added[where]
    assert answer["totals"]["items"] == [{"generic": 3, "G": 1}]
    assert answer["payable"] is True
    assert "207.2c" in {citation["rule"] for citation in answer["citations"]}


@pytest.mark.slow
def test_an_added_option_has_a_field_and_a_parameter(added: dict[str, Any]) -> None:
    found = re.search(r'<ul class="found">.*?</ul>', added["page"], re.DOTALL)
    assert found
    assert "Domain: basic land types" in found[0]
    assert re.search(r'<input[^>]* name="domain" placeholder="5"[^>]* value="2"', found[0])
    parameters = added["document"]["paths"]["/api/check"]["get"]["parameters"]
    (domain,) = (each for each in parameters if each["name"] == "domain")
    assert domain["description"] == "Number of basic land types among your lands (207.2c)."
    assert domain["schema"]["x-group"] == "Keywords"
    assert added["error"] == "In “domain”: That number can’t be less than 0."
