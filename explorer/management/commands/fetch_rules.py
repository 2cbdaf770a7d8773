"""`manage.py fetch_rules`: download and import the newest edition, or all since 2003."""

from contextlib import AbstractContextManager
from functools import partial
from time import sleep
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from explorer.document.dates import long_date
from explorer.document.tree import gaps_in_words
from explorer.importing import derived, updates
from explorer.importing.documents import steps_to_compare
from explorer.importing.fetching.download import Limits
from explorer.importing.fetching.policy import RULES_PAGE, FetchError, Policy
from explorer.importing.loading import LibraryError
from explorer.importing.locks import file_beside
from explorer.importing.prepare import prepare, prepare_steps
from explorer.library.history.life import KnownDocument
from explorer.library.loaded import Library, library
from explorer.management.base import Steps, seconds
from explorer.management.fetching import (
    FetchCommand,
    FetchedEdition,
    Importer,
    add_source,
    is_hidden,
    lacking,
    tell_site,
)
from explorer.management.reports import loaded_as_json, loaded_in_words, summary_of
from symbols.engine import error_json
from symbols.sentences import counted

_PAUSE = 2
# Consecutive network failures after which to give up.
_OFFLINE_AFTER = 2


class Command(FetchCommand):
    help = "Download and import the newest Comprehensive Rules or, with --all, every edition."
    download = updates.RULES

    def add_arguments(self, parser: CommandParser) -> None:
        start_help = f"address of the document, or of a page that links it (default: {RULES_PAGE})"
        add_source(parser, settings.FETCH_FROM or RULES_PAGE, start_help, Limits().total, "document")
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--all", action="store_true", help="every edition since 2003 that isn’t loaded, newest first"
        )
        which.add_argument("--background", action="store_true", help="one line of output, or none if nothing is new")
        parser.add_argument(
            "--pause",
            type=partial(seconds, allow_zero=True),
            default=_PAUSE,
            metavar="SECONDS",
            help="seconds between documents (default: 2)",
        )
        super().add_arguments(parser)

    def fetch(self, options: dict[str, Any]) -> None:
        fetch = self._all if options["all"] else self._update if options["background"] else self._newest
        fetch(options)

    def _newest(self, options: dict[str, Any]) -> None:
        # Before the database is created.
        Policy(options["start"], settings.FETCH_PLAIN).check_start()
        loud = options["verbosity"] > 0
        with Steps("Getting the newest rules", Importer.steps_of(1), hidden=is_hidden(options)) as bar:
            _prepare(bar)
            with _work(library()) as pages:
                done = Importer(bar, pages, options["timeout"]).bring(options["start"])
        assert done is not None, "nothing was excluded"  # noqa: S101
        if loud and done.loaded.gaps:
            self.stderr.write(f"{done.address}: {gaps_in_words(done.loaded.gaps)}.")
        if options["json"]:
            self.print_json(_report(done))
        elif loud:
            self.stdout.write(f"{done.address}: {loaded_in_words(done.loaded)}")

    def _update(self, options: dict[str, Any]) -> None:
        """Import the newest document if there is a new one. Prints one line at most, and never fails."""
        prepare()
        loaded = library()
        with Steps("", 0, hidden=True) as bar, _work(loaded) as pages:
            # Don't download a document every day that was refused, or is loaded under another name.
            have = {edition.source for edition in loaded.editions if edition.complete} | {pages.state.document}
            importer = Importer(bar, pages, options["timeout"])
            try:
                done = importer.bring(options["start"], have if loaded.has_complete else ())
                importer.check_whole(done)
            except (FetchError, LibraryError) as error:
                again = updates.DAY if loaded.has_complete else updates.HOUR
                pages.end(again=again, problem=str(error), document=importer.last_address)
                tell_site(self.stderr, _what_failed(str(error), loaded))
                return
            pages.end(again=updates.DAY, document=done.address if done else "")
        if done and done.loaded.action != "present":
            tell_site(self.stderr, f"The {long_date(done.loaded.date)} rules are loaded, from {done.address}.")

    def _all(self, options: dict[str, Any]) -> None:
        """Import the newest document, and all known ones that aren't loaded; failures don't stop the others."""
        Policy(options["start"], settings.FETCH_PLAIN).check_start()
        quiet = options["verbosity"] == 0 or options["json"]
        reports: list[dict[str, object]] = []
        offline = left = 0
        with Steps("Getting every edition", 0, hidden=is_hidden(options)) as bar:
            _prepare(bar)
            loaded = library()
            # None stands for the newest, on the publisher's page.
            documents: list[KnownDocument | None] = [None, *lacking(loaded)]
            comparing = steps_to_compare({known.effective for known in documents if known})
            bar.total += Importer.steps_of(len(documents)) + comparing
            with _work(loaded) as pages, derived.together(bar.over_last(comparing)):
                importer = Importer(bar, pages, options["timeout"])
                for place, known in enumerate(documents):
                    if known and known not in lacking(library()):
                        continue
                    if place:
                        sleep(options["pause"])
                    report = self._one_of_all(importer, options["start"], place, known, quiet=quiet)
                    reports.append(report)
                    match report:
                        case {"error": {"code": "no_network" | "timeout"}}:
                            offline += 1
                        case _:
                            offline = 0
                    if offline == _OFFLINE_AFTER:
                        left = len(documents) - place - 1
                        break
        failed = sum("error" in report for report in reports)
        if options["json"]:
            self.print_json(reports)
        elif not quiet:
            self.stdout.write(summary_of(reports))
        if left:
            raise CommandError(
                f"The network doesn’t answer. Stopped with {counted(left, 'document')} left. Run it again to continue.",
                returncode=1,
            )
        if failed:
            raise CommandError("To retry the failed ones, run fetch_rules --all again.", returncode=1)

    def _one_of_all(
        self, importer: Importer, start: str, place: int, known: KnownDocument | None, *, quiet: bool
    ) -> dict[str, object]:
        address = known.address if known else start
        try:
            done = importer.bring(address, place=place, known=known)
        except (FetchError, LibraryError) as error:
            with importer.bar.aside():
                self.stderr.write(str(error))
            code = error.code if isinstance(error, FetchError) else "refused"
            return {"address": address, "error": error_json(code, str(error))}
        assert done is not None, "nothing was excluded"  # noqa: S101
        with importer.bar.aside():
            if not quiet:
                self.stdout.write(f"{done.address}: {loaded_in_words(done.loaded)}")
            if done.differs:
                self.stderr.write(f"{done.address}: this isn’t the file on record (the SHA-256 differs).")
        return _report(done)


def _work(loaded: Library) -> AbstractContextManager[updates.Tracker]:
    return updates.track(file_beside(updates.RULES.ending), shown=not loaded.has_complete)


def _prepare(bar: Steps) -> None:
    expected = bar.total
    bar.total += prepare_steps()
    if not prepare(bar):
        bar.total = expected


def _report(done: FetchedEdition) -> dict[str, object]:
    return {"address": done.address, "bytes": done.size, **loaded_as_json(done.loaded)}


def _what_failed(problem: str, loaded: Library) -> str:
    if loaded.has_complete:
        return f"Pipwise couldn’t look for newer rules. It will try tomorrow. {problem}"
    again = f"To try again, run {settings.PROGRAM} fetch_rules, or press the button on the home page."
    return f"Pipwise couldn’t get the full rules, so it has only excerpts. {problem} {again}"
