"""Match many pairs of editions in parallel, on all cores."""

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

# Starting a process takes half as long as matching a pair of whole editions, and far longer than one of excerpts.
_PAIRS_PER_PROCESS = 3
_MANY_PROVISIONS = 500
_MAX_PROCESSES = 8


def match_all(pairs: Pairs) -> Generator[list[Change], None, None]:
    """Yield `match(old, new)` for each pair, in order."""
    large = sum(len(old.provisions) > _MANY_PROVISIONS for old, _ in pairs)
    processes = min(os.cpu_count() or 1, large // _PAIRS_PER_PROCESS, _MAX_PROCESSES)
    done = 0
    if processes > 1:
        try:
            for found in _on_all_cores(pairs, processes):
                yield found
                done += 1
        except (BrokenProcessPool, OSError, NotImplementedError):
            # No more processes allowed, or one was killed for lack of memory: do the rest here.
            pass
    yield from starmap(match, pairs[done:])


def _on_all_cores(pairs: Pairs, processes: int) -> Iterator[list[Change]]:
    # Forking is unsafe with other threads.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _end_with_parent)
    futures: deque[Future[list[Change]]] = deque()
    try:
        for pair in pairs:
            # The pool would pickle in another thread, while this one fills cached properties of the snapshots.
            futures.append(pool.submit(_match, pickle.dumps(pair)))
            if len(futures) > 2 * processes:
                yield futures.popleft().result()
        while futures:
            yield futures.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _match(pickled: bytes) -> list[Change]:
    return match(*pickle.loads(pickled))  # noqa: S301 - it comes from this module


def _end_with_parent() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()
