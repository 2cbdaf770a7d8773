"""Rules that define a symbol, quoted from the newest edition that has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.library.links import facts_from, numbers_named
from explorer.library.queries import EditionInfo, RuleText
from explorer.symbols_by_edition.history import EditionMark, History
from explorer.symbols_by_edition.query import SymbolFacts
from explorer.wording.differences import source_of
from explorer.wording.wordings import Resolver, ShownRule, show_rule
from symbols.catalog.definitions import Definition


@dataclass(frozen=True, slots=True)
class Quotes:
    """Rules on a symbol.

    Attributes:
        missing: numbers (as of `cited`) of defining rules that no edition has.
        named: for mana, the newest rule that lists it, if that isn't quoted.
    """

    quotes: Sequence[tuple[EditionInfo, Sequence[ShownRule]]]
    missing: Sequence[str]
    cited: date
    source: str
    named: EditionMark | None


def quotes_of(one: Definition, facts: SymbolFacts, history: History) -> Quotes:
    by_date: dict[date, list[RuleText]] = {}
    for rule in facts.quoted:
        by_date.setdefault(rule.edition.date, []).append(rule)
    named = next((mark for mark in history.telling if mark.known and mark.number), None)
    quoted = named is not None and (named.date, named.number) in {
        (rule.edition.date, rule.number) for rule in facts.quoted
    }
    return Quotes(
        quotes=[_quote(rules, facts) for rules in by_date.values()],
        missing=[cited for cited in one.rules if facts.citations.get(cited) is None],
        cited=one.rules_edition,
        source=source_of(next(filter(None, map(facts.citations.get, one.rules)), None)),
        named=None if quoted or not one.mana or facts.edition else named,
    )


def _quote(rules: Sequence[RuleText], facts: SymbolFacts) -> tuple[EditionInfo, Sequence[ShownRule]]:
    edition = rules[0].edition
    numbers = numbers_named(rule.text for rule in rules)
    resolver = Resolver(facts_from(numbers, facts.places, edition, facts.loaded, pinned=False, with_glossary=False))
    return edition, [show_rule(rule, resolver) for rule in rules]
