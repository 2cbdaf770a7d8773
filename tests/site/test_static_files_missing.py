"""Static files that are gone or half written: collected again at the next start, or named in a sentence."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer import staticfiles
from tests.processes import run_python


def test_a_server_without_them_names_the_folder_and_the_remedy(prepared_folder: Path) -> None:
    done = run_python("-c", "import explorer.wsgi", data=prepared_folder)
    assert done.returncode == 1
    *_, last = done.stderr.splitlines()
    assert f"There are no static files in {prepared_folder}/static. Run manage.py collectstatic first." in last


def one_file(folder: Path) -> None:
    next(folder.glob("css/*.css")).unlink()


def half_a_manifest(folder: Path) -> None:
    manifest = folder / "staticfiles.json"
    manifest.write_text(manifest.read_text()[:100])


@pytest.mark.parametrize("spoil", [one_file, half_a_manifest, lambda folder: (folder / "staticfiles.json").unlink()])
def test_what_is_gone_is_collected_again(
    spoil: Callable[[Path], None],
    prepare_folder: Callable[[Path], None],
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepare_folder(tmp_path)
    settings.STATIC_ROOT = tmp_path / "static"
    collected: list[str] = []
    monkeypatch.setattr(staticfiles, "call_command", lambda *names, **_: collected.extend(names))
    assert not staticfiles.collect()
    spoil(tmp_path / "static")
    assert staticfiles.collect()
    assert collected == ["collectstatic"]
