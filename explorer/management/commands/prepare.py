"""`manage.py prepare`: prepare the site before a deployment serves a new version."""

from contextlib import ExitStack, suppress
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import OutputWrapper
from django.db import OperationalError

from explorer.importing.locks import sole_preparer
from explorer.importing.prepare import prepare, prepare_steps
from explorer.importing.unavailable import is_disk_full
from explorer.management.base import JsonCommand, Steps
from explorer.serving import environment

# Unused files of django-htmx; compressing them would take most of the time.
_UNUSED = ["ext", "htm*-4*", "htmx-2.js"]


def prepare_site(stderr: OutputWrapper) -> bool:
    """Update database, derived data and static files; return whether the database changed.

    Raises:
        ImproperlyConfigured: a folder isn't writable.
    """
    for sentence in environment.removed():
        stderr.write(sentence)
    # A bar isn't JSON.
    with Steps("Setting up the database", prepare_steps(), hidden=settings.LOGS == "json") as bar:
        changed = prepare(bar)
    try:
        _collect_exclusively()
    except OSError as error:
        if is_disk_full(error):
            raise
        raise ImproperlyConfigured(
            f"Can’t write the static files to {settings.STATIC_ROOT} ({error.strerror}). Give this user write access "
            "to that folder, or set PIPWISE_DATA_DIR."
        ) from error
    return changed


def _collect_exclusively() -> None:
    """Collect the static files under a lock: two processes would delete each other's."""
    with ExitStack() as stack:
        # A read-only disk has no lock, and needs none if all files are collected.
        with suppress(OperationalError):
            stack.enter_context(sole_preparer())
        collect_static_files()


def collect_static_files() -> None:
    """Hash and compress static files, keeping those of earlier versions for open pages."""
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=_UNUSED)


class Command(JsonCommand):
    help = "Set up or update the database, derived data and static files. Until that’s done, pages answer 503."

    def handle(self, *_arguments: Any, **options: Any) -> None:
        changed = prepare_site(self.stderr)
        if options["json"]:
            self.print_json({"changed": changed})
        else:
            self.stdout.write("Set up the database." if changed else "The database was already up to date.")
