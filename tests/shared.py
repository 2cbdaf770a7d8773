"""Where the material lies that tests may use but the project does not ship, and how many cases they draw."""

import datetime as dt
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import settings

SHARED = Path(os.environ.get("PIPWISE_SHARED", Path(__file__).parents[2] / "shared"))
EVERY_EDITION = [path.stem for path in sorted((SHARED / "rules").glob("*.txt"))]
"""The dates of the official editions at hand, oldest first."""
NEWEST = max(EVERY_EDITION, default="9999-12-31")
NEWEST_WRITTEN = f"{dt.date.fromisoformat(NEWEST):%B} {int(NEWEST[-2:])}, {NEWEST[:4]}"
"""The date of the newest as pages write it: `January 16, 2026`."""
FEW_EDITIONS = ("2009-05-01", "2014-02-01", "2024-03-08", "2026-02-27")
"""Enough for most tests that need whole ones; a library of them is made once, and one of others each time anew."""
REQUIRED = os.environ.get("CI") == "true"

SEARCH = "search"
"""The hypothesis profile of the long search."""


def few_fast(names: Iterable[str]) -> list[Any]:
    """Let only a few editions be read each time; names are dates of editions, or of their files."""
    seldom = {*EVERY_EDITION} - {*FEW_EDITIONS}
    return [pytest.param(name, marks=pytest.mark.slow if name[:10] in seldom else ()) for name in names]


def is_search() -> bool:
    """Return whether this is the long search."""
    return settings.get_current_profile_name() == SEARCH


def examples(count: int, **more: Any) -> settings:
    """Draw so many cases for a property; in the long search, a hundred times as many."""
    return settings(max_examples=count * (100 if is_search() else 1), **more)


def shared(name: str) -> Path:
    """Return a file or folder of the shared material; skip the test when it is not there.

    Under continuous integration (`CI=true`) nothing may be skipped, so there it fails instead.
    """
    path = SHARED / name
    if not path.exists():
        missing(f"needs {name!r} from the shared material, looked for in {SHARED}")
    return path


def missing(what: str) -> NoReturn:
    """Skip a test that can't run on this machine; under continuous integration, fail it."""
    if REQUIRED:
        pytest.fail(what)
    pytest.skip(what, allow_module_level=True)
