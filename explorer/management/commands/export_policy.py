"""`manage.py export_policy`: print a tournament document as text."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from explorer.importing.prepare import prepare
from explorer.management.base import JsonCommand, RefusedError, iso_date
from explorer.policy.kinds import KINDS
from explorer.policy.models import PolicyEdition
from explorer.policy.storing import restore


class Command(JsonCommand):
    help = "Print a tournament document as text: its sections with their numbers, in order."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("document", choices=list(KINDS), metavar="DOCUMENT", help=", ".join(KINDS))
        parser.add_argument(
            "date", nargs="?", type=iso_date, metavar="DATE", help="edition date, such as 2024-05-13 (default: newest)"
        )
        parser.add_argument("--json", action="store_true", help="JSON output, with the document as text")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        kind, date = KINDS[options["document"]], options["date"]
        editions = PolicyEdition.objects.filter(document=kind.key).order_by("-date")
        edition = (editions.filter(date=date) if date else editions).first()
        if edition is None:
            loaded = ", ".join(each.date.isoformat() for each in editions)
            what = f"{kind.in_text} of {date.isoformat()}" if date else kind.in_text
            way = f"Loaded: {loaded}." if loaded else f"To get it, run: {settings.PROGRAM} fetch_policy"
            raise RefusedError.of("no_such_edition", f"Pipwise doesn’t have {what}. {way}")
        named = {"document": kind.key, "date": edition.date.isoformat()}
        self.print_document(restore(edition).text(), named, as_json=options["json"])
