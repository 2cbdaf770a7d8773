"""Style sheets as they are served: smaller, and with every rule."""

from pathlib import Path

import pytest

from tests.processes import ROOT

SHEETS = sorted(path.stem for path in ROOT.glob("static/css/*.css"))


@pytest.mark.parametrize("name", SHEETS)
def test_they_are_served_smaller_and_whole(static_files: Path, name: str) -> None:
    (served,) = static_files.glob(f"css/{name}.????????????.css")
    source, text = (ROOT / f"static/css/{name}.css").read_text(), served.read_text()
    assert "/*" not in text
    assert len(text) < 0.9 * len(source)
    assert text.count("{") == source.count("{") > 5
    assert served.with_name(f"{served.name}.br").exists()
