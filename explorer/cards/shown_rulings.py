"""Rulings as HTML, each with its card, its day, its lasting address and the rules that it speaks of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.utils.safestring import SafeString

from explorer.cards.card import CardRuling
from explorer.cards.reading import CardsMet
from explorer.document.dates import long_date
from explorer.web import addresses
from explorer.wording.links import Resolver
from symbols.rendering import render_text
from symbols.sentences import counted, join_words


class RuleNamed(NamedTuple):
    """Rule as a link: its number, what it is called, as far as it has a name, and its address."""

    number: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """Ruling ready to be shown.

    Attributes:
        card: the name of its card.
        page: the page of its card.
        key: its place there.
        address: its lasting address.
        date: its day.
        html: its words.
        rules: the rules that it speaks of.
    """

    card: str
    page: str
    key: str
    address: str
    date: date
    html: SafeString
    rules: tuple[RuleNamed, ...]

    @property
    def title(self) -> str:
        """Heading of its quotation."""
        return ruling_title(self.card, self.date)


def ruling_title(card: str, day: date) -> str:
    """Return what a ruling is called, by the name of its card and its day."""
    return f"{card}, ruling of {long_date(day)}"


def show_ruling(
    ruling: CardRuling,
    card: tuple[str, str],
    resolver: Resolver | None,
    linked: set[str],
    names: Mapping[str, RuleNamed],
) -> ShownRuling:
    """Return a ruling ready to be shown.

    Args:
        ruling: the ruling.
        card: the slug and the name of its card.
        resolver: makes the links in its words; without one there are none.
        linked: words of the glossary that are links already; those of the ruling join them.
        names: the rules that are loaded, by number.
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
    """Cards that meet a rule, ready to be shown.

    Attributes:
        count: how many cards and rulings there are, in words.
        rulings: those that teach most.
        names: name and address of the cards that were printed first.
        more: how many other cards there are.
        oldest: a sentence on when the oldest was printed; empty where that is unknown.
        for_play: whether some tournament allows any of them; None where that is unknown.
    """

    count: str
    rulings: Sequence[ShownRuling]
    names: Sequence[tuple[str, str]]
    more: int
    oldest: str
    for_play: bool | None


def show_cards_met(met: CardsMet, resolver: Resolver | None) -> ShownCardsMet:
    """Return the cards that meet a rule, or have a symbol, ready to be shown; `resolver` as for `show_ruling`."""
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
