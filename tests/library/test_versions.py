"""The version of derived data covers all that is read to make it, and nothing else."""

import ast
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from explorer.library import derived
from explorer.library.versions import closure, data_files, imported_by, version_of
from tests.conftest import ROOT, environment

MODULES = sorted({type(one).__module__ for one in derived.derivations()})
INDEX, SYMBOLS, REFERENCES = (
    "explorer.search.index",
    "explorer.symbology.derivations",
    "explorer.library.stored_references",
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the code, to be changed."""
    for package in ("explorer", "symbols"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    return tmp_path


def changed(tree: Path, path: str) -> set[str]:
    """The modules whose version another byte in a file changes."""
    before = {module: version_of(module, tree) for module in MODULES}
    with (tree / path).open("a") as file:
        file.write("\n")
    return {module for module in MODULES if version_of(module, tree) != before[module]}


def test_a_copy_has_the_same_versions(tree: Path) -> None:
    assert {version_of(module, tree) for module in MODULES} == set(derived.versions().values())
    assert all(len(version) == 64 for version in derived.versions().values())


@pytest.mark.parametrize(
    ("path", "modules"),
    [
        ("symbols/data/symbols.toml", {INDEX, SYMBOLS}),
        ("symbols/catalog/loader.py", {INDEX, SYMBOLS}),
        ("explorer/search/forms.py", {INDEX}),
        ("explorer/symbology/edition_text.py", {SYMBOLS}),
        ("explorer/document/references.py", {REFERENCES}),
        ("explorer/models.py", {INDEX, SYMBOLS, REFERENCES}),
        ("explorer/views/symbols/symbol.py", set()),
        ("explorer/symbology/history.py", set()),
        ("explorer/data/2025-06-06.txt", set()),
        ("templates/symbols/symbol.html", set()),
    ],
)
def test_what_a_derivation_reads_changes_its_version(tree: Path, path: str, modules: set[str]) -> None:
    assert changed(tree, path) & {INDEX, SYMBOLS, REFERENCES} == modules


def test_a_module_imported_anew_counts_from_then_on(tree: Path) -> None:
    (tree / "explorer/library/helper.py").write_text("VALUE = 1\n")
    assert REFERENCES not in changed(tree, "explorer/library/helper.py")
    with (tree / "explorer/document/numbers.py").open("a") as file:
        file.write("from explorer.library import (  # noqa\n    helper as other,\n)\n")
    assert REFERENCES in changed(tree, "explorer/library/helper.py")


def test_the_version_of_a_library_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "snowballstemmer" in closure(INDEX)[1]
    before = {module: version_of(module) for module in MODULES}
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "99" if name in {"snowballstemmer", "django"} else real(name))
    assert {module for module in MODULES if version_of(module) != before[module]} == {INDEX}


def test_no_import_is_missed() -> None:
    for path in (*ROOT.glob("explorer/**/*.py"), *ROOT.glob("symbols/**/*.py")):
        source = path.read_text()
        wanted: set[str] = set()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
                wanted.add(node.module or "")
                if (node.module or "").startswith(("explorer", "symbols")):
                    wanted |= {f"{node.module}.{each.name}" for each in node.names}
            elif isinstance(node, ast.Import):
                wanted |= {each.name for each in node.names}
        assert wanted <= set(imported_by(source)), path


def test_every_file_that_is_opened_counts(tmp_path: Path) -> None:
    """Watched from outside: what Python opens to import the derivations, and to make everything again."""
    program = """
import os, sys
opened = set()
sys.addaudithook(lambda event, given: opened.add(str(given[0])) if event == "open" else None)
os.environ["DJANGO_SETTINGS_MODULE"] = "explorer.settings"
import django
django.setup()
from explorer.library import derived
derived.derivations()
seen = set(opened)
from explorer.library.prepare import prepare
prepare()
opened.clear()
derived.rebuild()
print("\\n".join(seen | opened))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, check=True
    )
    packages = tuple(f"{ROOT / package}/" for package in ("explorer", "symbols"))
    opened = {Path(line) for line in done.stdout.splitlines() if line.startswith(packages)}
    counted = {path for module in MODULES for path in data_files(closure(module)[0])}
    assert ROOT / "symbols/data/symbols.toml" in opened
    assert {path for path in opened if not path.suffix.startswith(".py")} <= counted
