"""A release: one file that has everything, and runs from an empty folder."""

import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.processes import HANGING, ROOT, environment, first_line


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the contents of the wheel."""
    built, installed = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("installed")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=HANGING,
    )
    (wheel,) = built.glob("pipwise-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    return installed


def started(installed: Path, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Run the installed `pipwise` in a folder."""
    own = {name: value for name, value in environment(folder).items() if name != "PIPWISE_DATA_DIR"}
    return subprocess.Popen(
        [sys.executable, "-m", "explorer.serving.command_line", *arguments],
        cwd=folder,
        env={**own, "PYTHONPATH": str(installed)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_a_release_runs_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    running = started(installed, tmp_path, "up", "--port", "0", "--workers", "1")
    try:
        line = first_line(running)
        assert "http://" in line
        address = line.split()[-1]
        with urllib.request.urlopen(f"{address}rules/107.4f/") as answered:
            page = answered.read().decode()
        assert "Phyrexian mana symbols" in page
        for file in re.findall(r'(?:href|src)="/(static/[^"#]+)', page):
            with urllib.request.urlopen(address + file) as answered:
                assert answered.status == 200
        with urllib.request.urlopen(f"{address}editions/") as answered:
            assert '<code class="cmd">pipwise fetch_rules</code>' in answered.read().decode()
    finally:
        running.terminate()
        running.communicate(timeout=HANGING)
    assert (tmp_path / "var" / "pipwise.sqlite3").exists()


@pytest.mark.slow
def test_a_release_has_its_command_and_licenses(installed: Path) -> None:
    (info,) = installed.glob("pipwise-*.dist-info")
    assert "pipwise = explorer.serving.command_line:main" in (info / "entry_points.txt").read_text()
    assert {file.name for file in (info / "licenses").iterdir()} == {"LICENSE", "NOTICE"}
    assert not list(installed.rglob("tests"))
