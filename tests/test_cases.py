"""A table that one test goes through names each row that fails."""

from pathlib import Path

import pytest

from tests.cases import every


@every(("text", "length"), [("one", 3), ("three", 4), ("four", 4), ("", 1)])
def lengths(text: str, length: int) -> None:
    assert len(text) == length


@every("text", ["1", "x", "2"])
@every("base", [10, 16])
def numbers(text: str, base: int, tmp_path: Path) -> None:
    assert int(text, base) < 16, tmp_path


@every("text", ["1", "x"])
def refused(text: str) -> None:
    with pytest.raises(ValueError, match="invalid"):
        int(text)


def test_each_row_that_fails_is_named_with_what_was_wrong() -> None:
    with pytest.raises(AssertionError) as caught:
        lengths()
    said = str(caught.value)
    assert said.startswith("2 of 4 rows:\n('three', 4): AssertionError: ")
    assert "5 == 4" in said
    assert "('', 1): AssertionError: " in said
    assert "one" not in said


def test_tables_together_try_each_pair_and_an_error_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(
        AssertionError, match=r"1 of 3 rows:\n\('x',\): AssertionError: 2 of 2 rows:\n\(10,\): ValueError"
    ):
        numbers(tmp_path=tmp_path)


def test_what_is_not_raised_is_a_failure() -> None:
    with pytest.raises(AssertionError, match=r"1 of 2 rows:\n\('1',\): Failed: DID NOT RAISE"):
        refused()


def test_a_table_without_rows_is_no_success() -> None:
    with pytest.raises((pytest.skip.Exception, pytest.fail.Exception), match="needs official editions"):
        every("text", [])(lengths)()


@every("text", ["tmp_path", "tmp"])
def test_fixtures_are_handed_on(text: str, tmp_path: Path) -> None:
    assert tmp_path.is_dir()
    assert text in "tmp_path"
