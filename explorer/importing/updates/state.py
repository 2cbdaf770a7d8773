"""State of the background update, in a file beside the database that all processes of the site read.

A row in the database wouldn't do: an import holds the write lock, and nobody sees uncommitted rows.
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
"""Seconds between updates."""

HOUR = 60 * 60
"""Seconds until the next try after a failure while only excerpts are loaded."""

# Seconds without a heartbeat after which an update counts as dead; and between heartbeats.
_DEAD_AFTER = 30
_HEARTBEAT = 1
# Percent of an update that is the download.
DOWNLOADED = 40


@dataclass(frozen=True, slots=True)
class State:
    """State of the background update; times are Unix timestamps.

    Attributes:
        doing: current task, such as `Downloading`, while only excerpts are loaded; else empty.
        beat: last heartbeat.
        problem: sentence on why the last update failed; else empty.
        document: URL of the last document.
    """

    doing: str = ""
    percent: int = 0
    beat: float = 0
    ended: float = 0
    due: float = 0
    problem: str = ""
    document: str = ""

    def is_running(self) -> bool:
        return bool(self.doing) and abs(time.time() - self.beat) < _DEAD_AFTER


def read(path: Path | None) -> State:
    """The default state if the file is missing or invalid."""
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path else {}
        defaults = asdict(State())
        given = {name: value for name, value in found.items() if name in defaults}
    except (OSError, ValueError, AttributeError):
        return State()
    fits = all(isinstance(value, str if defaults[name] == "" else int | float) for name, value in given.items())
    return State(**given) if fits else State()


def write(path: Path | None, state: State) -> None:
    """Replace the state atomically; failures are ignored."""
    if path is None:
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        draft.write_text(json.dumps(asdict(state)), encoding="utf-8")
        draft.replace(path)


class Work:
    """Running update that reports its progress. It is the only writer of the state meanwhile."""

    def __init__(self, path: Path | None, *, shown: bool) -> None:
        self.path = path
        self.shown = shown
        self.state = replace(read(path), doing="", percent=0)
        self._writing = Lock()

    def tell(self, doing: str, percent: float) -> None:
        if self.shown:
            self.state = replace(self.state, doing=doing, percent=int(percent))

    def end(self, *, again: float, problem: str = "", document: str = "") -> None:
        """Record the outcome; `again` is the number of seconds until the next update."""
        now = time.time()
        with self._writing:
            self.shown = False
            self.state = State(
                ended=now, due=now + again, problem=problem, document=document or self.state.document, beat=now
            )
            write(self.path, self.state)

    def beat(self) -> None:
        with self._writing:
            if self.shown:
                write(self.path, replace(self.state, beat=time.time()))


@contextmanager
def work(path: Path | None, *, shown: bool) -> Iterator[Work]:
    """Report progress until the end of the block; `shown` on pages while only excerpts are loaded."""
    current = Work(path, shown=shown)
    done = Event()

    def tick() -> None:
        while not done.is_set():
            current.beat()
            done.wait(_HEARTBEAT)

    current.tell("Downloading", 0)
    heartbeat = Thread(target=tick, daemon=True)
    heartbeat.start()
    try:
        yield current
    finally:
        done.set()
        heartbeat.join()
        if current.shown:
            # Interrupted.
            write(path, replace(current.state, doing="", percent=0, ended=time.time()))
