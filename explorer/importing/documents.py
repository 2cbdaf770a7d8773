"""Files into the library."""

import datetime
import hashlib
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from django.db import DatabaseError
from django.utils import timezone

from explorer.document.document_error import DocumentError
from explorer.document.opening import date_at_front, open_document
from explorer.document.plausible import refuse_date
from explorer.importing.derived import Progress, derivations
from explorer.importing.known_words import times_known_beside
from explorer.importing.loading import Loaded, load
from explorer.library.library_error import LibraryError
from explorer.models import Edition

LARGEST = 8_000_000
"""Longest document that is looked at, in bytes. The longest edition so far has 1.2 million."""

# What the tables have room for; an address may be longer.
_LONGEST_SOURCE = 500

# Opening what isn't a file must not wait for anybody, and on Windows a text is to come as it is.
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def documents_in(paths: Iterable[Path], passed_over: Callable[[Path, str], None] | None = None) -> list[Path]:
    """Return the files that paths stand for: a folder stands for every text file in it and in its folders.

    Links to folders are not followed, so that no circle of them has to be walked.

    Args:
        paths: files and folders.
        passed_over: called with each folder within one of the paths that can't be read, and why; the others are gone
            through all the same.

    Raises:
        LibraryError: a path isn't there, or a folder can't be read or has no text file in it.
    """
    found: list[Path] = []
    for path in paths:
        try:
            if path.is_dir():
                unreadable: list[OSError] = []
                inside = sorted(_texts_in(path, unreadable))
                for error in unreadable:
                    if passed_over is None or Path(error.filename) == path:
                        raise error
                    passed_over(Path(error.filename), _unreadable(error, path))
                if not inside and not unreadable:
                    raise LibraryError(f"{path}: no text file (.txt) in this folder.")
                found += inside
            elif path.exists():
                found.append(path)
            else:
                raise LibraryError(f"{path}: no such file.")
        except OSError as error:
            raise LibraryError(_unreadable(error, path)) from error
    return list(dict.fromkeys(found))


def _texts_in(folder: Path, unreadable: list[OSError]) -> Iterator[Path]:
    """Yield everything named like a text; what turns out to be none is refused later, not passed over.

    Folders that can't be read are added to `unreadable`.
    """
    for place, _, names in os.walk(folder, onerror=unreadable.append):
        for name in names:
            if name.lower().endswith(".txt") and not name.startswith("."):
                yield Path(place, name)


def _unreadable(error: OSError, path: Path) -> str:
    return f"{error.filename or path}: can’t be read ({error.strerror})."


def newest_first(paths: Sequence[Path]) -> Mapping[Path, datetime.date | None]:
    """Return documents in the order to import them, so that no reader takes an old edition for the newest.

    Those that don't give their date at the front, which come with None, are last, and so are files that can't be read.
    """
    dates = {path: _stated_date(path) for path in paths}
    return {path: dates[path] for path in sorted(paths, key=lambda one: dates[one] or datetime.date.min, reverse=True)}


def _stated_date(path: Path) -> datetime.date | None:
    try:
        return date_at_front(_read(path))
    except LibraryError:
        return None


# Comparing an edition with the next takes as long as so many of these steps, and so many more for each year between.
_STEPS_TO_COMPARE, _STEPS_A_YEAR = 4, 3
_DAYS_A_YEAR = 365.25


def steps_to_compare(days: Collection[datetime.date]) -> int:
    """Return about how many steps, of those of an import, it takes to compare new editions with their neighbors.

    Args:
        days: the effective dates of the new editions.
    """
    try:
        held = set(Edition.objects.filter(complete=True).values_list("date", flat=True))
    except DatabaseError:
        # There are no tables yet.
        held = set()
    new = set(days) - held
    pairs = [(old, now) for old, now in pairwise(sorted({*held, *new})) if old in new or now in new]
    years = sum((now - old).days for old, now in pairs) / _DAYS_A_YEAR
    return _STEPS_TO_COMPARE * len(new) + int(_STEPS_A_YEAR * years)


def import_steps() -> int:
    """Return how many steps `import_bytes` has: reading, storing, and each derivation that follows at once."""
    return 2 + sum(not one.of_all_editions for one in derivations())


def import_file(
    path: Path, effective: datetime.date | None = None, progress: Progress | None = None, *, again: bool = False
) -> Loaded:
    """Bring one official document into the library, whole or not at all.

    Args:
        path: the file.
        effective: its effective date, where it is known better than the document says it.
        progress: called with each step of `import_steps` as it begins.
        again: whether to read it also when it is loaded; see `import_bytes`.

    Raises:
        LibraryError: it can't be read, or can't be kept; the sentence begins with its name.
    """
    return import_bytes(_read(path), path.name, effective, progress, again=again)


def _read(path: Path) -> bytes:
    """Return what a file holds. A pipe or a device is not waited for, and what is too large not read.

    Raises:
        LibraryError: it is no file, or too large, or can't be read.
    """
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, _OPEN)) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise LibraryError(f"{path}: not a file.")
            if status.st_size > LARGEST:
                raise LibraryError(f"{path.name}: {too_large(status.st_size)}")
            # One byte more tells of a file that grows meanwhile.
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise LibraryError(f"{path}: can’t be read ({error.strerror}).") from error
    if len(content) > LARGEST:
        raise LibraryError(f"{path.name}: {too_large(len(content))}")
    return content


def too_large(size: int) -> str:
    """Return a sentence that something of so many bytes, or more, is too large."""
    return f"Too large for the rules: {size / 1e6:,.0f} MB. The limit is {LARGEST / 1e6:.0f} MB."


def import_bytes(
    content: bytes,
    source: str,
    effective: datetime.date | None = None,
    progress: Progress | None = None,
    *,
    again: bool = False,
) -> Loaded:
    """Bring an official document into the library, whole or not at all.

    Args:
        content: the document's bytes.
        source: where it came from, for a reader: a file's name or an address.
        effective: its effective date, where it is known better than the document says it.
        progress: called with each step of `import_steps` as it begins.
        again: whether to read a document also when it is loaded, and to put it in the place of what an earlier
            version of Pipwise read in it, where that is something else.

    Raises:
        LibraryError: it can't be read, or can't be kept; the sentence begins with its source.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    there = Edition.objects.filter(sha256=sha256).first()
    if there is not None:
        if effective not in (None, there.date):
            raise LibraryError(f"{source}: already loaded, as the {there.date.isoformat()} rules.")
        effective = there.date
    if there is not None and not again:
        lacking = tuple(there.back.get("gaps", ()))
        return Loaded("present", there.date, there.complete, stops_at=there.stops_at, gaps=lacking)
    try:
        if progress is not None:
            progress("reading")
        document = open_document(content, effective, times_known_beside(there))
        refuse_date(document.effective, timezone.localdate())
        return load(document, source[:_LONGEST_SOURCE], sha256, progress, again=again)
    except DocumentError as error:
        raise LibraryError(f"{source}: {error}") from error
    except LibraryError as error:
        raise LibraryError(f"{source}: {error}") from error
