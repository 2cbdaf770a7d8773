"""Many editions are matched on all cores, with the results that one core would give."""

import multiprocessing
import os
import pickle
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from itertools import permutations, starmap

import pytest

from explorer.document.opening import open_document
from explorer.history.matching import Change, match
from explorer.history.provisions import Snapshot
from explorer.library.history import at_once
from tests.library.test_history import EDITIONS

PAIRS = list(permutations([Snapshot.of(open_document(text.encode())) for text in EDITIONS], 2))
EXPECTED = list(starmap(match, PAIRS))


def test_many_are_matched_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert list(at_once.match_all(PAIRS)) == EXPECTED


def test_what_was_looked_up_in_an_edition_is_not_sent_to_processes() -> None:
    snapshot = Snapshot.of(open_document(EDITIONS[0].encode()))
    sent = pickle.dumps(snapshot)
    assert snapshot.by_key
    assert snapshot.by_printed
    assert pickle.dumps(snapshot) == sent
    assert pickle.loads(sent) == snapshot  # noqa: S301 - our own


@pytest.mark.parametrize("problem", [OSError, BrokenProcessPool, NotImplementedError])
def test_without_more_processes_one_does_it(problem: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(pairs: at_once.Pairs, _: int) -> Iterator[list[Change]]:
        yield match(*pairs[0])
        raise problem

    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    monkeypatch.setattr(at_once, "_on_all_cores", break_off)
    assert list(at_once.match_all(PAIRS)) == EXPECTED


def test_processes_end_when_nobody_asks_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    matched = at_once.match_all(PAIRS)
    assert next(matched) == EXPECTED[0]
    matched.close()
    assert not multiprocessing.active_children()
