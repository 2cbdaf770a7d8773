"""Editions for comparisons: the text under each rule number and glossary entry, and what may happen to it."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from explorer.document.numbers import RuleNumber
from explorer.document.tree import Completeness, Paragraph

_GLOSSARY = "glossary/"


def term_key(slug: str) -> str:
    """`glossary/mana-value`."""
    return _GLOSSARY + slug


def is_term(key: str) -> bool:
    return key.startswith(_GLOSSARY)


def completeness_to_lack(key: str) -> Completeness:
    """How complete an edition must be for a missing key to mean that the rules had no such provision."""
    return Completeness.WHOLE if is_term(key) else Completeness.ALL_RULES


def plain_name(key: str) -> str:
    """A key for display: the number of a rule, the slug of a glossary entry."""
    return key.removeprefix(_GLOSSARY)


def parent_of(key: str) -> str:
    if is_term(key) or len(key) == 1:
        return ""
    section, _, rule = key.partition("-")[0].partition(".")
    if not rule:
        return section[0]
    return f"{section}.{rule[:-1]}" if rule[-1].isalpha() else section


def section_of(key: str) -> str:
    """`107` for 107.4f, `glossary` for an entry, empty for a chapter."""
    if is_term(key):
        return _GLOSSARY[:-1]
    return key.partition("-")[0].partition(".")[0] if len(key) > 1 else ""


def is_section(key: str) -> bool:
    return len(key) == len("702") and key.isdigit()


def sort_key(key: str) -> tuple[int, str]:
    """Sort key: rules in document order, then the glossary."""
    number = RuleNumber.try_parse(key)
    return (0, number.sort_key) if number else (1, key)


@dataclass(frozen=True, slots=True)
class Provision:
    """A chapter, section, rule, subrule or glossary entry; `key` is its number, or `term_key` of its slug."""

    key: str
    heading: str = ""
    paragraphs: tuple[Paragraph, ...] = ()

    @property
    def text(self) -> str:
        return "\n".join(paragraph.text for paragraph in self.paragraphs) or self.heading


@dataclass(frozen=True)
class Snapshot:
    """An edition, with rules of all levels, then the glossary, in printed order."""

    date: datetime.date
    provisions: tuple[Provision, ...]
    completeness: Completeness = Completeness.WHOLE

    @classmethod
    def create(
        cls, date: datetime.date, rules: Iterable[Provision], terms: Sequence[Provision], completeness: Completeness
    ) -> "Snapshot":
        """Without the last entry of a glossary that breaks off, since a part of its text may be missing."""
        known = terms[:-1] if completeness is Completeness.ALL_RULES else terms
        return cls(date, (*rules, *known), completeness)

    @property
    def has_all_rules(self) -> bool:
        return self.completeness >= Completeness.ALL_RULES

    def would_have(self, key: str) -> bool:
        """Whether it would have a provision if the rules of its day did."""
        if self.completeness >= completeness_to_lack(key):
            return True
        last = self.provisions[-1].key if self.has_all_rules else ""
        return is_term(last) and key < last

    @cached_property
    def by_key(self) -> dict[str, Provision]:
        return {provision.key: provision for provision in self.provisions}

    @property
    def headings(self) -> dict[str, str]:
        return {key: provision.heading for key, provision in self.by_key.items() if "." not in key}


class ChangeKind(StrEnum):
    CREATED = "created"
    REMOVED = "removed"
    EDITED = "edited"
    MOVED = "moved"
    MOVED_AND_EDITED = "moved and edited"
    SPLIT = "split"
    MERGED = "merged"
    REFERENCES = "references"
    SAME = "same"


COUNTED_AS = {
    ChangeKind.CREATED: "created",
    ChangeKind.SPLIT: "created",
    ChangeKind.REMOVED: "removed",
    ChangeKind.MERGED: "removed",
    ChangeKind.EDITED: "edited",
    ChangeKind.MOVED_AND_EDITED: "edited",
    ChangeKind.MOVED: "moved",
    ChangeKind.REFERENCES: "references",
}
"""Totals that changes count toward: a rule split off is new, one merged into another is gone."""

UNCHANGED = frozenset({ChangeKind.SAME, ChangeKind.REFERENCES})
"""No change: the same text, at most with new numbers of the rules that it refers to."""

REWORDING = frozenset({ChangeKind.EDITED, ChangeKind.MOVED_AND_EDITED, ChangeKind.SPLIT, ChangeKind.MERGED})
"""Changes that may change the text."""
