"""Loaded tournament documents, cached: editions are immutable, and an import changes the key of `Library`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import TypeVar

from explorer.library.loaded import Library
from explorer.policy.kinds import KINDS, Kind
from explorer.policy.models import PolicyEdition
from explorer.policy.reading.tree import PolicyDocument, Section
from explorer.policy.storing import restore

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class PolicyEditionInfo:
    id: int
    document: str
    date: date
    source: str
    imported: datetime

    @property
    def kind(self) -> Kind:
        return KINDS[self.document]

    @property
    def text(self) -> PolicyDocument:
        return _restored(self)

    def section(self, number: str) -> Section | None:
        return _by_number(self).get(number)

    def titled(self, name: str) -> Section | None:
        """Find a section by title, with or without its prefix."""
        return _by_name(self).get(name.casefold())

    def of_section(self, rows: Mapping[str, _T], section: Section) -> _T | None:
        """A section's row in a data file: by “Chapter: Title”, else by title."""
        name = self.kind.name_of(section.title)
        chapter = self.section(section.chapter)
        return rows.get(f"{chapter.title}: {name}" if chapter else name, rows.get(name))


def policy_editions(loaded: Library) -> Mapping[str, Sequence[PolicyEditionInfo]]:
    """Editions of each loaded document, newest first."""
    return _editions(loaded) if loaded.policy is not None else {}


def newest_policy(document: str, loaded: Library) -> PolicyEditionInfo | None:
    return next(iter(policy_editions(loaded).get(document, ())), None)


def newest_editions(loaded: Library) -> list[PolicyEditionInfo]:
    """The newest edition of each loaded document, in the order of `KINDS`."""
    return [own[0] for key in KINDS if (own := policy_editions(loaded).get(key))]


@lru_cache(maxsize=4)
def _editions(loaded: Library) -> Mapping[str, Sequence[PolicyEditionInfo]]:  # noqa: ARG001 - the key of the cache
    rows = PolicyEdition.objects.order_by("-date").values_list("id", "document", "date", "source", "imported")
    found: dict[str, list[PolicyEditionInfo]] = {}
    for row in rows:
        edition = PolicyEditionInfo(*row)
        found.setdefault(edition.document, []).append(edition)
    return found


@lru_cache(maxsize=24)
def _restored(edition: PolicyEditionInfo) -> PolicyDocument:
    return restore(PolicyEdition.objects.get(pk=edition.id))


@lru_cache(maxsize=24)
def _by_number(edition: PolicyEditionInfo) -> Mapping[str, Section]:
    return {section.number: section for section in edition.text.sections}


@lru_cache(maxsize=24)
def _by_name(edition: PolicyEditionInfo) -> Mapping[str, Section]:
    sections = [section for section in reversed(edition.text.sections) if section.title]
    whole = {section.title.casefold(): section for section in sections}
    return {edition.kind.name_of(section.title).casefold(): section for section in sections} | whole
