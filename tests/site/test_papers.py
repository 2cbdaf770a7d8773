"""README, CONTRIBUTING and guides agree with the code."""

import re
import tomllib
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from textwrap import dedent

import pytest

from explorer.serving.environment import REMOVED
from tests.conftest import Command
from tests.processes import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIREMENTS = chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
DEPENDENCIES = {re.split(r"[\[<>=]", requirement)[0] for requirement in REQUIREMENTS} - {"pipwise"}
GUIDES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")]
UP = "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/python manage.py up"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python -m pytest"


@pytest.mark.parametrize("line", [UP, TEST])
def test_the_readme_has_the_two_lines(line: str) -> None:
    assert line in [text.strip() for text in README.splitlines()]


def test_every_dependency_is_explained() -> None:
    assert [name for name in sorted(DEPENDENCIES) if f"**{name}**" not in CONTRIBUTING] == []


def test_the_version_has_its_changes_and_is_printed(command: Command) -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] in {PROJECT["version"], "Unreleased"}
    assert command("--version").stdout == f"Pipwise {version('pipwise')}\n"


def test_every_setting_is_explained() -> None:
    source = (ROOT / "explorer" / "settings.py").read_text(encoding="utf-8")
    environment = (ROOT / "explorer" / "serving" / "environment.py").read_text(encoding="utf-8")
    used = set(re.findall(r'"(PIPWISE_\w+|DATABASE_URL)"', source + environment)) - {*REMOVED}
    assert used
    assert [name for name in sorted(used) if f"`{name}`" not in CONTRIBUTING] == []


def test_every_command_is_explained() -> None:
    commands = {path.stem for path in (ROOT / "explorer/management/commands").glob("*.py")} - {"__init__"}
    assert [name for name in sorted(commands) if f"| `{name} " not in COMMANDS] == []


@pytest.mark.usefixtures("prepared_folder")
def test_the_example_of_casting_is_what_the_command_prints(command: Command) -> None:
    example = dedent(COMMANDS.partition("In the middle:\n\n")[2].partition("\n\n## ")[0])
    spell = ("{X}{R}", "--x", "3", "--in-play", "spells cost {1} more", "--pool", "RRRR")
    assert example in command("cast", *spell).stdout


def test_every_package_is_explained() -> None:
    rooms = {
        f"{top}/{path.name}/"
        for top in ("explorer", "symbols")
        for path in (ROOT / top).iterdir()
        if path.is_dir() and not path.name.startswith("__") and path.name != "migrations"
    }
    assert [room for room in sorted(rooms) if f"`{room}`" not in CONTRIBUTING] == []


@pytest.mark.parametrize("guide", GUIDES, ids=[path.name for path in GUIDES])
def test_links_in_guides_exist(guide: Path) -> None:
    for file, _, part in re.findall(r"\]\(([^)#:]*)(#([^)]+))?\)", guide.read_text(encoding="utf-8")):
        there = guide.parent / file if file else guide
        assert there.is_file(), file
        if part:
            headings = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert part in {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}, part


def test_constraints_pin_every_dependency() -> None:
    lines = (ROOT / "constraints.txt").read_text().lower().splitlines()
    pinned = {line.partition("==")[0] for line in lines if "==" in line}
    assert sorted({name.lower() for name in DEPENDENCIES} - pinned) == []
