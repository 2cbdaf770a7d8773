"""Base of all commands: `--json`, and errors in one format."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from explorer.importing.unavailable import remedy
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
    # Whether the arguments were parsed; if not, argparse's message.
    understood = False
    wrong = ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="JSON only")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Record argparse's error message."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        exit_with_error = parser.error

        def record(message: str) -> None:
            self.wrong = message
            exit_with_error(message)

        parser.error = record  # type: ignore[method-assign]
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Run; invalid arguments are reported as JSON too."""
        try:
            super().run_from_argv(argv)
        except SystemExit as ended:
            if ended.code == BAD_INPUT and "--json" in argv and not self.understood:
                why = self.wrong.removesuffix(".")
                message = f"These options aren’t valid: {why}. {settings.PROGRAM_NAME} {argv[1]} --help lists them."
                self.print_json({"error": error_json("bad_usage", message)})
            raise

    def execute(self, *args: Any, **options: Any) -> str | None:
        self.understood = True
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


def refusal_of(error: EngineError, message: str = "") -> RefusedError:
    return RefusedError(message or error.message, error.as_json())
