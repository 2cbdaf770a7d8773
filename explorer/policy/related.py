"""Links between sections of tournament documents and rules, both ways: named in the text, or from our data files."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from explorer.library.history.places import keys_at
from explorer.library.loaded import Library
from explorer.policy.kinds import KINDS
from explorer.policy.loaded import PolicyEditionInfo, newest_editions, newest_policy
from explorer.policy.reading.tree import Section
from explorer.policy.references import RULES, find_references, full_titles
from symbols.data_files import read_data


@dataclass(frozen=True, slots=True)
class Related:
    """A rule or section that is related to a section.

    Attributes:
        document: `rules` or a document's key.
        words: our description; empty if only the text names it.
    """

    document: str
    number: str
    words: str = ""


def related_to(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Sequence[Related]:
    """Our links, then what the text names; rules have their number in the newest complete edition."""
    ours = {(one.document, one.number): one for one in _ours(edition, section, loaded)}
    named = named_in_text(edition, section, loaded)
    return [*ours.values(), *(one for one in named if one.number and (one.document, one.number) not in ours)]


def named_in_text(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Sequence[Related]:
    """Rules, sections and documents that a section names, without duplicates."""
    return list(dict.fromkeys(_named(edition, section, loaded)))


def _ours(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Iterator[Related]:
    data: Mapping[str, Sequence[tuple[str, str]]] = _data().get(edition.document, {})
    for target, words in edition.of_section(data, section) or ():
        document, _, name = target.partition(" ")
        if not name:
            if number := _numbers_now(loaded).get(target):
                yield Related(RULES, number, words)
        elif (other := newest_policy(document, loaded)) and (found := other.titled(name)):
            yield Related(document, found.number, words)


def _named(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Iterator[Related]:
    names = full_titles(edition.text)
    for paragraph in section.paragraphs:
        for found in find_references(paragraph.text, edition.document, names):
            if found.document == RULES:
                yield Related(RULES, rule_now(found.number, edition, loaded))
            elif (found.document, found.number) != (edition.document, section.number):
                other = target_of(found.document, edition, loaded)
                if other and (not found.number or other.section(found.number)):
                    yield Related(found.document, found.number)


def target_of(document: str, edition: PolicyEditionInfo, loaded: Library) -> PolicyEditionInfo | None:
    """The edition that a reference links to: the same, or the newest of another document."""
    return edition if document == edition.document else newest_policy(document, loaded)


@lru_cache(maxsize=256)
def rule_now(number: str, edition: PolicyEditionInfo, loaded: Library) -> str:
    """Today's number of a rule, from its number when a document was written."""
    newest = loaded.newest_complete
    place = (number, _data()["outdated"].get(edition.document, {}).get(number, edition.date))
    return keys_at({place}, newest.date).get(place, number) if newest else number


@lru_cache(maxsize=4)
def _numbers_now(loaded: Library) -> Mapping[str, str]:
    """Today's numbers of rules in our links, by their number in the data file."""
    rows = [row for key in KINDS for row in _data().get(key, {}).values()]
    return _in_newest({target for own in rows for target, _ in own if " " not in target}, _data(), loaded)


def _in_newest(numbers: Collection[str], data: Mapping[str, Any], loaded: Library) -> Mapping[str, str]:
    newest = loaded.newest_complete
    if newest is None:
        return {}
    return {
        number: now for (number, _), now in keys_at({(one, data["numbers_of"]) for one in numbers}, newest.date).items()
    }


@cache
def _data() -> Mapping[str, Any]:
    return read_data("policy_rules.toml", "explorer")


def broken_rule(text: str, loaded: Library) -> str:
    """Today's number of the rule that an example breaks; empty if the data file has none."""
    folded = text.casefold()
    target = next((number for words, number in _broken()["rules"].items() if words.casefold() in folded), "")
    return _broken_now(loaded).get(target, "")


@lru_cache(maxsize=4)
def _broken_now(loaded: Library) -> Mapping[str, str]:
    return _in_newest(set(_broken()["rules"].values()), _broken(), loaded)


@cache
def _broken() -> Mapping[str, Any]:
    return read_data("policy_examples.toml", "explorer")


_Target = tuple[str, str]
"""Document and number."""


def sections_related_to(document: str, number: str, loaded: Library) -> Sequence[tuple[PolicyEditionInfo, Section]]:
    """Sections of the newest documents that link to a rule or section, or have an example of breaking the rule."""
    return _backwards(loaded).get((document, number), ())


@lru_cache(maxsize=4)
def _backwards(loaded: Library) -> Mapping[_Target, Sequence[tuple[PolicyEditionInfo, Section]]]:
    found: dict[_Target, dict[_Target, tuple[PolicyEditionInfo, Section]]] = defaultdict(dict)
    for edition in newest_editions(loaded):
        for section in edition.text.sections:
            own = (edition.document, section.number)
            for target in _targets(edition, section, loaded):
                if target != own:
                    found[target][own] = (edition, section)
    return {target: list(own.values()) for target, own in found.items()}


def _targets(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Iterator[_Target]:
    for one in related_to(edition, section, loaded):
        yield one.document, one.number
    for paragraph in section.paragraphs:
        if paragraph.kind == "example" and (number := broken_rule(paragraph.text, loaded)):
            yield RULES, number
