"""`manage.py import_rules`: official documents into the library."""

import datetime
import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from explorer.document.extent import gaps_in_words
from explorer.library.importing import documents_in, import_file
from explorer.library.library_error import LibraryError
from explorer.library.prepare import prepare
from explorer.management.arguments import iso_date
from explorer.management.base import JsonCommand, RefusedError
from explorer.management.reports import loaded_as_json, loaded_in_words, refused_as_json


class Command(JsonCommand):
    """Import official documents, each whole or not at all."""

    help = "Bring official documents of the Comprehensive Rules (.txt) into the library."

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
        parser.add_argument(
            "--again",
            action="store_true",
            help="read loaded documents again, and replace those that an earlier version of Pipwise read otherwise",
        )
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Import every document; one that can't be is reported and doesn't stop the others."""
        effective: datetime.date | None = options["effective"]
        paths, refused = _collect(options["paths"])
        if effective is not None and len(paths) > 1:
            raise RefusedError.of("bad_usage", "--effective is for one document at a time.")
        for sentence in refused.values():
            self.stderr.write(sentence)
        reports = [refused_as_json(str(path), sentence) for path, sentence in refused.items()]
        if paths:
            prepare(self.stderr.write if options["verbosity"] > 1 else None)
        quiet, silent = options["verbosity"] == 0, options["json"]
        try:
            with _seldom_collecting():
                reports.extend(self._import_all(paths, effective, again=options["again"], quiet=quiet, silent=silent))
        except KeyboardInterrupt:
            raise CommandError("Stopped. What is reported above is in the library, and nothing else.") from None
        if silent:
            self.print_json(reports)
        if bad := sum("error" in report for report in reports):
            raise CommandError(_summary(bad, len(reports)), returncode=2)

    def _import_all(
        self, paths: Sequence[Path], effective: datetime.date | None, *, again: bool, quiet: bool, silent: bool
    ) -> Iterator[dict[str, object]]:
        """Import documents one after the other, and yield what became of each."""
        hidden = quiet or ((silent or len(paths) == 1) and not sys.stderr.isatty())
        with tqdm(paths, file=sys.stderr, unit="edition", disable=hidden, leave=False) as bar:
            for path in bar:
                bar.set_postfix_str(path.name)
                try:
                    done = import_file(path, effective, again=again)
                except LibraryError as error:
                    bar.clear()
                    self.stderr.write(str(error))
                    yield refused_as_json(str(path), str(error))
                else:
                    if not quiet and not silent:
                        bar.clear()
                        self.stdout.write(f"{path.name}: {loaded_in_words(done)}")
                    if done.gaps and not quiet:
                        bar.clear()
                        self.stderr.write(f"{path.name}: {gaps_in_words(done.gaps)}.")
                    yield {"path": str(path), **loaded_as_json(done)}


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Have Python look for circles of garbage less often: documents are trees, and a sixth of the time went there."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _collect(given: Sequence[Path]) -> tuple[list[Path], dict[Path, str]]:
    """Return the documents that paths stand for, and a sentence for each path or folder that can't be read."""
    found: list[Path] = []
    refused: dict[Path, str] = {}
    for path in given:
        try:
            found += documents_in([path], refused.__setitem__)
        except LibraryError as error:
            refused[path] = str(error)
    return list(dict.fromkeys(found)), refused


def _summary(refused: int, total: int) -> str:
    if total == 1:
        return "The document was not imported."
    if refused == total:
        return f"None of the {total} documents was imported."
    one = refused == 1
    return f"{refused} of {total} documents {'was' if one else 'were'} not imported; the others are in the library."
