"""Links between the tournament documents and the rules, both ways: what texts name, and what we put beside them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import Any

from explorer.library.history.places import keys_at
from explorer.library.loaded import Library
from explorer.policy.kinds import KINDS
from explorer.policy.loaded import PolicyEditionInfo, newest_policy
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
    rows = [row for key in KINDS for row in _data().get(key, {}).values()]
    return numbers_now(
        {target for own in rows for target, _ in own if " " not in target}, _data()["numbers_of"], loaded
    )


def numbers_now(numbers: Collection[str], day: date, loaded: Library) -> Mapping[str, str]:
    """Rules of a data file by their numbers in it, with those in the newest whole rules; without such rules, none."""
    newest = loaded.newest_complete
    if newest is None:
        return {}
    return {number: now for (number, _), now in keys_at({(one, day) for one in numbers}, newest.date).items()}


@cache
def _data() -> Mapping[str, Any]:
    return read_data("policy_rules.toml", "explorer")
