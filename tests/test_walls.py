"""What the pure cores may not do."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.processes import HANGING, ROOT

CORES = ("symbols/engine", "explorer/document")
PURE = (*CORES, "symbols/trials", "explorer/lineages")
MODULES = sorted(path for core in PURE for path in (ROOT / core).rglob("*.py"))
# What opens files, asks the network or the system, or is different every time.
IMPURE = {
    "glob",
    "http",
    "io",
    "locale",
    "os",
    "pathlib",
    "platform",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
}
IMPURE |= {"subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid"}
CLOCK = {"now", "today", "utcnow", "fromtimestamp"}
BUILT_IN = {"open", "print", "input", "exec", "eval", "__import__"}

PROGRAM = """
import importlib, sys

opened = []

def watch(event, arguments):
    if event == "open" or event.startswith(("socket.", "subprocess.", "os.system", "os.listdir", "os.scandir")):
        opened.append((event, str(arguments[0]) if arguments else ""))

sys.modules["django"] = None
sys.addaudithook(watch)
for name in sys.argv[1:]:
    importlib.import_module(name)
# Importing writes compiled files under another name first, and reads tables of data.
imported = [what for event, what in opened if event == "open" and not what.endswith((".py", ".pyc"))]
tables = [what for what in imported if ".pyc." not in what]
assert sorted(what.partition("/data/")[2] for what in tables) == [
    "check_options.toml", "decisions.toml", "facts.toml", "glossary_words.toml", "keywords.toml", "layouts.toml",
    "spellings.toml", "terms.toml", "x_decisions.toml", "x_examples.toml", "x_fields.toml"
], tables
opened.clear()
from explorer.document.reader import read_document
from symbols.engine.request import CheckRequest
from tests.document.samples import DOCUMENT
opened.clear()
read_document(DOCUMENT)
CheckRequest.parse({"cost": "{X}{2/W}{W/U/P}, {T}", "x": 2, "pool": "WWUUBB", "reduce": "1"}).check().as_json()
assert not opened, opened
print("pure")
"""


def name_of(module: Path) -> str:
    parts = module.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def test_the_cores_open_nothing_and_need_no_framework() -> None:
    names = [name_of(module) for module in MODULES if str(module.relative_to(ROOT)).startswith(CORES)]
    assert len(names) > 30
    ran = subprocess.run(
        [sys.executable, "-B", "-c", PROGRAM, *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGING,
    )
    assert (ran.returncode, ran.stdout) == (0, "pure\n"), ran.stderr


def test_a_module_of_a_core_asks_for_no_file_and_no_clock() -> None:
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not {alias.name.split(".")[0] for alias in node.names} & IMPURE, module
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] not in IMPURE, module
                assert node.level == 0, module
            elif isinstance(node, ast.Attribute):
                assert node.attr not in CLOCK, module
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                assert node.id not in BUILT_IN, module
