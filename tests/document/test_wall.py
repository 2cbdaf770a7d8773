"""The document core stands by itself: no web, no database, no files, no clock."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "explorer" / "document"
MODULES = sorted(CORE.glob("*.py"))
FORBIDDEN = {"django", "pathlib", "os", "io", "time", "random", "socket", "sqlite3", "urllib", "subprocess"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_imports_point_inward(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            top = name.split(".")[0]
            assert top not in FORBIDDEN
            assert top != "explorer" or name.startswith("explorer.document")


def test_it_works_where_django_is_not_installed() -> None:
    modules = ", ".join(f"explorer.document.{path.stem}" for path in MODULES if path.stem != "__init__")
    code = f"import sys; sys.modules['django'] = None; import {modules}"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CORE.parents[1])
