"""Rules, editions and pages that a query names."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from explorer.document.dates import long_date
from explorer.library.loaded import Library
from explorer.library.queries import RuleText, newest_rule, newest_rules
from explorer.search.answers.dated import FIRST_YEAR, edition_then
from explorer.search.answers.results import ReadResults, Shown, count, shown_rules
from explorer.search.understand.interpretation import Interpretation
from explorer.search.understand.rule_numbers import beside_numbers, read_date
from explorer.search.words.phrases import canonical_keys, without_fillers
from explorer.web import addresses

# Times that the query alone doesn't determine.
_RELATIVE_TIME = re.compile(
    r"\b(?:ago|last (?:year|month|week)|yesterday|back then|used to|originally)\b", re.IGNORECASE
)


class NamedInText(NamedTuple):
    """Rules that a query names.

    Attributes:
        rules: newest texts by number; None if no edition has the number.
        section: the section of the first missing rule, if there is one.
    """

    rules: Mapping[str, RuleText | None]
    section: RuleText | None

    @property
    def missing(self) -> list[str]:
        return [number for number, rule in self.rules.items() if rule is None]


def read_named(meaning: Interpretation, read: ReadResults | None, loaded: Library) -> NamedInText | None:
    """The rules that a query names, in at most two queries; None if they are the first results anyway."""
    numbers = meaning.named
    if meaning.number is not None and not (read and read.found.total):
        numbers = (str(meaning.number),)
    if not numbers or (read and {hit.number for hit in read.found.hits[: len(numbers)]} == set(numbers)):
        return None
    held = newest_rules(numbers, loaded.editions)
    rules = {number: held.get(number) for number in numbers}
    beyond = next((number[:3] for number, rule in rules.items() if rule is None), "")
    return NamedInText(rules, newest_rule(beyond, loaded.editions) if beyond else None)


def show_named(typed: str, named: NamedInText, found: Shown | None, loaded: Library) -> dict[str, object]:
    """Context with the named rules, and results for the other words."""
    hits = shown_rules([rule for rule in named.rules.values() if rule], loaded)
    total = count(len(hits))
    out: dict[str, object] = {"hits": hits, "named": total, "said": f"{total}."}
    if found and found.total and without_fillers(canonical_keys(beside_numbers(typed))):
        out |= {
            "found": replace(found, hits=[hit for hit in found.hits if hit.number not in named.rules]),
            "said": found.said,
        }
    else:
        out["found"] = None
    if _RELATIVE_TIME.search(typed):
        out["nothing"] = "These are the newest wordings. For older ones, add a year: 702.19b 2007."
    if named.missing:
        out["nothing"] = " ".join(f"No loaded edition has {number}." for number in named.missing)
    if named.section:
        section = named.section.number
        out["as_place"] = {"name": f"section {section}", "address": addresses.rule(section)}
    return out


def edition_named(typed: str, loaded: Library) -> tuple[str, str] | None:
    """Text and URL of the rules of a day, month or year; None for other queries."""
    span = read_date(typed)
    if span is None or loaded.newest is None or not FIRST_YEAR <= span.first.year <= loaded.newest.date.year:
        return None
    if edition := edition_then(span, loaded):
        return f"the {long_date(edition.date)} rules", addresses.contents(edition.date)
    return "the list of editions", addresses.editions()


def place_named(typed: str, loaded: Library) -> dict[str, object]:
    """Context with a link to the page of the site that the query names."""
    places = {"glossary": addresses.glossary, "contents": addresses.contents, "table of contents": addresses.contents}
    places |= dict.fromkeys(("newest rules", "latest rules", "current rules"), addresses.contents)
    name = " ".join(typed.lower().split()).removeprefix("the ")
    if day := edition_named(typed, loaded):
        return {"as_place": {"name": day[0], "address": day[1]}}
    return {"as_place": {"name": f"the {name}", "address": places[name]()}} if name in places else {}


def as_cost(typed: str, meaning: Interpretation) -> dict[str, object]:
    """Context with a link to the checker if the query can also be read as a cost."""
    if meaning.cost is None:
        return {}
    cost = meaning.cost.canonical if meaning.kind in {"words", "payment"} else typed.strip()
    return {"as_cost": {"canonical": meaning.cost.canonical, "address": addresses.check(cost)}}
