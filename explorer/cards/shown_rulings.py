"""Rulings as HTML, with card, date, permalink and rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.utils.safestring import SafeString

from explorer.cards.card import CardRuling
from explorer.cards.reading import CardsMet
from explorer.document.dates import long_date
from explorer.web import addresses
from explorer.wording.wordings import Resolver
from symbols.rendering import render_text
from symbols.sentences import counted, join_words


class RuleNamed(NamedTuple):
    """Link to a rule: number, name (empty if it has none) and URL."""

    number: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """Ruling with its permalink, and the anchor `key` on the page of its card."""

    card: str
    page: str
    key: str
    address: str
    date: date
    html: SafeString
    rules: tuple[RuleNamed, ...]

    @property
    def title(self) -> str:
        return ruling_title(self.card, self.date)


def ruling_title(card: str, day: date) -> str:
    """“Fireball, ruling of October 4, 2004”."""
    return f"{card}, ruling of {long_date(day)}"


def show_ruling(
    ruling: CardRuling,
    card: tuple[str, str],
    resolver: Resolver | None,
    linked: set[str],
    names: Mapping[str, RuleNamed],
) -> ShownRuling:
    """Render a ruling of a card (slug and name), without links if there is no resolver.

    Glossary words that are `linked` already aren't again; those of the ruling are added. `names` are the loaded rules.
    """
    slug, name = card
    return ShownRuling(
        card=name,
        page=addresses.card(slug),
        key=ruling.key,
        address=addresses.card(slug, ruling.key),
        date=ruling.date,
        html=render_text(ruling.text, ruling.date, resolver.layers(ruling.text, linked) if resolver else ()),
        rules=tuple(names[number] for number in ruling.rules if number in names),
    )


@dataclass(frozen=True, slots=True)
class ShownCardsMet:
    """Cards of a rule or symbol.

    Attributes:
        count: number of cards and rulings, in words.
        names: names and URLs of the first printed cards; `more` is the number of others.
        oldest: sentence about the oldest card; empty if unknown.
        for_play: whether any format allows any of them; None if unknown.
    """

    count: str
    rulings: Sequence[ShownRuling]
    names: Sequence[tuple[str, str]]
    more: int
    oldest: str
    for_play: bool | None


def show_cards_met(met: CardsMet, resolver: Resolver | None) -> ShownCardsMet:
    linked: set[str] = set()
    amounts = {"card": met.cards, "ruling": met.rulings}
    return ShownCardsMet(
        join_words([counted(count, what) for what, count in amounts.items() if count]),
        [show_ruling(one.ruling, (one.slug, one.name), resolver, linked, {}) for one in met.teaching],
        [(one.name, addresses.card(one.slug)) for one in met.names],
        met.cards - len(met.names),
        f"The oldest is from {long_date(met.released)} ({met.first_set.upper()})." if met.released else "",
        met.for_play,
    )
