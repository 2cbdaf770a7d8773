"""`manage.py fetch_rules`: the newest official document into the library."""

import sys
from argparse import ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from explorer.document.extent import gaps_in_words
from explorer.fetching import RULES_PAGE, BadAddressError, Fetched, FetchError, Limits, Policy, fetch
from explorer.library.importing import LARGEST, import_bytes
from explorer.library.library_error import LibraryError
from explorer.library.prepare import prepare
from explorer.management.base import BAD_INPUT, JsonCommand, RefusedError
from explorer.management.reports import loaded_as_json, loaded_in_words
from symbols.engine import error_json

_LONGEST_WAIT = 3600


def seconds(text: str) -> float:
    """Read how long to wait."""
    try:
        wait = float(text)
    except ValueError:
        wait = 0
    if not 0 < wait <= _LONGEST_WAIT:
        raise ArgumentTypeError(f"a number of seconds up to {_LONGEST_WAIT} is needed, not {text!r}")
    return wait


class Command(JsonCommand):
    """Download the newest document and import it, whole or not at all."""

    help = "Find the newest Comprehensive Rules on the publisher's page, download them and bring them into the library."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options."""
        parser.add_argument(
            "--from",
            dest="start",
            default=RULES_PAGE,
            metavar="ADDRESS",
            help=f"a page that links the document, or the document itself (default: {RULES_PAGE})",
        )
        parser.add_argument(
            "--timeout", type=seconds, default=Limits().total, metavar="SECONDS", help="give up after so long (120)"
        )
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Download first: the library is opened only when there is something to put into it."""
        silent = options["json"]
        hidden = options["verbosity"] == 0 or not sys.stderr.isatty()
        try:
            fetched = _download(Policy(options["start"], settings.FETCH_PLAIN), options["timeout"], hidden=hidden)
            prepare()
            done = import_bytes(fetched.content, fetched.address)
        except FetchError as error:
            # Whoever gave a bad address can give a better one; for the network nobody can be blamed.
            returncode = BAD_INPUT if isinstance(error, BadAddressError) else 1
            raise _failed(error.code, error.message, returncode) from error
        except LibraryError as error:
            raise _failed("refused", str(error), BAD_INPUT) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped. The library is as it was.") from None
        if done.gaps and options["verbosity"]:
            self.stderr.write(f"{fetched.address}: {gaps_in_words(done.gaps)}.")
        if silent:
            report = {"address": fetched.address, "bytes": len(fetched.content), **loaded_as_json(done)}
            self.print_json(report)
        elif options["verbosity"]:
            self.stdout.write(f"{fetched.address}: {loaded_in_words(done)}")


def _failed(code: str, message: str, returncode: int) -> RefusedError:
    return RefusedError(f"{message}\nThe library is as it was.", error_json(code, message), returncode)


def _download(policy: Policy, wait: float, *, hidden: bool) -> Fetched:
    """Download a document, with a bar for who looks on."""
    with tqdm(desc="Downloading", unit="B", unit_scale=True, file=sys.stderr, disable=hidden, leave=False) as bar:

        def tell(so_far: int, total: int | None) -> None:
            bar.total = total
            bar.update(so_far - bar.n)

        return fetch(policy, Limits(total=wait, document=LARGEST), tell)
