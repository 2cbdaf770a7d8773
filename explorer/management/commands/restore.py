"""`manage.py restore`: a backup brought back."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from explorer.library.backup import restore
from explorer.library.library_error import LibraryError
from explorer.library.loaded import library
from explorer.management.base import JsonCommand, RefusedError


class Command(JsonCommand):
    """Bring a backup back."""

    help = "Replace the database with a backup, all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file's name."""
        parser.add_argument("file", type=Path, metavar="FILE", help=f"a file that {settings.PROGRAM_NAME} backup wrote")
        parser.add_argument("--replace", action="store_true", help="even if complete editions are loaded")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Bring it back, and say what is loaded now."""
        file: Path = options["file"]
        try:
            restore(file, replace=options["replace"])
        except LibraryError as error:
            raise RefusedError.of("not_restored", str(error)) from error
        editions = len(library().editions)
        if options["json"]:
            self.print_json({"file": str(file), "editions": editions})
        else:
            self.stdout.write(f"{file}: {editions} editions restored.")
