"""Changes between two editions as the template shows them. No queries."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.document.tree import Completeness, Paragraph
from explorer.history.query import ChangesPage
from explorer.library.history.counts import gone_section
from explorer.library.queries import EditionInfo
from explorer.lineages.matching import renumbered_references
from explorer.lineages.provisions import ChangeKind, Provision, is_section, is_term, section_of
from explorer.lineages.tracing import ChangeRow
from explorer.web import addresses
from explorer.wording.changes import KINDS, Bar, bar_of, changes_in, counts_in_words
from explorer.wording.differences import ShownDifference, show_changed_words, show_difference, show_whole
from explorer.wording.wordings import without_italics
from symbols.rendering import render_text

# With fewer changes of texts, all are shown at once; else those of the first section, and the others when opened.
_MAX_SHOWN = 40
# Sections among the most rewritten.
_RANKED = 6
_GLOSSARY = "glossary"

# Listed under a heading that unfolds, without their texts: nothing was rewritten.
_FOLDED = {ChangeKind.MOVED, ChangeKind.REFERENCES}
_SHOW = {kind.counted: kind.show for kind in KINDS}
_REWRITTEN = ("created", "edited")
SIDE = "side"
"""Value of `?view=` for old and new text side by side."""


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A rule or glossary entry that changed; `kind` is its value of `?show=`, `name` the old one if it was removed."""

    kind: str
    name: str
    anchor: str
    address: str
    history: str
    tag: str
    text: Sequence[ShownDifference]


@dataclass(frozen=True, slots=True)
class SectionSummary:
    """A section (without a number, the glossary), how much changed in it, and a link to these changes."""

    key: str
    number: str
    heading: SafeString
    count: int
    words: str
    bar: Bar
    address: str


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Changes of a section; if it isn't open, they load when it is opened.

    Attributes:
        moved: rules with a new number and nothing else: old number, new number, address.
        references: rules that refer to others by new numbers, and nothing else: number, address, “726 became 727”.
    """

    summary: SectionSummary
    is_open: bool
    changes: Sequence[ShownChange] = ()
    moved: Sequence[tuple[str, str, str]] = ()
    references: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True, slots=True)
class ShownChapter:
    """A chapter, or the glossary, which has no number."""

    number: str
    heading: SafeString
    count: int
    bar: Bar
    sections: Sequence[ShownSection]

    @property
    def is_open(self) -> bool:
        return any(section.is_open for section in self.sections)


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
        rewritten: the sections with the most added and edited rules.
        section: the section shown alone; None for all.
        caution: what can't be known because one of the two is incomplete; else empty.
    """

    old: EditionInfo
    new: EditionInfo
    editions: Sequence[EditionInfo]
    parts: Sequence[SummaryPart]
    rewritten: Sequence[SectionSummary]
    chapters: Sequence[ShownChapter]
    section: ShownSection | None
    section_key: str
    section_heading: str
    address: str
    whole_address: str
    caution: str
    other_view: tuple[str, str]

    @property
    def months(self) -> str:
        """“March 2024 to June 2025”, or the days of one month."""
        old, new = self.old.date, self.new.date
        if (old.year, old.month) == (new.year, new.month):
            return f"{long_date(old)} to {long_date(new)}"
        return f"{old:%B %Y} to {new:%B %Y}"

    @property
    def named(self) -> str:
        """Title for sharing."""
        place = f" in {self.section_heading}" if self.section_heading else ""
        return f"What changed{place}, {long_date(self.old.date)} to {long_date(self.new.date)}"

    @property
    def counted(self) -> str:
        return " ".join(f"{part.name}: {part.count}." for part in self.parts if part.kind)

    @property
    def mostly_numbers(self) -> bool:
        """Whether most changes are new numbers, of the rule or of those that it refers to."""
        return 2 * sum(part.count for part in self.parts if part.kind in {"moved", "references"}) > self.total

    @property
    def number(self) -> str:
        """Number of the section shown alone, as it may be looked up; empty without one, and for the glossary."""
        return self.section_key if self.section_key.isdigit() else ""

    @property
    def feed(self) -> str:
        return addresses.feed(self.number) if self.number else ""

    @property
    def history(self) -> str:
        return addresses.history(self.number, self.new.date) if self.number else ""

    @property
    def total(self) -> int:
        return self.parts[0].count


def show_changes(page: ChangesPage, *, show: str = "", section: str = "", view: str = "") -> ShownChanges:
    """Shape the page; `show` and `section` filter the changes, unless unknown, and `view` may be `SIDE`."""
    view = view if view == SIDE else ""
    by_section = rows_by_section(page)
    show = show if show in _SHOW.values() else ""
    section = section if section in by_section else ""
    of_section = {section: by_section[section]} if section else by_section
    rows = [row for found in of_section.values() for row in found]
    wanted = {
        key: [row for row in found if not show or _SHOW[row.counted] == show] for key, found in of_section.items()
    }
    sections = _Sections({key: found for key, found in wanted.items() if found}, page, show, view)
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
        rewritten=[] if section else sections.most_rewritten(),
        chapters=[] if section else sections.chapters(),
        section=sections.section(section, sections.scale, is_open=True) if section in sections.rows else None,
        section_key=section,
        section_heading=_heading(section, page) if section else "",
        address=address(),
        whole_address=addresses.changes(*days, view=view),
        caution=_caution(page),
        other_view=("Inline", address(view="")) if view else ("Side by side", address(view=SIDE)),
    )


def changed_words(page: ChangesPage, section: str) -> Iterator[SafeString]:
    """Each text that changed in a section, after its number, without long unchanged stretches."""
    days = page.old.date, page.new.date
    for row in rows_by_section(page).get(section, ()):
        if row.change in _FOLDED:
            continue
        change = _change(row, days, "")
        parts = [one.html for one in change.text]
        if change.kind == "edited" and row.old and row.new:
            parts = show_changed_words(row.old.paragraphs, row.new.paragraphs, days)
        said = format_html_join(" ", "{}", ((part,) for part in parts))
        mark = {"new": "<ins>{}</ins>", "removed": "<del>{}</del>"}.get(change.kind, "{}")
        yield format_html(f'<a href="{{}}">{{}}</a> {mark}', change.address, change.name, said)


def counted_by_kind(rows: Sequence[ChangeRow]) -> list[tuple[str, str, int]]:
    """(value of `?show=`, label, count), without those that are zero."""
    counts = counts_of(rows)
    return [(kind.show, kind.label, counts[kind.counted]) for kind in KINDS if counts[kind.counted]]


def counts_of(rows: Sequence[ChangeRow]) -> Counter[str]:
    return Counter(row.counted for row in rows)


def rows_by_section(page: ChangesPage) -> Mapping[str, list[ChangeRow]]:
    """Changes by section of the newer edition, the glossary last.

    Removed rules are where their section is now; those of a section that is gone, under its number and the year.
    """
    of_sections = [(row, row.old.key) for row in page.rows if row.old and is_section(row.old.key)]
    became = {
        old: row.new.key
        for row, old in of_sections
        if row.new and is_section(row.new.key) and row.counted not in {"created", "removed"}
    }
    gone = {old for row, old in of_sections if old not in became and row.counted != "created"}
    found: dict[str, list[ChangeRow]] = {}
    for row in page.rows:
        one = row.old if row.counted == "removed" else row.new
        key = (section_of(one.key) or one.key) if one else ""
        if row.counted == "removed":
            now = became.get(key, key)
            key = gone_section(key, page.old.date) if key in gone or not _is_there(now, page) else now
        found.setdefault(key, []).append(row)
    return dict(sorted(found.items(), key=lambda item: (item[0] == _GLOSSARY, item[0])))


def _is_there(key: str, page: ChangesPage) -> bool:
    return key == _GLOSSARY or key in page.headings


def _heading(key: str, page: ChangesPage) -> str:
    if key == _GLOSSARY:
        return "Glossary"
    return page.headings.get(key) or page.old_headings.get(key.partition(" ")[0], "")


@dataclass(frozen=True)
class _Sections:
    """The changes to show, by section."""

    rows: Mapping[str, Sequence[ChangeRow]]
    page: ChangesPage
    show: str
    view: str

    @property
    def scale(self) -> int:
        chapters = groupby(self.rows, lambda key: key[0])
        return max((sum(len(self.rows[key]) for key in keys) for _, keys in chapters), default=1)

    def most_rewritten(self) -> list[SectionSummary]:
        """Without new numbers, of which one section may have hundreds."""
        counts = {key: counts_of([row for row in rows if row.counted in _REWRITTEN]) for key, rows in self.rows.items()}
        ranked = sorted(
            (key for key in counts if counts[key] and key != _GLOSSARY), key=lambda key: -changes_in(counts[key])
        )
        if self.shows_all or not ranked:
            return []
        return [self._summary(key, counts[key], changes_in(counts[ranked[0]])) for key in ranked[:_RANKED]]

    @cached_property
    def texts(self) -> Mapping[str, int]:
        return {key: sum(row.change not in _FOLDED for row in rows) for key, rows in self.rows.items()}

    @property
    def shows_all(self) -> bool:
        return sum(self.texts.values()) <= _MAX_SHOWN

    def chapters(self) -> list[ShownChapter]:
        first = next((key for key, count in self.texts.items() if count), next(iter(self.rows), ""))
        shows_all = self.shows_all
        scale = self.scale
        found = []
        for chapter, group in groupby(self.rows, lambda key: key if key == _GLOSSARY else key[0]):
            keys = list(group)
            counts = counts_of([row for key in keys for row in self.rows[key]])
            found.append(
                ShownChapter(
                    number="" if chapter == _GLOSSARY else chapter,
                    heading=render_text(_heading(chapter, self.page), self.page.new.date),
                    count=changes_in(counts),
                    bar=bar_of(counts, scale),
                    sections=[self.section(key, scale, is_open=shows_all or key == first) for key in keys],
                )
            )
        return found

    def section(self, key: str, scale: int, *, is_open: bool) -> ShownSection:
        rows, days = self.rows[key], (self.page.old.date, self.page.new.date)
        summary = self._summary(key, counts_of(rows), scale)
        if not is_open:
            return ShownSection(summary, is_open=False)
        return ShownSection(
            summary,
            is_open=True,
            changes=[_change(row, days, self.view) for row in rows if row.change not in _FOLDED],
            moved=[
                (_name(old), _name(new), addresses.provision(new.key, days[1]))
                for change, old, new in ((row.change, row.old, row.new) for row in rows)
                if change is ChangeKind.MOVED and old and new
            ],
            references=[
                (_name(new), addresses.provision(new.key, days[1]), _became(old, new))
                for change, old, new in ((row.change, row.old, row.new) for row in rows)
                if change is ChangeKind.REFERENCES and old and new
            ],
        )

    def _summary(self, key: str, counts: Counter[str], scale: int) -> SectionSummary:
        days = self.page.old.date, self.page.new.date
        return SectionSummary(
            key=key.replace(" (", "-").rstrip(")"),
            number="" if key == _GLOSSARY else key,
            heading=render_text(_heading(key, self.page), days[1]),
            count=changes_in(counts),
            words=counts_in_words(counts),
            bar=bar_of(counts, scale),
            address=addresses.changes(*days, show=self.show, section=key, view=self.view),
        )


def _name(one: Provision | None) -> str:
    return "" if one is None else one.heading if is_term(one.key) else one.key


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
        kind=_SHOW[row.counted],
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
        ChangeKind.CREATED: "Added",
        ChangeKind.REMOVED: "Removed",
        ChangeKind.EDITED: "Edited",
        ChangeKind.MOVED: "Renumbered",
        ChangeKind.MOVED_AND_EDITED: f"Edited, was {old}",
        ChangeKind.SPLIT: f"Split off from {old}" if row.counted == "created" else "Split",
        ChangeKind.MERGED: f"Merged into {new}" if row.counted == "removed" else "Merged with another rule",
    }[row.change]


def _caution(page: ChangesPage) -> str:
    """What can't be known because of the less complete edition."""
    least = min(page.old, page.new, key=lambda edition: edition.completeness)
    day = long_date(least.date)
    if least.completeness is Completeness.WHOLE:
        return ""
    if least.completeness is Completeness.EXCERPT:
        return f"Pipwise has an excerpt of the {day} rules, so only rules in both are compared."
    entries = "Entries from there on aren’t compared." if least.breaks_off else "So only rules are compared."
    return f"The document of the {day} rules has all rules, but {least.shortfall}. {entries}"
