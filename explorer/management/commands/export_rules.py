"""`manage.py export_rules`: print an edition as text."""

from typing import Any

from django.core.management.base import CommandParser

from explorer.importing.loading import LibraryError, export
from explorer.importing.prepare import prepare
from explorer.management.base import JsonCommand, RefusedError, iso_date


class Command(JsonCommand):
    help = "Print an edition of the rules as text."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", type=iso_date, metavar="DATE", help="edition date, such as 2025-06-06")
        parser.add_argument("--json", action="store_true", help="JSON output, with the rules as text")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        try:
            text = export(options["date"])
        except LibraryError as error:
            raise RefusedError.of("no_such_edition", str(error)) from error
        self.print_document(text, {"date": options["date"].isoformat()}, as_json=options["json"])
