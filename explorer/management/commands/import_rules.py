"""`manage.py import_rules`: official documents into the library."""

import datetime
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from explorer.library.errors import LibraryError
from explorer.library.importing import documents_in, import_file
from explorer.library.loading import Loaded
from explorer.library.prepare import prepare
from explorer.management.arguments import iso_date

_DONE = {"added": "added", "replaced": "added in place of an excerpt", "present": "already there"}


class Command(BaseCommand):
    """Import official documents, each whole or not at all."""

    help = "Bring official documents of the Comprehensive Rules (.txt) into the library."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take files and folders."""
        parser.add_argument(
            "paths",
            nargs="+",
            type=Path,
            metavar="PATH",
            help="a document, or a folder: every .txt in it",
        )
        parser.add_argument(
            "--effective",
            type=iso_date,
            metavar="DATE",
            help="the effective date (2025-06-06) of a document that doesn't say it rightly",
        )

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Import every document; one that can't be is reported and doesn't stop the others."""
        effective: datetime.date | None = options["effective"]
        prepare(self.stderr.write if options["verbosity"] > 1 else None)
        try:
            paths = documents_in(options["paths"])
        except LibraryError as error:
            raise CommandError(str(error), returncode=2) from error
        if effective is not None and len(paths) > 1:
            raise CommandError("--effective is for one document at a time.", returncode=2)
        refused = self._import_all(paths, effective, quiet=options["verbosity"] == 0)
        # What follows from the text is read now, so that no visitor waits for it.
        prepare(self.stderr.write if options["verbosity"] > 1 else None)
        # What is derived from the editions follows them.
        prepare()
        if refused:
            what = "document was" if refused == 1 else "documents were"
            raise CommandError(f"{refused} {what} not imported.", returncode=2)

    def _import_all(self, paths: list[Path], effective: datetime.date | None, *, quiet: bool) -> int:
        """Import documents. Returns how many were refused."""
        refused = 0
        hidden = quiet or (len(paths) == 1 and not sys.stderr.isatty())
        with tqdm(paths, file=sys.stderr, unit="edition", disable=hidden, leave=False) as bar:
            for path in bar:
                bar.set_postfix_str(path.name)
                try:
                    done = import_file(path, effective)
                except LibraryError as error:
                    refused += 1
                    bar.clear()
                    self.stderr.write(str(error))
                else:
                    if not quiet:
                        bar.clear()
                        self.stdout.write(_report(path, done))
        return refused


def _report(path: Path, done: Loaded) -> str:
    what = "edition" if done.complete else "excerpt"
    return f"{path.name}: {what} of {done.date.isoformat()} {_DONE[done.action]}"
