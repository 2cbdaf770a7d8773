"""Import of cards and rulings from bulk files, whole or not at all."""

import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from explorer.cards.bulk import BulkError, BulkFile, BulkKind, Malformed, RulingOf
from explorer.cards.card import Card, CardFace, CardRuling
from explorer.cards.models import CardSource, RulingOnRule, StoredCard, StoredRuling
from explorer.document.tree import slugify
from explorer.library.derived import renew_of_cards
from explorer.library.inserting import insert
from explorer.library.locks import write_transaction
from explorer.models import PlainJSON

Progress = Callable[[str, float], None]
"""Called with the name of a file and how much of it was read, from 0 to 1."""

_CARD_FIELDS = (
    *("id", "slug", "name", "oracle_id", "layout", "mana_value", "faces", "released", "first_set", "for_play"),
)
_RULING_FIELDS = ("card_id", "date", "text")
_LONGEST_SLUG = 140
# So many records are a sign of life.
_OFTEN = 500
_BOTH = "Give one file of cards: Scryfall’s or MTGJSON’s."


@dataclass
class ImportedCards:
    """Outcome of an import.

    Attributes:
        cards: how many cards.
        rulings: how many rulings.
        malformed: records that were left out.
        strangers: how many rulings were left out since no card has their `oracle_id`.
    """

    cards: int = 0
    rulings: int = 0
    malformed: list[Malformed] = field(default_factory=list)
    strangers: int = 0


def import_cards(paths: Sequence[Path], progress: Progress | None = None) -> ImportedCards:
    """Put the cards and rulings of bulk files in the place of those that are there.

    A file of cards replaces all cards and their rulings; one of rulings alone replaces the rulings.

    Raises:
        BulkError: a file can't be read, has no cards, or there are two of one kind. Nothing is changed.
    """
    files = sorted(map(BulkFile, paths), key=lambda file: file.kind is BulkKind.SCRYFALL_RULINGS)
    of_cards = [file for file in files if file.kind is not BulkKind.SCRYFALL_RULINGS]
    if len(of_cards) > 1:
        raise BulkError(f"{of_cards[0].path.name} and {of_cards[1].path.name} both have cards. {_BOTH}")
    if len(files) - len(of_cards) > 1:
        raise BulkError("Give one file of rulings.")
    done = ImportedCards()
    with write_transaction():
        RulingOnRule.objects.all().delete()
        StoredRuling.objects.all().delete()
        if of_cards:
            StoredCard.objects.all().delete()
            CardSource.objects.all().delete()
        else:
            CardSource.objects.filter(kind=BulkKind.SCRYFALL_RULINGS.value).delete()
        for file in files:
            before = done.cards + done.rulings
            if file.kind is BulkKind.SCRYFALL_RULINGS:
                _store_rulings(_followed(file, done, progress), done)
            else:
                _store_cards(_followed(file, done, progress), done)
            count = done.cards + done.rulings - before
            if not count:
                raise BulkError(f"{file.path.name} has nothing that fits. {_why_nothing(file, done)}")
            CardSource.objects.create(kind=file.kind.value, name=file.path.name, count=count)
        renew_of_cards()
    return done


def card_slug(name: str) -> str:
    """Return a card's name as it is in an address: `Fire // Ice` is `fire-ice`."""
    return slugify(name)[:_LONGEST_SLUG]


def _why_nothing(file: BulkFile, done: ImportedCards) -> str:
    if done.malformed:
        return f"Of {done.malformed[0].name}: {done.malformed[0].why}."
    if file.kind is BulkKind.SCRYFALL_RULINGS:
        return "Import Scryfall’s oracle cards with it, or before it."
    return "It has no cards."


def _followed(file: BulkFile, done: ImportedCards, progress: Progress | None) -> Iterator[Card | RulingOf]:
    """Yield the good records of a file, note the others, and say how far it is."""
    for count, record in enumerate(file):
        if progress is not None and count % _OFTEN == 0:
            progress(file.path.name, file.done)
        if isinstance(record, Malformed):
            done.malformed.append(record)
        else:
            yield record


def _store_cards(records: Iterable[Card | RulingOf], done: ImportedCards) -> None:
    taken: Counter[str] = Counter()
    rulings: list[tuple[int, dt.date, str]] = []

    def rows() -> Iterator[tuple[object, ...]]:
        for card in records:
            if not isinstance(card, Card):
                continue
            done.cards += 1
            slug = card_slug(card.name)
            taken[slug] += 1
            if taken[slug] > 1:
                slug = f"{slug}-{taken[slug]}"
            rulings.extend((done.cards, one.date, one.text) for one in card.rulings)
            faces = json.dumps([_face_as_json(face) for face in card.faces], cls=PlainJSON)
            yield (
                *(done.cards, slug, card.name, card.oracle_id, card.layout, card.mana_value, faces),
                *(card.released, card.first_set, card.for_play),
            )

    insert(StoredCard, _CARD_FIELDS, rows())
    done.rulings += len(rulings)
    insert(StoredRuling, _RULING_FIELDS, rulings)


def _store_rulings(records: Iterable[Card | RulingOf], done: ImportedCards) -> None:
    cards = dict(StoredCard.objects.exclude(oracle_id="").values_list("oracle_id", "pk"))
    found: list[tuple[int, CardRuling]] = []
    for record in records:
        if not isinstance(record, RulingOf):
            continue
        if (card := cards.get(record.oracle_id)) is None:
            done.strangers += 1
        else:
            found.append((card, record.ruling))
    done.rulings += len(found)
    insert(StoredRuling, _RULING_FIELDS, [(card, one.date, one.text) for card, one in sorted(found)])


def _face_as_json(face: CardFace) -> dict[str, str]:
    return {name: value for name, value in asdict(face).items() if value}
