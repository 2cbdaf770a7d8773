"""Cards as pages ask for them."""

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


@dataclass(frozen=True, slots=True)
class CardFile:
    """File that cards or rulings came from.

    Attributes:
        kind: what it is, such as `Scryfall’s rulings`.
        imported: the day on which it was imported (UTC).
        made: when its publisher made it, as far as known.
    """

    kind: str
    imported: dt.date
    made: dt.datetime | None = None


class CardRulingFound(NamedTuple):
    """Ruling, and the slug and the name of its card."""

    slug: str
    name: str
    ruling: CardRuling


@dataclass(frozen=True, slots=True)
class CardsMet:
    """Cards that meet a rule, or have a symbol.

    Attributes:
        key: the rule's number, or the symbol's code in braces.
        cards: how many cards have its words in their text.
        names: those of them that were printed first.
        rulings: how many rulings are about it.
        teaching: the rulings that teach most, the best first.
        released: when the oldest of the cards was first printed, as far as their file says; likewise `first_set`, the
            code of its set.
        for_play: whether some tournament allows any of the cards; None where the file doesn't say.
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
    """Return the cards that meet a rule, by its number in the newest complete edition, or that have a symbol.

    One query for the first that is asked of a library; None where no card meets it, and no ruling is about it.

    Args:
        key: the rule's number, or the symbol's code in braces.
        loaded: the editions that are loaded.
    """
    return _meetings(loaded).get(key)


@lru_cache(maxsize=2)
def _meetings(loaded: Library) -> Mapping[str, CardsMet]:
    """Return the few hundred rules and symbols that cards meet, kept in memory until cards are imported again."""
    return {row.key: _met(row) for row in CardsMeeting.objects.all()} if loaded.has_cards else {}


def _met(row: CardsMeeting) -> CardsMet:
    teaching = [
        CardRulingFound(slug, name, CardRuling(dt.date.fromisoformat(day), text))
        for slug, name, day, text in row.teaching
    ]
    names = [CardName(*name) for name in row.names]
    return CardsMet(row.key, row.cards, names, row.rulings, teaching, row.released, row.first_set, row.for_play)


def card_at(slug: str) -> Card | None:
    """Return the card of an address with its rulings and their rules, in three queries; None where there is none."""
    row = StoredCard.objects.filter(slug=slug).first()
    if row is None:
        return None
    rules: dict[int, list[str]] = defaultdict(list)
    spoken = RulingOnRule.objects.filter(ruling__card=row).order_by("pk")
    for ruling, number in spoken.values_list("ruling_id", "number"):
        rules[ruling].append(number)
    rulings = StoredRuling.objects.filter(card=row).order_by("date", "pk").values_list("pk", "date", "text")
    return _card(row, [CardRuling(day, text, rules.get(pk, ())) for pk, day, text in rulings])


def cards_at(slugs: Collection[str]) -> Mapping[str, Card]:
    """Return the cards of some addresses, by these, each with its rulings and without their rules, in two queries."""
    if not slugs:
        return {}
    rulings: dict[int, list[CardRuling]] = defaultdict(list)
    said = StoredRuling.objects.filter(card__slug__in=slugs).order_by("date", "pk")
    for card, day, text in said.values_list("card_id", "date", "text"):
        rulings[card].append(CardRuling(day, text))
    return {row.slug: _card(row, rulings[row.pk]) for row in StoredCard.objects.filter(slug__in=slugs)}


def cards_listed(start: int, end: int) -> Sequence[tuple[str, Card]]:
    """Return some cards in the order of their addresses, each with its own, and without its rulings.

    Args:
        start: how many are before them.
        end: how many are up to the last of them.
    """
    return [(row.slug, _card(row)) for row in StoredCard.objects.order_by("slug")[start:end]]


def card_count() -> int:
    """Return how many cards there are."""
    return StoredCard.objects.count()


def card_slugs() -> Sequence[str]:
    """Return the addresses of all cards, in their order."""
    return list(StoredCard.objects.order_by("slug").values_list("slug", flat=True))


def slug_known_as(known: str) -> str | None:
    """Return the address of the card that Scryfall knows as `oracle_id`; None where there is none."""
    if not known.isprintable() or not known:
        # Cards without one have nothing there, and PostgreSQL asks for nothing with a null character.
        return None
    return StoredCard.objects.filter(oracle_id=known).order_by("pk").values_list("slug", flat=True).first()


def card_files() -> Sequence[CardFile]:
    """Return the files that the cards came from; nothing where no cards were imported."""
    found = CardSource.objects.order_by("pk").values_list("kind", "imported", "made")
    return [CardFile(kind, imported.date(), made) for kind, imported, made in found]


@lru_cache(maxsize=2)
def card_names(loaded: Library) -> CardNames:
    """Return the names of all cards, kept in memory until cards are imported again."""
    if not loaded.has_cards:
        return CardNames(())
    return CardNames(CardName(*row) for row in StoredCard.objects.order_by("name").values_list("slug", "name"))


def names_and_costs() -> Iterator[tuple[CardName, str]]:
    """Yield every card by name, with the costs of its faces."""
    for slug, name, faces in StoredCard.objects.order_by("name").values_list("slug", "name", "faces"):
        yield CardName(slug, name), " // ".join(filter(None, (face.get("mana_cost") for face in faces)))


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
