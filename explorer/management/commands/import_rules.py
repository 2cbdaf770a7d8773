"""`manage.py import_rules`: import official documents."""

import datetime
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from explorer.document.tree import gaps_in_words
from explorer.importing import derived
from explorer.importing.documents import documents_named, import_file, import_steps, newest_first, steps_to_compare
from explorer.importing.loading import LibraryError
from explorer.importing.prepare import prepare, prepare_steps
from explorer.management.base import JsonCommand, RefusedError, Steps, iso_date
from explorer.management.reports import loaded_as_json, loaded_in_words, refused_as_json, summary_of


class Command(JsonCommand):
    help = "Import official Comprehensive Rules documents (.txt)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="document, or folder of .txt documents")
        parser.add_argument(
            "--effective",
            type=iso_date,
            metavar="DATE",
            help="edition date, such as 2025-06-06, if the document’s own is wrong",
        )
        parser.add_argument(
            "--again",
            action="store_true",
            help="reread documents that are loaded already, and replace what an earlier Pipwise read differently",
        )
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Import documents, newest first; a failure doesn't stop the others."""
        effective: datetime.date | None = options["effective"]
        found = documents_named(options["paths"])
        paths = [path for path, why in found.items() if not why]
        refused = {path: why for path, why in found.items() if why}
        if effective is not None and len(paths) > 1:
            raise RefusedError.of("bad_usage", "--effective: use it with one document at a time.")
        for sentence in refused.values():
            self.stderr.write(sentence)
        reports = [refused_as_json(str(path), sentence) for path, sentence in refused.items()]
        quiet, silent = options["verbosity"] == 0, options["json"]
        hidden = quiet or ((silent or len(paths) == 1) and not sys.stderr.isatty())
        # One bar for documents and derived data.
        documents = newest_first(paths)
        days = [effective] if effective else filter(None, documents.values())
        comparing = steps_to_compare(set(days)) if paths else 0
        total = len(paths) * import_steps() + comparing
        try:
            with ExitStack() as stack:
                bar = stack.enter_context(Steps("Importing", prepare_steps() + total, hidden=hidden))
                if paths:
                    stack.enter_context(derived.together(bar.over_last(comparing)))
                if not paths or not prepare(bar):
                    bar.total = total
                imported = self._import_all(list(documents), options, bar, bar.total - total)
                # In the order of the arguments.
                reports.extend(imported[path] for path in paths)
        except KeyboardInterrupt:
            raise CommandError("Stopped. Only the documents listed above are loaded.") from None
        if len(reports) > 1 and not (quiet or silent) and any("action" in report for report in reports):
            self.stdout.write(summary_of(reports))
        if silent:
            self.print_json(reports)
        if bad := sum("error" in report for report in reports):
            raise CommandError(_summary(bad, len(reports)), returncode=2)

    def _import_all(
        self, paths: Sequence[Path], options: Mapping[str, Any], bar: Steps, before: int
    ) -> Mapping[Path, dict[str, object]]:
        """Import documents in order, after `before` steps of the bar."""
        quiet, silent = options["verbosity"] == 0, options["json"]
        reports: dict[Path, dict[str, object]] = {}
        for place, path in enumerate(paths):
            named = f"{path.name}, {place + 1} of {len(paths)}"
            bar.reach(before + place * import_steps(), named)

            def begin(step: str, named: str = named) -> None:
                bar(f"{named}: {step}")

            try:
                done = import_file(path, options["effective"], begin, again=options["again"])
            except LibraryError as error:
                with bar.aside():
                    self.stderr.write(str(error))
                reports[path] = refused_as_json(str(path), str(error))
                continue
            with bar.aside():
                if not quiet and not silent:
                    self.stdout.write(f"{path.name}: {loaded_in_words(done)}")
                if done.gaps and not quiet:
                    self.stderr.write(f"{path.name}: {gaps_in_words(done.gaps)}.")
            reports[path] = {"path": str(path), **loaded_as_json(done)}
        return reports


def _summary(refused: int, total: int) -> str:
    if total == 1:
        return "The document wasn’t imported."
    if refused == total:
        return f"All {total} documents failed."
    return f"{refused} of {total} documents failed; the rest are loaded."
