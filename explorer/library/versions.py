"""Versions of derived data: a digest of all the code and data that a derivation reads.

Nothing is listed by hand. The code is a derivation's own module and whatever that imports within the project, found by
reading the import statements. The data are the files that any of this code names. Other libraries count with their
version, except Django, which keeps rows and decides none of them.
"""

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping, Set
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_PACKAGES = frozenset({"explorer", "symbols"})
_KEEPERS = frozenset({"django"})
# Also matches a sentence of a docstring that looks like an import; that can only add a module, never miss one.
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([^\n#]+))", re.MULTILINE
)
_COMMENT = re.compile(r"#[^\n]*")
_NAME = re.compile(r"[A-Za-z_][\w.]*")


def version_of(module: str, root: Path = ROOT) -> str:
    """Return the version of what a module derives, in hexadecimal.

    Args:
        module: its dotted name.
        root: the folder with the packages.
    """
    code, libraries = closure(module, root)
    digest = hashlib.sha256()
    for path in sorted((*code, *data_files(code, root))):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    for name in sorted(libraries - _KEEPERS):
        digest.update(f"{name} {metadata.version(name)}\n".encode())
    return digest.hexdigest()


def closure(module: str, root: Path = ROOT) -> tuple[Mapping[Path, str], Set[str]]:
    """Return the files of a module and of all that it imports, with their texts, and the other libraries they use."""
    code: dict[Path, str] = {}
    libraries: set[str] = set()
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if not name or name in seen:
            continue
        seen.add(name)
        top = name.partition(".")[0]
        if top not in _PACKAGES:
            if top not in sys.stdlib_module_names and find_spec(top):
                libraries.add(top)
            continue
        # Importing a module runs the packages around it first.
        waiting.append(name.rpartition(".")[0])
        if path := _file_of(name, root):
            code[path] = path.read_text(encoding="utf-8")
            waiting.extend(imported_by(code[path]))
    return code, libraries


def imported_by(source: str) -> Iterator[str]:
    """Yield the names of modules that a source text imports, and of what it imports from them, which may be modules."""
    for module, names, plain in _IMPORT.findall(source):
        if module:
            yield module
            yield from (f"{module}.{name}" for name in _names(names) if module.partition(".")[0] in _PACKAGES)
        else:
            yield from _names(plain)


def data_files(code: Mapping[Path, str], root: Path = ROOT) -> Set[Path]:
    """Return the data files that some modules name, each by its own name or by that of a folder that it is in.

    Args:
        code: the modules' files with their texts.
        root: the folder with the packages.
    """
    text = "\n".join(code.values())
    found: set[Path] = set()
    for package in _PACKAGES:
        folder = root / package / "data"
        for path in folder.rglob("*"):
            above = path.relative_to(folder).parts[:-1]
            if path.is_file() and (path.name in text or any(f'"{name}"' in text for name in above)):
                found.add(path)
    return found


def _names(listed: str) -> Iterator[str]:
    for name in _COMMENT.sub("", listed).strip("()\n ").split(","):
        if match := _NAME.match(name.strip()):
            yield match[0]


def _file_of(name: str, root: Path) -> Path | None:
    path = root.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)
