"""Rules, editions, dates and pages that a query names."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from explorer.document.dates import long_date
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo, RuleText, newest_rule, newest_rules
from explorer.search import Results
from explorer.search.answers.dated_answer import absence_then, answer_before, answer_words_then
from explorer.search.answers.one_answer import OneAnswer
from explorer.search.answers.results import ReadResults, SearchPlace, Shown, count, find, shown_rules
from explorer.search.understand.said_numbers import Span, beside_numbers, read_date, read_dated_words
from explorer.search.understand.understanding import Interpretation
from explorer.search.words.phrases import canonical_keys, tells
from explorer.web import addresses

# The year of the first rules.
FIRST_YEAR = 1993
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


def read_named(asked: Interpretation, read: ReadResults | None, loaded: Library) -> NamedInText | None:
    """The rules that a query names, in at most two queries; None if they are the first results anyway."""
    numbers = asked.named
    if asked.number is not None and not (read and read.found.total):
        numbers = (str(asked.number),)
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
    if found and found.total and tells(canonical_keys(beside_numbers(typed))):
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
    if edition := _edition_then(span, loaded):
        return f"the {long_date(edition.date)} rules", addresses.contents(edition.date)
    return "the list of editions", addresses.editions()


def _edition_then(span: Span, loaded: Library) -> EditionInfo | None:
    """The edition of a day, or the last one up to a time, preferably complete."""
    then = [one for one in loaded.newest_first if one.date <= span.last]
    chosen = (one for one in then if one.complete or (span.is_day and one.date == span.last))
    return next(chosen, then[0] if then else None)


class Then(NamedTuple):
    """A term with a time: “legend rule 2008”.

    Attributes:
        edition: the edition of that time; None if all loaded ones are newer.
    """

    words: str
    span: Span
    edition: EditionInfo | None
    found: Results


def then_of(typed: str, asked: Interpretation, loaded: Library) -> Then | None:
    """Search a term with a time in the edition of that time; None for other queries."""
    if asked.kind != "words" or asked.named or not (dated := read_dated_words(typed)):
        return None
    words, span = dated
    edition = _edition_then(span, loaded)
    if edition == loaded.newest or span.first.year < FIRST_YEAR:
        return None
    if edition is None:
        return Then(words, span, None, Results())
    return Then(words, span, edition, find(words, SearchPlace(edition.iso, "", "", edition), loaded).found)


def as_then(then: Then | None, one: OneAnswer | None, loaded: Library) -> tuple[OneAnswer | None, Mapping[str, object]]:
    """The answer of the time in the query, or today's with a link to the rules of that time.

    Returns:
        The answer, and additional context.
    """
    if then is None:
        return one, {}
    if then.edition is None:
        return answer_before(then.span, one, loaded), {}
    past = answer_words_then(then.words, then.span, then.edition, then.found, loaded)
    is_new = then.edition.complete and not (past and then.found.total)
    absence = absence_then(then.edition, one, loaded) if is_new else ""
    # A partial match in an excerpt may be about something else.
    if not then.found.total or then.found.loosened or not (past or then.edition.complete):
        if past and absence:
            past = replace(past, note=absence)
        return past or (replace(one, label="Newest wording") if one else None), {}
    way = (f"Search the {long_date(then.edition.date)} rules", addresses.search(then.words, then.edition.iso))
    if past:
        return replace(past, links=[*past.links, way, ("Newest wording", addresses.search(then.words))]), {}
    if one is None:
        return None, {"as_then": {"words": way[0], "address": way[1]}}
    note = " ".join(filter(None, [absence, one.note]))
    return replace(one, label="Newest wording", note=note, links=[way, *one.links]), {}


def place_named(typed: str, loaded: Library) -> dict[str, object]:
    """Context with a link to the page of the site that the query names."""
    places = {"glossary": addresses.glossary, "contents": addresses.contents, "table of contents": addresses.contents}
    places |= dict.fromkeys(("newest rules", "latest rules", "current rules"), addresses.contents)
    name = " ".join(typed.lower().split()).removeprefix("the ")
    if day := edition_named(typed, loaded):
        return {"as_place": {"name": day[0], "address": day[1]}}
    return {"as_place": {"name": f"the {name}", "address": places[name]()}} if name in places else {}


def as_cost(typed: str, asked: Interpretation) -> dict[str, object]:
    """Context with a link to the checker if the query can also be read as a cost."""
    if asked.cost is None:
        return {}
    cost = asked.cost.canonical if asked.kind in {"words", "payment"} else typed.strip()
    return {"as_cost": {"canonical": asked.cost.canonical, "address": addresses.check(cost)}}
