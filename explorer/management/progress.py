"""Progress bars on standard error, drawn at the first step."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Event, Thread
from typing import Any

from tqdm import tqdm

# Seconds between refreshes: on a terminal, and in a file, where each adds a line.
_TICK = 0.5
_TICK_IN_FILE = 2.0
_FORMAT = "{desc}: {percentage:3.0f}%|{bar}| [{elapsed}<{remaining}{postfix}]"


class Steps:
    """Progress bar over a known number of steps. Its clock runs however long a step takes."""

    def __init__(self, title: str, total: int, *, hidden: bool = False) -> None:
        self.title = title
        self.total = total
        self.hidden = hidden
        self._bar: tqdm[Any] | None = None
        self.begun = 0
        self._over = Event()

    def __call__(self, sentence: str, count: int = 1) -> None:
        self.begun += count
        self.reach(self.begun - count, sentence)

    def reach(self, done: float, sentence: str) -> None:
        """Move to `done` steps: some may have been skipped."""
        self.begun = max(self.begun, int(done))
        if self.hidden:
            return
        if self._bar is None:
            self._bar = tqdm(
                desc=self.title, total=self.total, file=sys.stderr, bar_format=_FORMAT, dynamic_ncols=True, leave=False
            )
            Thread(target=self._tick, args=(self._bar,), daemon=True).start()
        self._bar.set_postfix_str(sentence, refresh=False)
        self._bar.update(min(done, self.total) - self._bar.n)

    def over_last(self, count: int) -> Callable[[str, float], None]:
        """Callback over the last `count` steps, with a sentence and a share of them from 0 to 1."""

        def reach(sentence: str, share: float) -> None:
            self.reach(self.total - count * (1 - share), sentence)

        return reach

    def aside(self) -> AbstractContextManager[None]:
        return nullcontext() if self._bar is None else tqdm.external_write_mode(file=sys.stderr)

    def close(self, *, done: bool) -> None:
        """Remove the bar, or leave it complete if `done`."""
        self._over.set()
        if self._bar is not None:
            if done:
                self._bar.leave = True
                self.reach(self.total, "done")
            self._bar.close()

    def _tick(self, bar: "tqdm[Any]") -> None:
        while not self._over.wait(_TICK if sys.stderr.isatty() else _TICK_IN_FILE):
            bar.refresh()


@contextmanager
def steps(title: str, total: int, *, hidden: bool = False) -> Iterator[Steps]:
    bar = Steps(title, total, hidden=hidden)
    try:
        yield bar
    except BaseException:
        bar.close(done=False)
        raise
    bar.close(done=True)
