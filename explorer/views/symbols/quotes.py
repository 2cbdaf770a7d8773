"""The rules that define a symbol, quoted from the newest edition of the library that has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer import addresses
from explorer.library import queries
from explorer.library.links import link_facts
from explorer.library.queries import EditionInfo, RuleText
from explorer.prose.links import Resolver
from explorer.prose.wordings import ShownRule, show_rule
from explorer.symbology.history import History, Mark
from explorer.symbology.places import newest_places
from symbols.catalog.definitions import Definition


@dataclass(frozen=True, slots=True)
class Quote:
    """Rules of one edition, as it has them.

    Attributes:
        date: the edition's effective date.
        address: its contents.
        is_newest: whether it is the newest edition of the library.
        complete: whether the library has all of it.
        rules: the rules, ready for a page.
    """

    date: date
    address: str
    is_newest: bool
    complete: bool
    rules: Sequence[ShownRule]


@dataclass(frozen=True, slots=True)
class Quotes:
    """What the rules say of a symbol.

    Attributes:
        quotes: the rules that define it, by edition, in the order in which the definition cites them.
        missing: numbers of those that no edition of the library has, as of `cited`.
        cited: the edition whose numbers the missing ones are.
        named: for mana, the newest rule that lists it, where that is not quoted; else None.
    """

    quotes: Sequence[Quote]
    missing: Sequence[str]
    cited: date
    named: Mark | None


def quotes_of(one: Definition, history: History) -> Quotes:
    """Return the texts of the rules that define a symbol."""
    found = newest_places(one.rules)
    editions = {edition.date: edition for edition in queries.editions()}
    named = next((mark for mark in history.telling if mark.known and mark.number), None)
    wanted = [(found[cited].date, found[cited].number) for cited in one.rules if cited in found]
    if named and history.gone:
        # The rules of today don't speak of it; the last ones that did are worth reading.
        wanted.insert(0, (named.date, named.number))
    by_date: dict[date, list[RuleText]] = {}
    for day, number in dict.fromkeys(wanted):
        if rule := queries.rule_in(editions[day], number):
            by_date.setdefault(day, []).append(rule)
    quoted = named is not None and (named.date, named.number) in wanted
    return Quotes(
        quotes=[_quote(editions[day], rules, is_newest=day == max(editions)) for day, rules in by_date.items()],
        missing=[cited for cited in one.rules if cited not in found],
        cited=one.rules_edition,
        named=None if quoted or not one.mana else named,
    )


def _quote(edition: EditionInfo, rules: Sequence[RuleText], *, is_newest: bool) -> Quote:
    day = edition.date
    resolver = Resolver(link_facts([rule.text for rule in rules], edition, pinned=False))
    shown = [show_rule(rule, resolver) for rule in rules]
    return Quote(day, addresses.contents(day), is_newest, edition.complete, shown)
