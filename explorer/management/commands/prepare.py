"""`manage.py prepare`: prepare the site before a deployment serves a new version."""

from typing import Any

from explorer.management.base import JsonCommand
from explorer.management.preparing import prepare_site


class Command(JsonCommand):
    help = "Set up or update the database, derived data and static files. Until then, pages answer 503."

    def handle(self, *_arguments: Any, **options: Any) -> None:
        changed = prepare_site(self.stderr)
        if options["json"]:
            self.print_json({"changed": changed})
        else:
            self.stdout.write("The database is set up." if changed else "The database was up to date.")
