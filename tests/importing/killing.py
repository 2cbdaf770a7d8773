"""Imports of a folder into libraries, each killed once a share of its time is over.

`python -m tests.importing.killing FOLDER SHARE URL [SHARE URL ...]` prints how many were killed; a share of 1 is a
whole import. Processes are forked from one in which everything is loaded, so no moment costs a start of Python.
"""

import io
import os
import signal
import sys
import time
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection, connections

from explorer.serving.environment import database


def _import(folder: str, url: str) -> int:
    child = os.fork()
    if not child:
        status = 1
        try:
            os.environ["DATABASE_URL"] = url
            connection.settings_dict["NAME"] = database(Path())["NAME"]
            call_command("import_rules", folder, stdout=io.StringIO(), stderr=io.StringIO())
            status = 0
        finally:
            # Nothing of the parent's is ended here.
            os._exit(status)
    return child


def main(folder: str, *asked: str) -> None:
    # Pairs of editions are then compared in the same process, so that it is killed in the middle of that, too.
    os.cpu_count = lambda: 1
    os.environ["DJANGO_SETTINGS_MODULE"] = "explorer.settings"
    django.setup()
    call_command("editions", stdout=io.StringIO())
    connections.close_all()
    whole, killed = 0.0, 0
    for share, url in zip(map(float, asked[::2]), asked[1::2], strict=True):
        begun, child = time.monotonic(), _import(folder, url)
        if share < 1:
            time.sleep(share * whole)
            os.kill(child, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            # The machine may be faster than it was.
            whole = time.monotonic() - begun
        if status not in {0, -signal.SIGKILL} or (share >= 1 and status):
            sys.exit(f"The import into {url} ended with {status}.")
        killed += status == -signal.SIGKILL
    connections.close_all()
    print(killed)


if __name__ == "__main__":
    main(*sys.argv[1:])
