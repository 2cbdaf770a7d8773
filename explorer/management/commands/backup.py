"""`manage.py backup`: the whole database in one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from explorer.library.backup import backup
from explorer.library.library_error import LibraryError
from explorer.library.loaded import library
from explorer.library.prepare import has_library, prepare
from explorer.management.base import JsonCommand, RefusedError

# Whoever forgets where the site's own database is would save another, and think it was the site's.
_NOTHING = "There are no rules here to save. Set PIPWISE_DATA_DIR or DATABASE_URL as the site has it."


class Command(JsonCommand):
    """Write a backup."""

    help = "Write the whole database to one file. The site stays up."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file's name."""
        parser.add_argument("file", type=Path, metavar="FILE", help="where to write it; a file that isn’t there yet")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Write it whole or not at all."""
        if not has_library():
            raise RefusedError.of("nothing_there", _NOTHING)
        prepare()
        file: Path = options["file"]
        try:
            backup(file)
        except LibraryError as error:
            raise RefusedError.of("no_backup", str(error)) from error
        editions, size = len(library().editions), file.stat().st_size
        if options["json"]:
            self.print_json({"file": str(file), "editions": editions, "bytes": size})
        else:
            self.stdout.write(f"{file}: {editions} editions, {size / 1_000_000:.1f} MB.")
