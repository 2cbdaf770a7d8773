"""`manage.py fetch_cards`: download and import cards and rulings from Scryfall's bulk data."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from explorer.cards.bulk import BulkError, BulkKind
from explorer.cards.importing import ImportedCards, import_cards
from explorer.cards.reading import card_files
from explorer.importing import updates
from explorer.importing.fetching.bulk import (
    BULK_DATA,
    FILE_LIMITS,
    WANTED,
    OfferedFile,
    fetch_file,
    offered_files,
    policy_for,
)
from explorer.importing.fetching.download import Progress
from explorer.importing.fetching.policy import FetchError, Policy
from explorer.importing.locks import file_beside
from explorer.importing.prepare import prepare, prepare_steps
from explorer.library.loaded import library
from explorer.management.base import Steps
from explorer.management.fetching import FetchCommand, add_source, is_hidden, tell_site
from explorer.management.reports import cards_as_json, cards_in_words, cards_left_out
from explorer.web.downloads import FETCH_CARDS

_NAMES = {"oracle_cards": "cards", "rulings": "rulings"}
_KINDS: Mapping[str, BulkKind] = {
    "oracle_cards": BulkKind.SCRYFALL_CARDS,
    "rulings": BulkKind.SCRYFALL_RULINGS,
}
# Steps of the bar for each download, and for the import.
_DOWNLOAD_STEPS, _IMPORT_STEPS = 50, 100


class Command(FetchCommand):
    help = "Download Scryfall’s cards and rulings, and import them in place of those that are loaded."
    download = updates.CARDS

    def add_arguments(self, parser: CommandParser) -> None:
        start_help = f"address of a list of bulk files (default: {BULK_DATA})"
        add_source(parser, settings.FETCH_CARDS_FROM or BULK_DATA, start_help, FILE_LIMITS.total, "file")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--again", action="store_true", help="import even if these files are loaded already")
        which.add_argument(
            "--background", action="store_true", help="one line of output, or none if any cards are loaded"
        )
        parser.add_argument(
            "--skip-malformed", action="store_true", help="import a file even if many of its records are malformed"
        )
        super().add_arguments(parser)

    def fetch(self, options: dict[str, Any]) -> None:
        policy = policy_for(options["start"], settings.FETCH_PLAIN)
        if options["background"]:
            self._in_background(policy, options)
            return
        # Before the database is created.
        policy.check_start()
        done = self._newest(policy, options)
        if options["json"]:
            self.print_json({"unchanged": done is None, **cards_as_json(done or ImportedCards())})
        elif options["verbosity"]:
            for line in cards_left_out(done) if done else ():
                self.stderr.write(line)
            self.stdout.write(cards_in_words(done) if done else "The newest cards are already loaded. Nothing changed.")

    def _newest(self, policy: Policy, options: Mapping[str, Any]) -> ImportedCards | None:
        total = prepare_steps() + _DOWNLOAD_STEPS * len(WANTED) + _IMPORT_STEPS
        with Steps("Getting cards", total, hidden=is_hidden(options)) as bar:
            prepare(bar)
            with updates.track(_state_file(), shown=not library().has_cards) as pages:
                done = _bring(policy, options, _Progress(bar, pages))
                pages.end(again=None)
                return done

    def _in_background(self, policy: Policy, options: Mapping[str, Any]) -> None:
        """Import cards if there are none. Prints one line at most, and never fails."""
        prepare()
        has_cards = library().has_cards
        with Steps("", 0, hidden=True) as bar, updates.track(_state_file(), shown=not has_cards) as pages:
            if has_cards:
                pages.end(again=None)
                return
            try:
                done = _bring(policy, options, _Progress(bar, pages))
            except (FetchError, BulkError) as error:
                pages.end(again=updates.HOUR, problem=str(error))
                again = f"To try again, run {FETCH_CARDS}, or press the button on the cards page."
                tell_site(self.stderr, f"Pipwise couldn’t get the cards. {error} {again}")
                return
            pages.end(again=None)
        if done:
            tell_site(self.stderr, f"The cards are ready. {cards_in_words(done)}")


def _state_file() -> Path | None:
    return file_beside(updates.CARDS.ending)


def _bring(policy: Policy, options: Mapping[str, Any], progress: "_Progress") -> ImportedCards | None:
    limits = replace(FILE_LIMITS, total=options["timeout"])
    offered = offered_files(policy, limits)
    if not options["again"] and _are_loaded(offered):
        return None
    with TemporaryDirectory(prefix="pipwise-") as folder:
        updated: dict[Path, dt.datetime] = {}
        for place, one in enumerate(offered):
            path = Path(folder, f"{one.type}.json")
            fetch_file(one, path, policy, limits, progress.of_download(place, one))
            updated[path] = one.updated_at
        return import_cards(list(updated), progress.importing, updated, skip_malformed=options["skip_malformed"])


class _Progress:
    """Progress in the terminal and on pages."""

    def __init__(self, bar: Steps, pages: updates.Tracker) -> None:
        self.pages = pages
        self.total = _DOWNLOAD_STEPS * len(WANTED) + _IMPORT_STEPS
        self.reach = bar.over_last(self.total)

    def of_download(self, place: int, offered: OfferedFile) -> Progress:
        def downloading(so_far: int, total: int | None) -> None:
            done = place + min(so_far / max(total or offered.size, 1), 1)
            size = f"{so_far / 1e6:.1f} MB"
            self._tell(f"{offered.type}: {size}", f"Downloading {_NAMES[offered.type]}, {size}", _DOWNLOAD_STEPS * done)

        return downloading

    def importing(self, file: str, share: float) -> None:
        self._tell(file, "Importing", self.total - _IMPORT_STEPS * (1 - share))

    def _tell(self, in_terminal: str, on_pages: str, done: float) -> None:
        self.reach(in_terminal, done / self.total)
        self.pages.tell(on_pages, 100 * done / self.total)


def _are_loaded(offered: Sequence[OfferedFile]) -> bool:
    made = {one.kind: one.made for one in card_files()}
    return all(made.get(_KINDS[one.type].value) == one.updated_at for one in offered)
