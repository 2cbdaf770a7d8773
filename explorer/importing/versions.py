"""Versions of derived data: a digest of all the code and data that a derivation reads.

Nothing is listed by hand. The code is a derivation's own module and whatever that imports within the project, found by
reading the import statements. An import from a face, a package that only gives names on, counts as one from where the
name is from. The data are the files that any of this code names. Other libraries count with their version, except
Django, which keeps rows and decides none of them.

Reading all that takes a while, so the versions are kept in a file for as long as no file of the project looks changed.
"""

import ast
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_PACKAGES = ("explorer", "symbols")
_KEEPERS = frozenset({"django"})


@dataclass(frozen=True, slots=True)
class Sources:
    """All that a module reads.

    Attributes:
        files: code and data files.
        libraries: the names of other libraries.
    """

    files: Set[Path]
    libraries: Set[str]

    def digest(self, root: Path) -> str:
        """Return a digest of all of it, in hexadecimal; `root` is the folder with the packages."""
        digest = hashlib.sha256()
        for path in sorted(self.files):
            digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        for name, version in sorted(_installed(self.libraries).items()):
            digest.update(f"{name} {version}\n".encode())
        return digest.hexdigest()


def versions_of(derivations: Callable[[], Mapping[str, str]], kept: Path, root: Path = ROOT) -> Mapping[str, str]:
    """Return the version of each derivation by its name.

    Args:
        derivations: returns the module of each by its name; asked only where the versions aren't known.
        kept: the file that keeps them, and what they are good for; where it can't be written, they are found each time.
        root: the folder with the packages.
    """
    code = _fingerprint(root)
    with suppress(OSError, ValueError, TypeError, KeyError, metadata.PackageNotFoundError):
        known = json.loads(kept.read_bytes())
        if known["code"] == code and known["libraries"] == _installed(known["libraries"]):
            return dict(known["versions"])
    found = {name: sources_of(module, root) for name, module in derivations().items()}
    versions = {name: sources.digest(root) for name, sources in found.items()}
    libraries = _installed({library for sources in found.values() for library in sources.libraries})
    draft = kept.with_name(f"{kept.name}.{os.getpid()}")
    with suppress(OSError):
        # Whole under another name first, so that nobody reads half.
        try:
            draft.write_text(json.dumps({"code": code, "libraries": libraries, "versions": versions}))
            draft.replace(kept)
        finally:
            draft.unlink(missing_ok=True)
    return versions


def sources_of(module: str, root: Path = ROOT) -> Sources:
    """Return all that a module reads, itself included; `root` is the folder with the packages."""
    code: set[Path] = set()
    libraries: set[str] = set()
    strings: set[str] = set()
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        top = name.partition(".")[0]
        if top not in _PACKAGES:
            libraries |= {top} - sys.stdlib_module_names
        elif path := _file_of(name, root):
            code.add(path)
            text = _read(path.read_bytes())
            strings |= text.strings
            waiting += [_home_of(given, root) for given in text.imports]
    data = {path for package in _PACKAGES for path in (root / package / "data").rglob("*") if path.name in strings}
    return Sources(code | data, libraries)


@dataclass(frozen=True, slots=True)
class _Import:
    """Import of a module, or of a name from one; `known_as` is what it is called from then on."""

    module: str
    name: str = ""
    known_as: str = ""


@dataclass(frozen=True, slots=True)
class _Code:
    imports: Sequence[_Import]
    strings: Set[str]


# The same modules are read for most derivations.
@lru_cache(maxsize=256)
def _read(source: bytes) -> _Code:
    """Return what a module imports anywhere in its code, and every string in it."""
    imports = []
    strings = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            imports += [_Import(node.module, given.name, given.asname or given.name) for given in node.names]
        elif isinstance(node, ast.Import):
            imports += [_Import(given.name) for given in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
    return _Code(imports, strings)


def _home_of(wanted: _Import, root: Path) -> str:
    """Return the module that an import takes something from: through a face, a package's own code, to behind it."""
    inner = f"{wanted.module}.{wanted.name}"
    if wanted.name and wanted.module.startswith(_PACKAGES):
        if _file_of(inner, root):
            return inner
        path = _file_of(wanted.module, root)
        if path and path.name == "__init__.py":
            for given in _read(path.read_bytes()).imports:
                if given.known_as == wanted.name:
                    return _home_of(given, root)
    return wanted.module


def _file_of(name: str, root: Path) -> Path | None:
    path = root.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _installed(libraries: Iterable[str]) -> dict[str, str]:
    """Return the installed version of each library that counts."""
    return {name: metadata.version(name) for name in libraries if name not in _KEEPERS}


def _fingerprint(root: Path) -> str:
    """Return a digest of how the files of the project look from outside: names, sizes, and when they changed.

    The second time is set by the system alone, so a file that comes with the time of another is noticed too.
    """
    digest = hashlib.sha256(f"{root}".encode())
    for package in _PACKAGES:
        for path, status in _files_in(f"{root / package}"):
            digest.update(f"{path}\n{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}\n".encode())
    return digest.hexdigest()


def _files_in(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_file():
            yield entry.path, entry.stat()
        elif entry.name != "__pycache__":
            yield from _files_in(entry.path)
