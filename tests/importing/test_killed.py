"""The site and its imports, killed at random moments: the library is whole, and the next start works.

One moment of each is in a usual run, fifty in the long search (`--hypothesis-profile=search`). Imports alone
are killed in `test_imports_at_risk`.
"""

import random
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command
from tests.importing.test_imports_at_risk import check_consistent, everything, folder, rows, undisturbed
from tests.processes import HANGING, first_line, running
from tests.servers import serving
from tests.shared import is_search

__all__ = ["folder", "undisturbed"]

pytestmark = pytest.mark.slow

SEED = 20250606


def moments(few: int, many: int) -> list[float]:
    """Return moments as shares of the whole time, one at random from each of as many equal parts of it."""
    count, drawn = many if is_search() else few, random.Random(SEED)  # noqa: S311 - no secret
    return [(part + drawn.random()) / count for part in range(count)]


def address_of(process: subprocess.Popen[str]) -> str:
    return first_line(process).split()[-1].rstrip("/")


def read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=HANGING) as response:
        return bytes(response.read())


def check_next_start(data: Path) -> None:
    """The site starts in the folder, has rules, and has what its pages load."""
    with serving(data, "--workers", "1") as site:
        assert b'"ok"' in read(f"{site.address}/readyz")
        page = read(f"{site.address}/editions/").decode()
        assert "June 6, 2025" in page
        script = page.partition('<script src="')[2].partition('"')[0]
        assert script.startswith("/static/")
        assert read(site.address + script)
        assert "Traceback" not in (data / "errors.txt").read_text()


def measured(run: Callable[[], None]) -> float:
    begun = time.monotonic()
    run()
    return time.monotonic() - begun


def test_a_site_killed_while_an_import_is_read_through(
    folder: Path,
    undisturbed: dict[str, Any],
    prepare_folder: Callable[[Path], None],
    tmp_path: Path,
    command: Command,
) -> None:
    def url(data: Path) -> str:
        return f"sqlite:///{data}/pipwise.sqlite3"

    def run(data: Path, share: float, whole: float) -> None:
        """Read while documents are imported, until it is time to kill everything."""
        data.mkdir()
        prepare_folder(data)
        with running("up", "--port", "0", "--workers", "1", data=data, errors=subprocess.DEVNULL) as site:
            address = address_of(site)
            with running("import_rules", str(folder), data=data, errors=subprocess.DEVNULL) as importing:
                until = time.monotonic() + share * whole
                while importing.poll() is None and time.monotonic() < until:
                    assert b"June 6, 2025" in read(f"{address}/editions/")

    whole = measured(lambda: run(tmp_path / "whole", 1, HANGING))
    assert everything(url(tmp_path / "whole")) == undisturbed
    editions = set()
    for number, share in enumerate(moments(1, 35)):
        data = tmp_path / str(number)
        # Its start is not of the import.
        run(data, share, whole * 0.7)
        editions.add(check_consistent(url(data), undisturbed))
        check_next_start(data)
        again = command("import_rules", str(folder), url=url(data))
        assert again.returncode == 0, again.stderr
        assert everything(url(data)) == undisturbed, share
        shutil.rmtree(data)
    assert len(editions) > 1 or not is_search(), "no import was under way"


def test_a_first_start_that_is_killed(default_library_file: Path, tmp_path: Path) -> None:
    expected = everything(f"sqlite:///{default_library_file}")

    def run(data: Path) -> None:
        with running("up", "--port", "0", "--workers", "1", data=data, errors=subprocess.DEVNULL) as site:
            read(f"{address_of(site)}/editions/")

    whole = measured(lambda: run(tmp_path / "whole"))
    for number, share in enumerate(moments(1, 15)):
        data = tmp_path / str(number)
        data.mkdir()
        with running("up", "--port", "0", "--workers", "1", data=data, errors=subprocess.DEVNULL):
            time.sleep(share * whole)
        check_next_start(data)
        url = f"sqlite:///{data}/pipwise.sqlite3"
        assert everything(url) == expected, share
        assert rows(url, "PRAGMA integrity_check") == [("ok",)]
        shutil.rmtree(data)
