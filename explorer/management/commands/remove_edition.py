"""`manage.py remove_edition`: remove an edition and all data derived from it."""

import sys
from typing import Any

from django.core.management.base import CommandParser

from explorer.importing import derived
from explorer.importing.loading import LibraryError, remove
from explorer.importing.prepare import prepare
from explorer.management.base import JsonCommand, RefusedError, Steps, iso_date


class Command(JsonCommand):
    help = "Remove an edition, such as one imported under the wrong date. fetch_rules downloads the newest rules again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", type=iso_date, metavar="DATE", help="edition date, such as 2025-06-06")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        hidden = options["json"] and not sys.stderr.isatty()
        try:
            with Steps("Removing", len(derived.derivations()), hidden=hidden) as bar:
                remove(options["date"], bar)
        except LibraryError as error:
            raise RefusedError.of("refused", str(error)) from error
        day = options["date"].isoformat()
        if options["json"]:
            self.print_json({"removed": day})
        elif options["verbosity"]:
            self.stdout.write(f"Removed the {day} rules.")
