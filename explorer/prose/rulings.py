"""Rulings as HTML, each with its card, its day, its lasting address and the rules that it speaks of."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.utils.safestring import SafeString

from explorer import addresses
from explorer.cards.card import CardRuling
from explorer.document.dates import long_date
from explorer.prose.links import Resolver
from symbols.rendering import render_text


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
        return f"{self.card}, ruling of {long_date(self.date)}"


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
        html=render_text(ruling.text, None, resolver.layers(ruling.text, linked) if resolver else ()),
        rules=tuple(names[number] for number in ruling.rules if number in names),
    )
