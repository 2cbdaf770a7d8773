"""Import of documents from files and bytes."""

import datetime
import hashlib
import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from django.db import DatabaseError
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from explorer.document.decode import without_marks
from explorer.document.numbers import DocumentError
from explorer.document.opening import date_at_front, open_document, refuse_date
from explorer.importing.derived import Progress, derivations, silent
from explorer.importing.loading import ImportResult, LibraryError, load
from explorer.models import Edition, Wording


def times_known_beside(edition: Edition | None) -> Callable[[str], int]:
    """Return a function that counts the wordings with a word, with or without accents.

    Those of `edition` are left out: it is being imported again, and may have been decoded wrongly.
    """

    def times_known(word: str) -> int:
        forms = {word, without_marks(word)}
        has = Q()
        for form in forms:
            has |= Q(plain__contains=form)
        found = Wording.objects.annotate(plain=Cast("paragraphs", TextField())).filter(has)
        if edition is not None:
            found = found.exclude(rules__edition=edition).exclude(glossary__edition=edition)
        whole = re.compile(rf"(?<![\w'-])(?:{'|'.join(map(re.escape, forms))})(?![\w'-])")
        return sum(whole.search(text) is not None for text in found.values_list("plain", flat=True))

    return times_known


FILES = {".txt": "text file", ".pdf": "PDF"}

LARGEST = 8_000_000
"""Largest document that is read, in bytes. The largest edition so far has 1.2 million."""

# `Edition.source`; a URL may be longer.
_LONGEST_SOURCE = 500

# Opening a pipe must not block, and on Windows a text is read as it is.
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def documents_in(
    paths: Iterable[Path], on_unreadable: Callable[[Path, str], None] | None = None, ending: str = ".txt"
) -> list[Path]:
    """Files for the given paths; a folder stands for every file of a kind in it, recursively, without following links.

    `on_unreadable` is called with each unreadable folder within a path, and why; the others are read all the same.
    Raises `LibraryError` if a path doesn't exist, or a folder can't be read or has no such file.
    """
    found: list[Path] = []
    for path in paths:
        try:
            if path.is_dir():
                unreadable: list[OSError] = []
                inside = sorted(_files_in(path, ending, unreadable))
                for error in unreadable:
                    if on_unreadable is None or Path(error.filename) == path:
                        raise error
                    on_unreadable(Path(error.filename), _unreadable(error, path))
                if not inside and not unreadable:
                    raise LibraryError(f"{path}: no {FILES[ending]} ({ending}) in this folder.")
                found += inside
            elif path.exists():
                found.append(path)
            else:
                raise LibraryError(f"{path}: no such file.")
        except OSError as error:
            raise LibraryError(_unreadable(error, path)) from error
    return list(dict.fromkeys(found))


def documents_named(paths: Iterable[Path], ending: str = ".txt") -> dict[Path, str]:
    """Files as of `documents_in`, each with an empty text; and what is none or can't be read, with why not."""
    found: dict[Path, str] = {}
    for path in paths:
        try:
            found |= dict.fromkeys(documents_in([path], found.__setitem__, ending), "")
        except LibraryError as error:
            found[path] = str(error)
    return found


def _files_in(folder: Path, ending: str, unreadable: list[OSError]) -> Iterator[Path]:
    """Every file with an ending; unreadable folders are added to `unreadable`."""
    for place, _, names in os.walk(folder, onerror=unreadable.append):
        for name in names:
            if name.lower().endswith(ending) and not name.startswith("."):
                yield Path(place, name)


def _unreadable(error: OSError, path: Path) -> str:
    return f"{error.filename or path}: can’t be read ({error.strerror})."


def newest_first(paths: Sequence[Path]) -> Mapping[Path, datetime.date | None]:
    """Documents with their dates in import order, so that an old edition is never shown as the newest.

    Those without a date at the front, or unreadable, are last, with None.
    """
    dates = {path: _stated_date(path) for path in paths}
    return {path: dates[path] for path in sorted(paths, key=lambda one: dates[one] or datetime.date.min, reverse=True)}


def _stated_date(path: Path) -> datetime.date | None:
    try:
        return date_at_front(read_file(path))
    except LibraryError:
        return None


# Cost of comparing two neighboring editions, in steps of an import: fixed, and for each year between them.
_COMPARISON_STEPS, _STEPS_PER_YEAR = 4, 3
_DAYS_PER_YEAR = 365.25


def steps_to_compare(days: Collection[datetime.date]) -> int:
    """Estimate how many import steps the comparison of new editions with their neighbors takes."""
    try:
        stored = set(Edition.objects.filter(complete=True).values_list("date", flat=True))
    except DatabaseError:
        # No tables yet.
        stored = set()
    new = set(days) - stored
    pairs = [(old, now) for old, now in pairwise(sorted({*stored, *new})) if old in new or now in new]
    years = sum((now - old).days for old, now in pairs) / _DAYS_PER_YEAR
    return _COMPARISON_STEPS * len(new) + int(_STEPS_PER_YEAR * years)


def import_steps() -> int:
    """Number of steps of `import_bytes`: reading, storing, and each derivation that is updated at once."""
    return 2 + sum(not one.of_all_editions for one in derivations())


def import_file(
    path: Path, effective: datetime.date | None = None, progress: Progress = silent, *, again: bool = False
) -> ImportResult:
    """Import one official document as `import_bytes` does; the error begins with its name."""
    return import_bytes(read_file(path), path.name, effective, progress, again=again)


def read_file(path: Path) -> bytes:
    """Content of a regular file, without blocking on a pipe; `LibraryError` begins with its name."""
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, _OPEN)) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise LibraryError(f"{path}: not a file.")
            if status.st_size > LARGEST:
                raise LibraryError(f"{path.name}: {too_large(status.st_size)}")
            # One byte more detects a file that is growing.
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise LibraryError(f"{path}: can’t be read ({error.strerror}).") from error
    if len(content) > LARGEST:
        raise LibraryError(f"{path.name}: {too_large(len(content))}")
    return content


def too_large(size: int) -> str:
    return f"Too large for the rules: {size / 1e6:,.0f} MB. The limit is {LARGEST / 1e6:.0f} MB."


def import_bytes(
    content: bytes,
    source: str,
    effective: datetime.date | None = None,
    progress: Progress = silent,
    *,
    again: bool = False,
) -> ImportResult:
    """Import an official document, all or nothing; `LibraryError` begins with its source.

    Args:
        source: a file's name or a URL, shown to users.
        effective: its date, if the document's own is wrong.
        again: parse a document even if it is loaded, and replace what an earlier version of Pipwise parsed differently.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    existing = Edition.objects.filter(sha256=sha256).first()
    if existing is not None:
        if effective not in (None, existing.date):
            raise LibraryError(f"{source}: already loaded, as the {existing.date.isoformat()} rules.")
        effective = existing.date
    if existing is not None and not again:
        missing = tuple(existing.back.get("gaps", ()))
        return ImportResult("present", existing.date, existing.complete, stops_at=existing.stops_at, gaps=missing)
    try:
        progress("reading")
        document = open_document(content, effective, times_known_beside(existing))
        refuse_date(document.effective, timezone.localdate(), is_given=effective is not None)
        return load(document, source[:_LONGEST_SOURCE], sha256, progress, again=again)
    except (DocumentError, LibraryError) as error:
        raise LibraryError(f"{source}: {error}") from error
