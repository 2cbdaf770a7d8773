"""`manage.py trace`: history of a rule through the editions."""

from argparse import ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from explorer.document.numbers import RuleNumber
from explorer.document.tree import slugify
from explorer.importing.prepare import prepare
from explorer.library.history.life import Life, edition_on, life_at, lives_under, steps_with_texts
from explorer.library.loaded import library
from explorer.lineages.provisions import ChangeKind, plain_name, term_key
from explorer.lineages.tracing import TraceStep
from explorer.management.base import JsonCommand, RefusedError, iso_date, must_be_loaded


class Command(JsonCommand):
    help = "Print a rule’s history through the loaded editions, newest first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "number",
            metavar="NUMBER",
            help="rule number or glossary entry, and optionally an edition: 704.5j@2014-02-01",
        )
        parser.add_argument(
            "--edition",
            type=iso_date,
            metavar="DATE",
            help="edition in which the rule has this number (default: newest that has it)",
        )
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        name, _, day = options["number"].partition("@")
        try:
            pinned = iso_date(day) if day else None
        except ArgumentTypeError as error:
            raise RefusedError.of("bad_date", f"{options['number']}: {error}.") from None
        lives = _find(name, options["edition"] or pinned)
        try:
            found = [steps_with_texts(life) for life in lives]
        except KeyError as error:
            raise CommandError(f"The history is out of date. Run {settings.PROGRAM_NAME} rebuild.") from error
        if options["json"]:
            self.print_json([step.as_json() for step in found[0]])
            return
        for place, (life, steps) in enumerate(zip(lives, found, strict=True)):
            if place:
                self.stdout.write(f"\nAnother that was {life.name_of(key_of(name))}:")
            for step in steps:
                self.stdout.write(_line(step))


def key_of(name: str) -> str:
    """Lineage key of a number or a glossary entry's name."""
    number = RuleNumber.try_parse(name)
    return str(number) if number else term_key(slugify(name))


def _find(name: str, day: Any) -> list[Life]:
    """Lives with a number in an edition; without one, all that ever had it, latest first."""
    key = key_of(name)
    if day is not None:
        day = must_be_loaded(edition_on(day, library()), day, "--edition").date
    lives = list(filter(None, [life_at(key, day)])) if day else lives_under(key)
    if not lives:
        number = RuleNumber.try_parse(name)
        where = f"The {day.isoformat()} rules have no" if day else "No loaded edition has"
        if number:
            raise RefusedError.of("no_such_rule", f"{where} {plain_name(key)}.")
        if name[:1].isdigit():
            raise RefusedError.of("no_such_rule", f"“{name}” isn’t a rule number. Type one such as 704.5j.")
        raise RefusedError.of("no_such_rule", f"{where}{'' if day else ' a'} glossary entry “{name}”.")
    return lives


def _line(step: TraceStep) -> str:
    found = step.as_json()
    words = " ".join(found["text"].split())
    change = "" if step.step.change is ChangeKind.REMOVED else f"  {words}"
    return f"{found['edition']}  {found['number']:<8} {found['change']:<16}{change}".rstrip()
