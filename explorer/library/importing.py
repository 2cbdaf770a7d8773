"""Files into the library."""

import datetime
import hashlib
from collections.abc import Iterable
from pathlib import Path

from explorer.document.errors import DocumentError
from explorer.document.opening import open_document
from explorer.library.errors import LibraryError
from explorer.library.loading import Loaded, load
from explorer.models import Edition

# The longest document so far has a million letters; this is no document of rules.
_LARGEST = 50_000_000


def documents_in(paths: Iterable[Path]) -> list[Path]:
    """Return the files that paths stand for: a folder stands for every text file in it.

    Raises:
        LibraryError: a path isn't there, or a folder has no text file in it.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if _is_document(file))
            if not inside:
                raise LibraryError(f"{path}: there is no text file (.txt) in this folder.")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise LibraryError(f"{path}: there is no such file.")
    return list(dict.fromkeys(found))


def _is_document(path: Path) -> bool:
    return path.suffix.lower() == ".txt" and path.is_file() and not path.name.startswith(".")


def import_file(path: Path, effective: datetime.date | None = None) -> Loaded:
    """Bring one official document into the library, whole or not at all.

    Args:
        path: the file.
        effective: its effective date, where it is known better than the document says it.

    Raises:
        LibraryError: it can't be read, or can't be kept; the sentence begins with its name.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise LibraryError(f"{path.name}: the file is too large for a document of rules.")
        content = path.read_bytes()
    except OSError as error:
        raise LibraryError(f"{path}: the file can't be read ({error.strerror}).") from error
    return import_bytes(content, path.name, effective)


def import_bytes(content: bytes, source: str, effective: datetime.date | None = None) -> Loaded:
    """Bring an official document into the library, whole or not at all.

    Args:
        content: the document's bytes.
        source: where it came from, for a reader: a file's name or an address.
        effective: its effective date, where it is known better than the document says it.

    Raises:
        LibraryError: it can't be read, or can't be kept; the sentence begins with its source.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    there = Edition.objects.filter(sha256=sha256).first()
    if there is not None:
        if effective not in (None, there.date):
            raise LibraryError(
                f"{source}: the library has this document already, as the edition of {there.date.isoformat()}."
            )
        return Loaded("present", there.date, there.complete)
    try:
        return load(open_document(content, effective), source, sha256)
    except DocumentError as error:
        raise LibraryError(f"{source}: {error}") from error
    except LibraryError as error:
        raise LibraryError(f"{source}: {error}") from error
