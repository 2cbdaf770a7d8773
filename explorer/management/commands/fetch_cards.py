"""`manage.py fetch_cards`: download and import cards and rulings from Scryfall's bulk data."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from explorer.cards.bulk import BulkKind
from explorer.cards.importing import ImportedCards, import_cards
from explorer.cards.reading import card_files
from explorer.importing.fetching.bulk import BULK_DATA, FILE_LIMITS, OfferedFile, fetch_file, offered_files, policy_for
from explorer.importing.fetching.policy import Policy
from explorer.importing.locks import sole_fetcher
from explorer.importing.prepare import prepare, prepare_steps
from explorer.management.base import JsonCommand, Steps, seconds
from explorer.management.fetching import busy, is_hidden, refusing
from explorer.management.reports import cards_as_json, cards_in_words, cards_left_out

_KINDS: Mapping[str, BulkKind] = {
    "oracle_cards": BulkKind.SCRYFALL_CARDS,
    "rulings": BulkKind.SCRYFALL_RULINGS,
}
# Steps of the bar: for each download, and for the import.
_DOWNLOAD_STEPS, _IMPORT_STEPS = 50, 100


class Command(JsonCommand):
    help = "Download Scryfall’s bulk files of cards and rulings, and import them in place of the cards that are loaded."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from",
            dest="start",
            default=BULK_DATA,
            metavar="ADDRESS",
            help=f"address of a list of bulk files (default: {BULK_DATA})",
        )
        parser.add_argument(
            "--timeout",
            type=seconds,
            default=FILE_LIMITS.total,
            metavar="SECONDS",
            help=f"longest wait for one file ({FILE_LIMITS.total:g})",
        )
        parser.add_argument("--again", action="store_true", help="import also when these very files are loaded")
        parser.add_argument(
            "--skip-malformed", action="store_true", help="import a file also if many of its records can’t be read"
        )
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        policy = policy_for(options["start"], settings.FETCH_PLAIN)
        with sole_fetcher() as free, refusing():
            if not free:
                raise busy()
            # Before the database is created.
            policy.check_start()
            done = self._bring(policy, options)
        if options["json"]:
            self.print_json({"unchanged": done is None, **cards_as_json(done or ImportedCards())})
        elif options["verbosity"]:
            for line in cards_left_out(done) if done else ():
                self.stderr.write(line)
            self.stdout.write(cards_in_words(done) if done else "These cards are loaded already. Nothing changed.")

    def _bring(self, policy: Policy, options: Mapping[str, Any]) -> ImportedCards | None:
        limits = replace(FILE_LIMITS, total=options["timeout"])
        total = prepare_steps() + _DOWNLOAD_STEPS * len(_KINDS) + _IMPORT_STEPS
        with Steps("Getting cards", total, hidden=is_hidden(options)) as bar:
            prepare(bar)
            offered = offered_files(policy, limits)
            if not options["again"] and _are_loaded(offered):
                return None
            with TemporaryDirectory(prefix="pipwise-") as folder:
                made: dict[Path, dt.datetime] = {}
                for place, one in enumerate(offered):
                    path = Path(folder, f"{one.type}.json")
                    left = _IMPORT_STEPS + _DOWNLOAD_STEPS * (len(offered) - place)
                    fetch_file(one, path, policy, limits, _Downloading(bar, one, total - left))
                    made[path] = one.updated_at
                return import_cards(
                    list(made), bar.over_last(_IMPORT_STEPS), made, skip_malformed=options["skip_malformed"]
                )


class _Downloading:
    def __init__(self, bar: Steps, offered: OfferedFile, begun: float) -> None:
        self.bar, self.offered, self.begun = bar, offered, begun

    def __call__(self, so_far: int, total: int | None) -> None:
        share = min(so_far / max(total or self.offered.size, 1), 1)
        self.bar.reach(self.begun + _DOWNLOAD_STEPS * share, f"{self.offered.type}: {so_far / 1e6:.1f} MB")


def _are_loaded(offered: Sequence[OfferedFile]) -> bool:
    made = {one.kind: one.made for one in card_files()}
    return all(made.get(_KINDS[one.type].value) == one.updated_at for one in offered)
