"""Base of all commands: `--json`, errors, argument types, progress bars."""

import argparse
import datetime
import io
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from threading import Event, Thread
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error
from tqdm import tqdm

from explorer.importing.unavailable import remedy
from explorer.library.queries import EditionInfo
from symbols.engine import EngineError, ErrorJson, error_json

BAD_INPUT = 2
"""Exit status for invalid arguments or input."""


class RefusedError(CommandError):
    """Error of a command; with `--json` it is printed as `error`."""

    def __init__(self, message: str, error: ErrorJson, returncode: int = BAD_INPUT) -> None:
        super().__init__(message, returncode=returncode)
        self.error = error

    @classmethod
    def of(cls, code: str, message: str) -> "RefusedError":
        return cls(message, error_json(code, message))


class JsonCommand(BaseCommand):
    """Command that with `--json` prints only JSON, errors as `{"error": …}`."""

    requires_system_checks: list[str] = []
    is_parsed = False
    argparse_error = ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="JSON output")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Record argparse's error message."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        exit_with_error = parser.error

        def record(message: str) -> None:
            self.argparse_error = message
            exit_with_error(message)

        parser.error = record  # type: ignore[method-assign]
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Run, reporting invalid arguments as JSON too."""
        try:
            super().run_from_argv(argv)
        except SystemExit as ended:
            if ended.code == BAD_INPUT and "--json" in argv and not self.is_parsed:
                why = self.argparse_error.removesuffix(".")
                message = f"These options aren’t valid: {why}. {settings.PROGRAM_NAME} {argv[1]} --help lists them."
                self.print_json({"error": error_json("bad_usage", message)})
            raise

    def execute(self, *args: Any, **options: Any) -> str | None:
        self.is_parsed = True
        try:
            return super().execute(*args, **options)
        except RefusedError as error:
            if options.get("json"):
                self.print_json({"error": error.error})
            # Django prints the name of the class.
            raise CommandError(str(error), returncode=error.returncode) from error
        except Error as error:
            if options.get("json"):
                self.print_json({"error": error_json("unavailable", remedy(error).replace("\n", " "))})
            raise

    def print_json(self, found: Mapping[str, object] | Sequence[Mapping[str, object]]) -> None:
        self.stdout.write(json.dumps(found))
        self.stdout.flush()

    def print_document(self, text: str, metadata: Mapping[str, object], *, as_json: bool) -> None:
        """Print a document in UTF-8, whatever the terminal's encoding, or as JSON with its metadata."""
        if as_json:
            self.print_json({**metadata, "text": text})
            return
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        self.stdout.write(text, ending="")


def must_be_loaded(edition: EditionInfo | None, day: datetime.date, flag: str = "") -> EditionInfo:
    """Return the edition, if there is one.

    Raises:
        RefusedError: there is none; the message names the `flag`.
    """
    if edition is not None:
        return edition
    start = f"{flag}: the" if flag else "The"
    message = f"{start} {day.isoformat()} rules aren’t loaded. {settings.PROGRAM_NAME} editions lists those that are."
    raise RefusedError.of("no_such_edition", message)


def refusal_of(error: EngineError, message: str = "") -> RefusedError:
    return RefusedError(message or error.message, error.as_json())


_MAX_SECONDS = 3600


def iso_date(text: str) -> datetime.date:
    """Type of date arguments, such as `2025-06-06`.

    Raises:
        argparse.ArgumentTypeError: it isn't a date.
    """
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” isn’t a date such as 2025-06-06") from None


def seconds(text: str, *, allow_zero: bool = False) -> float:
    """Type of durations up to an hour.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    try:
        duration = float(text)
    except ValueError:
        duration = -1
    if not (0 < duration <= _MAX_SECONDS or (allow_zero and duration == 0)):
        raise argparse.ArgumentTypeError(f"“{text}” isn’t a number of seconds up to {_MAX_SECONDS}")
    return duration


# Seconds between refreshes on a terminal, and in a file, where each adds a line.
_TICK = 0.5
_TICK_IN_FILE = 2.0
_FORMAT = "{desc}: {percentage:3.0f}%|{bar}| [{elapsed}<{remaining}{postfix}]"


class Steps(AbstractContextManager["Steps"]):
    """Progress bar over a known number of steps, refreshed by a thread during long ones.

    It stays on screen at the end of the block, and is removed after an error.
    """

    def __init__(self, title: str, total: int, *, hidden: bool = False) -> None:
        self.title = title
        self.total = total
        self.hidden = hidden
        self._bar: tqdm[Any] | None = None
        self.started = 0
        self._finished = Event()

    def __call__(self, sentence: str, count: int = 1) -> None:
        self.started += count
        self.reach(self.started - count, sentence)

    def reach(self, done: float, sentence: str) -> None:
        """Advance to `done` steps, skipping some if need be."""
        self.started = max(self.started, int(done))
        if self.hidden:
            return
        if self._bar is None:
            self._bar = tqdm(
                desc=self.title, total=self.total, file=sys.stderr, bar_format=_FORMAT, dynamic_ncols=True, leave=False
            )
            Thread(target=self._tick, args=(self._bar,), daemon=True).start()
        self._bar.set_postfix_str(sentence, refresh=False)
        self._bar.update(min(done, self.total) - self._bar.n)

    def over_last(self, count: int) -> Callable[[str, float], None]:
        """Callback for progress over the last `count` steps, from a sentence and a share of 0 to 1."""

        def reach(sentence: str, share: float) -> None:
            self.reach(self.total - count * (1 - share), sentence)

        return reach

    def aside(self) -> AbstractContextManager[None]:
        return nullcontext() if self._bar is None else tqdm.external_write_mode(file=sys.stderr)

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self._finished.set()
        if self._bar is not None:
            if error is None:
                self._bar.leave = True
                self.reach(self.total, "done")
            self._bar.close()

    def _tick(self, bar: "tqdm[Any]") -> None:
        while not self._finished.wait(_TICK if sys.stderr.isatty() else _TICK_IN_FILE):
            bar.refresh()
