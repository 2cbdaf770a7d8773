"""Facts of a check, each with the rule of the edition that gives it, in the edition's terms."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from explorer.citations import Citations, FoundRule, giving_words
from explorer.document.dates import long_date
from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from symbols.catalog.text import find_symbols
from symbols.engine import Citation, Cost
from symbols.sentences import in_terms_of

_OF_ALL_SYMBOLS: Final = ("The mana value is", "An object with this mana cost is")


class CitedFact(NamedTuple):
    """Fact and the rule that gives it.

    Attributes:
        fact: the fact, in the terms of the edition that gives it.
        rule: the stable name of the rule.
        number: the number in the edition of the rule that gives it there; empty where the edition does not give it.
        newest: the rule in the newest edition that has it, where the one asked for doesn’t give the fact; else None.
        source: the stable name of the rule that gives it there, mostly the same.
    """

    fact: str
    rule: str
    number: str
    newest: FoundRule | None
    source: str

    @property
    def sentence(self) -> str:
        """Fact, saying whose it is where that is not the edition."""
        if self.number or self.newest is None:
            return self.fact
        return f"In the {long_date(self.newest.date)} rules: {self.fact}"

    def as_json(self) -> dict[str, object]:
        """Return the fact as JSON data; `number` is null where the edition doesn't give it."""
        return {"fact": self.fact, "rule": self.rule, "number": self.number or None}


def newest_facts(said: Iterable[Citation]) -> Sequence[CitedFact]:
    """Return facts that no edition was asked for, each with its rule under its own name."""
    return [CitedFact(fact, rule, rule, None, rule) for fact, rule in said]


def cited_facts(
    said: Sequence[Citation], cost: Cost, edition: EditionSymbols, citations: Citations
) -> Sequence[CitedFact]:
    """Return facts under an edition.

    Args:
        said: the facts.
        cost: the cost that they are about.
        edition: the symbols of the edition. No rule of it gives what a symbol means that it lacks.
        citations: the named rules as seen from it.
    """
    day = date.fromisoformat(edition.date)
    citations.read(fact.rule for fact in said if giving_words(fact.rule, fact.fact))
    lacking = {finding.code for finding in edition.check(cost) if finding.known is False}
    found = []
    for fact, rule in said:
        foreign = any(symbol.code in lacking for symbol in find_symbols(fact))
        foreign = foreign or bool(lacking and fact.startswith(_OF_ALL_SYMBOLS))
        giving = "" if foreign else citations.giving(rule, fact)
        newest = None if giving else citations.newest(rule)
        source = day if giving else newest.date if newest else None
        found.append(CitedFact(in_terms_of(source, fact), rule, citations.number_of(giving), newest, giving or rule))
    return found


def source_among(facts: Iterable[CitedFact], rule: str) -> str:
    """Return the name of the rule that gives in the edition what a verdict cites a rule for; else that rule's own.

    Args:
        facts: the facts of the check.
        rule: the stable name of the rule.
    """
    return next((fact.source for fact in facts if fact.rule == rule and fact.number), rule)
