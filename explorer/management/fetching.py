"""Documents downloaded and imported one after the other, with a bar for who looks on and word for the pages."""

import hashlib
import sys
import time
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from explorer.document.extent import in_words
from explorer.importing.documents import LARGEST, import_bytes, import_steps
from explorer.importing.fetching import BadAddressError, Fetched, FetchError, Limits, Policy, fetch_unless
from explorer.importing.loading import Loaded
from explorer.importing.updates.state import DAY, DOWNLOADED, Work
from explorer.library.known_editions import KnownDocument, known_documents
from explorer.library.library_error import LibraryError
from explorer.library.loaded import Library
from explorer.management.base import BAD_INPUT, RefusedError
from explorer.management.progress import Steps
from symbols.engine import error_json

# What a download counts for, beside the steps of an import.
_DOWNLOAD_STEPS = 4
# Bytes that are expected where the server doesn't say how many there will be.
_USUAL = 1_000_000


@dataclass(frozen=True, slots=True)
class Brought:
    """Document that was downloaded and imported.

    Attributes:
        address: where it came from.
        size: in bytes.
        loaded: what became of it.
        differs: whether it isn't the file that the table of known documents has.
    """

    address: str
    size: int
    loaded: Loaded
    differs: bool = False


class Bringer:
    """Brings documents, one at a time.

    Attributes:
        bar: over all of them; `steps_of` says how many steps each has.
        pages: word for pages.
        found: address of the document downloaded last, whether it was imported or refused.
    """

    found = ""

    def __init__(self, bar: Steps, pages: Work, wait: float) -> None:
        self.bar = bar
        self.pages = pages
        self.limits = Limits(total=wait, document=LARGEST)
        # What the bar was over before these documents.
        self.before = bar.begun

    @staticmethod
    def steps_of(documents: int) -> int:
        """Return how many steps of the bar some documents have."""
        return documents * (_DOWNLOAD_STEPS + import_steps())

    def bring(
        self, start: str, have: Container[str] = (), *, place: int = 0, known: KnownDocument | None = None
    ) -> Brought | None:
        """Download a document and import it; None where it is among those that are not wanted.

        Args:
            start: its address, or that of a page that links it.
            have: addresses of documents that are not wanted.
            place: how many documents the bar has had before.
            known: what is on record about it.

        Raises:
            FetchError: it can't be had.
            LibraryError: it was refused.
        """
        begun = self.before + self.steps_of(place)
        named = known.effective.isoformat() if known else "newest"
        self.bar.reach(begun, f"{named}: connecting")

        def downloading(so_far: int, total: int | None) -> None:
            share = min(so_far / (total or _USUAL), 1)
            self.bar.reach(begun + _DOWNLOAD_STEPS * share, f"{named}: {so_far / 1e6:.1f} MB")
            self.pages.tell("Downloading", DOWNLOADED * share)

        found = fetch_unless(have, Policy(start, settings.FETCH_PLAIN), self.limits, downloading)
        if found is None:
            return None
        self.found = found.address
        loaded = import_bytes(found.content, found.address, progress=self._importing(begun, named))
        if loaded.complete:
            self.pages.end(again=DAY, document="" if known else found.address)
        return Brought(found.address, len(found.content), loaded, differs=_differs(found, known))

    def refuse_cut(self, done: Brought | None) -> None:
        """Let a document that breaks off count as a failure, so that it is asked for again.

        Raises:
            LibraryError: it is cut short; what came of it is in the library.
        """
        if done is not None and not done.loaded.complete:
            self.found = ""
            raise LibraryError(f"The document at {done.address} {in_words(done.loaded.stops_at)}.")

    def _importing(self, begun: int, named: str) -> Callable[[str], None]:
        done = 0

        def importing(step: str) -> None:
            nonlocal done
            self.bar.reach(begun + _DOWNLOAD_STEPS + done, f"{named}: {step}")
            self.pages.tell("Importing", DOWNLOADED + (100 - DOWNLOADED) * done / import_steps())
            done += 1

        return importing


def _differs(found: Fetched, known: KnownDocument | None) -> bool:
    return known is not None and hashlib.sha256(found.content).hexdigest() != known.sha256


def lacking(loaded: Library) -> list[KnownDocument]:
    """Return the known documents that aren't loaded, newest first: neither that file nor a whole edition of its day."""
    whole = {edition.date for edition in loaded.editions if edition.complete}
    files = {edition.sha256 for edition in loaded.editions}
    return [one for one in known_documents() if one.effective not in whole and one.sha256 not in files]


def pause(seconds: float) -> None:
    """Leave servers in peace for a while."""
    time.sleep(seconds)


@contextmanager
def refusing(stopped: str = "Stopped. Nothing changed.") -> Iterator[None]:
    """Let what a download or an import fails of be the refusal of a command.

    Args:
        stopped: sentences for a person who stops it.

    Raises:
        RefusedError: it failed.
    """
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


def busy() -> RefusedError:
    """Return the refusal to download while another process does."""
    return _failed("busy", "Another process is downloading. Wait for it to finish.", 1)


def is_hidden(options: Mapping[str, Any]) -> bool:
    """Return whether nobody looks on who could see a bar."""
    return options["verbosity"] == 0 or not sys.stderr.isatty()


def _failed(code: str, message: str, returncode: int) -> RefusedError:
    return RefusedError(f"{message}\nNothing changed.", error_json(code, message), returncode)
