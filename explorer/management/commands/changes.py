"""`manage.py changes`: what changed between two editions."""

from collections import Counter
from typing import Any

from django.core.management.base import CommandParser

from explorer.history.provisions import plain_name
from explorer.history.tracing import ChangeRow
from explorer.library.history.changes import changes_between
from explorer.library.loaded import library
from explorer.library.prepare import prepare
from explorer.management.arguments import iso_date
from explorer.management.base import JsonCommand, RefusedError


class Command(JsonCommand):
    """Compare two editions."""

    help = "List what changed between two editions."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take two dates."""
        parser.add_argument("dates", nargs=2, type=iso_date, metavar="DATE", help="effective date of an edition")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Print each rule and glossary entry that changed, in the newer edition's order."""
        prepare()
        loaded = library()
        old, new = sorted(options["dates"])
        for day in (old, new):
            if loaded.on(day) is None:
                raise RefusedError.of("no_such_edition", f"The {day.isoformat()} rules aren’t loaded.")
        before, after = loaded.on(old), loaded.on(new)
        rows = changes_between(before, after, loaded) if before and after else ()
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
