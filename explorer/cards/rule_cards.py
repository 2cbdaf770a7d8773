"""Derived rows that link cards and rules: rules that a ruling is about, and cards that use a rule's keyword."""

import datetime as dt
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.db.models import F

from explorer.cards.card import CardFace
from explorer.cards.models import CardsMeeting, RulingOnRule, StoredCard, StoredRuling
from explorer.cards.rule_matcher import MOST, RuleMatcher
from explorer.document.references import find_references
from explorer.library.derivation import Derivation, EditionTexts, insert
from explorer.library.history.places import keys_at
from explorer.models import Edition, PlainJSON
from symbols.catalog.definitions import UnknownSymbolError, definition
from symbols.catalog.text import find_symbols

# Rulings shown with a rule, and cards named with a rule or a symbol.
_MAX_RULINGS, _MAX_CARDS = 4, 12
# Longer rulings, in characters, rank last.
_MAX_LENGTH = 600


class _CardRow(NamedTuple):
    pk: int
    slug: str
    name: str
    faces: Sequence[Mapping[str, str]]
    released: dt.date | None
    first_set: str
    for_play: bool | None


class _RulingRow(NamedTuple):
    pk: int
    card: int
    date: dt.date
    text: str


@dataclass
class _CardsAndRulings:
    """Cards of one rule or symbol, and rulings about it: whether the first sentence is, and the ruling."""

    cards: list[_CardRow] = field(default_factory=list)
    rulings: list[tuple[bool, _RulingRow]] = field(default_factory=list)


class CardsMeetRules(Derivation):
    """Rules that rulings are about and cards use, in the newest complete edition; symbols on cards."""

    name = "cards and rules"
    of_all_editions = of_cards = True

    def rebuild(self) -> None:
        RulingOnRule.objects.all().delete()
        CardsMeeting.objects.all().delete()
        edition = Edition.objects.filter(complete=True).defer("front", "back").order_by("-date").first()
        cards = [_CardRow(*row) for row in StoredCard.objects.order_by("pk").values_list(*_CardRow._fields)]
        if edition is None or not cards:
            return
        matcher = RuleMatcher(EditionTexts(edition.pk))
        met: dict[str, _CardsAndRulings] = defaultdict(_CardsAndRulings)
        own: dict[int, frozenset[str]] = {}
        for card in cards:
            faces = [CardFace(**face) for face in card.faces]
            own[card.pk] = matcher.of_card("\n".join(face.text for face in faces))
            for key in own[card.pk] | symbols_on(faces):
                met[key].cards.append(card)
        insert(RulingOnRule, ("ruling_id", "number"), list(_ruling_rules(matcher, own, edition, met)))
        by_pk = {card.pk: card for card in cards}
        insert(CardsMeeting, _FIELDS, [_row(key, one, by_pk) for key, one in met.items()])


def symbols_on(faces: Iterable[CardFace]) -> frozenset[str]:
    """Codes of the symbols in the costs and texts of a card, in braces."""
    codes = {one.code for face in faces for text in (face.mana_cost, face.symbol_text) for one in find_symbols(text)}
    return frozenset(f"{{{code}}}" for code in codes if _is_symbol(code))


def _is_symbol(code: str) -> bool:
    try:
        return definition(code).code == code
    except UnknownSymbolError:
        return False


_FIELDS: Final = ("key", "cards", "rulings", "teaching", "names", "released", "first_set", "for_play")


def _ruling_rules(
    matcher: RuleMatcher, own: Mapping[int, frozenset[str]], edition: Edition, met: Mapping[str, _CardsAndRulings]
) -> Iterator[tuple[int, str]]:
    """Rules of every ruling, those cited by number first."""
    rows = StoredRuling.objects.order_by("date", "card__name", "pk").values_list("pk", F("card_id"), "date", "text")
    rulings = [_RulingRow(*row) for row in rows]
    named = _by_number(rulings, edition)
    for ruling in rulings:
        found = dict.fromkeys(named.get(ruling.pk, ()), True)
        for each in matcher.of_ruling(ruling.text, own.get(ruling.card, ())):
            found.setdefault(each.number, each.first)
        for number in list(found)[:MOST]:
            met[number].rulings.append((found[number], ruling))
            yield ruling.pk, number


def _by_number(rulings: Iterable[_RulingRow], edition: Edition) -> Mapping[int, Sequence[str]]:
    """Rules that rulings cite, by current number: a ruling uses the numbers of its own date."""
    days = list(Edition.objects.filter(complete=True).order_by("date").values_list("date", flat=True))
    places: dict[int, list[tuple[str, dt.date]]] = {}
    for ruling in rulings:
        then = next((day for day in reversed(days) if day <= ruling.date), None)
        numbers = [one.target for one in find_references(ruling.text) if one.kind != "glossary"] if then else []
        if then and numbers:
            places[ruling.pk] = [(number, then) for number in numbers]
    keys = keys_at({place for each in places.values() for place in each}, edition.date) if places else {}
    return {pk: [keys[place] for place in each if place in keys] for pk, each in places.items()}


def _row(key: str, met: _CardsAndRulings, cards: Mapping[int, _CardRow]) -> tuple[object, ...]:
    dated = [card for card in met.cards if card.released]
    oldest = min(dated, key=lambda card: (card.released, card.name), default=None)
    for_play = [card.for_play for card in met.cards if card.for_play is not None]
    names = [(card.slug, card.name) for card in sorted(met.cards, key=_by_release)[:_MAX_CARDS]]
    best = [(cards[one.card], one) for one in _best_rulings(met.rulings)]
    teaching = [(card.slug, card.name, ruling.date.isoformat(), ruling.text) for card, ruling in best]
    return (
        *(key, len(met.cards), len(met.rulings)),
        *(json.dumps(teaching, cls=PlainJSON), json.dumps(names, cls=PlainJSON)),
        oldest.released if oldest else None,
        oldest.first_set if oldest else "",
        any(for_play) if for_play else None,
    )


def _by_release(card: _CardRow) -> tuple[object, ...]:
    return card.released is None, card.released or dt.date.max, card.name, card.slug


def _best_rulings(rulings: Sequence[tuple[bool, _RulingRow]]) -> list[_RulingRow]:
    """First those whose first sentence is about the rule, then those given for the most cards.

    Of several with the same words for different cards, the newest is shown.
    """
    counts = Counter(_normalized(one.text) for _, one in rulings)
    by_words = {_normalized(one.text): (first, one) for first, one in rulings}

    def rank(words: str) -> tuple[object, ...]:
        first, one = by_words[words]
        return not first, len(one.text) > _MAX_LENGTH, -counts[words], -one.date.toordinal()

    return [by_words[words][1] for words in sorted(by_words, key=rank)[:_MAX_RULINGS]]


_NAME = re.compile(r"(?:[A-Z][\w'’-]+[ ,]*(?:of |the |and |to )*)+")


def _normalized(text: str) -> str:
    """Beginning of a ruling without names, since the same ruling is given for many cards."""
    return _NAME.sub("", text)[:120]
