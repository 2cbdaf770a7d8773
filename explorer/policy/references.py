"""Find references to rules, sections and documents in a section's text. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from explorer.policy.kinds import KINDS
from explorer.policy.reading.tree import PolicyDocument

RULES = "rules"
"""Key of the Comprehensive Rules, among those of the documents."""

_RULE = re.compile(r"\b(?:[Rr]ules?|CR)\s+(?P<number>[1-9]\d\d(?:\.\d{1,3}[a-z]?)?)(?![\w.]*\d)")
_OF = "|".join(f"(?P<{key}>{re.escape(kind.name.removeprefix('Magic '))}|{kind.short})" for key, kind in KINDS.items())
# “section 5.2 of the Magic Tournament Rules”, “MTR section 4.3”, “Sections 2-4”, “Appendix F”.
_SECTION = re.compile(
    rf"(?:\b(?P<before>MTR|IPG)\s+)?\b(?:[Ss]ections?\s+(?P<number>\d{{1,2}}(?:\.\d{{1,2}})?)|Appendix\s+(?P<letter>[A-Z])\b)"
    rf"(?:\s+of\s+the\s+(?:Magic\s+)?(?:{_OF}))?"
)
_DOCUMENT = re.compile(rf"(?:{_OF})")


@dataclass(frozen=True, slots=True)
class PolicyReference:
    """A reference in a text; `document` may be `rules`, and `number` is empty for a whole document."""

    start: int
    end: int
    document: str
    number: str


def find_references(text: str, kind: str, names: Mapping[str, str]) -> list[PolicyReference]:
    """References in order, without overlaps.

    Args:
        kind: the text's document.
        names: see `full_titles`.
    """
    found: list[PolicyReference] = []
    for each in (*_numbers(text, kind), *_names(text, kind, names), *_documents(text, kind)):
        if all(each.end <= other.start or other.end <= each.start for other in found):
            found.append(each)
    return sorted(found, key=lambda each: each.start)


def full_titles(document: PolicyDocument) -> Mapping[str, str]:
    """Numbers of infractions by full title (“Game Play Error — Missed Trigger”), which is distinctive in any text."""
    return {section.title: section.number for section in document.sections if " — " in section.title}


def _numbers(text: str, kind: str) -> Iterator[PolicyReference]:
    for found in _RULE.finditer(text):
        yield PolicyReference(found.start(), found.end(), RULES, found["number"])
    for found in _SECTION.finditer(text):
        number = found["number"] or f"appendix-{found['letter'].lower()}"
        of = next((key for key in KINDS if found[key]), (found["before"] or kind).lower())
        yield PolicyReference(found.start(), found.end(), of, number)


def _names(text: str, kind: str, names: Mapping[str, str]) -> Iterator[PolicyReference]:
    for title, number in names.items():
        for found in re.finditer(rf"\b{re.escape(title)}\b", text):
            yield PolicyReference(found.start(), found.end(), kind, number)


def _documents(text: str, kind: str) -> Iterator[PolicyReference]:
    for found in _DOCUMENT.finditer(text):
        of = next(key for key in KINDS if found[key])
        if of != kind:
            yield PolicyReference(found.start(), found.end(), of, "")
