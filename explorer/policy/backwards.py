"""Sections that lead to a rule or another section, followed from there."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from explorer.library.loaded import Library
from explorer.policy.beside import beside_section
from explorer.policy.examples import broken_rule
from explorer.policy.loaded import PolicyEditionInfo, newest_editions
from explorer.policy.reading.tree import Section
from explorer.policy.references import RULES

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
