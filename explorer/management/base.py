"""Base of all commands: errors in one shape, for people and for programs."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from explorer.importing.unavailable import remedy
from symbols.engine import EngineError, ErrorJson, error_json

BAD_INPUT = 2
"""How a command ends that was asked for something that makes no sense."""


class RefusedError(CommandError):
    """Refusal of a command to do what it was asked; with `--json` it prints `error` before it ends."""

    def __init__(self, message: str, error: ErrorJson, returncode: int = BAD_INPUT) -> None:
        super().__init__(message, returncode=returncode)
        self.error = error

    @classmethod
    def of(cls, code: str, message: str) -> "RefusedError":
        """Make one from a code for programs and a sentence."""
        return cls(message, error_json(code, message))


class JsonCommand(BaseCommand):
    """Command that with `--json` prints JSON and nothing else, errors as `{"error": …}`."""

    requires_system_checks: list[str] = []
    # Whether the arguments were understood; if not, why.
    understood = False
    wrong = ""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take `--json`."""
        parser.add_argument("--json", action="store_true", help="JSON only")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Make the parser of arguments, and keep what it says of wrong ones."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        refuse = parser.error

        def keep(message: str) -> None:
            self.wrong = message
            refuse(message)

        parser.error = keep  # type: ignore[method-assign]
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Run from the command line; arguments that make no sense are an error like any other."""
        try:
            super().run_from_argv(argv)
        except SystemExit as ended:
            if ended.code == BAD_INPUT and "--json" in argv and not self.understood:
                why = self.wrong.removesuffix(".")
                message = f"These options aren’t valid: {why}. {settings.PROGRAM_NAME} {argv[1]} --help lists them."
                self.print_json({"error": error_json("bad_usage", message)})
            raise

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Do what was asked."""
        self.understood = True
        try:
            return super().execute(*args, **options)
        except RefusedError as error:
            if options.get("json"):
                self.print_json({"error": error.error})
            # Django prints the name of the class, which people know as this one.
            raise CommandError(str(error), returncode=error.returncode) from error
        except Error as error:
            if options.get("json"):
                self.print_json({"error": error_json("unavailable", remedy(error).replace("\n", " "))})
            raise

    def print_json(self, found: Mapping[str, object] | Sequence[Mapping[str, object]]) -> None:
        """Print an object or a list of them on a line of its own, in ASCII, and pass it on at once."""
        self.stdout.write(json.dumps(found))
        self.stdout.flush()


def refusal_of(error: EngineError, message: str = "") -> RefusedError:
    """Return the refusal for an error of the engine, with what a person reads of it."""
    return RefusedError(message or error.message, error.as_json())
