"""Queries of history pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.document.numbers import NumberKind
from explorer.library.history.changes import changes_between
from explorer.library.history.counts import SectionCounts, section_counts
from explorer.library.history.life import Life, edition_on, life_at, lives_under, moment_of, provisions_at
from explorer.library.history.snapshots import snapshot_of
from explorer.library.loaded import Library, library
from explorer.library.place import NotInLibrary, RulePlace, TermPlace
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import ChangeKind, Provision
from explorer.lineages.tracing import ChangeRow, LifeStep


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What the history of a rule or glossary entry shows; `texts` at each step, and just before it, by date and key."""

    place: RulePlace | TermPlace
    life: Life
    texts: Mapping[tuple[date, str], Provision]
    others: Sequence[Life]
    section: SectionCounts | None


def text_before(step: LifeStep, life: Life, loaded: Library) -> tuple[date, str] | None:
    """(edition date, key) of the text just before a step; None where there was none."""
    index = life.steps.index(step)
    if index + 1 >= len(life.steps):
        return None
    earlier = life.steps[index + 1]
    if earlier.change is ChangeKind.REMOVED:
        return None
    return max(moment_of(step, loaded).before or earlier.date, earlier.date), earlier.key


def history_page(place: RulePlace | TermPlace) -> HistoryPage:
    """Three queries; `NotInLibrary` if the edition doesn't have the number or entry."""
    edition, loaded = place.edition, place.library
    life = life_at(place.key, edition.date)
    if edition.id not in place.wordings or life is None:
        raise place.not_there
    places = [(step.seen, step.key) for step in life.steps]
    places += [before for step in life.steps if (before := text_before(step, life, loaded))]
    newest = loaded.newest
    now = life.at(newest.date) if newest else None
    if newest and now:
        places.append((newest.date, now.key))
    others = [other for other in lives_under(place.key) if other.lineage != life.lineage]
    is_section = isinstance(place, RulePlace) and place.number.kind is NumberKind.SECTION
    return HistoryPage(
        place=place,
        life=life,
        texts=provisions_at(places),
        others=others,
        section=section_counts(life, loaded) if is_section else None,
    )


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """What changed between two editions; `headings` are of the sections of both, the newer's where both have one."""

    library: Library
    old: EditionInfo
    new: EditionInfo
    rows: Sequence[ChangeRow]
    headings: Mapping[str, str]
    old_headings: Mapping[str, str]


def changes_page(first: date, second: date) -> ChangesPage:
    """Compare the editions that applied on two days, in either order; `NotInLibrary` if one isn't loaded."""
    loaded = library()
    days = sorted((first, second))
    found = [edition_on(day, loaded) for day in days]
    for day, edition in zip(days, found, strict=True):
        if edition is None:
            raise NotInLibrary(library=loaded, day=day)
    old, new = (edition for edition in found if edition)
    rows = changes_between(old, new, loaded)
    return ChangesPage(loaded, old, new, rows, snapshot_of(new).headings, snapshot_of(old).headings)
