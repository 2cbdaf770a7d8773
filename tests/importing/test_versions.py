"""The version of derived data covers all that is read to make it, and nothing else."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

from explorer.importing import derived
from explorer.importing.versions import sources_of, versions_of
from tests.processes import ROOT, environment

MODULES = sorted({type(one).__module__ for one in derived.derivations()})
INDEX, REFERENCES = "explorer.search.index.rows", "explorer.library.stored_references"
RULINGS = "explorer.search.index.rulings"
SYMBOLS = "explorer.symbols_by_edition.rows"

Find = Callable[[], tuple[Mapping[str, str], bool]]


def version_of(module: str, root: Path = ROOT) -> str:
    return sources_of(module, root).digest(root)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the code, to be changed."""
    tmp_path /= "tree"
    for package in ("explorer", "symbols"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@cache
def unchanged() -> Mapping[str, str]:
    return {module: version_of(module) for module in MODULES}


def changed(tree: Path, path: str) -> set[str]:
    """The modules whose version another byte in a file of the copy changes."""
    with (tree / path).open("a") as file:
        file.write("\n")
    return {module for module in MODULES if version_of(module, tree) != unchanged()[module]}


def test_a_copy_has_the_same_versions(tree: Path) -> None:
    assert {version_of(module, tree) for module in MODULES} == set(derived.versions().values())
    assert all(len(version) == 64 for version in derived.versions().values())


@pytest.mark.slow
def test_what_a_derivation_reads_changes_its_version(tree: Path, subtests: pytest.Subtests) -> None:
    for path, modules in [
        ("symbols/data/symbols.toml", {INDEX, SYMBOLS}),
        ("symbols/catalog/definitions.py", {INDEX, SYMBOLS}),
        ("symbols/models.py", {SYMBOLS}),
        ("symbols/engine/costs/symbols.py", {INDEX, SYMBOLS}),
        ("symbols/engine/__init__.py", set()),
        ("symbols/engine/result.py", set()),
        ("symbols/data/trials/x.toml", set()),
        ("explorer/search/words/splitting.py", {INDEX}),
        ("explorer/search/rank/ranking.py", set()),
        ("explorer/symbols_by_edition/edition_text.py", {SYMBOLS}),
        ("explorer/document/references.py", {REFERENCES}),
        ("explorer/models.py", {INDEX, SYMBOLS, REFERENCES}),
        ("explorer/symbols_by_edition/view.py", set()),
        ("explorer/symbols_by_edition/history.py", set()),
        ("explorer/data/2025-06-06.txt", set()),
    ]:
        with subtests.test(path=path, modules=modules):
            before = (tree / path).read_bytes()
            try:
                assert changed(tree, path) & {INDEX, SYMBOLS, REFERENCES} == modules
            finally:
                (tree / path).write_bytes(before)


def test_a_module_imported_anew_counts_from_then_on(tree: Path) -> None:
    (tree / "explorer/library/helper.py").write_text("VALUE = 1\n")
    assert changed(tree, "explorer/library/helper.py") == set()
    with (tree / "explorer/document/numbers.py").open("a") as file:
        file.write("from explorer.library import (  # noqa\n    helper as other,\n)\n")
    imported = version_of(REFERENCES, tree)
    changed(tree, "explorer/library/helper.py")
    assert version_of(REFERENCES, tree) not in {imported, unchanged()[REFERENCES]}


def test_the_version_of_a_library_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "snowballstemmer" in sources_of(INDEX).libraries
    before = unchanged()
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "99" if name in {"snowballstemmer", "django"} else real(name))
    assert {module for module in MODULES if version_of(module) != before[module]} == {INDEX, RULINGS}


def test_an_import_goes_through_a_face_to_where_the_name_is_from(tree: Path) -> None:
    (tree / "explorer/new.py").write_text("from symbols.engine.costs import COLORS\nfrom symbols.engine import Verdict")
    files = {path.relative_to(tree).as_posix() for path in sources_of("explorer.new", tree).files}
    assert files >= {"explorer/new.py", "symbols/engine/costs/slots.py", "symbols/engine/conditions.py"}
    assert not files & {"symbols/engine/__init__.py", "symbols/engine/costs/parts.py", "symbols/engine/result.py"}
    (tree / "explorer/new.py").write_text("import symbols.engine")
    files = {path.relative_to(tree).as_posix() for path in sources_of("explorer.new", tree).files}
    assert files >= {"symbols/engine/__init__.py", "symbols/engine/result.py"}


@pytest.mark.slow
def test_imports_are_written_so_that_they_can_be_followed() -> None:
    """No relative ones; and to import a package does no more than to give its names."""
    for path in (*ROOT.glob("explorer/**/*.py"), *ROOT.glob("symbols/**/*.py")):
        tree = ast.parse(path.read_text())
        assert all(node.level == 0 for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)), path
        if path.name == "__init__.py":
            run = [
                node for node in tree.body if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
            ]
            assert not run, path


class TestCache:
    """Versions are cached in a file until any file looks changed."""

    @pytest.fixture
    def find(self, tree: Path, tmp_path: Path) -> Find:
        """Find the versions, and whether that took reading any code."""

        def find() -> tuple[Mapping[str, str], bool]:
            asked = []

            def derivations() -> Mapping[str, str]:
                asked.append(True)
                return {"index": INDEX, "references": REFERENCES}

            return versions_of(derivations, tmp_path / "versions.json", tree), bool(asked)

        return find

    def test_nothing_is_read_when_nothing_changed(self, find: Find) -> None:
        first, read = find()
        assert read
        assert find() == (first, False)

    @pytest.mark.parametrize("path", ["explorer/document/references.py", "symbols/data/symbols.toml"])
    def test_a_changed_file_is_noticed(self, find: Find, tree: Path, path: str) -> None:
        """Also one that is as long as before and says to be as old."""
        first, _ = find()
        before = (tree / path).stat()
        text = (tree / path).read_text()
        (tree / path).write_text(text[:-2] + text[-1] + text[-2])
        os.utime(tree / path, ns=(before.st_atime_ns, before.st_mtime_ns))
        changed, read = find()
        assert read
        assert changed != first
        assert find() == (changed, False)

    def test_a_file_that_matters_to_none_changes_nothing(self, find: Find, tree: Path) -> None:
        first, _ = find()
        (tree / "explorer/new.py").write_text("")
        assert find() == (first, True)

    def test_another_version_of_a_library_is_noticed(self, find: Find, monkeypatch: pytest.MonkeyPatch) -> None:
        first, _ = find()
        monkeypatch.setattr(metadata, "version", lambda _: "99")
        changed, _ = find()
        assert changed["index"] != first["index"]
        assert changed["references"] == first["references"]

    @pytest.mark.parametrize("content", ["", "[]", "{}", '{"code": 1, "libraries": 2}'])
    def test_a_broken_cache_is_replaced(self, find: Find, tmp_path: Path, content: str) -> None:
        first, _ = find()
        (tmp_path / "versions.json").write_text(content)
        assert find() == (first, True)
        assert find() == (first, False)

    def test_without_a_cache_they_are_computed_each_time(self, find: Find, tmp_path: Path) -> None:
        (tmp_path / "versions.json").mkdir()
        first, _ = find()
        assert find() == (first, True)
        assert [path.name for path in tmp_path.glob("versions*")] == ["versions.json"]


@pytest.mark.slow
def test_every_file_that_is_opened_counts(tmp_path: Path) -> None:
    """Watched from outside: what Python opens to import the derivations, and to make everything again."""
    program = """
import os, sys
opened = set()
sys.addaudithook(lambda event, given: opened.add(str(given[0])) if event == "open" else None)
os.environ["DJANGO_SETTINGS_MODULE"] = "explorer.settings"
import django
django.setup()
from explorer.importing import derived
derived.derivations()
seen = set(opened)
from explorer.importing.prepare import prepare
prepare()
opened.clear()
derived.rebuild()
print("\\n".join(seen | opened))
"""
    done = subprocess.run(
        [sys.executable, "-B", "-c", program],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    packages = tuple(f"{ROOT / package}/" for package in ("explorer", "symbols"))
    opened = {Path(line) for line in done.stdout.splitlines() if line.startswith(packages)}
    counted = {path for module in MODULES for path in sources_of(module).files}
    # To import a cost is to import the engine, and that reads all of its tables.
    counted |= sources_of("symbols.engine.x").files | sources_of("symbols.engine.facts").files
    # Likewise, whatever is of search is imported with all of search, and that reads the index and its words.
    counted |= sources_of("explorer.search.rank.finding").files | set((ROOT / "explorer/data/index").iterdir())
    assert ROOT / "symbols/data/symbols.toml" in opened
    assert {path for path in opened if not path.suffix.startswith(".py")} <= counted
