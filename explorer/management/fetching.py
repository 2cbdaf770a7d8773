"""Download and import documents, with a progress bar in the terminal and progress on pages."""

import hashlib
import logging
import sys
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from django.conf import settings
from django.core.management.base import CommandError, CommandParser, OutputWrapper

from explorer.document.tree import in_words
from explorer.importing.documents import LARGEST, import_bytes, import_steps
from explorer.importing.fetching.download import Limits
from explorer.importing.fetching.policy import BadAddressError, FetchError, Policy
from explorer.importing.fetching.rules import fetch_unless
from explorer.importing.loading import ImportResult, LibraryError
from explorer.importing.locks import file_beside, sole_fetcher
from explorer.importing.updates import DAY, DOWNLOADED, Download, Tracker, report_refusal
from explorer.library.history.life import KnownDocument, known_documents
from explorer.library.loaded import Library
from explorer.management.base import BAD_INPUT, JsonCommand, RefusedError, Steps, seconds
from symbols.engine import error_json

_log = logging.getLogger(__name__)
# Weight of a download, in steps of an import.
_DOWNLOAD_STEPS = 4
# Expected bytes without a Content-Length.
_EXPECTED_SIZE = 1_000_000
_BUSY = "Another download is running. Wait until it’s done."


class FetchCommand(JsonCommand):
    """Command that downloads and imports under a lock; with `--background` it prints one line at most."""

    download: ClassVar[Download]

    def fetch(self, options: dict[str, Any]) -> None:
        raise NotImplementedError

    def handle(self, *_arguments: Any, **options: Any) -> None:
        stopped = "Stopped. Run it again to continue." if options.get("all") else "Stopped. Nothing changed."
        with sole_fetcher() as free, refusing(stopped):
            if free:
                self.fetch(options)
            elif not options["background"]:
                raise _failed("busy", _BUSY, 1)
            else:
                report_refusal(file_beside(self.download.ending), _BUSY)


@dataclass(frozen=True, slots=True)
class FetchedEdition:
    """Downloaded and imported document; `differs` if it isn't the known file, by SHA-256."""

    address: str
    size: int
    loaded: ImportResult
    differs: bool


class Importer:
    """Downloads and imports documents, one at a time.

    Attributes:
        bar: progress over all of them, with `steps_of` steps.
        pages: progress on pages.
        last_address: URL of the last document, whether imported or refused.
    """

    last_address = ""

    def __init__(self, bar: Steps, pages: Tracker, wait: float) -> None:
        self.bar = bar
        self.pages = pages
        self.limits = Limits(total=wait, document=LARGEST)
        self.steps_before = bar.started

    @staticmethod
    def steps_of(documents: int) -> int:
        return documents * (_DOWNLOAD_STEPS + import_steps())

    def bring(
        self, start: str, have: Container[str] = (), *, place: int = 0, known: KnownDocument | None = None
    ) -> FetchedEdition | None:
        """Download a document and import it; None if its URL is in `have`.

        Args:
            start: its URL, or that of a page that links it.
            place: its index among the documents of the bar.
            known: its row in the table of known documents.

        Raises:
            FetchError: it can't be downloaded.
            LibraryError: it can't be imported.
        """
        started = self.steps_before + self.steps_of(place)
        label = known.effective.isoformat() if known else "newest"
        self.bar.reach(started, f"{label}: connecting")

        def downloading(so_far: int, total: int | None) -> None:
            share = min(so_far / (total or _EXPECTED_SIZE), 1)
            self.bar.reach(started + _DOWNLOAD_STEPS * share, f"{label}: {so_far / 1e6:.1f} MB")
            self.pages.tell("Downloading", DOWNLOADED * share)

        found = fetch_unless(have, Policy(start, settings.FETCH_PLAIN), self.limits, downloading)
        if found is None:
            return None
        self.last_address = found.address
        loaded = import_bytes(found.content, found.address, progress=self._importing(started, label))
        if loaded.complete:
            self.pages.end(again=DAY, document="" if known else found.address)
        differs = known is not None and hashlib.sha256(found.content).hexdigest() != known.sha256
        return FetchedEdition(found.address, len(found.content), loaded, differs)

    def check_whole(self, done: FetchedEdition | None) -> None:
        """Treat an incomplete document, though imported, as a failure, so that it is downloaded again.

        Raises:
            LibraryError: it is incomplete.
        """
        if done is not None and not done.loaded.complete:
            self.last_address = ""
            raise LibraryError(f"The document at {done.address} {in_words(done.loaded.stops_at)}.")

    def _importing(self, started: int, label: str) -> Callable[[str], None]:
        done = 0

        def importing(step: str) -> None:
            nonlocal done
            self.bar.reach(started + _DOWNLOAD_STEPS + done, f"{label}: {step}")
            self.pages.tell("Importing", DOWNLOADED + (100 - DOWNLOADED) * done / import_steps())
            done += 1

        return importing


def lacking(loaded: Library) -> list[KnownDocument]:
    """Known documents to download, newest first: neither the file nor a complete edition of its date is loaded."""
    complete = {edition.date for edition in loaded.editions if edition.complete}
    files = {edition.sha256 for edition in loaded.editions}
    return [one for one in known_documents() if one.effective not in complete and one.sha256 not in files]


def add_source(parser: CommandParser, start: str, start_help: str, limit: float, what: str) -> None:
    """Add `--from` and `--timeout`."""
    parser.add_argument("--from", dest="start", default=start, metavar="ADDRESS", help=start_help)
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=limit,
        metavar="SECONDS",
        help=f"time limit for one {what}, in seconds (default: {limit:g})",
    )


@contextmanager
def refusing(stopped: str) -> Iterator[None]:
    """Turn errors of downloads and imports into `RefusedError`; `stopped` is the message after Ctrl+C."""
    try:
        yield
    except BadAddressError as error:
        raise _failed(error.code, error.message, BAD_INPUT) from error
    except FetchError as error:
        raise _failed(error.code, error.message, 1) from error
    except LibraryError as error:
        raise _failed("refused", str(error), BAD_INPUT) from error
    except KeyboardInterrupt:
        raise CommandError(stopped) from None


def tell_site(stderr: OutputWrapper, line: str) -> None:
    """Print a line of a background process into the site's log."""
    if settings.LOGS == "json":
        _log.warning("%s", line)
    else:
        stderr.write(line)


def is_hidden(options: Mapping[str, Any]) -> bool:
    return options["verbosity"] == 0 or not sys.stderr.isatty()


def _failed(code: str, message: str, returncode: int) -> RefusedError:
    return RefusedError(f"{message}\nNothing changed.", error_json(code, message), returncode)
