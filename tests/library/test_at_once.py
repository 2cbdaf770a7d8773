"""Many editions are matched on all cores, with the results that one core would give."""

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from itertools import permutations, starmap

import pytest

from explorer.document.opening import open_document
from explorer.library.history import at_once
from explorer.lineages.matching import Change, match
from tests.library.test_history import EDITIONS
from tests.lineages.samples import snapshot_of

PAIRS = list(permutations([snapshot_of(open_document(text.encode())) for text in EDITIONS], 2))
EXPECTED = list(starmap(match, PAIRS))


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take these small editions for whole ones."""
    monkeypatch.setattr(at_once, "_MANY_PROVISIONS", 0)


@pytest.mark.slow
def test_many_are_matched_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert list(at_once.match_all(PAIRS)) == EXPECTED


@pytest.mark.parametrize("problem", [OSError, BrokenProcessPool, NotImplementedError])
def test_without_more_processes_one_does_it(problem: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(pairs: at_once.Pairs, _: int) -> Iterator[list[Change]]:
        yield match(*pairs[0])
        raise problem

    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    monkeypatch.setattr(at_once, "_on_all_cores", break_off)
    assert list(at_once.match_all(PAIRS)) == EXPECTED


@pytest.mark.slow
def test_closing_the_generator_ends_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    matched = at_once.match_all(PAIRS)
    assert next(matched) == EXPECTED[0]
    matched.close()
    assert not multiprocessing.active_children()


def test_small_ones_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(at_once, "ProcessPoolExecutor", None)
    assert list(at_once.match_all(PAIRS)) == EXPECTED
