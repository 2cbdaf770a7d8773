"""Names and docstrings of the code are those that a newcomer expects."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.processes import ROOT

MODULES = [ROOT / "manage.py"]
MODULES += [
    path
    for package in ("explorer", "symbols")
    for path in (ROOT / package).rglob("*.py")
    if "migrations" not in path.parts
]
# Words that stood in names for what now has a name of its own: `newest`, `rule`, `phrases`, `unknown`, `Shortage`...
RETIRED = re.compile(
    r"(^|_)(asking|besides|clauses?|denied|filling|in_force|leaves|lost|shelf|showing|stranger|today|told|trying|untold"
    r"|wanting|wish|worth)(_|$)|^_?about$"
)
# Pawprints have a worth (700.2i); a mana cost has a mana value.
KEPT = {"symbols/trials/pawprint_modes.py": {"worth"}, "symbols/trials/mechanics/pawprints.py": {"worth"}}
# A docstring begins with the thing, or with what the function does.
FIRST_WORDS = {"A", "An", "The", "Two", "What", "Where", "How", "Hold", "Say", "Tell"}


def identifiers(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def retired(name: str) -> bool:
    return bool(RETIRED.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()))


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or "None."


@pytest.mark.parametrize(
    "name", ["told", "ToldHere", "_lost", "LOST", "in_force", "is_in_force", "said_today", "_about"]
)
def test_a_retired_name_is_noticed(name: str) -> None:
    assert retired(name)


@pytest.mark.parametrize("name", ["newest", "Closet", "force", "retold", "worthy", "_about_mana"])
def test_other_names_are_not(name: str) -> None:
    assert not retired(name)


def test_names_and_docstrings() -> None:
    found = []
    for path in MODULES:
        module = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {path.stem, *identifiers(tree)} - KEPT.get(module, set())
        found += [(module, name) for name in names if retired(name)]
        found += [(module, text) for text in docstrings(tree) if text.split()[0].rstrip(".,:;") in FIRST_WORDS]
    assert found == []


def test_only_the_site_and_the_engine_have_a_module_of_errors() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in MODULES if path.stem == "errors"}
    assert found == {"explorer/errors.py", "symbols/engine/errors.py"}


def test_no_class_name_stands_for_two_things() -> None:
    found: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name.lstrip("_"), []).append(path.relative_to(ROOT).as_posix())
    # Django finds commands by this name.
    del found["Command"]
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
