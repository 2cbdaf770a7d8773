"""What a check depends on and the requested edition doesn't have: {S} in 2005, improvise in 2012."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from explorer.citations import Citations
from explorer.costcheck.check.cited_facts import CitedFact
from explorer.document.dates import long_date
from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from symbols.data_files import read_data
from symbols.engine import KEYWORDS, Cost
from symbols.sentences import join_words

# What an edition without a rule doesn't have, by the rule's stable name.
_CALLED: Final[Mapping[str, str]] = {
    **{citation.rule: word for word, keyword in KEYWORDS.items() for citation in keyword.citations},
    **read_data("cited_rules.toml", "explorer")["called"],
}


@dataclass(frozen=True, slots=True)
class Lacking:
    """What an edition lacks.

    Attributes:
        things: in words, such as `{S}` or `improvise`.
        edition: date of the edition.
        decided_by: date of the newest edition that has all of them; None if none is loaded.
    """

    things: tuple[str, ...]
    edition: date
    decided_by: date | None

    @property
    def sentence(self) -> str:
        """“The June 1, 2012 rules have no improvise. By the February 27, 2026 rules:”."""
        named = join_words([f"no {thing}" for thing in self.things])
        by = f" By the {long_date(self.decided_by)} rules:" if self.decided_by else ""
        return f"The {long_date(self.edition)} rules have {named}.{by}"


def lacking_in(cost: Cost, edition: EditionSymbols, citations: Citations, facts: Iterable[CitedFact]) -> Lacking | None:
    """None if the edition has everything, or if an excerpt doesn't tell."""
    facts = list(facts)
    things = tuple(dict.fromkeys([*_symbols(cost, edition), *_named(facts, citations)]))
    dates = [fact.newest.date for fact in facts if fact.newest]
    return Lacking(things, date.fromisoformat(edition.date), max(dates, default=None)) if things else None


def _symbols(cost: Cost, edition: EditionSymbols) -> Iterator[str]:
    for finding in edition.check(cost):
        if finding.lacking:
            yield finding.lacking


def _named(facts: Iterable[CitedFact], citations: Citations) -> Iterator[str]:
    for fact in facts:
        found = None if fact.number else citations.get(fact.rule)
        if found and fact.rule in _CALLED and not found.is_left_out:
            yield _CALLED[fact.rule]
