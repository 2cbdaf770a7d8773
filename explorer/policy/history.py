"""History of sections through a document's editions, with the same lineages as the rules.

Like glossary entries, sections are identified by title, since numbers change whenever a section comes or goes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from explorer.document.tree import Paragraph
from explorer.library.loaded import Library
from explorer.lineages.lineages import EditionKey, Lineages, build_lineages, needed_pairs
from explorer.lineages.matching import match
from explorer.lineages.provisions import ChangeKind, Provision, Snapshot, term_key
from explorer.lineages.tracing import LifeStep, judged, steps_of, whole_life
from explorer.policy.loaded import PolicyEditionInfo, policy_editions
from explorer.policy.reading.tree import Section, slug_of

# Lineages are keyed by title, so `MOVED` means a new title there, and a new number here.
_STAYED = {ChangeKind.MOVED: ChangeKind.EDITED, ChangeKind.MOVED_AND_EDITED: ChangeKind.EDITED}
_MOVED = {ChangeKind.SAME: ChangeKind.MOVED, ChangeKind.EDITED: ChangeKind.MOVED_AND_EDITED}


@dataclass(frozen=True)
class PolicyHistory:
    """All editions of a document, by date; `sections` by date and lineage key."""

    editions: Mapping[date, PolicyEditionInfo]
    sections: Mapping[date, Mapping[str, Section]]
    snapshots: Mapping[date, Snapshot]
    lineages: Lineages

    def key_of(self, day: date, number: str) -> str:
        """Lineage key of a number in an edition."""
        return next(key for key, section in self.sections[day].items() if section.number == number)

    def life(self, day: date, number: str) -> Sequence[LifeStep]:
        """History of a section, by its number in an edition, newest first."""
        lineage = self.lineages.at(day, self.key_of(day, number))
        if lineage is None:
            return ()
        return whole_life(self.lineages, lineage, lambda each: steps_of(self.lineages, each, self._judge))

    def number_in(self, newest: date, day: date, number: str) -> str:
        """The number in edition `newest` of a section that has `number` in edition `day`; empty if it's gone."""
        lineage = self.lineages.at(day, self.key_of(day, number))
        key = lineage.keys.get(newest) if lineage else None
        return self.sections[newest][key].number if key else ""

    def steps(self) -> Sequence[LifeStep]:
        """All changes since the first edition, newest first, then in document order."""
        first = min(self.editions)
        found = [step for each in self.lineages for step in steps_of(self.lineages, each, self._judge)]
        order = {(day, key): place for day, own in self.sections.items() for place, key in enumerate(own)}
        later = [step for step in found if step.date > first]
        return sorted(later, key=lambda step: (-step.date.toordinal(), order[step.seen, step.key]))

    def at(self, step: LifeStep) -> Section:
        return self.sections[step.seen][step.key]

    def provision(self, day: date, key: str) -> Provision:
        return self.snapshots[day].by_key[key]

    def before(self, step: LifeStep) -> tuple[date, str] | None:
        """Date and key of the section before a step; None if it was created or removed."""
        lineage = self.lineages[step.lineage]
        days = [day for day in lineage.keys if day < step.date]
        if step.change in {ChangeKind.CREATED, ChangeKind.REMOVED} or not days:
            return None
        return max(days), lineage.keys[max(days)]

    def _judge(self, before: EditionKey, now: EditionKey) -> ChangeKind:
        kind = judged(self.lineages, before, now, self.provision)
        old, new = (self.sections[day][key].number for day, key in (before, now))
        return (_STAYED if old == new else _MOVED).get(kind, kind)


@lru_cache(maxsize=6)
def policy_history(document: str, loaded: Library) -> PolicyHistory:
    editions = {edition.date: edition for edition in policy_editions(loaded)[document]}
    sections = {day: _keyed(edition) for day, edition in editions.items()}
    snapshots = {
        day: Snapshot(
            day,
            tuple(Provision(key, section.title, history_paragraphs(section)) for key, section in own.items()),
        )
        for day, own in sections.items()
    }
    pairs = needed_pairs({day: snapshot.completeness for day, snapshot in snapshots.items()})
    matchings = {(old, new): match(snapshots[old], snapshots[new]) for old, new in pairs}
    return PolicyHistory(editions, sections, snapshots, build_lineages(snapshots.values(), matchings))


def _keyed(edition: PolicyEditionInfo) -> Mapping[str, Section]:
    """Sections by title; a repeated title also has its chapter."""
    found: dict[str, Section] = {}
    for section in edition.text.sections:
        key = term_key(slug_of(section.title) or section.number)
        found[f"{key}-{section.chapter or section.number}" if key in found else key] = section
    return found


def history_paragraphs(section: Section) -> tuple[Paragraph, ...]:
    """Penalty, paragraphs and table rows as paragraphs that can be compared."""
    penalty = [Paragraph("text", f"Penalty: {section.penalty}")] if section.penalty else []
    own = (
        Paragraph("example" if paragraph.kind == "example" else "text", words)
        for paragraph in section.paragraphs
        for words in (paragraph.words().split("\n") if paragraph.rows else [paragraph.words()])
        if words
    )
    return (*penalty, *own)
