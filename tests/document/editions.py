"""The official editions at hand, read once for all tests."""

import datetime as dt
import functools
from pathlib import Path

import pytest

from explorer.document.decode import decode
from explorer.document.reader import read_document
from explorer.document.tree import Document
from tests.shared import SHARED, few_fast, shared

NAMES = [path.name for path in sorted((SHARED / "rules").glob("*.txt"))]
# Where the editions are missing, one test of each kind says so instead of none.
EVERY_EDITION = pytest.mark.parametrize("name", few_fast(NAMES) or ["no edition"])


def content(name: str) -> bytes:
    path: Path = shared("rules") / name
    return path.read_bytes()


@functools.cache
def text(name: str) -> str:
    return decode(content(name))


def first_chapter(name: str) -> bytes:
    """A download that broke off after the first chapter."""
    whole = text(name)
    return whole[: whole.rindex("\n2. Parts of a Card")].encode()


def texts() -> dict[dt.date, str]:
    """By date; skips the test where there are none."""
    return {dt.date.fromisoformat(path.stem): text(path.name) for path in sorted(shared("rules").glob("*.txt"))}


@functools.cache
def document(name: str) -> Document:
    return read_document(text(name))
