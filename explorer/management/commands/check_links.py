"""`manage.py check_links`: broken references, by edition."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandParser

from explorer.importing.checking import Checked, check_links
from explorer.importing.prepare import prepare
from explorer.library.loaded import library
from explorer.library.queries import EditionInfo
from explorer.management.base import JsonCommand, RefusedError, iso_date


class Command(JsonCommand):
    help = "List references to rules, sections and glossary entries that aren’t in the same edition."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--edition", type=iso_date, metavar="DATE", help="effective date of one edition")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Print broken references; they are no failure, since the documents have typos."""
        prepare()
        checked = [check_links(edition) for edition in _chosen(options["edition"])]
        if options["json"]:
            self.print_json([as_json(one) for one in checked])
            return
        for one in checked:
            self.stdout.write(_summary(one))
            for end in one.dead:
                self.stdout.write(f"    {end.where}: no {end.kind} {end.target}: {end.words}")


def as_json(checked: Checked) -> dict[str, object]:
    """Result of a check; `dead` is null for an excerpt, which can't be checked."""
    dead = [{"where": e.where, "kind": e.kind, "target": e.target, "words": e.words} for e in checked.dead]
    return {
        "edition": checked.edition.iso,
        "references": checked.references,
        "dead": dead if checked.judged else None,
    }


def _chosen(date: datetime.date | None) -> Sequence[EditionInfo]:
    loaded = library()
    if date is None:
        return loaded.editions
    edition = loaded.on(date)
    if edition is None:
        dates = ", ".join(there.iso for there in loaded.editions)
        sentence = f"--edition: the {date.isoformat()} rules aren’t loaded. Loaded: {dates or 'none'}."
        raise RefusedError.of("no_such_edition", sentence)
    return [edition]


def _summary(checked: Checked) -> str:
    count = f"{checked.edition.iso}  {checked.references:,} references"
    if not checked.judged:
        return f"{count}, not checked: an excerpt lacks their targets"
    return f"{count}, {len(checked.dead) or 'none'} broken"
