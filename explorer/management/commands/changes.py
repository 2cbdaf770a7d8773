"""`manage.py changes`: what changed between two editions."""

from collections import Counter
from typing import Any

from django.core.management.base import CommandParser

from explorer.importing.prepare import prepare
from explorer.library.history.changes import changes_between
from explorer.library.history.life import edition_on
from explorer.library.loaded import library
from explorer.lineages.provisions import plain_name
from explorer.lineages.tracing import ChangeRow
from explorer.management.base import JsonCommand, iso_date, must_be_loaded


class Command(JsonCommand):
    help = "List what changed between two editions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dates", nargs=2, type=iso_date, metavar="DATE", help="edition date, such as 2025-06-06")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        loaded = library()
        old, new = (must_be_loaded(edition_on(day, loaded), day) for day in sorted(options["dates"]))
        rows = changes_between(old, new, loaded)
        if options["json"]:
            self.print_json([row.as_json() for row in rows])
            return
        for row in rows:
            self.stdout.write(_line(row))
        counts = Counter(str(row.change) for row in rows)
        self.stdout.write(", ".join(f"{count} {change}" for change, count in sorted(counts.items())) or "No changes.")


def _line(row: ChangeRow) -> str:
    old, new = (plain_name(one.key) if one else "" for one in (row.old, row.new))
    if old and new and old != new:
        return f"{row.change:<16}  {old} -> {new}"
    return f"{row.change:<16}  {new or old}"
