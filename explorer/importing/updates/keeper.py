"""Process that has the newest rules brought once a day, or when a page asks for them, for as long as the site is up.

It is small and knows nothing but the time: each look is a process of its own, `manage.py fetch_rules --background`, so
that neither a failure nor what an import leaves in memory is the site's. The site's processes share the writing end of
a pipe to it. A byte asks for a look at once; its end means that the site is gone.
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
# Seconds: however late it is, clocks may be set, and a computer may sleep.
_LONGEST_WAIT = 60
_GLANCE = 0.2
# Seconds between the ends of looks that pages ask for.
_LEAST_PAUSE = 10


class _Connection:
    """Line to the process, while this process or the one that it was forked from has started one."""

    end: int | None = None


def start(path: Path, *, at_once: bool) -> None:
    """Start the process, for as long as this one and those forked from it live.

    Args:
        path: the file of the state (`explorer.importing.updates.state`).
        at_once: whether to look now, whatever the state says.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    first = "now" if at_once else "when due"
    with os.fdopen(reading, "rb") as line:
        # In a session of its own, since Ctrl+C is meant for the site; this one then follows.
        subprocess.Popen(  # noqa: S603 - nothing of it comes from outside
            [sys.executable, "-m", "explorer.importing.updates.keeper", str(path), first],
            stdin=line,
            stdout=subprocess.DEVNULL,
            # Wherever the site was started: that is where a release keeps its things.
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(_ROOT), *_paths()])},
            start_new_session=True,
        )
    _Connection.end = writing
    if at_once:
        _connecting(path)


def _paths() -> list[str]:
    """Return where else Python looks for modules."""
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def can_ask() -> bool:
    """Return whether this site brings the full rules by itself."""
    return _Connection.end is not None


def ask(path: Path | None) -> None:
    """Have the full rules brought now, unless they are on their way or somebody asked a moment ago."""
    before = state.read(path)
    if _Connection.end is None or before.is_running() or abs(time.time() - before.ended) < _LEAST_PAUSE:
        return
    _connecting(path)
    with contextlib.suppress(BlockingIOError, BrokenPipeError):
        os.write(_Connection.end, b"\n")


def _connecting(path: Path | None) -> None:
    """Have the next page say that a look has begun, although its process has yet to start."""
    state.write(path, replace(state.read(path), doing="Connecting", percent=0, beat=time.time(), problem=""))


def keep(path: Path, *, at_once: bool) -> None:
    """Look when it is time or when asked to, until the site is gone."""
    due = time.time() if at_once else state.read(path).due
    while (heard := _heard(min(_until(due), _LONGEST_WAIT))) is not False:
        if not heard and _until(due):
            continue
        if not _look():
            return
        noted = state.read(path).due
        # Whatever became of it, it noted when to look again, unless it could not even do that.
        due = noted if _until(noted) else time.time() + state.HOUR


def _until(due: float) -> float:
    """Return the seconds until a time. None are left where it is further off than any look is: a clock was wrong."""
    left = due - time.time()
    return left if 0 < left <= state.DAY + state.HOUR else 0


def _look() -> bool:
    """Look once, in a process of its own. Returns whether the site is still there at the end."""
    with subprocess.Popen(_LOOK, stdin=subprocess.DEVNULL) as looking:  # noqa: S603 - nothing comes from outside
        while looking.poll() is None:
            if _heard(_GLANCE) is False:
                looking.terminate()
                return False
    return True


def _heard(patience: float) -> bool | None:
    """Return True when asked for a look, None when nothing came within so many seconds, False when the site is gone."""
    line = sys.stdin.fileno()
    ready, _, _ = select.select([line], [], [], patience)
    return bool(os.read(line, 4096)) if ready else None


if __name__ == "__main__":
    keep(Path(sys.argv[1]), at_once=sys.argv[2] == "now")
