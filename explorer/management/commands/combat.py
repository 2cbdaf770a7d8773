"""`manage.py combat`: combat damage, as `/try/combat/` answers it."""

import io
import json
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from explorer.costcheck.check import error_report
from explorer.importing.prepare import prepare
from explorer.library.loaded import library
from explorer.management.base import JsonCommand, refusal_of
from explorer.tryit.answering import Answer, answer
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from symbols.engine import EngineError
from symbols.trials.catalog import trial_named

_KEYS = ("attackers", "blockers", "defender", "divide")


class Command(JsonCommand):
    help = "Work out combat damage: who may deal how much to whom, who dies, and the rule for it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "attackers", metavar="ATTACKERS", help="such as '5/5 trample; 2/2', or '5/5 trample blocked by 2/2 and 3/3'"
        )
        parser.add_argument("--blockers", metavar="BLOCKERS", help="such as '2/2 -> 1; 3/3 -> 1, 2': whom each blocks")
        parser.add_argument("--defender", metavar="WHAT", help="player (default), 'planeswalker 4' or 'battle 5'")
        parser.add_argument("--divide", metavar="AMOUNTS", help="a division to check, such as '8, 2'")
        parser.add_argument("--edition", default="", metavar="DATE", help="edition date (default: newest)")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        loaded = library()
        trial = trial_named("combat")
        if trial is None:
            raise LookupError
        given = {key: [options[key]] for key in _KEYS if options[key] is not None}
        try:
            reading = TrialContext(loaded, loaded.requested_edition(options["edition"]))
            asked = TrialRequest.read(trial, given, reading, shows_example=False)
            reading.read(trial.rules)
            found = answer(asked, reading)
        except EngineError as error:
            raise refusal_of(error, "" if options["json"] else error_report(error, "")) from error
        if options["json"]:
            # With dates as text, as the API has them.
            self.print_json(json.loads(json.dumps(found.as_json(asked.edition), default=str)))
            return
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        self.stdout.write("\n".join(_lines(found)))


def _lines(found: Answer) -> Iterator[str]:
    yield found.outcome.sentence
    if found.note:
        yield found.note
    yield ""
    width = max((len(row.label) for row in found.outcome.rows), default=0)
    yield from (f"  {row.label.ljust(width)}   {row.value}" for row in found.outcome.rows)
    yield ""
    for step in found.outcome.steps:
        number, day = found.cited(step)
        yield f"{number}  {step.why}" + (f" ({day.isoformat()})" if day and found.source else "")
