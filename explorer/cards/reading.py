"""Queries for cards and rulings."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from explorer.cards.card import Card, CardFace, CardRuling
from explorer.cards.models import CardsMeeting, CardSource, RulingOnRule, StoredCard, StoredRuling
from explorer.cards.names import CardName, CardNames
from explorer.library.loaded import Library
from symbols.engine import BadRequest

_MAX_CLOSEST = 3
# Characters of a name in an error.
_MAX_QUOTED = 60


@dataclass(frozen=True, slots=True)
class CardFile:
    """Imported bulk file of a `BulkKind`; `made` is when it was published, if known."""

    kind: str
    imported: dt.date
    made: dt.datetime | None = None


class CardRulingFound(NamedTuple):
    slug: str
    name: str
    ruling: CardRuling


@dataclass(frozen=True, slots=True)
class CardsMet:
    """Cards that use a rule's keyword, or have a symbol (`key`): how many, and those printed first.

    Attributes:
        teaching: the most useful of so many rulings about it, the best first.
        released: first printing of the oldest card, in `first_set`, if known.
        for_play: whether any format allows any of the cards; None if unknown.
    """

    key: str
    cards: int
    names: Sequence[CardName]
    rulings: int
    teaching: Sequence[CardRulingFound]
    released: dt.date | None
    first_set: str
    for_play: bool | None


def cards_meeting(key: str, loaded: Library) -> CardsMet | None:
    """Cards by a rule's number in the newest complete edition, or by a symbol's code in braces.

    None if there are no cards and no rulings. The first call for a `Library` makes one query.
    """
    return _meetings(loaded).get(key)


@lru_cache(maxsize=2)
def _meetings(loaded: Library) -> Mapping[str, CardsMet]:
    """The few hundred rules and symbols with cards, cached until cards are imported again."""
    return {row.key: _met(row) for row in CardsMeeting.objects.all()} if loaded.has_cards else {}


def _met(row: CardsMeeting) -> CardsMet:
    teaching = [
        CardRulingFound(slug, name, CardRuling(dt.date.fromisoformat(day), text))
        for slug, name, day, text in row.teaching
    ]
    names = [CardName(*name) for name in row.names]
    return CardsMet(row.key, row.cards, names, row.rulings, teaching, row.released, row.first_set, row.for_play)


def card_at(slug: str) -> Card | None:
    """Card with its rulings and their rules, in three queries."""
    return cards_at([slug], with_rules=True).get(slug)


def cards_at(slugs: Collection[str], *, with_rules: bool = False) -> Mapping[str, Card]:
    """Cards by slug, with rulings, in two queries, or three with the rules of the rulings."""
    if not slugs:
        return {}
    rules: dict[int, list[str]] = defaultdict(list)
    if with_rules:
        rule_rows = RulingOnRule.objects.filter(ruling__card__slug__in=slugs).order_by("pk")
        for ruling, number in rule_rows.values_list("ruling_id", "number"):
            rules[ruling].append(number)
    rulings: dict[int, list[CardRuling]] = defaultdict(list)
    ruling_rows = StoredRuling.objects.filter(card__slug__in=slugs).order_by("date", "pk")
    for pk, card, day, text in ruling_rows.values_list("pk", "card_id", "date", "text"):
        rulings[card].append(CardRuling(day, text, rules.get(pk, ())))
    return {row.slug: _card(row, rulings[row.pk]) for row in StoredCard.objects.filter(slug__in=slugs)}


def cards_listed(start: int, end: int) -> Sequence[tuple[str, Card]]:
    """A slice of all cards by slug, without rulings."""
    return [(row.slug, _card(row)) for row in StoredCard.objects.order_by("slug")[start:end]]


def card_count() -> int:
    return StoredCard.objects.count()


def card_slugs() -> Sequence[str]:
    return list(StoredCard.objects.order_by("slug").values_list("slug", flat=True))


def slug_of_oracle_id(oracle_id: str) -> str | None:
    if not oracle_id.isprintable() or not oracle_id:
        # Cards without an id have an empty one, and PostgreSQL rejects null characters.
        return None
    return StoredCard.objects.filter(oracle_id=oracle_id).order_by("pk").values_list("slug", flat=True).first()


def card_files() -> Sequence[CardFile]:
    found = CardSource.objects.order_by("pk").values_list("kind", "imported", "made")
    return [CardFile(kind, imported.date(), made) for kind, imported, made in found]


@lru_cache(maxsize=2)
def card_names(loaded: Library) -> CardNames:
    """Index of all names, cached until cards are imported again."""
    if not loaded.has_cards:
        return CardNames(())
    return CardNames(CardName(*row) for row in StoredCard.objects.order_by("name", "slug").values_list("slug", "name"))


def unknown_card(name: str, loaded: Library) -> BadRequest:
    """Error for a name that no card has, with the closest ones."""
    near = [one.name for one in card_names(loaded).find(name, _MAX_CLOSEST)]
    nearest = f" Closest names: {'; '.join(near)}." if near[1:] else "" if near else " Check the spelling."
    message = f"Pipwise has no card called “{shortened(name)}”.{nearest}"
    return BadRequest("no_card", message, suggestion=near[0] if near else None)


def shortened(name: str) -> str:
    return name if len(name) <= _MAX_QUOTED else f"{name[:_MAX_QUOTED]}…"


def names_and_faces() -> Iterator[tuple[CardName, Sequence[Mapping[str, str]]]]:
    """Every card by name, with the non-empty fields of its faces."""
    for slug, name, faces in StoredCard.objects.order_by("name", "slug").values_list("slug", "name", "faces"):
        yield CardName(slug, name), faces


def names_and_costs() -> Iterator[tuple[CardName, str]]:
    """Every card by name, with the costs of its faces."""
    for name, faces in names_and_faces():
        yield name, " // ".join(filter(None, (face.get("mana_cost") for face in faces)))


def _card(row: StoredCard, rulings: Sequence[CardRuling] = ()) -> Card:
    return Card(
        row.name,
        row.oracle_id,
        row.layout,
        row.mana_value,
        [CardFace(**face) for face in row.faces],
        rulings,
        row.released,
        row.first_set,
        for_play=row.for_play,
    )
