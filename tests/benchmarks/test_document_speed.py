"""How fast a document becomes a tree, as a ratio within one run on one machine.

`pytest tests/benchmarks/test_document_speed.py --benchmark-enable --benchmark-group-by=group` shows it; without that
every function runs once, so that it stays right.
"""

import re

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from explorer.document.decode import decode
from explorer.document.opening import write_document
from explorer.document.reader import read_document
from explorer.document.tree import Document
from tests.shared import shared

NUMBER = re.compile(r"^(\d{3})\.(\d+)([a-z])?", re.MULTILINE)


@pytest.fixture(scope="module")
def text() -> str:
    return decode((shared("rules") / "2025-06-06.txt").read_bytes())


def lines_and_numbers(text: str) -> tuple[int, int]:
    """`str.splitlines` and one regular expression over the whole text."""
    return len(text.splitlines()), len(NUMBER.findall(text))


@pytest.mark.benchmark(group="one edition into a tree (at most 10 times)")
def test_baseline(benchmark: BenchmarkFixture, text: str) -> None:
    lines, numbers = benchmark(lines_and_numbers, text)
    assert lines > 9000
    assert numbers == 3059


@pytest.mark.benchmark(group="one edition into a tree (at most 10 times)")
def test_reading(benchmark: BenchmarkFixture, text: str) -> None:
    document: Document = benchmark(read_document, text)
    assert len(document.terms) == 711


@pytest.mark.benchmark(group="a tree into text")
def test_writing(benchmark: BenchmarkFixture, text: str) -> None:
    written: str = benchmark(write_document, read_document(text))
    assert written.split() == text.split()
