"""Command line: `manage.py` in a checkout, `pipwise` where a release is installed."""

import gc
import os
import sys
from importlib.metadata import version
from pathlib import Path

# Exit status of a program killed by SIGPIPE.
SIGPIPE_STATUS = 128 + 13
# Removed commands, and the section of the guide that replaces each.
GONE = {"backup": "Backups", "restore": "Backups", "createsuperuser": "What is gone", "changepassword": "What is gone"}

# Most of what a start makes stays. Looking through it at each 700 new objects, as Python does, is a tenth of it.
gc.set_threshold(50_000)


def leave_quietly() -> None:
    """Exit as other programs do when the reading end of a pipe closes, as in `manage.py editions | head -1`."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    # Buffered output would fail again at exit.
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
    sys.exit(SIGPIPE_STATUS)


def main() -> None:
    if sys.stdout is None:
        # Started with `>&-`.
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "explorer.settings")
    if sys.argv[1:] == ["--version"]:
        # Django would print its own version.
        print(f"Pipwise {version('pipwise')}")  # noqa: T201
        return
    if sys.argv[1:2] and sys.argv[1] in GONE:
        print(f"The command {sys.argv[1]} is gone. See “{GONE[sys.argv[1]]}” in docs/running.md.", file=sys.stderr)  # noqa: T201
        sys.exit(2)
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db.utils import Error
    except ImportError:
        sys.exit(
            "Pipwise’s dependencies aren’t installed for this Python. In this folder, run:\n"
            "  python3 -m venv .venv && .venv/bin/pip install -e .\n"
            "and then use .venv/bin/python manage.py"
        )
    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except BrokenPipeError:
        leave_quietly()
    except KeyboardInterrupt:
        # Exit status of a program killed by SIGINT.
        sys.exit(128 + 2)
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")
    except MemoryError:
        sys.exit("There isn’t enough memory.\nFree some, and run this again.")
    except (Error, OSError) as error:
        from explorer.importing.unavailable import is_disk_full, remedy

        if isinstance(error, OSError) and not is_disk_full(error):
            raise
        sys.exit(remedy(error))


if __name__ == "__main__":
    main()
