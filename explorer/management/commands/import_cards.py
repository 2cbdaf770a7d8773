"""`manage.py import_cards`: cards and rulings from bulk files."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from explorer.cards.bulk import BulkError
from explorer.cards.importing import ImportedCards, import_cards
from explorer.library.prepare import prepare, prepare_steps
from explorer.management.base import JsonCommand, RefusedError
from explorer.progress import steps

# Steps of the bar for each file, and how many bad records are named.
_STEPS, _NAMED = 100, 10


class Command(JsonCommand):
    """Import cards, all of them or none."""

    help = "Import cards and rulings: Scryfall’s “oracle-cards” and “rulings”, or MTGJSON’s AtomicCards."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take files."""
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="bulk file, plain or gzipped")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Import them, and say what came and what was left out."""
        paths: list[Path] = options["paths"]
        hidden = options["verbosity"] == 0 or options["json"]
        try:
            with steps("Importing", prepare_steps() + _STEPS * len(paths), hidden=hidden) as bar:
                prepare(bar)
                begun, files = bar.begun, [path.name for path in paths]

                def follow(name: str, share: float) -> None:
                    bar.reach(begun + _STEPS * (files.index(name) + share), name)

                done = import_cards(paths, follow)
        except BulkError as error:
            raise RefusedError.of("refused", str(error)) from error
        if options["json"]:
            self.print_json(_as_json(done))
            return
        for one in done.malformed[:_NAMED]:
            self.stderr.write(f"Left out: {one.name} ({one.why}).")
        self.stdout.write(_in_words(done))


def _as_json(done: ImportedCards) -> dict[str, object]:
    return {
        "cards": done.cards,
        "rulings": done.rulings,
        "left_out": [{"name": one.name, "why": one.why} for one in done.malformed],
        "rulings_without_card": done.strangers,
    }


def _in_words(done: ImportedCards) -> str:
    counts = {"card": done.cards, "ruling": done.rulings}
    brought = " and ".join(_count(count, what) for what, count in counts.items() if count)
    sentences = [f"{brought} imported."]
    if done.malformed:
        sentences.append(f"{_count(len(done.malformed), 'record')} couldn’t be read.")
    if done.strangers:
        sentences.append(f"{_count(done.strangers, 'ruling')} left out, of cards that aren’t here.")
    return " ".join(sentences)


def _count(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
