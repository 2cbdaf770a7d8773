"""Links between the tournament documents and the rules, both ways: what texts name, and what we put beside them."""

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
class Beside:
    """A rule or a section beside a section.

    Attributes:
        document: `rules` or a document's key.
        words: ours; empty where only the text names it.
    """

    document: str
    number: str
    words: str = ""


def beside_section(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Sequence[Beside]:
    """Our links first, then what the text names; rules by their numbers in the newest whole edition."""
    named = names_in_text(edition, section, loaded)
    ours = {(one.document, one.number): one for one in _ours(edition, section, loaded)}
    return [*ours.values(), *(one for one in named if one.number and (one.document, one.number) not in ours)]


def names_in_text(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Sequence[Beside]:
    """The rules, sections and documents that a section names, each once."""
    return list(dict.fromkeys(_named(edition, section, loaded)))


def _ours(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Iterator[Beside]:
    data: Mapping[str, Sequence[tuple[str, str]]] = _data().get(edition.document, {})
    for target, words in edition.of_section(data, section) or ():
        document, _, name = target.partition(" ")
        if not name:
            if number := _numbers_now(loaded).get(target):
                yield Beside(RULES, number, words)
        elif (other := newest_policy(document, loaded)) and (found := other.titled(name)):
            yield Beside(document, found.number, words)


def _named(edition: PolicyEditionInfo, section: Section, loaded: Library) -> Iterator[Beside]:
    names = full_titles(edition.text)
    for paragraph in section.paragraphs:
        for found in find_references(paragraph.text, edition.document, names):
            if found.document == RULES:
                yield Beside(RULES, rule_now(found.number, edition, loaded))
            elif (found.document, found.number) != (edition.document, section.number):
                other = target_of(found.document, edition, loaded)
                if other and (not found.number or other.section(found.number)):
                    yield Beside(found.document, found.number)


def target_of(document: str, edition: PolicyEditionInfo, loaded: Library) -> PolicyEditionInfo | None:
    """The edition that a reference leads to: its own, or the newest of another document."""
    return edition if document == edition.document else newest_policy(document, loaded)


@lru_cache(maxsize=256)
def rule_now(number: str, edition: PolicyEditionInfo, loaded: Library) -> str:
    """The number in the newest whole rules of a rule that had another when a document was written."""
    newest = loaded.newest_complete
    place = (number, _data()["outdated"].get(edition.document, {}).get(number, edition.date))
    return keys_at({place}, newest.date).get(place, number) if newest else number


@lru_cache(maxsize=4)
def _numbers_now(loaded: Library) -> Mapping[str, str]:
    """Rules of our links by their numbers in the data file, with those in the newest whole rules."""
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
    """The rule that an example breaks, by its number in the newest whole rules; empty if we name none."""
    said = text.casefold()
    target = next((number for words, number in _broken()["rules"].items() if words.casefold() in said), "")
    return _broken_now(loaded).get(target, "")


@lru_cache(maxsize=4)
def _broken_now(loaded: Library) -> Mapping[str, str]:
    return _in_newest(set(_broken()["rules"].values()), _broken(), loaded)


@cache
def _broken() -> Mapping[str, Any]:
    return read_data("policy_examples.toml", "explorer")


_Target = tuple[str, str]
"""Document and number."""


def sections_beside(document: str, number: str, loaded: Library) -> Sequence[tuple[PolicyEditionInfo, Section]]:
    """Sections of the newest documents that have a rule or section beside them, name it, or have an example of it."""
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
    for one in beside_section(edition, section, loaded):
        yield one.document, one.number
    for paragraph in section.paragraphs:
        if paragraph.kind == "example" and (number := broken_rule(paragraph.text, loaded)):
            yield RULES, number
