"""`manage.py cost`: the cost checker on the command line, for people and for scripts."""

import io
import json
import re
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import IO, Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser, DjangoHelpFormatter

from explorer.costcheck.check import CARD, PARAMETERS, answer, error_report
from explorer.importing.prepare import prepare
from explorer.library.loaded import Library, library
from explorer.management.base import BAD_INPUT, JsonCommand, refusal_of
from symbols.engine import KEYS, BadRequest, CheckOption, EngineError, TooLarge

MAX_LINE = 100_000
"""Longest accepted line of standard input, in bytes."""

_LOYALTY_COST = re.compile(r"-[xyz]", re.IGNORECASE)
_JSON_OBJECT = re.compile(r'\s*\{\s*("|\}\s*\Z)')

EPILOG = """\
examples:
  manage.py cost '{2}{W/U}'
  manage.py cost xrr --x 3 --pool RRRRG
  manage.py cost '{2}{W}, {T}, Sacrifice a creature' --json
  manage.py cost '{E}{E}, {T}' --energy 3 --tapped no --creature no
  manage.py cost '{X}{2}{G}{G}' --pool GG --convoke '{G}{G/W}{C}'
  manage.py cost '{1}{R} // {2}{U}' --cast both
  manage.py cost --card Fireball --pool RRR
  manage.py cost - < costs.txt
"""


class _Help(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """Keeps the line breaks of the examples."""


class Command(JsonCommand):
    help = "Check a cost: what it means, how you can announce and pay it, and which rules say so."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(
            prog_name,
            subcommand,
            epilog=EPILOG.replace("manage.py", settings.PROGRAM_NAME),
            formatter_class=_Help,
            **kwargs,
        )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options as text: the engine validates them, with its own errors."""
        parser.add_argument(
            "cost",
            metavar="COST",
            nargs="?",
            help="cost, in any notation; -: one cost or JSON object per line from stdin, one JSON answer per line",
        )
        parser.add_argument("--card", metavar="NAME", help="card, or one of its parts, in the place of a cost")
        for option in PARAMETERS:
            parser.add_argument(f"--{option.key.replace('_', '-')}", **_argument(option))
        parser.add_argument("--json", action="store_true", help="JSON only")

    def run_from_argv(self, argv: list[str]) -> None:
        """Run, taking `-X` for a loyalty cost and not for an option."""
        costs = [] if "--" in argv else [each for each in argv[2:] if _LOYALTY_COST.fullmatch(each)]
        others = [each for each in argv if each not in costs]
        super().run_from_argv([*others, "--", *costs] if costs else argv)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        given = {key: options[key] for key in (CARD, *KEYS) if options.get(key) not in (None, False)}
        if ("cost" in given) == (CARD in given):
            message = "Give a cost or --card, not both." if CARD in given else "Give a cost, or a card with --card."
            raise refusal_of(BadRequest("bad_usage", message))
        if given.get("cost") == "-":
            self.answer_lines({key: value for key, value in given.items() if key != "cost"})
        else:
            self.answer_one(given, as_json=options["json"])

    def answer_one(self, given: Mapping[str, object], *, as_json: bool) -> None:
        try:
            checked = answer(given, _prepared)
            found = checked.as_json() if as_json else checked.as_text()
        except EngineError as error:
            raise refusal_of(error, "" if as_json else error_report(error, str(given.get("cost", "")))) from error
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
                found = answer({**defaults, **request_of(line)}, loaded).as_json()
            except EngineError as error:
                bad += 1
                found = {"error": error.as_json()}
            self.print_json(found)
        if bad:
            raise CommandError(f"{bad:,} of {lines:,} lines failed.", returncode=BAD_INPUT)


def _prepared() -> Library:
    prepare()
    return library()


def _argument(option: CheckOption) -> dict[str, Any]:
    if option.kind == "flag":
        return {"help": option.help, "action": "store_true"}
    if option.is_repeated:
        return {"help": f"{option.help}; may be repeated", "metavar": "COST", "action": "append"}
    name = "N" if len(option.key) == 1 else option.key.upper()
    return {"help": option.help, "metavar": "yes|no" if option.kind == "yes or no" else name}


def lines_of(stream: IO[str]) -> Iterator[bytes]:
    """Lines of standard input as bytes, those that are too long truncated."""
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
        raise TooLarge("too_long", f"A line can be at most {MAX_LINE:,} bytes long.")
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
