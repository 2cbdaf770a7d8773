"""`manage.py rebuild`: everything that follows from the text, made again."""

import sys
from typing import Any

from explorer.library import derived
from explorer.library.prepare import prepare
from explorer.management.base import JsonCommand
from explorer.progress import steps


class Command(JsonCommand):
    """Make everything again that is derived from the editions."""

    help = "Make again what is derived from the editions: references, search, symbols. The text stays as it is."

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Rebuild all of it or nothing, and say what was made."""
        prepare()
        silent = options["json"] and not sys.stderr.isatty()
        with steps("Rebuilding", total=len(derived.derivations())) as tell:
            made = [one.name for one in derived.rebuild(None if silent else tell)]
        if options["json"]:
            self.print_json({"rebuilt": made})
        else:
            self.stdout.write(f"Made again: {', '.join(made)}.")
