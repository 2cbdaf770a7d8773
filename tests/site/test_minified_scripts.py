"""Scripts as they are served: smaller, and with all that they say."""

import re
from pathlib import Path

import pytest

from tests.processes import ROOT

SCRIPTS = sorted(path.stem for path in ROOT.glob("static/js/*.js"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_served_smaller_with_the_same_texts(static_files: Path, name: str) -> None:
    (served,) = static_files.glob(f"js/{name}.????????????.js")
    source, text = (ROOT / f"static/js/{name}.js").read_text(), served.read_text()
    assert len(text) < 0.9 * len(source)
    code = re.sub(r"^\s*//.*$", "", source, flags=re.MULTILINE)
    said = re.compile(r'"[^"\n]*"|`[^`]*`')
    assert said.findall(text) == said.findall(code)
    assert not re.search(r"\$\{[^}]*`", code), "the minifier takes texts within texts for code"
