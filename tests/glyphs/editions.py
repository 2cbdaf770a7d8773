"""The official editions as text, for tests that read them all."""

import datetime as dt
from functools import cache
from pathlib import Path

from tests.shared import shared


def decode(data: bytes) -> str:
    """Return the text of an edition, which came in one of three encodings through the years."""
    if data[:2] in {b"\xfe\xff", b"\xff\xfe"}:
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


@cache
def _text(path: Path) -> str:
    return decode(path.read_bytes())


def editions() -> dict[dt.date, str]:
    """Return every edition at hand by its date; skip the test when there is none."""
    return {dt.date.fromisoformat(path.stem): _text(path) for path in sorted(shared("rules").glob("*.txt"))}
