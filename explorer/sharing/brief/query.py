"""Rules and glossary entries of a brief, from any editions, in a fixed number of queries."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from explorer.library.glossaries import terms_at
from explorer.library.history.places import Became, fates_at
from explorer.library.links import LinkFacts, facts_from, numbers_named, places_of, relevant_editions
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo, RuleText, TermText, newest_rules, rules_at
from explorer.lineages.provisions import term_key

Wanted = tuple[str, date | None]
"""(rule number or glossary slug, edition date); None for the newest."""


@dataclass(frozen=True, slots=True)
class BriefTexts:
    """Rules and glossary entries of a brief that exist; links by edition, without glossary terms.

    `became` is what became of texts of older editions, by key and date.
    """

    rules: Mapping[Wanted, RuleText]
    terms: Mapping[Wanted, TermText]
    links: Mapping[EditionInfo, LinkFacts]
    became: Mapping[tuple[str, date], Became]


def brief_texts(rules: Collection[Wanted], terms: Collection[Wanted], loaded: Library) -> BriefTexts:
    """At most six queries."""
    found = _rules(rules, loaded)
    entries = _terms(terms, loaded)
    texts: dict[EditionInfo, list[str]] = {}
    shown: list[RuleText | TermText] = [*found.values(), *entries.values()]
    for one in shown:
        texts.setdefault(one.edition, []).extend(paragraph.text for paragraph in one.paragraphs)
    numbers = {edition: numbers_named(own) for edition, own in texts.items()}
    asked = {other for edition in texts for other in relevant_editions(edition, loaded, pinned=True)}
    places = places_of({number for own in numbers.values() for number in own}, asked)
    newest = loaded.newest
    old = [(rule.number, rule.edition.date) for rule in found.values() if rule.edition != newest]
    old += [(term_key(entry.slug), entry.edition.date) for entry in entries.values() if entry.edition != newest]
    return BriefTexts(
        rules=found,
        terms=entries,
        links={
            edition: facts_from(own, places, edition, loaded, pinned=True, with_glossary=False)
            for edition, own in numbers.items()
        },
        became=fates_at(old, newest.date) if newest else {},
    )


def _rules(wanted: Collection[Wanted], loaded: Library) -> dict[Wanted, RuleText]:
    pinned = [(day, number) for number, day in wanted if day and loaded.on(day)]
    newest = {number for number, day in wanted if day is None}
    found: dict[Wanted, RuleText] = {
        (rule.number, rule.edition.date): rule for rule in rules_at(pinned, loaded.editions)
    }
    texts = newest_rules(newest, loaded.undated) if newest else {}
    return found | {(number, None): rule for number, rule in texts.items()}


def _terms(wanted: Collection[Wanted], loaded: Library) -> dict[Wanted, TermText]:
    pinned = {(edition, slug) for slug, day in wanted if day and (edition := loaded.on(day))}
    newest = {(edition, slug) for slug, day in wanted if day is None for edition in loaded.undated}
    found: dict[Wanted, TermText] = {}
    # The newest entry with a slug comes last.
    for entry in terms_at(pinned | newest):
        if (entry.edition, entry.slug) in pinned:
            found[entry.slug, entry.edition.date] = entry
        if (entry.edition, entry.slug) in newest:
            found[entry.slug, None] = entry
    return found
