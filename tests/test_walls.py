"""The walls that hold the house: what the cores may not do, and that a turned import is noticed."""

import ast
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from tests.processes import HANGING, ROOT
from tests.shared import missing

CORES = ("symbols/engine", "explorer/document")
PURE = (*CORES, "symbols/trials", "explorer/history")
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
# Importing writes compiled files under another name first, and reads the tables of options, of keywords and of X.
imported = [what for event, what in opened if event == "open" and not what.endswith((".py", ".pyc"))]
tables = [what for what in imported if ".pyc." not in what]
assert sorted(what.partition("symbols/data/")[2] for what in tables) == [
    "check_options.toml", "keywords.toml", "x_decisions.toml", "x_examples.toml", "x_fields.toml"
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

# An import that each contract forbids, and the module that it is put into.
TURNED = {
    "The site stands on the symbols": ("symbols/rendering.py", "import explorer.addresses"),
    "Within the site": ("explorer/document/tree.py", "import explorer.library.queries"),
    "Within the symbols": ("symbols/engine/errors.py", "import symbols.catalog.definitions"),
    "Within the engine": ("symbols/engine/costs/cost.py", "import symbols.engine.totals"),
    "The engine is entered through its faces": (
        "symbols/glyphs/shapes.py",
        "import symbols.engine.x.rows",
    ),
    "What shapes a page has no rows": ("explorer/prose/links.py", "import explorer.models"),
    "The cores know no Django": ("explorer/document/tree.py", "import django.db"),
    "Within the library": ("explorer/library/texts.py", "import explorer.library.loaded"),
    "Trials stand on their mechanics": ("symbols/trials/mechanics/integers.py", "import symbols.trials.trial"),
    "Within the views": ("explorer/views/forms.py", "import explorer.views.rules"),
}


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
            elif isinstance(node, ast.Name):
                assert node.id not in BUILT_IN, module


def test_an_import_that_is_turned_round_breaks_its_contract(tmp_path: Path) -> None:
    """Each contract of `pyproject.toml` names what was turned; `.ci/run` sees that nothing is."""
    if importlib.util.find_spec("importlinter") is None:
        missing("needs import-linter, which is among what the extra 'dev' brings")
    for package in ("explorer", "symbols"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("data", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, line in TURNED.values():
        module = tmp_path / name
        module.write_text(f"{module.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    # And modules for which there is no layer.
    strays = ("explorer/stray.py", "symbols/stray.py", "symbols/engine/stray.py")
    for name in strays:
        (tmp_path / name).touch()
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGING,
    )
    assert ran.returncode == 1, ran.stderr
    _, _, broken = ran.stdout.partition("Broken contracts")
    for contract, (name, line) in TURNED.items():
        assert contract in broken
        turned = f"{name_of(ROOT / name)} -> {line.removeprefix('import ').removesuffix('.db')}"
        assert turned in broken, broken
    for name in strays:
        assert f"{Path(name).parent}.stray".replace("/", ".") in broken


# Functions that only compute with what they are given.
COMPUTING = {"extent", "initial", "is_neighbour_missing", "mentions", "moment_of", "references_in", "says", "uses_in"}
ASKING = ("explorer.citations", "explorer.library", "explorer.search", "explorer.symbology")


def test_what_shapes_a_page_imports_values_and_no_questions() -> None:
    """Values are classes and constants; of functions, those that ask the library are for views."""
    found = {
        f"{path.relative_to(ROOT)}: {alias.name}"
        for folder in ("explorer/prose", "explorer/templatetags")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(ASKING)
        for alias in node.names
        if not alias.name[0].isupper() and alias.name not in COMPUTING
    }
    assert found == set()
