"""`manage.py editions`: list the loaded editions."""

from typing import Any

from explorer.document.tree import in_words
from explorer.importing.prepare import prepare
from explorer.library.loaded import library
from explorer.library.queries import EditionInfo
from explorer.management.base import JsonCommand
from explorer.management.reports import extent_as_json
from symbols.sentences import counted


class Command(JsonCommand):
    help = "List loaded editions, oldest first."

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        found = library().editions
        if options["json"]:
            self.print_json([{**edition.as_json(), **extent_as_json(edition.stops_at)} for edition in found])
            return
        for edition in found:
            self.stdout.write(_line(edition))


def _line(edition: EditionInfo) -> str:
    extent = "whole" if edition.complete else "all rules" if edition.has_all_rules else "excerpt"
    if edition.stops_at:
        extent += f", {in_words(edition.stops_at)}"
    amounts = {"section": edition.sections, "rule": edition.rules, "example": edition.examples, "term": edition.terms}
    counts = ", ".join(counted(number, what) for what, number in amounts.items())
    return f"{edition.iso}  {counts} ({extent})  {edition.source}"
