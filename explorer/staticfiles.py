"""Collecting the static files, only when something has changed."""

import hashlib
from importlib.resources import files
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command

from explorer.storage import collected

#: Of django-htmx's files those that no page uses; to compress them would be most of the work.
UNUSED = ["ext", "htm*-4*", "htmx-2.js"]


def fingerprint() -> str:
    """Return a digest of the names, sizes and times of every static file that would be served, and how it is kept."""
    seen = hashlib.sha256(files("explorer").joinpath("storage.py").read_bytes())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            if not isinstance(storage, FileSystemStorage):
                continue
            status = Path(storage.path(path)).stat()
            seen.update(f"{path}|{status.st_size}|{status.st_mtime_ns}\n".encode())
    return seen.hexdigest()


def collect() -> bool:
    """Collect, hash and compress the static files if they are not as collected last time, or some are gone.

    Returns whether there was anything to do. Files of earlier versions stay, because a page that
    somebody still has open may ask for them.
    """
    # Beside the folder that is served, not in it.
    stamp = Path(settings.STATIC_ROOT).with_suffix(".collected")
    now = fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii", errors="replace") == now and _is_whole():
        return False
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
    stamp.write_text(now, encoding="ascii")
    return True


def _is_whole() -> bool:
    """Return whether every file is there that was collected last time."""
    names = collected().values()
    return bool(names) and all(Path(settings.STATIC_ROOT, name).is_file() for name in names)
