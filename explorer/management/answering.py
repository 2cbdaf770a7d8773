"""Base of commands that answer a request from their options, or one per line of standard input."""

import io
import json
import re
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import IO, Any, ClassVar, Protocol

from django.conf import settings
from django.core.management.base import CommandError, CommandParser, DjangoHelpFormatter

from explorer.costcheck.check import CARD, PARAMETERS, error_report
from explorer.importing.prepare import prepare
from explorer.library.loaded import Library, library
from explorer.management.base import BAD_INPUT, JsonCommand, refusal_of
from symbols.engine import BadRequest, CheckOption, EngineError, TooLarge

MAX_LINE = 100_000
"""Longest accepted line of standard input, in bytes."""

_METAVARS: Mapping[str, str] = {
    "number": "N",
    "count": "N",
    "mana": "MANA",
    "cost": "COST",
    "yes or no": "yes|no",
    "colors": "COLORS",
    "types of mana": "COLORS",
    "creatures": "COLORS",
    "date": "DATE",
}
_JSON_OBJECT = re.compile(r'\s*\{\s*("|\}\s*\Z)')


class Answer(Protocol):
    def as_json(self) -> Mapping[str, object]: ...

    def as_text(self) -> str: ...


class _Help(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """Keeps the line breaks of the examples."""


class AnsweringCommand(JsonCommand):
    """Command with a cost, `--card` and the options of a check."""

    epilog: ClassVar[str]
    keys: ClassVar[Sequence[str]]
    # Keys of which a request has exactly one; the cost may be `-`.
    subjects: ClassVar[Sequence[str]]
    nothing_given: ClassVar[str]
    two_given: ClassVar[str]

    def answer(self, given: Mapping[str, object], loaded: Callable[[], Library]) -> Answer:
        """Answer a request.

        Raises:
            EngineError: it can't be read.
        """
        raise NotImplementedError

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(
            prog_name,
            subcommand,
            epilog=self.epilog.replace("manage.py", settings.PROGRAM_NAME),
            formatter_class=_Help,
            **kwargs,
        )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options as text; the engine validates them."""
        parser.add_argument(
            "cost",
            metavar="COST",
            nargs="?",
            help="cost, in any notation; - reads costs or JSON objects from standard input, one a line",
        )
        parser.add_argument("--card", metavar="NAME", help="name of a card, or of one of its parts, instead of a cost")
        for title, options in groupby(PARAMETERS, lambda option: option.group):
            group = parser.add_argument_group(title)
            for option in options:
                group.add_argument(flag_of(option.key), **_argument(option))
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        given = {key: options[key] for key in self.keys if options.get(key) not in (None, False)}
        subjects = [key for key in self.subjects if key in given]
        if len(subjects) != 1:
            raise refusal_of(BadRequest("bad_usage", self.two_given if subjects else self.nothing_given))
        if given.get("cost") == "-":
            self.answer_lines({key: value for key, value in given.items() if key != "cost"})
        else:
            self.answer_one(given, str(given[subjects[0]]) if subjects[0] != CARD else "", as_json=options["json"])

    def answer_one(self, given: Mapping[str, object], typed: str, *, as_json: bool) -> None:
        try:
            answer = self.answer(given, cache(_prepared))
            found = answer.as_json() if as_json else answer.as_text()
        except EngineError as error:
            raise refusal_of(error, "" if as_json else error_report(error, typed)) from error
        if not isinstance(found, str):
            self.print_json(found)
            return
        if isinstance(sys.stdout, io.TextIOWrapper):
            # “½” becomes “?” in encodings without it.
            sys.stdout.reconfigure(errors="replace")
        self.stdout.write(found, ending="")
        self.stdout.flush()

    def answer_lines(self, defaults: Mapping[str, object]) -> None:
        """Print one JSON object for each line of standard input; a bad line doesn't stop the others."""
        lines = bad = 0
        loaded = cache(_prepared)
        for line in lines_of(sys.stdin):
            lines += 1
            try:
                found = self.answer({**defaults, **request_of(line)}, loaded).as_json()
            except EngineError as error:
                bad += 1
                found = {"error": error.as_json()}
            self.print_json(found)
        if bad:
            raise CommandError(f"{bad:,} of {lines:,} lines failed.", returncode=BAD_INPUT)


def flag_of(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def _prepared() -> Library:
    prepare()
    return library()


def _argument(option: CheckOption) -> dict[str, Any]:
    if option.kind == "flag":
        return {"help": option.help, "action": "store_true"}
    if option.is_repeated:
        return {"help": f"{option.help}; repeatable", "metavar": "COST", "action": "append"}
    return {"help": option.help, "metavar": _METAVARS.get(option.kind, option.key.upper())}


def lines_of(stream: IO[str]) -> Iterator[bytes]:
    """Lines of standard input as bytes; lines over MAX_LINE are truncated."""
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        yield from (line.encode(errors="surrogateescape") for line in stream)
        return
    while line := buffer.readline(MAX_LINE + 1):
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = buffer.readline(MAX_LINE + 1)
        yield line


def request_of(line: bytes) -> Mapping[str, object]:
    """Parse a line: a JSON object with the keys of a request, or a cost.

    Raises:
        EngineError: it is too long, not UTF-8, or invalid JSON.
    """
    if len(line) > MAX_LINE:
        raise TooLarge("too_long", f"This line is too long. Lines can have up to {MAX_LINE:,} bytes.")
    try:
        # A file may begin with a byte order mark.
        text = line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise BadRequest("not_utf8", "This line isn’t UTF-8 text.") from error
    if not _JSON_OBJECT.match(text):
        return {"cost": text}
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"This line isn’t a valid JSON object: {error.msg}."
        raise BadRequest("bad_json", message, start=error.pos, end=error.pos) from error
    except (ValueError, RecursionError) as error:
        raise BadRequest("bad_json", "The JSON object in this line is too large.") from error
    return dict(found)
