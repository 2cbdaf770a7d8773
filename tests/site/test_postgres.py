"""The same site on a real PostgreSQL server: the tests of pages and library once more, and the commands."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, environment, manage

pytestmark = pytest.mark.postgres


def test_the_site_works_on_postgresql(postgres: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("tests/site/test_pages.py", "tests/site/test_checker.py", "tests/site/test_search.py"),
            *("tests/site/test_box.py", "tests/glyphs/test_rows.py", "tests/library"),
            "tests/site/test_reader.py",
            *("tests/search/test_index.py", "tests/search/test_finding.py"),
            # These begin servers and databases of their own, or need none.
            *("--ignore=tests/library/test_imports_at_risk.py", "--ignore=tests/library/test_fetching.py"),
            *("--ignore=tests/library/test_imports_refused.py", "--ignore=tests/library/test_plain_words.py"),
        ],
        cwd=ROOT,
        env=environment(tmp_path, DATABASE_URL=postgres, PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-4000:]
    assert "passed" in ended.stdout


def test_the_commands_prepare_an_empty_database(postgres: str, tmp_path: Path) -> None:
    first = manage("editions", "--json", data=tmp_path, DATABASE_URL=postgres)
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)[0]["date"] == "2008-03-17"
    assert manage("editions", "--json", data=tmp_path, DATABASE_URL=postgres).stdout == first.stdout
