"""Commands of the project in processes of their own."""

import os
import re
import subprocess
import sys
from pathlib import Path

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
