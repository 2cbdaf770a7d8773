"""Facts of a check in the terms of an edition, with its rules."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from explorer.citations import Citations, FoundRule, giving_words
from explorer.document.dates import long_date
from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from symbols.catalog.text import find_symbols
from symbols.engine import CheckResult, Citation, Cost
from symbols.sentences import in_terms_of

_OF_ALL_SYMBOLS: Final = ("The mana value is", "An object with this mana cost is")


class CitedFact(NamedTuple):
    """A fact and the rule that gives it.

    Attributes:
        number: of the rule that gives it in the edition; empty if none does.
        newest: if none does, that rule in the newest edition that has it; for an excerpt, in the nearest one.
        source: stable name of the rule that gives it in the edition; usually `rule`.
    """

    fact: str
    rule: str
    number: str
    newest: FoundRule | None
    source: str

    @property
    def sentence(self) -> str:
        """The fact, after the date of its edition if that isn't the requested one."""
        if self.number or self.newest is None:
            return self.fact
        return f"In the {long_date(self.newest.date)} rules: {self.fact}"

    def as_json(self) -> dict[str, object]:
        return {"fact": self.fact, "rule": self.rule, "number": self.number or None}


def newest_facts(facts: Iterable[Citation]) -> Sequence[CitedFact]:
    return [CitedFact(fact, rule, rule, None, rule) for fact, rule in facts]


def cited_facts(
    facts: Sequence[Citation], result: CheckResult | None, edition: EditionSymbols, citations: Citations
) -> Sequence[CitedFact]:
    """Facts under an edition, which gives none about symbols of the result that it lacks."""
    day = date.fromisoformat(edition.date)
    citations.read(fact.rule for fact in facts if giving_words(fact.rule, fact.fact))
    lacking = _lacking(result.to_pay.everything, edition) if result else set()
    lacks_own = bool(result and _lacking(result.cost, edition))
    found = []
    for fact, rule in facts:
        foreign = any(symbol.code in lacking for symbol in find_symbols(fact))
        foreign = foreign or (lacks_own and fact.startswith(_OF_ALL_SYMBOLS))
        giving = "" if foreign else citations.giving(rule, fact)
        newest = None if giving else citations.elsewhere(rule)
        source = day if giving else newest.date if newest else None
        found.append(CitedFact(in_terms_of(source, fact), rule, citations.number_of(giving), newest, giving or rule))
    return found


def _lacking(cost: Cost, edition: EditionSymbols) -> set[str]:
    return {finding.code for finding in edition.check(cost) if finding.known is False}


def source_among(facts: Iterable[CitedFact], rule: str) -> str:
    """Stable name of the rule by which the edition gives what `rule` says; else `rule`."""
    return next((fact.source for fact in facts if fact.rule == rule and fact.number), rule)
