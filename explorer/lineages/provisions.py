"""Editions as history reads them: what is held under each number and each name of the glossary, and nothing else."""

import datetime
from dataclasses import dataclass
from functools import cached_property

from explorer.document.numbers import RuleNumber
from explorer.document.tree import Document, Paragraph

_GLOSSARY = "glossary/"


def term_key(slug: str) -> str:
    """Return the key of a glossary entry: `glossary/mana-value`."""
    return _GLOSSARY + slug


def is_term(key: str) -> bool:
    """Return whether a key is a glossary entry's."""
    return key.startswith(_GLOSSARY)


def plain_name(key: str) -> str:
    """Return a key as readers write it: the number of a rule, the slug of a glossary entry."""
    return key.removeprefix(_GLOSSARY)


def parent_of(key: str) -> str:
    """Return the number that a number belongs under; empty for a chapter and for a glossary entry."""
    if is_term(key) or len(key) == 1:
        return ""
    section, _, rule = key.partition("-")[0].partition(".")
    if not rule:
        return section[0]
    return f"{section}.{rule[:-1]}" if rule[-1].isalpha() else section


def section_of(key: str) -> str:
    """Return the section that a key belongs to: `107` for 107.4f, `glossary` for an entry, nothing for a chapter."""
    if is_term(key):
        return _GLOSSARY[:-1]
    return key.partition("-")[0].partition(".")[0] if len(key) > 1 else ""


def printed_number(printed: str, number: RuleNumber) -> str:
    """Return the number that stands printed where it isn't the rule's own (`502.35b` for 502.36b); else empty."""
    read = RuleNumber.try_parse(printed)
    return str(read) if read and read != number else ""


def sort_key(key: str) -> tuple[int, str]:
    """Return what keys are sorted by: rules in the order of a document, then the glossary."""
    number = RuleNumber.try_parse(key)
    return (0, number.sort_key) if number else (1, key)


@dataclass(frozen=True, slots=True)
class Provision:
    """Content of an edition under one key: a chapter, a section, a rule, a subrule or a glossary entry.

    Attributes:
        key: its number, or `term_key` of its slug; different for every provision of an edition.
        heading: its title, or the name of the glossary entry; empty for most rules.
        paragraphs: its wording; empty for most chapters and sections.
        printed: the number as printed, where several provisions were printed under one.
    """

    key: str
    heading: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    printed: str = ""

    @property
    def text(self) -> str:
        """Wording as one text, a line for each paragraph; the heading where there is no wording."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs) or self.heading


@dataclass(frozen=True)
class Snapshot:
    """One edition: its provisions in printed order.

    Attributes:
        date: the effective date, which names the edition.
        provisions: rules of all levels, then the glossary.
        complete: whether it is a whole edition. An excerpt, or a document that breaks off, says nothing of what it
            doesn't hold.
    """

    date: datetime.date
    provisions: tuple[Provision, ...]
    complete: bool = True

    @classmethod
    def of(cls, document: Document) -> "Snapshot":
        """Return a document that was read as history reads it."""
        rules = (
            Provision(str(entry.number), entry.heading, entry.paragraphs, printed_number(entry.printed, entry.number))
            for entry in document.walk()
        )
        terms = (Provision(term_key(term.slug), term.name, term.paragraphs) for term in document.terms)
        return cls(document.effective, (*rules, *terms), document.complete)

    @cached_property
    def by_key(self) -> dict[str, Provision]:
        """Provisions by their keys."""
        return {provision.key: provision for provision in self.provisions}

    @property
    def headings(self) -> dict[str, str]:
        """Titles of the chapters and sections, and the names of the glossary's entries, by their keys."""
        return {key: provision.heading for key, provision in self.by_key.items() if "." not in key}

    @cached_property
    def by_printed(self) -> dict[str, list[str]]:
        """Keys of the provisions printed under each number or slug, in printed order."""
        found: dict[str, list[str]] = {}
        for provision in self.provisions:
            for name in {plain_name(provision.key), provision.printed} - {""}:
                found.setdefault(name, []).append(provision.key)
        return found
