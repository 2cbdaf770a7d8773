"""Versions of derived data: a digest of all code and data that a derivation reads.

Nothing is listed by hand. The code is a derivation's own module and all modules of the project that it imports,
transitively, by its import statements; re-exports of a package count as imports from the defining module. The data are
the files that this code names. Other libraries count with their version, except Django, which stores rows but doesn't
determine them.

Computing that takes a while, so the versions are cached in a file until any file of the project changes.
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
_IGNORED_LIBRARIES = frozenset({"django"})


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything that a module reads: code and data files, and top-level names of other libraries."""

    files: Set[Path]
    libraries: Set[str]

    def digest(self, root: Path) -> str:
        digest = hashlib.sha256()
        for path in sorted(self.files):
            digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        for name, version in sorted(_installed(self.libraries).items()):
            digest.update(f"{name} {version}\n".encode())
        return digest.hexdigest()


def versions_of(derivations: Callable[[], Mapping[str, str]], cache: Path, root: Path = ROOT) -> Mapping[str, str]:
    """Version of each derivation by its name.

    Args:
        derivations: returns the module of each by its name; called only if the cache is stale.
        cache: if it can't be written, versions are computed each time.
    """
    code = _fingerprint(root)
    with suppress(OSError, ValueError, TypeError, KeyError, metadata.PackageNotFoundError):
        known = json.loads(cache.read_bytes())
        if known["code"] == code and known["libraries"] == _installed(known["libraries"]):
            return dict(known["versions"])
    found = {name: sources_of(module, root) for name, module in derivations().items()}
    versions = {name: sources.digest(root) for name, sources in found.items()}
    libraries = _installed({library for sources in found.values() for library in sources.libraries})
    draft = cache.with_name(f"{cache.name}.{os.getpid()}")
    with suppress(OSError):
        # Replaced atomically.
        try:
            draft.write_text(json.dumps({"code": code, "libraries": libraries, "versions": versions}))
            draft.replace(cache)
        finally:
            draft.unlink(missing_ok=True)
    return versions


def sources_of(module: str, root: Path = ROOT) -> Sources:
    code: set[Path] = set()
    libraries: set[str] = set()
    strings: set[str] = set()
    seen: set[str] = set()
    queue = [module]
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        top = name.partition(".")[0]
        if top not in _PACKAGES:
            libraries |= {top} - sys.stdlib_module_names
        elif path := _file_of(name, root):
            code.add(path)
            text = _parse(path.read_bytes())
            strings |= text.strings
            queue += [_home_of(given, root) for given in text.imports]
    found = (path for package in _PACKAGES for path in (root / package / "data").rglob("*"))
    data = {path for path in found if path.name in strings and path.is_file()}
    return Sources(code | data, libraries)


@dataclass(frozen=True, slots=True)
class _Import:
    """Import of a module, or of a name from one, bound as `known_as`."""

    module: str
    name: str = ""
    known_as: str = ""


@dataclass(frozen=True, slots=True)
class _Code:
    imports: Sequence[_Import]
    strings: Set[str]


# Most derivations share modules.
@lru_cache(maxsize=256)
def _parse(source: bytes) -> _Code:
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


def _home_of(target: _Import, root: Path) -> str:
    """Module that defines what is imported, through re-exports of packages."""
    inner = f"{target.module}.{target.name}"
    if target.name and target.module.startswith(_PACKAGES):
        if _file_of(inner, root):
            return inner
        path = _file_of(target.module, root)
        if path and path.name == "__init__.py":
            for given in _parse(path.read_bytes()).imports:
                if given.known_as == target.name:
                    return _home_of(given, root)
    return target.module


def _file_of(name: str, root: Path) -> Path | None:
    path = root.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _installed(libraries: Iterable[str]) -> dict[str, str]:
    return {name: metadata.version(name) for name in libraries if name not in _IGNORED_LIBRARIES}


def _fingerprint(root: Path) -> str:
    """Digest of the project's file names, sizes and times.

    Only the system sets the ctime, so it also reveals a file that was copied with its old mtime.
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
