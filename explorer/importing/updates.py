"""Downloads in the background: of the rules each day, of the cards on request, of wanted tournament documents each day.

The state of each is in a file beside the database that all processes of the site read. A row in the database wouldn't
do: an import holds the write lock, and nobody sees uncommitted rows.

The background process only keeps time: each download is a process of its own, such as `manage.py fetch_rules
--background`, so that neither failures nor memory of an import affect the site. They run one after the other. The
site's processes share the writing end of a pipe to it: a byte requests a download at once, and end of file means that
the site has stopped.
"""

import contextlib
import json
import math
import os
import select
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Event, Lock, Thread
from typing import NamedTuple

DAY = 24 * 60 * 60
"""Seconds between updates."""

HOUR = 60 * 60
"""Seconds until the next try after a failure, while only excerpts or no cards are loaded."""

# Seconds without a heartbeat after which a download counts as dead; and between heartbeats.
_DEAD_AFTER = 30
_HEARTBEAT = 1
# Percent of an import that is the download.
DOWNLOADED = 40


class Download(NamedTuple):
    """What is downloaded: the command, the byte that requests it, and the suffix of its state file."""

    command: str
    request: str
    ending: str

    def state_file(self, beside: Path) -> Path:
        return beside.with_suffix(self.ending)


RULES = Download("fetch_rules", "r", ".updates")
CARDS = Download("fetch_cards", "c", ".cards")
POLICY = Download("fetch_policy", "p", ".policy")
_DOWNLOADS = (RULES, CARDS, POLICY)


@dataclass(frozen=True, slots=True)
class State:
    """State of a background download; times are Unix timestamps.

    Attributes:
        doing: current task, such as `Downloading`, while only excerpts or no cards are loaded; else empty.
        beat: last heartbeat.
        due: next try; 0 for none.
        problem: sentence on why the last try failed; else empty.
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


class Tracker:
    """Running download that reports its progress. It is the only writer of the state meanwhile."""

    def __init__(self, path: Path | None, *, shown: bool) -> None:
        self.path = path
        self.shown = shown
        self.state = replace(read(path), doing="", percent=0)
        self._writing = Lock()

    def tell(self, doing: str, percent: float) -> None:
        if self.shown:
            self.state = replace(self.state, doing=doing, percent=int(percent))

    def end(self, *, again: float | None, problem: str = "", document: str = "") -> None:
        """Record the outcome; `again` is the number of seconds until the next try, if there is one."""
        now = time.time()
        with self._writing:
            self.shown = False
            self.state = State(
                ended=now,
                due=now + again if again else 0,
                problem=problem,
                document=document or self.state.document,
                beat=now,
            )
            write(self.path, self.state)

    def beat(self) -> None:
        with self._writing:
            if self.shown:
                write(self.path, replace(self.state, beat=time.time()))


@contextmanager
def track(path: Path | None, *, shown: bool) -> Iterator[Tracker]:
    """Report progress until the end of the block; `shown` on pages while only excerpts or no cards are loaded."""
    current = Tracker(path, shown=shown)
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
            problem = "It didn’t finish."
            write(path, replace(current.state, doing="", percent=0, ended=time.time(), problem=problem))


def report_refusal(path: Path | None, problem: str) -> None:
    """Record why a requested download didn't begin, unless another process already shows its progress."""
    before = read(path)
    if before.doing in (_CONNECTING, _WAITING):
        now = time.time()
        write(path, replace(before, doing="", ended=now, due=now + HOUR, problem=problem))


_ROOT = Path(__file__).resolve().parents[2]
_COMMAND_LINE = (sys.executable, "-m", "explorer.serving.command_line")
# Of a download whose process has yet to start.
_CONNECTING, _WAITING = "Connecting", "Waiting for another download"
# Seconds: clocks may be set, and a computer may sleep.
_MAX_WAIT = 60
_POLL_INTERVAL = 0.2
# Seconds between downloads that pages request.
_MIN_INTERVAL = 10


class _Connection:
    """Pipe to the background process, if this process or its parent has started one."""

    end: int | None = None


def start(path: Path, *, at_once: Collection[Download]) -> None:
    """Start the background process, which lives as long as this one and those forked from it.

    `path` is the state file of the rules, `at_once` what to download now, whatever the states say.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with os.fdopen(reading, "rb") as pipe:
        # In a session of its own, without Ctrl+C: it ends when the site closes the pipe.
        subprocess.Popen(  # noqa: S603 - no user input
            [sys.executable, "-m", "explorer.importing.updates", str(path), *(one.request for one in at_once)],
            stdin=pipe,
            stdout=subprocess.DEVNULL,
            # Keeps the working directory, where a release has its data.
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(_ROOT), *_paths()])},
            start_new_session=True,
        )
    _Connection.end = writing
    for one in at_once:
        _show(one.state_file(path), _CONNECTING)


def _paths() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def can_download() -> bool:
    """Whether this site downloads anything."""
    return _Connection.end is not None


def request_download(path: Path | None, download: Download) -> None:
    """Request a download, unless it is running or was just done; `path` is its state file."""
    before = read(path)
    if _Connection.end is None or before.is_running() or abs(time.time() - before.ended) < _MIN_INTERVAL:
        return
    _show(path, _CONNECTING)
    with contextlib.suppress(BlockingIOError, BrokenPipeError):
        os.write(_Connection.end, download.request.encode())


def _show(path: Path | None, doing: str) -> None:
    """Let the next page show a download whose process has yet to start."""
    write(path, replace(read(path), doing=doing, percent=0, beat=time.time(), problem=""))


def run_downloads(path: Path, *, at_once: Collection[str] = ()) -> None:
    """Run downloads when due or requested, one after the other, until the site stops."""
    due = {one: 0 if one.request in at_once else _due(one, path) for one in _DOWNLOADS}
    while (requested := _read_requests(min(_MAX_WAIT, *map(_until, due.values())))) is not None:
        due |= {one: 0 for one in _DOWNLOADS if one.request in requested}
        for one in _DOWNLOADS:
            if _until(due[one]):
                continue
            waiting = _run_download(one, path, {other for other in due if not _until(due[other])} - {one})
            if waiting is None:
                return
            next_due = _due(one, path)
            # A download records when the next one is due, even if it fails, unless it couldn't write that.
            due |= dict.fromkeys(waiting, 0) | {one: next_due if _until(next_due) else time.time() + HOUR}


def _due(download: Download, path: Path) -> float:
    """All but the rules come on request only: without a time, they are never due."""
    due = read(download.state_file(path)).due
    return due if download is RULES or due else math.inf


def repeat_daily(path: Path | None) -> None:
    """Have a download repeated each day from tomorrow on, if it isn't; `path` is its state file."""
    state = read(path)
    if not state.due:
        write(path, replace(state, due=time.time() + DAY))


def _until(due: float) -> float:
    """0 if due, also if `due` is too far off: then a clock was wrong."""
    left = due - time.time()
    return left if 0 < left <= DAY + HOUR or math.isinf(due) else 0


def _run_download(download: Download, path: Path, waiting: Collection[Download] = ()) -> Collection[Download] | None:
    """Run a download in a process of its own.

    Returns those that were waiting, and that were requested meanwhile; None if the site stopped.
    """
    command = (*_COMMAND_LINE, download.command, "--background")
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as running:  # noqa: S603 - no user input
        while running.poll() is None:
            requested = _read_requests(_POLL_INTERVAL)
            if requested is None:
                running.terminate()
                return None
            waiting = {*waiting, *(one for one in _DOWNLOADS if one.request in requested)} - {download}
            for one in waiting:
                _show(one.state_file(path), _WAITING)
    return waiting


def _read_requests(timeout: float) -> str | None:
    """The requests, empty after `timeout` seconds without any; None if the site has stopped."""
    pipe = sys.stdin.fileno()
    ready, _, _ = select.select([pipe], [], [], timeout)
    return (os.read(pipe, 4096).decode() or None) if ready else ""


if __name__ == "__main__":
    run_downloads(Path(sys.argv[1]), at_once=sys.argv[2:])
