"""Style sheets as they are served: smaller, and meaning the same."""

from pathlib import Path

import pytest

from explorer.storage import without_comments


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("a {\n  color: red;\n}\n", "a { color: red; }"),
        ("/* Why. */\na b{}/* x *//* y */ c{}", "a b{} c{}"),
        ('a::after { content: " /* kept */  "; }', 'a::after { content: " /* kept */  "; }'),
        ("a::after { content: '\\'  ' }  b{}", "a::after { content: '\\'  ' } b{}"),
        ("a{width:calc(1px  +  2px)}", "a{width:calc(1px + 2px)}"),
        ("/* it's \"odd */ a{}", "a{}"),
    ],
)
def test_comments_and_spaces(css: str, expected: str) -> None:
    assert without_comments(css) == expected
    assert without_comments(expected) == expected


def test_they_are_served_so(static_files: Path) -> None:
    (served,) = static_files.glob("css/base.*.css")
    source = Path(__file__).parents[2].joinpath("static/css/base.css").read_text()
    assert "/*" in source
    assert "/*" not in served.read_text()
    assert served.read_text().count("{") == without_comments(source).count("{") > 20
    assert served.with_name(f"{served.name}.br").exists()
