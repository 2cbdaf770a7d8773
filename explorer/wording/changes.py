"""Changes by kind in words and as bars, and how much changed in a section in each edition. No queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import NamedTuple

from explorer.document.dates import long_date
from explorer.library.history.counts import Counts, SectionCounts, SectionStep, key_in_changes
from explorer.library.history.life import Life, moment_of
from explorer.library.loaded import Library
from explorer.lineages.provisions import ChangeKind, parent_of
from explorer.web import addresses
from explorer.wording.life import percent, strip_span, strip_years


class Kind(NamedTuple):
    """A kind of change: its value in `provisions.COUNTED_AS`, and in `?show=`; its label and words: “3 added”."""

    counted: str
    show: str
    label: str
    words: str


KINDS = (
    Kind("created", "new", "Added", "added"),
    Kind("edited", "edited", "Edited", "edited"),
    Kind("removed", "removed", "Removed", "removed"),
    Kind("moved", "moved", "Renumbered", "renumbered"),
    Kind("references", "references", "References only", "in references only"),
)

# Percent: what is there can be seen.
_THINNEST = 0.6

Bar = Sequence[tuple[str, str, str]]
"""Parts of a bar: value of `?show=`, offset and width in percent."""


def counts_in_words(counts: Counts) -> str:
    """“3 added, 12 edited”; empty where nothing changed."""
    return ", ".join(f"{counts[kind.counted]:,} {kind.words}" for kind in KINDS if counts.get(kind.counted))


def changes_in(counts: Counts) -> int:
    return sum(counts.get(kind.counted, 0) for kind in KINDS)


def bar_of(counts: Counts, most: int) -> Bar:
    """A bar on a scale that ends at `most`."""
    parts = [
        (kind.show, max(_THINNEST, 100 * counts[kind.counted] / most)) for kind in KINDS if counts.get(kind.counted)
    ]
    begins = accumulate((width for _, width in parts), initial=0.0)
    return [(show, f"{at:.2f}%", f"{width:.2f}%") for (show, width), at in zip(parts, begins, strict=False)]


@dataclass(frozen=True, slots=True)
class EditionOfSection:
    """What an edition changed in a section, and the comparison that shows it."""

    day: date
    label: str
    counts: str
    bar: Bar
    address: str


@dataclass(frozen=True, slots=True)
class ShownSectionChanges:
    """How much changed in a section.

    Attributes:
        lead: “Changed in 99 of 109 editions.”.
        numbers: its earlier numbers, as a sentence; empty if it had none.
        editions: those that changed something, newest first; `newest` up to the edition that is read.
        bars: the strip: offset, top and height of each edition's bar.
        axis: labels under it: offset, SVG `text-anchor`, year.
    """

    lead: str
    numbers: str
    editions: Sequence[EditionOfSection]
    newest: EditionOfSection | None
    bars: Sequence[tuple[str, float, float]]
    axis: Sequence[tuple[str, str, int]]
    label: str


class SectionNews(NamedTuple):
    """What an edition changed in a section, for a short list that lacks `more` rules.

    Attributes:
        heading: “New in January 2026”, or “Changed in …” if newer editions left the section alone.
        rules: number, its anchor on the page, empty if it is gone, and what happened: “Sneak added”.
    """

    heading: str
    rules: Sequence[tuple[str, str, str]]
    more: int


_MOST_NEWS = 8
_HAPPENED = {
    ChangeKind.CREATED: "added",
    ChangeKind.EDITED: "edited",
    ChangeKind.MOVED_AND_EDITED: "edited",
    ChangeKind.REMOVED: "removed",
    ChangeKind.SPLIT: "split",
    ChangeKind.MERGED: "merged with another rule",
}


def show_news(steps: Sequence[SectionStep], titles: Mapping[str, str], day: date, then: date) -> SectionNews | None:
    """Shape what the edition of `day` changed, on the page of that of `then`; None if it changed only numbers.

    `titles` are headings of the rules and subrules there are, most of them empty.
    """
    added = {step.key for step in steps if step.change is ChangeKind.CREATED}
    told = [
        step for step in steps if step.change in _HAPPENED and not (step.key in added and parent_of(step.key) in added)
    ]
    if not told:
        return None
    rules = [_news_of(step, titles, is_new=step.key in added) for step in told[:_MOST_NEWS]]
    return SectionNews(f"{'New' if day == then else 'Changed'} in {day:%B %Y}", rules, len(told) - len(rules))


def _news_of(step: SectionStep, titles: Mapping[str, str], *, is_new: bool) -> tuple[str, str, str]:
    if step.change is ChangeKind.REMOVED:
        # Another rule may have its number by now.
        return f"{'Old ' if step.key in titles else ''}{step.key}", "", _HAPPENED[step.change]
    title = titles.get(step.key, "") if is_new else ""
    return step.key, f"#{step.key}", f"{title} {_HAPPENED[step.change]}".strip()


# Units of the strip: where its line is, and the highest bar.
_LINE, _HIGHEST, _LOWEST = 22.0, 18.0, 3.0


def show_section_changes(found: SectionCounts, life: Life, loaded: Library, then: date) -> ShownSectionChanges | None:
    """Shape them; `then` is the date of the edition that is read. None if nothing could have changed."""
    if not found.pairs:
        return None
    most = max((changes_in(_rewritten(counts)) for counts in found.counts.values()), default=1) or 1
    editions = [
        EditionOfSection(
            new,
            long_date(new),
            counts_in_words(found.counts[new]),
            bar_of(_rewritten(found.counts[new]), most),
            addresses.changes(old, new, section=key_in_changes(life, old, new)),
        )
        for old, new in found.changed
    ]
    start, end = strip_span(loaded)
    all_of = len(found.pairs)
    share = f"all {all_of}" if len(editions) == all_of > 1 else f"{len(editions)} of {all_of}"
    name = life.steps[0].key
    return ShownSectionChanges(
        lead=f"Changed in {share} edition{'s' if all_of > 1 else ''}.",
        numbers=_numbers(life, loaded),
        editions=editions,
        newest=next((one for one in editions if one.day <= then), None),
        bars=_bars(found.counts, start, end),
        axis=strip_years(start, end),
        label=f"How much of section {name} changed in each edition, {start.year} to {end.year}",
    )


def _rewritten(counts: Counts) -> Counts:
    """Without what changed in numbers alone, which is most of some editions."""
    return {kind: count for kind, count in counts.items() if kind not in ("moved", "references")}


def _numbers(life: Life, loaded: Library) -> str:
    """“It was 502 until July 11, 2009.”; of more than two, only the numbers."""
    became = [
        (before, step) for step, before in zip(life.steps, life.steps[1:], strict=False) if before.key != step.key
    ]
    if len(became) > 2:
        return f"Earlier numbers: {', '.join(before.key for before, _ in reversed(became))}."
    parts = []
    for before, step in reversed(became):
        moment = moment_of(step, loaded)
        until = f"until {long_date(moment.on)}" if moment.exact else f"until sometime {moment.when}"
        parts.append(f"{before.key} {until}")
    return f"It was {', and '.join(parts)}." if parts else ""


def _bars(counts: Mapping[date, Counts], start: date, end: date) -> list[tuple[str, float, float]]:
    # Square roots, so that small editions show beside large ones.
    sizes = {day: changes_in(counts[day]) ** 0.5 for day in sorted(counts)}
    most = max(sizes.values(), default=1.0) or 1.0
    heights = {day: round(_LOWEST + (_HIGHEST - _LOWEST) * size / most, 1) for day, size in sizes.items()}
    return [(percent(day, start, end), round(_LINE - height, 1), height) for day, height in heights.items()]
