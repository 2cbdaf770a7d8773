"""`manage.py cost`: the cost checker on the command line, for people and for scripts."""

import io
import json
import re
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import IO, Any

from django.core.management.base import CommandError, CommandParser, DjangoHelpFormatter

from explorer.checks import answer, error_report
from explorer.library.loaded import Library, library
from explorer.library.prepare import prepare
from explorer.management.base import BAD_INPUT, JsonCommand, refusal_of
from symbols.engine import KEYS, BadRequest, EngineError, TooLarge

MAX_LINE = 100_000
"""The longest line of standard input that is looked at, in bytes."""

_LOYALTY = re.compile(r"-[xyz]", re.IGNORECASE)
_OBJECT = re.compile(r'\s*\{\s*("|\}\s*\Z)')

OPTIONS: Mapping[str, str] = {
    "x": "value of X (107.3); 0 by default",
    "y": "value of Y",
    "z": "value of Z",
    "pool": "your mana, such as WWU or 3GG; '' for none",
    "snow": "the part of that mana from snow sources",
    "life": "your life total; 20 by default",
    "alternative": "alternative cost (118.9)",
    "minimum": "minimum mana in the total cost (601.2f)",
    "spend": "'any color' or 'any type': how mana may be spent (118.14)",
    "energy": "your energy counters (107.14)",
    "tickets": "your ticket counters (107.17)",
    "loyalty": "loyalty counters on the permanent (606.6)",
    "tapped": "yes or no: whether the permanent is tapped (107.5)",
    "creature": "yes or no: whether it is a creature (302.6)",
    "haste": "yes or no: whether it has haste (702.10)",
    "controlled": "yes or no: whether you have controlled it since the turn began (302.6)",
    "convoke": "colors of each untapped creature, such as {W}{G/W}{C} (702.51)",
    "improvise": "number of untapped artifacts you have (702.126)",
    "waterbend": "number of untapped artifacts and creatures for a waterbend cost, beyond those for convoke (701.67)",
    "delve": "number of cards in your graveyard (702.66)",
    "assist": "most generic mana another player will pay (702.132)",
    "life_for": "colors whose mana you may pay with 2 life each, such as B",
    "x_only": "the only colors of mana that may pay for X, such as B",
    "commander_casts": "earlier casts of your commander from the command zone (903.8)",
    "layout": "two-part card '{1}{R} // {2}{U}': split, adventure, omen, prototype, transform, modal or room",
    "cast": "the part you cast: 1, 2 or both",
    "affinity": "number of permanents that each make the cost {1} less (702.41)",
    "amount": "amount you choose for 'any amount of' or 'any number of' (107.1c)",
    "to_sacrifice": "number of permanents you could sacrifice to the cost (118.3)",
    "to_discard": "number of cards you could discard to the cost",
    "to_remove": "number of counters you could remove for the cost",
    "to_exile": "number of cards you could exile for the cost",
    "activated": "loyalty abilities of the permanent already activated this turn (606.3)",
    "activations": "number of its loyalty abilities that an effect lets you activate each turn",
    "edition": "date of the edition whose symbols to use, such as 2011-06-17",
}
REPEATED: Mapping[str, str] = {
    "reduce": "cost reduction (118.7), such as {1}, '{W} colored only' or '{2} least 1'",
    "increase": "cost increase (601.2f)",
    "additional": "additional cost (118.8), also several times, '{2} 3 times'",
    "kicker": "kicker cost you pay (702.33)",
    "multikicker": "multikicker cost and times paid, '{1}{G} 3 times' (702.33c)",
    "replicate": "replicate cost and times paid, '{1}{U} 2 times' (702.56)",
    "strive": "strive cost and number of targets, '{2}{R} 3 targets'",
    "escalate": "escalate cost and number of modes, '{1} 2 modes' (702.120)",
}

EPILOG = """\
examples:
  manage.py cost '{2}{W/U}'
  manage.py cost xrr --x 3 --pool RRRRG
  manage.py cost '{2}{W}, {T}, Sacrifice a creature' --json
  manage.py cost '{E}{E}, {T}' --energy 3 --tapped no --creature no
  manage.py cost '{X}{2}{G}{G}' --pool GG --convoke '{G}{G/W}{C}'
  manage.py cost '{1}{R} // {2}{U}' --cast both
  manage.py cost - < costs.txt
"""


class _Help(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """Help whose examples keep their lines."""


class Command(JsonCommand):
    """Explain a cost and how it can be paid."""

    help = "Check a cost: what it means, how you can announce and pay it, and which rules say so."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Add the examples to the help, as they are written."""
        return super().create_parser(prog_name, subcommand, epilog=EPILOG, formatter_class=_Help, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """List the options. All are read as text, so that every mistake is answered alike."""
        parser.add_argument(
            "cost",
            metavar="COST",
            help="cost, in any notation; -: one cost or JSON object per line from stdin, one JSON answer per line",
        )
        for name, text in OPTIONS.items():
            parser.add_argument(_flag(name), metavar=_metavar(name), help=text)
        for name, text in REPEATED.items():
            parser.add_argument(_flag(name), metavar="COST", action="append", help=f"{text}; may be repeated")
        parser.add_argument("--free", action="store_true", help="cast without paying the mana cost (118.9)")
        parser.add_argument("--json", action="store_true", help="JSON only")

    def run_from_argv(self, argv: list[str]) -> None:
        """Run, taking `-X` for the loyalty cost that it is and not for an option."""
        costs = [] if "--" in argv else [each for each in argv[2:] if _LOYALTY.fullmatch(each)]
        others = [each for each in argv if each not in costs]
        super().run_from_argv([*others, "--", *costs] if costs else argv)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Answer one cost, or every line of standard input."""
        given = {key: options[key] for key in KEYS if options.get(key) not in (None, False)}
        if given["cost"] == "-":
            self.answer_lines({key: value for key, value in given.items() if key != "cost"})
        else:
            self.answer_one(given, as_json=options["json"])

    def answer_one(self, given: Mapping[str, object], *, as_json: bool) -> None:
        """Print a report, or one JSON object."""
        try:
            checked = answer(given, _prepared)
        except EngineError as error:
            raise refusal_of(error, "" if as_json else error_report(error, str(given["cost"]))) from error
        if as_json:
            self.print_json(checked.as_json())
            return
        if isinstance(sys.stdout, io.TextIOWrapper):
            # A terminal that has no ½ shows a question mark there.
            sys.stdout.reconfigure(errors="replace")
        self.stdout.write(checked.as_text(), ending="")
        self.stdout.flush()

    def answer_lines(self, defaults: Mapping[str, object]) -> None:
        """Print one JSON object for each line of standard input; a bad line does not stop the others."""
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


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _prepared() -> Library:
    """Return the editions that are loaded, once the library is prepared."""
    prepare()
    return library()


def _metavar(name: str) -> str:
    if name in ("tapped", "creature", "haste", "controlled"):
        return "yes|no"
    return "N" if len(name) == 1 else name.upper()


def lines_of(stream: IO[str]) -> Iterator[bytes]:
    """Yield the lines of standard input as bytes, of those that are too long only the beginning."""
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
    """Read a line: a JSON object with the keys of a request, or a cost.

    Raises:
        EngineError: it is too long, no text, or no JSON.
    """
    if len(line) > MAX_LINE:
        raise TooLarge("too_long", f"A line can be at most {MAX_LINE:,} bytes long.")
    try:
        # Files from some systems begin with a byte-order mark.
        text = line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise BadRequest("not_utf8", "This line isn’t UTF-8 text.") from error
    if not _OBJECT.match(text):
        return {"cost": text}
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"This line isn’t a valid JSON object: {error.msg}."
        raise BadRequest("bad_json", message, start=error.pos, end=error.pos) from error
    except (ValueError, RecursionError) as error:
        raise BadRequest("bad_json", "The JSON object in this line is too large.") from error
    return dict(found)
