"""Page with what changed between two editions made ready to be rendered. Asks nobody."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.document.tree import Paragraph
from explorer.history.query import ChangesPage
from explorer.library.queries import EditionInfo
from explorer.lineages.change_kind import ChangeKind
from explorer.lineages.provisions import Provision, is_term, section_of
from explorer.lineages.tracing import ChangeRow
from explorer.web import addresses
from explorer.wording.differences import ShownDifference, show_difference, show_whole
from explorer.wording.wordings import without_italics
from symbols.rendering import render_text

# More rules than this aren't shown at once: sections are offered instead.
_MOST = 300

# What the parts of the summary are called, in order; the first word is that of the address.
KINDS = (("new", "New"), ("edited", "Edited"), ("removed", "Removed"), ("moved", "New number only"))
# Least width of a part of the summary bar, and the gap between two, in percent of the bar.
_LEAST, _GAP = 4.0, 0.5
SIDE = "side"
"""Way to show differences: what each was beside what it is."""


def _kind(row: ChangeRow) -> str:
    """Return which part of the summary a change belongs to."""
    return "new" if row.counted == "created" else row.counted


@dataclass(frozen=True, slots=True)
class ShownChange:
    """One rule or glossary entry that changed.

    Attributes:
        kind: which part of the summary it belongs to.
        name: its number, or the name of the entry; the old one of what is gone.
        anchor: its place on the page.
        address: its text.
        history: its history.
        tag: what happened.
        text: the wording, with what changed in it.
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
    """Changes of one section, or how many there are; those of numbers alone are counted apart.

    Attributes:
        number: its number; empty for the glossary.
        heading: its title.
        changes: what changed, in order.
        moved: rules that have another number and nothing else: the old and the new one, and the address.
        count: how many changes it has.
        address: the page with this section alone.
    """

    number: str
    heading: SafeString
    changes: Sequence[ShownChange]
    moved: Sequence[tuple[str, str, str]]
    count: int
    address: str


@dataclass(frozen=True, slots=True)
class SummaryPart:
    """Part of the summary: its kind, its name, how many, where it is shown alone, whether it is now."""

    kind: str
    name: str
    count: int
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class ShownChanges:
    """Changes between two editions, ready to be rendered.

    Attributes:
        old: the older edition.
        new: the newer one.
        editions: those to choose from, newest first.
        parts: the summary, everything first.
        sections: the sections with changes.
        folds: whether there are too many to show, so that the sections are only listed.
        section: the number of the section that is shown alone; else empty.
        section_heading: its title.
        address: the page's own.
        whole_address: the page with everything.
        caution: what can't be known since one of the two is an excerpt; else empty.
        view: `side` where what each was is shown beside what it is; else empty.
        other_view: what the other way to show it is called, and its address.
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
    view: str
    other_view: tuple[str, str]

    @property
    def named(self) -> str:
        """What it is called where it is shared."""
        place = f" in {self.section_heading}" if self.section_heading else ""
        return f"What changed{place}, {long_date(self.old.date)} to {long_date(self.new.date)}"

    @property
    def counted(self) -> str:
        """The summary in words, such as `New: 3. Edited: 40.`."""
        return " ".join(f"{part.name}: {part.count}." for part in self.parts if part.kind)

    @property
    def feed(self) -> str:
        """Feed of the section that is shown alone; empty without one, and for the glossary."""
        return addresses.feed(self.section) if self.section.isdigit() else ""

    @property
    def bar(self) -> Sequence[tuple[SummaryPart, str, str]]:
        """Parts of the summary bar, each with where it begins and how wide it is, in percent."""
        parts = self.parts[1:]
        room = 100 - _GAP * (len(parts) - 1) - _LEAST * len(parts)
        widths = [_LEAST + room * part.count / self.total for part in parts]
        begins = accumulate((width + _GAP for width in widths), initial=0.0)
        return [
            (part, f"{begin:.2f}%", f"{width:.2f}%") for part, begin, width in zip(parts, begins, widths, strict=False)
        ]

    @property
    def total(self) -> int:
        """Number of rules and entries that changed."""
        return self.parts[0].count


def show_changes(page: ChangesPage, *, show: str = "", section: str = "", view: str = "") -> ShownChanges:
    """Return what changed between two editions, ready to be rendered.

    Args:
        page: what changed.
        show: one of `KINDS`, to show that alone.
        section: a number of the newer edition, or `glossary`, to show that section alone.
        view: `side`, to show what each was beside what it is.
    """
    view = view if view == SIDE else ""
    by_section = _by_section(page)
    show = show if show in dict(KINDS) else ""
    section = section if section in by_section else ""
    of_section = {section: by_section[section]} if section else by_section
    rows = [row for found in of_section.values() for row in found]
    wanted = {key: [row for row in found if not show or _kind(row) == show] for key, found in of_section.items()}
    folds = (
        not section and sum(row.change is not ChangeKind.MOVED for found in wanted.values() for row in found) > _MOST
    )
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
        view=view,
        other_view=("Inline", address(view="")) if view else ("Side by side", address(view=SIDE)),
    )


def counted_by_kind(rows: Sequence[ChangeRow]) -> list[tuple[str, str, int]]:
    """Return the parts of the summary, each with its name and how many changes belong to it; none that are empty."""
    counts = Counter(_kind(row) for row in rows)
    return [(kind, name, counts[kind]) for kind, name in KINDS if counts[kind]]


def _by_section(page: ChangesPage) -> Mapping[str, list[ChangeRow]]:
    """Return the changes of each section in the newer edition's order; what is gone is where its section is now."""
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
    moved = [row for row in rows if row.change is ChangeKind.MOVED]
    return ShownSection(
        number="" if key == "glossary" else key,
        heading=render_text(_heading(key, page), days[1]),
        changes=[] if folds else [_change(row, days, view) for row in rows if row.change is not ChangeKind.MOVED],
        moved=[] if folds else [_moved(row, days[1]) for row in moved],
        count=len(rows),
        address=addresses.changes(*days, show=show, section=key, view=view),
    )


def _name(one: Provision | None) -> str:
    return "" if one is None else one.heading if is_term(one.key) else one.key


def _moved(row: ChangeRow, day: date) -> tuple[str, str, str]:
    old, new = (_name(one) for one in (row.old, row.new))
    return old, new, addresses.provision(row.new.key, day) if row.new else ""


def _change(row: ChangeRow, days: tuple[date, date], view: str) -> ShownChange:
    old, new = row.old, row.new
    merged = row.change is ChangeKind.MERGED and row.counted == "removed"
    one, day = (new, days[1]) if new and not merged else (old, days[0])
    key = one.key if one else ""
    # What was split off from another rule is new here, and what was merged into one is gone, whole as it is.
    if old and new and row.counted not in ("created", "removed"):
        text = show_difference(old.paragraphs, new.paragraphs, days, folded=True, beside=view == SIDE)
    else:
        text = show_whole(one.paragraphs, day) if one else []
    if not text and one:
        text = show_whole([Paragraph("text", one.heading)], day)
    return ShownChange(
        kind=_kind(row),
        name=_name(one),
        # The newer edition may have another rule under the number of one that is gone.
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
    excerpts = [edition for edition in (page.old, page.new) if not edition.complete]
    if not excerpts:
        return ""
    return f"Pipwise has an excerpt of the {long_date(excerpts[0].date)} rules, so only rules in both are compared."
