"""`manage.py rebuild`: rebuild all derived data."""

import sys
from typing import Any

from explorer.importing import derived
from explorer.importing.prepare import prepare
from explorer.management.base import JsonCommand, Steps


class Command(JsonCommand):
    help = "Rebuild what’s derived from the rules: references, search, symbols and so on. The rules don’t change."

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        hidden = options["json"] and not sys.stderr.isatty()
        with Steps("Rebuilding", len(derived.derivations()), hidden=hidden) as bar:
            rebuilt = [one.name for one in derived.rebuild(bar)]
        if options["json"]:
            self.print_json({"rebuilt": rebuilt})
        else:
            self.stdout.write(f"Rebuilt: {', '.join(rebuilt)}.")
