"""State of getting the newest rules, in a file beside the library that every process of the site can read.

A row of the database wouldn't do: whoever imports keeps others from writing, and nobody sees what isn't committed.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Event, Lock, Thread

DAY = 24 * 60 * 60
"""Seconds from one look for newer rules to the next."""

HOUR = 60 * 60
"""Seconds to wait after a failure while only excerpts are loaded."""

# Seconds after which work that gives no sign of life is taken to have ended with its process; and between signs.
_STALE = 30
_BEAT = 1
# Work begins and ends by this share of the whole: what comes before is the download.
DOWNLOADED = 40


@dataclass(frozen=True, slots=True)
class State:
    """State of getting the newest rules; times are in seconds since 1970.

    Attributes:
        doing: work under way, such as `Downloading`, while only excerpts are loaded; else empty.
        percent: how much of it is done.
        beat: when there was the last sign of life.
        ended: when the last look ended.
        due: when to look again.
        problem: sentence on why the last look failed; else empty.
        document: address of the last document that was found.
    """

    doing: str = ""
    percent: int = 0
    beat: float = 0
    ended: float = 0
    due: float = 0
    problem: str = ""
    document: str = ""

    def is_running(self) -> bool:
        """Return whether the full rules are on their way."""
        return bool(self.doing) and abs(time.time() - self.beat) < _STALE


def read(path: Path | None) -> State:
    """Return the state; of a file that isn't there or can't be read, that nothing has happened."""
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path else {}
        defaults = asdict(State())
        given = {name: value for name, value in found.items() if name in defaults}
    except (OSError, ValueError, AttributeError):
        return State()
    fits = all(isinstance(value, str if defaults[name] == "" else int | float) for name, value in given.items())
    return State(**given) if fits else State()


def write(path: Path | None, state: State) -> None:
    """Keep a state. Whoever reads meanwhile has the one before or this one, whole; a failure to write is no matter."""
    if path is None:
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        draft.write_text(json.dumps(asdict(state)), encoding="utf-8")
        draft.replace(path)


class Work:
    """Work under way, as pages are told of it. The one who works is the only one to write meanwhile."""

    def __init__(self, path: Path | None, *, shown: bool) -> None:
        self.path = path
        self.shown = shown
        self.state = replace(read(path), doing="", percent=0)
        self._writing = Lock()

    def tell(self, doing: str, percent: float) -> None:
        """Have pages say what is done and how far it is."""
        if self.shown:
            self.state = replace(self.state, doing=doing, percent=int(percent))

    def end(self, *, again: float, problem: str = "", document: str = "") -> None:
        """Note the outcome.

        Args:
            again: seconds until the next look.
            problem: sentence on what failed.
            document: address of the document that was found.
        """
        now = time.time()
        with self._writing:
            self.shown = False
            self.state = State(
                ended=now, due=now + again, problem=problem, document=document or self.state.document, beat=now
            )
            write(self.path, self.state)

    def beat(self) -> None:
        """Give a sign of life."""
        with self._writing:
            if self.shown:
                write(self.path, replace(self.state, beat=time.time()))


@contextmanager
def work(path: Path | None, *, shown: bool) -> Iterator[Work]:
    """Have pages know of work until the end of the block.

    Args:
        path: the file of the state.
        shown: whether pages speak of it, which they do as long as only excerpts are loaded.
    """
    under_way = Work(path, shown=shown)
    over = Event()

    def tick() -> None:
        while not over.is_set():
            under_way.beat()
            over.wait(_BEAT)

    under_way.tell("Downloading", 0)
    ticking = Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield under_way
    finally:
        over.set()
        ticking.join()
        if under_way.shown:
            # It was broken off: nothing is under way any more.
            write(path, replace(under_way.state, doing="", percent=0, ended=time.time()))
