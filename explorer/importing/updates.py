"""Daily updates of the rules: their state, and the background process that runs them, or one that a page requests.

The state is in a file beside the database that all processes of the site read. A row in the database wouldn't do: an
import holds the write lock, and nobody sees uncommitted rows.

The background process only keeps time: each update is a process of its own, `manage.py fetch_rules --background`, so
that neither failures nor memory of an import affect the site. The site's processes share the writing end of a pipe to
it: a byte requests an update at once, and end of file means that the site has stopped.
"""

import contextlib
import json
import os
import select
import subprocess
import sys
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


_ROOT = Path(__file__).resolve().parents[2]
_LOOK = (sys.executable, "-m", "explorer.serving.command_line", "fetch_rules", "--background")
# Seconds: clocks may be set, and a computer may sleep.
_MAX_WAIT = 60
_POLL_INTERVAL = 0.2
# Seconds between updates that pages request.
_MIN_INTERVAL = 10


class _Connection:
    """Pipe to the background process, if this process or its parent has started one."""

    end: int | None = None


def start(path: Path, *, at_once: bool) -> None:
    """Start the background process, which lives as long as this one and those forked from it.

    Args:
        path: the state file.
        at_once: update now, whatever the state says.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    first = "now" if at_once else "when due"
    with os.fdopen(reading, "rb") as line:
        # In a session of its own, without Ctrl+C: it ends when the site closes the pipe.
        subprocess.Popen(  # noqa: S603 - no user input
            [sys.executable, "-m", "explorer.importing.updates", str(path), first],
            stdin=line,
            stdout=subprocess.DEVNULL,
            # Keeps the working directory, where a release has its data.
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(_ROOT), *_paths()])},
            start_new_session=True,
        )
    _Connection.end = writing
    if at_once:
        _show_connecting(path)


def _paths() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def can_ask() -> bool:
    """Whether this site can download the full rules."""
    return _Connection.end is not None


def ask(path: Path | None) -> None:
    """Request an update, unless one is running or was just done."""
    before = read(path)
    if _Connection.end is None or before.is_running() or abs(time.time() - before.ended) < _MIN_INTERVAL:
        return
    _show_connecting(path)
    with contextlib.suppress(BlockingIOError, BrokenPipeError):
        os.write(_Connection.end, b"\n")


def _show_connecting(path: Path | None) -> None:
    """Let the next page show an update whose process has yet to start."""
    write(path, replace(read(path), doing="Connecting", percent=0, beat=time.time(), problem=""))


def keep(path: Path, *, at_once: bool) -> None:
    """Run updates when due or requested, until the site stops."""
    due = time.time() if at_once else read(path).due
    while (requested := _heard(min(_until(due), _MAX_WAIT))) is not False:
        if not requested and _until(due):
            continue
        if not _look():
            return
        next_due = read(path).due
        # An update records when the next one is due, even if it fails, unless it couldn't write that.
        due = next_due if _until(next_due) else time.time() + HOUR


def _until(due: float) -> float:
    """0 if due, also if `due` is too far off: then a clock was wrong."""
    left = due - time.time()
    return left if 0 < left <= DAY + HOUR else 0


def _look() -> bool:
    """Run an update in a process of its own; False if the site stopped meanwhile."""
    with subprocess.Popen(_LOOK, stdin=subprocess.DEVNULL) as updating:  # noqa: S603 - no user input
        while updating.poll() is None:
            if _heard(_POLL_INTERVAL) is False:
                updating.terminate()
                return False
    return True


def _heard(patience: float) -> bool | None:
    """True if an update is requested, None after `patience` seconds without, False if the site has stopped."""
    line = sys.stdin.fileno()
    ready, _, _ = select.select([line], [], [], patience)
    return bool(os.read(line, 4096)) if ready else None


if __name__ == "__main__":
    keep(Path(sys.argv[1]), at_once=sys.argv[2] == "now")
