"""`manage.py import_policy`: import tournament documents."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from explorer.importing import updates
from explorer.importing.documents import documents_named, read_file
from explorer.importing.loading import LibraryError
from explorer.importing.locks import file_beside
from explorer.importing.prepare import prepare
from explorer.management.base import JsonCommand, Steps
from explorer.management.policy import need_pdf_reader, policy_as_json
from explorer.management.reports import refused_as_json
from explorer.policy.storing import import_policy_bytes


class Command(JsonCommand):
    help = "Import the Magic Tournament Rules, the Infraction Procedure Guide or Judging at Regular (.pdf)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="document, or folder of .pdf documents")
        parser.add_argument(
            "--again",
            action="store_true",
            help="reread documents that are loaded already, and replace a different one of the same date",
        )
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Import documents; a failure doesn't stop the others."""
        need_pdf_reader()
        prepare()
        reports = []
        paths, quiet = documents_named(options["paths"], ".pdf"), options["verbosity"] == 0 or options["json"]
        hidden = options["verbosity"] == 0 or not sys.stderr.isatty()
        with Steps("Importing", len(paths), hidden=hidden) as bar:
            for path, problem in paths.items():
                bar(path.name)
                report = refused_as_json(str(path), problem) if problem else self._import(path, again=options["again"])
                reports.append(report)
                with bar.aside():
                    if problem or "error" in report:
                        self.stderr.write(problem or str(report["sentence"]))
                    elif not quiet:
                        self.stdout.write(f"{path.name}: {report['sentence']}")
        if not all("error" in report for report in reports):
            updates.repeat_daily(file_beside(updates.POLICY.ending))
        if options["json"]:
            self.print_json([{key: value for key, value in report.items() if key != "sentence"} for report in reports])
        if bad := sum("error" in report for report in reports):
            raise CommandError(
                "The document wasn’t imported." if len(reports) == 1 else f"{bad} of {len(reports)} documents failed.",
                returncode=2,
            )

    def _import(self, path: Path, *, again: bool) -> dict[str, object]:
        try:
            done = import_policy_bytes(read_file(path), path.name, again=again)
        except LibraryError as error:
            return {**refused_as_json(str(path), str(error)), "sentence": str(error)}
        return {"path": str(path), **policy_as_json(done), "sentence": done.in_words()}
