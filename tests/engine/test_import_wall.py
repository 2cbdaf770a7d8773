"""The engine is pure: it knows no framework, no clock, no network, and no files but the tables that come with it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import symbols.engine

ENGINE = Path(symbols.engine.__file__).parent
MODULES = sorted(ENGINE.rglob("*.py"))
ROOT = ENGINE.parents[1]

ALLOWED = {
    *{
        "abc",
        "bisect",
        "collections",
        "contextlib",
        "dataclasses",
        "datetime",
        "difflib",
        "enum",
        "fractions",
        "functools",
    },
    *{"importlib", "tomllib"},  # the tables of X are read as they are imported
    *{"heapq", "itertools", "math", "operator", "re", "string", "typing", "unicodedata", "symbols"},
}
CLOCK = {"now", "today", "utcnow", "fromtimestamp"}

PROGRAM = """
import sys

opened = []

def watch(event, arguments):
    if event == "open" or event.startswith(("socket.", "subprocess.", "os.system", "os.listdir", "os.scandir")):
        opened.append((event, str(arguments[0]) if arguments else ""))

sys.addaudithook(watch)
import importlib
for name in sys.argv[1:]:
    importlib.import_module(name)
imported = [what for event, what in opened if event == "open" and not what.endswith((".py", ".pyc", ".toml"))]
# Importing writes compiled files under another name first.
assert not [what for what in imported if ".pyc." not in what], imported
foreign = {"django", "explorer", "symbols.models", "symbols.views", "sqlite3", "socket"} & set(sys.modules)
assert not foreign, foreign
opened.clear()
from symbols.engine.request import CheckRequest
CheckRequest.parse({"cost": "{X}{2/W}{W/U/P}, {T}", "x": 2, "pool": "WWUUBB", "reduce": "1"}).check().as_json()
assert not opened, opened
print("pure")
"""


def names_of(module: Path) -> str:
    parts = module.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def test_the_engine_opens_nothing_and_knows_no_framework() -> None:
    names = [names_of(module) for module in MODULES]
    assert len(names) > 20
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *names], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stdout) == (0, "pure\n"), ran.stderr


@pytest.mark.parametrize("module", MODULES, ids=names_of)
def test_a_module_imports_only_what_is_pure(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name.split(".")[0] for alias in node.names} <= ALLOWED
        elif isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] in ALLOWED
            assert node.level == 0
            inside = (node.module or "").startswith("symbols")
            assert not inside or (node.module or "").startswith("symbols.engine")
        elif isinstance(node, ast.Attribute):
            assert node.attr not in CLOCK
        elif isinstance(node, ast.Name):
            assert node.id not in {"open", "print", "input", "exec", "eval", "__import__"}
