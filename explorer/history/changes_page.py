"""Changes between two editions as the template shows them. No queries."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.document.tree import Completeness, Paragraph
from explorer.history.query import ChangesPage
from explorer.library.queries import EditionInfo
from explorer.lineages.matching import renumbered_references
from explorer.lineages.provisions import ChangeKind, Provision, is_term, section_of
from explorer.lineages.tracing import ChangeRow
from explorer.web import addresses
from explorer.wording.differences import ShownDifference, show_difference, show_whole
from explorer.wording.wordings import without_italics
from symbols.rendering import render_text

# With more changes, only the sections are listed.
_MAX_SHOWN = 300

# Parts of the summary, in order: value of `?show=`, and label.
KINDS = (
    ("new", "New"),
    ("edited", "Edited"),
    ("removed", "Removed"),
    ("moved", "New number only"),
    ("references", "References only"),
)
# Listed under a heading that unfolds, without their texts.
_FOLDED = {ChangeKind.MOVED, ChangeKind.REFERENCES}
# Minimum width of a part of the summary bar, and the gap between parts, in percent.
_MIN_WIDTH, _GAP = 4.0, 0.5
SIDE = "side"
"""Value of `?view=` for old and new text side by side."""


def _kind(row: ChangeRow) -> str:
    return "new" if row.counted == "created" else row.counted


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A rule or glossary entry that changed.

    Attributes:
        kind: one of `KINDS`.
        name: its number, or the entry's name; the old one of what was removed.
    """

    kind: str
    name: str
    anchor: str
    address: str
    history: str
    tag: str
    text: Sequence[ShownDifference]


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Changes of a section; mere renumberings are listed apart.

    Attributes:
        number: empty for the glossary.
        moved: rules with a new number and nothing else: old number, new number, address.
        references: rules that refer to others by new numbers, and nothing else: number, address, “726 became 727”.
    """

    number: str
    heading: SafeString
    changes: Sequence[ShownChange]
    moved: Sequence[tuple[str, str, str]]
    references: Sequence[tuple[str, str, str]]
    count: int
    address: str


@dataclass(frozen=True, slots=True)
class SummaryPart:
    """A part of the summary, and a link that filters by it; `current` when it is the filter."""

    kind: str
    name: str
    count: int
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class ShownChanges:
    """Changes between two editions.

    Attributes:
        parts: the summary, beginning with "All".
        folds: whether there are too many changes to show, so that only sections are listed.
        section: the section shown alone; else empty.
        whole_address: the page without filters.
        caution: what can't be known because one of the two is incomplete; else empty.
    """

    old: EditionInfo
    new: EditionInfo
    editions: Sequence[EditionInfo]
    parts: Sequence[SummaryPart]
    sections: Sequence[ShownSection]
    folds: bool
    section: str
    section_heading: str
    address: str
    whole_address: str
    caution: str
    other_view: tuple[str, str]

    @property
    def named(self) -> str:
        """Title for sharing."""
        place = f" in {self.section_heading}" if self.section_heading else ""
        return f"What changed{place}, {long_date(self.old.date)} to {long_date(self.new.date)}"

    @property
    def counted(self) -> str:
        """“New: 3. Edited: 40.”."""
        return " ".join(f"{part.name}: {part.count}." for part in self.parts if part.kind)

    @property
    def feed(self) -> str:
        """Feed of the section shown alone; empty without one, and for the glossary."""
        return addresses.feed(self.section) if self.section.isdigit() else ""

    @property
    def bar(self) -> Sequence[tuple[SummaryPart, str, str]]:
        """Parts of the summary bar: part, offset and width in percent."""
        parts = self.parts[1:]
        room = 100 - _GAP * (len(parts) - 1) - _MIN_WIDTH * len(parts)
        widths = [_MIN_WIDTH + room * part.count / self.total for part in parts]
        begins = accumulate((width + _GAP for width in widths), initial=0.0)
        return [
            (part, f"{begin:.2f}%", f"{width:.2f}%") for part, begin, width in zip(parts, begins, widths, strict=False)
        ]

    @property
    def total(self) -> int:
        return self.parts[0].count


def show_changes(page: ChangesPage, *, show: str = "", section: str = "", view: str = "") -> ShownChanges:
    """Shape the page.

    Args:
        show: one of `KINDS`, to show only these changes.
        section: a number in the newer edition, or `glossary`, to show only that section.
        view: `SIDE`, or inline.
    """
    view = view if view == SIDE else ""
    by_section = _by_section(page)
    show = show if show in dict(KINDS) else ""
    section = section if section in by_section else ""
    of_section = {section: by_section[section]} if section else by_section
    rows = [row for found in of_section.values() for row in found]
    wanted = {key: [row for row in found if not show or _kind(row) == show] for key, found in of_section.items()}
    folds = not section and sum(row.change not in _FOLDED for found in wanted.values() for row in found) > _MAX_SHOWN
    days = page.old.date, page.new.date

    def address(*, show: str = show, view: str = view) -> str:
        return addresses.changes(*days, show=show, section=section, view=view)

    return ShownChanges(
        old=page.old,
        new=page.new,
        editions=page.library.newest_first,
        parts=[
            SummaryPart("", "All", len(rows), address(show=""), current=not show),
            *(
                SummaryPart(kind, name, count, address(show=kind), current=show == kind)
                for kind, name, count in counted_by_kind(rows)
            ),
        ],
        sections=[_section(key, found, page, show, view, folds=folds) for key, found in wanted.items() if found],
        folds=folds,
        section=section,
        section_heading=_heading(section, page) if section else "",
        address=address(),
        whole_address=addresses.changes(*days, view=view),
        caution=_caution(page),
        other_view=("Inline", address(view="")) if view else ("Side by side", address(view=SIDE)),
    )


def counted_by_kind(rows: Sequence[ChangeRow]) -> list[tuple[str, str, int]]:
    """(kind, label, count), without those that are zero."""
    counts = Counter(_kind(row) for row in rows)
    return [(kind, name, counts[kind]) for kind, name in KINDS if counts[kind]]


def _by_section(page: ChangesPage) -> Mapping[str, list[ChangeRow]]:
    """Changes by section, in the newer edition's order. Removed rules are where their section is now."""
    became = {row.old.key: row.new.key for row in page.rows if row.old and row.new and len(row.old.key) == 3}
    found: dict[str, list[ChangeRow]] = {key: [] for key in page.headings}
    for row in page.rows:
        if row.new is not None:
            key = section_of(row.new.key) or row.new.key
        else:
            old = section_of(row.old.key) or row.old.key if row.old else ""
            key = became.get(old, old)
            if page.headings.get(key, "") == "" and key != "glossary":
                key = f"{old} ({page.old.date.year})"
        found.setdefault(key, []).append(row)
    if "glossary" in found:
        found["glossary"] = found.pop("glossary")
    return {key: rows for key, rows in found.items() if rows}


def _heading(key: str, page: ChangesPage) -> str:
    if key == "glossary":
        return "Glossary"
    return page.headings.get(key) or page.old_headings.get(key.partition(" ")[0], "")


def _section(
    key: str, rows: Sequence[ChangeRow], page: ChangesPage, show: str, view: str, *, folds: bool
) -> ShownSection:
    days = page.old.date, page.new.date
    shown = [] if folds else rows
    return ShownSection(
        number="" if key == "glossary" else key,
        heading=render_text(_heading(key, page), days[1]),
        changes=[_change(row, days, view) for row in shown if row.change not in _FOLDED],
        moved=[_moved(row, days[1]) for row in shown if row.change is ChangeKind.MOVED],
        references=[
            (_name(new), addresses.provision(new.key, days[1]), _became(old, new))
            for change, old, new in ((row.change, row.old, row.new) for row in shown)
            if change is ChangeKind.REFERENCES and old and new
        ],
        count=len(rows),
        address=addresses.changes(*days, show=show, section=key, view=view),
    )


def _name(one: Provision | None) -> str:
    return "" if one is None else one.heading if is_term(one.key) else one.key


def _moved(row: ChangeRow, day: date) -> tuple[str, str, str]:
    old, new = (_name(one) for one in (row.old, row.new))
    return old, new, addresses.provision(row.new.key, day) if row.new else ""


def _became(old: Provision, new: Provision) -> str:
    return ", ".join(f"{was} became {now}" for was, now in renumbered_references(old, new))


def _change(row: ChangeRow, days: tuple[date, date], view: str) -> ShownChange:
    old, new = row.old, row.new
    merged = row.change is ChangeKind.MERGED and row.counted == "removed"
    one, day = (new, days[1]) if new and not merged else (old, days[0])
    key = one.key if one else ""
    # A rule split off from another counts as new, and one merged into another as removed: no difference is shown.
    if old and new and row.counted not in ("created", "removed"):
        text = show_difference(old.paragraphs, new.paragraphs, days, folded=True, beside=view == SIDE)
    else:
        text = show_whole(one.paragraphs, day) if one else []
    if not text and one:
        text = show_whole([Paragraph("text", one.heading)], day)
    return ShownChange(
        kind=_kind(row),
        name=_name(one),
        # The newer edition may have another rule under a removed rule's number.
        anchor=f"{'old-' if one is old else ''}{key.replace('/', '-')}",
        address=addresses.provision(key, day),
        history=addresses.history(key, day),
        tag=_tag(row),
        text=text,
    )


def _tag(row: ChangeRow) -> str:
    old, new = (without_italics(_name(one)) for one in (row.old, row.new))
    return {
        ChangeKind.CREATED: "New",
        ChangeKind.REMOVED: "Removed",
        ChangeKind.EDITED: "Edited",
        ChangeKind.MOVED: "New number only",
        ChangeKind.MOVED_AND_EDITED: f"Edited, was {old}",
        ChangeKind.SPLIT: f"Split off from {old}" if row.counted == "created" else "Split",
        ChangeKind.MERGED: f"Merged into {new}" if row.counted == "removed" else "Merged with another rule",
    }[row.change]


def _caution(page: ChangesPage) -> str:
    """What can't be known; first of an excerpt, since that says more."""
    least = min(page.old, page.new, key=lambda edition: edition.completeness)
    day = long_date(least.date)
    if least.completeness is Completeness.WHOLE:
        return ""
    if least.completeness is Completeness.EXCERPT:
        return f"Pipwise has an excerpt of the {day} rules, so only rules in both are compared."
    entries = "Entries from there on aren’t compared." if least.breaks_off else "So only rules are compared."
    return f"The document of the {day} rules has all rules, but {least.shortfall}. {entries}"
