"""Commands of the project in processes of their own."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[1]
# No answer takes so long (seconds) unless something hangs, however busy the machine is.
HANGING = 900


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a fresh installation that keeps its things in `data` and downloads nothing by itself.

    Other programs may slow a site down, so its log says nothing of slow requests unless asked to.
    """
    settings_of_this_run = re.compile(r"PIPWISE_(?!SHARED)|DATABASE_|CACHE_|DJANGO_")
    inherited = {name: value for name, value in os.environ.items() if not settings_of_this_run.match(name)}
    return {**inherited, "PIPWISE_DATA_DIR": str(data), "PIPWISE_FETCH": "never", "PIPWISE_SLOW": "0", **more}


@contextmanager
def running(
    *arguments: str, data: Path, errors: int | IO[str] = subprocess.PIPE, **more: str
) -> Iterator[subprocess.Popen[str]]:
    """Run a command in a group of processes of its own; at the end, kill those that are left."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data, **more),
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=HANGING)


def first_line(process: subprocess.Popen[str]) -> str:
    """What a process prints first, as the site does with its address; empty if it ends without a word."""
    assert process.stdout is not None
    printed, _, _ = select.select([process.stdout], [], [], HANGING)
    assert printed, f"Printed nothing in {HANGING} seconds."
    return process.stdout.readline()


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + HANGING
    while not is_so():
        assert time.monotonic() < end, f"Not so in {HANGING} seconds."
        time.sleep(0.01)


def manage(*arguments: str, data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run one command as a user does, in a process of its own."""
    return run_python("manage.py", *arguments, data=data, **more)


def run_python(*arguments: str, data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, as in a fresh installation."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(data, **more),
        capture_output=True,
        text=True,
        timeout=HANGING,
        check=False,
    )
