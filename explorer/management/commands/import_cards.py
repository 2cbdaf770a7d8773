"""`manage.py import_cards`: import cards and rulings from bulk files."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from explorer.cards.bulk import BulkError
from explorer.cards.importing import import_cards
from explorer.importing.prepare import prepare, prepare_steps
from explorer.management.base import JsonCommand, RefusedError, Steps
from explorer.management.reports import cards_as_json, cards_in_words, cards_left_out

# Steps of the bar for all files.
_STEPS = 100


class Command(JsonCommand):
    help = "Import cards and rulings from Scryfall’s “oracle-cards” and “rulings” files, or MTGJSON’s AtomicCards."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="bulk file, plain or gzipped")
        parser.add_argument(
            "--skip-malformed", action="store_true", help="import a file even if many of its records are malformed"
        )
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        hidden = options["verbosity"] == 0 or options["json"]
        try:
            with Steps("Importing", prepare_steps() + _STEPS, hidden=hidden) as bar:
                prepare(bar)
                done = import_cards(options["paths"], bar.over_last(_STEPS), skip_malformed=options["skip_malformed"])
        except BulkError as error:
            raise RefusedError.of("refused", str(error)) from error
        if options["json"]:
            self.print_json(cards_as_json(done))
            return
        for line in cards_left_out(done):
            self.stderr.write(line)
        if options["verbosity"]:
            self.stdout.write(cards_in_words(done))
