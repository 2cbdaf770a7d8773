"""Matching of many pairs of editions at once, on all cores."""

import os
import pickle
import signal
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import starmap
from multiprocessing import get_context, parent_process
from threading import Thread

from explorer.lineages.matching import Change, match
from explorer.lineages.provisions import Snapshot

Pairs = Sequence[tuple[Snapshot, Snapshot]]

# A process takes as long to start as half a pair to match.
_PAIRS_FOR_EACH = 3
_MOST_PROCESSES = 8


def match_all(pairs: Pairs) -> Generator[list[Change], None, None]:
    """Yield what `match` finds for each pair of an old edition and a new one, in their order."""
    processes = min(os.cpu_count() or 1, len(pairs) // _PAIRS_FOR_EACH, _MOST_PROCESSES)
    done = 0
    if processes > 1:
        try:
            for found in _on_all_cores(pairs, processes):
                yield found
                done += 1
        except (BrokenProcessPool, OSError, NotImplementedError):
            # The system allows no more processes, or ended one for want of memory: the rest is done here.
            pass
    yield from starmap(match, pairs[done:])


def _on_all_cores(pairs: Pairs, processes: int) -> Iterator[list[Change]]:
    # Not forked, since other threads may be in the middle of something.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _end_with_parent)
    asked: deque[Future[list[Change]]] = deque()
    try:
        for pair in pairs:
            # The pool would pickle it in a thread of its own, while this one fills what editions keep of themselves.
            asked.append(pool.submit(_match, pickle.dumps(pair)))
            if len(asked) > 2 * processes:
                yield asked.popleft().result()
        while asked:
            yield asked.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _match(pickled: bytes) -> list[Change]:
    return match(*pickle.loads(pickled))  # noqa: S301 - it comes from this module


def _end_with_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()
