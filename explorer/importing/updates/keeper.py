"""Background process that runs the daily update, or one that a page requests, while the site is up.

It only keeps time: each update is a process of its own, `manage.py fetch_rules --background`, so that neither failures
nor memory of an import affect the site. The site's processes share the writing end of a pipe to it: a byte requests
an update at once, and end of file means that the site has stopped.
"""

import contextlib
import os
import select
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from explorer.importing.updates import state

_ROOT = Path(__file__).resolve().parents[3]
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
        path: the state file (`explorer.importing.updates.state`).
        at_once: update now, whatever the state says.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    first = "now" if at_once else "when due"
    with os.fdopen(reading, "rb") as line:
        # In a session of its own, without Ctrl+C: it ends when the site closes the pipe.
        subprocess.Popen(  # noqa: S603 - no user input
            [sys.executable, "-m", "explorer.importing.updates.keeper", str(path), first],
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
    before = state.read(path)
    if _Connection.end is None or before.is_running() or abs(time.time() - before.ended) < _MIN_INTERVAL:
        return
    _show_connecting(path)
    with contextlib.suppress(BlockingIOError, BrokenPipeError):
        os.write(_Connection.end, b"\n")


def _show_connecting(path: Path | None) -> None:
    """Let the next page show an update whose process has yet to start."""
    state.write(path, replace(state.read(path), doing="Connecting", percent=0, beat=time.time(), problem=""))


def keep(path: Path, *, at_once: bool) -> None:
    """Run updates when due or requested, until the site stops."""
    due = time.time() if at_once else state.read(path).due
    while (requested := _heard(min(_until(due), _MAX_WAIT))) is not False:
        if not requested and _until(due):
            continue
        if not _look():
            return
        next_due = state.read(path).due
        # An update records when the next one is due, even if it fails, unless it couldn't write that.
        due = next_due if _until(next_due) else time.time() + state.HOUR


def _until(due: float) -> float:
    """0 if due, also if `due` is too far off: then a clock was wrong."""
    left = due - time.time()
    return left if 0 < left <= state.DAY + state.HOUR else 0


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
