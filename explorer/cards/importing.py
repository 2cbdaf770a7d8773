"""Import of cards and rulings from bulk files, all or nothing."""

import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from explorer.cards.bulk import BulkError, BulkFile, BulkKind, Malformed, RulingOf
from explorer.cards.card import Card
from explorer.cards.models import CardSource, RulingOnRule, StoredCard, StoredRuling
from explorer.document.tree import slugify
from explorer.importing.derived import renew_of_cards
from explorer.importing.locks import write_transaction
from explorer.library.derivation import chunks, insert
from explorer.models import PlainJSON

Progress = Callable[[str, float], None]
"""Called with the current file's name, and the share of all files that was read, from 0 to 1."""

_CARD_FIELDS = ("id", "slug", "name", "oracle_id", "layout", "mana_value", "faces", "released", "first_set", "for_play")
_RULING_FIELDS = ("card_id", "date", "text")
# Records between progress reports, cards in one insert, malformed records to keep.
_REPORT_INTERVAL, _BATCH_SIZE, _MAX_MALFORMED = 500, 2_000, 1_000
_MAX_FILE_NAME = 200
# Malformed records that a file may have: this many, or one in so many.
_TOLERATED, _TOLERATED_ONE_IN = 3, 20
_BOTH = "Import one file of cards: Scryfall’s or MTGJSON’s."


@dataclass
class ImportedCards:
    """Numbers of an import; `malformed` has the first records left out, `without_card` are rulings without a card."""

    cards: int = 0
    rulings: int = 0
    left_out: int = 0
    malformed: list[Malformed] = field(default_factory=list)
    without_card: int = 0


def import_cards(
    paths: Sequence[Path],
    progress: Progress | None = None,
    made: Mapping[Path, dt.datetime] | None = None,
    *,
    skip_malformed: bool = False,
) -> ImportedCards:
    """Replace the cards and rulings by those of bulk files, published at the times `made`, if known.

    A file of cards replaces all cards and their rulings; one of rulings alone replaces the rulings.

    Raises:
        BulkError: a file can't be read, is empty or has many malformed records, or there are two of one kind. Nothing
            is changed.
    """
    files = sorted(map(BulkFile, paths), key=lambda file: file.kind is BulkKind.SCRYFALL_RULINGS)
    of_cards = [file for file in files if file.kind is not BulkKind.SCRYFALL_RULINGS]
    if len(of_cards) > 1:
        raise BulkError(f"{of_cards[0].path.name} and {of_cards[1].path.name} both have cards. {_BOTH}")
    if len(files) - len(of_cards) > 1:
        raise BulkError("Import one file of rulings at a time.")
    done = ImportedCards()

    def report(place: int, file: BulkFile) -> None:
        if progress is not None:
            progress(file.path.name, (place + file.done) / len(files))

    with write_transaction():
        RulingOnRule.objects.all().delete()
        StoredRuling.objects.all().delete()
        if of_cards:
            StoredCard.objects.all().delete()
            CardSource.objects.all().delete()
        else:
            CardSource.objects.filter(kind=BulkKind.SCRYFALL_RULINGS.value).delete()
        for place, file in enumerate(files):
            before, left_out = done.cards + done.rulings, done.left_out
            records = _valid_records(file, done, partial(report, place, file))
            (_store_rulings if file.kind is BulkKind.SCRYFALL_RULINGS else _store_cards)(records, done)
            count = done.cards + done.rulings - before
            if not count:
                raise BulkError(f"{file.path.name} has nothing to import. {_why_nothing(file, done)}")
            bad = done.left_out - left_out
            if bad > max(_TOLERATED, (count + bad) // _TOLERATED_ONE_IN) and not skip_malformed:
                raise BulkError(
                    f"{file.path.name}: {bad:,} of {count + bad:,} records are malformed. {_first_malformed(done)} "
                    "To import the others, add --skip-malformed."
                )
            name = file.path.name[:_MAX_FILE_NAME]
            CardSource.objects.create(kind=file.kind.value, name=name, count=count, made=(made or {}).get(file.path))
        renew_of_cards()
    return done


def _why_nothing(file: BulkFile, done: ImportedCards) -> str:
    if done.malformed:
        return _first_malformed(done)
    if file.kind is BulkKind.SCRYFALL_RULINGS:
        return "Import Scryfall’s oracle cards with it, or before it."
    return "It has no cards."


def _first_malformed(done: ImportedCards) -> str:
    return f"Of {done.malformed[0].name}: {done.malformed[0].why}."


def _valid_records(file: BulkFile, done: ImportedCards, report: Callable[[], None]) -> Iterator[Card | RulingOf]:
    """Yield valid records, collect the others, and report progress."""
    for count, record in enumerate(file):
        if count % _REPORT_INTERVAL == 0:
            report()
        if not isinstance(record, Malformed):
            yield record
            continue
        done.left_out += 1
        if len(done.malformed) < _MAX_MALFORMED:
            done.malformed.append(record)


def _store_cards(records: Iterable[Card | RulingOf], done: ImportedCards) -> None:
    taken: Counter[str] = Counter()
    for cards in chunks((one for one in records if isinstance(one, Card)), _BATCH_SIZE):
        rows: list[tuple[object, ...]] = []
        rulings: list[tuple[int, dt.date, str]] = []
        for card in cards:
            done.cards += 1
            faces = [{name: value for name, value in asdict(face).items() if value} for face in card.faces]
            named = (done.cards, _free_slug(card.name, taken), card.name, card.oracle_id, card.layout, card.mana_value)
            printed = (card.released, card.first_set, card.for_play)
            rows.append((*named, json.dumps(faces, cls=PlainJSON), *printed))
            rulings.extend((done.cards, one.date, one.text) for one in card.rulings)
        done.rulings += len(rulings)
        insert(StoredCard, _CARD_FIELDS, rows)
        insert(StoredRuling, _RULING_FIELDS, rulings)


def _free_slug(name: str, taken: Counter[str]) -> str:
    slug = found = slugify(name)
    while taken[found]:
        taken[slug] += 1
        found = f"{slug}-{taken[slug]}"
    taken[found] = 1
    return found


def _store_rulings(records: Iterable[Card | RulingOf], done: ImportedCards) -> None:
    cards = dict(StoredCard.objects.exclude(oracle_id="").values_list("oracle_id", "pk"))

    def rows() -> Iterator[tuple[int, dt.date, str]]:
        for record in records:
            if not isinstance(record, RulingOf):
                continue
            if (card := cards.get(record.oracle_id)) is None:
                done.without_card += 1
            else:
                done.rulings += 1
                yield card, record.ruling.date, record.ruling.text

    insert(StoredRuling, _RULING_FIELDS, rows())
