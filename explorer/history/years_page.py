"""All changes in one picture (SVG) and a table, as templates show them. No queries."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import groupby

from explorer.document.dates import long_date
from explorer.library.history.counts import SectionYears, Timeline, YearsPage
from explorer.web import addresses
from explorer.wording.changes import counts_in_words
from explorer.wording.wordings import without_italics
from symbols.data_files import read_data

# SVG units: width of the picture, height of a section's line in it and on its chapter's page, width of a cell;
# height of the bars on the front page.
WIDTH, LINE, TALL, CELL, BARS = 944.0, 5.5, 27.0, 4.0, 60.0
# Words changed from which a cell gets the next darker shade.
_SHADES = (60, 200, 600, 2000)
_MAX_BAR = 20.0


# Room that a section's name takes: height, and width per letter.
_NAME_HEIGHT, _LETTER = 12.0, 6.5
_LONGEST_NAME = 24
# If more sections begin in one edition, the rules were reorganized, and the edition is named instead.
_MOST_TOGETHER = 4


@dataclass(frozen=True, slots=True)
class CallOut:
    """Label for an edition with many changes (with a `day`, “Jul 2009”) or a new section; x and y in percent."""

    x: str
    y: str
    words: str
    address: str
    day: str = ""


@dataclass(frozen=True, slots=True)
class YearsRow:
    """Row of the picture: a chapter with a line for each section, or one section; without a number, the glossary.

    `lines` are hairlines, `shades` the cells of each shade (`l1` to `l5`, `bo` where a section begins), as SVG paths.
    """

    number: str
    heading: str
    address: str
    height: float
    lines: str
    shades: Mapping[str, str]
    names: Sequence[CallOut] = ()


@dataclass(frozen=True, slots=True)
class EditionTick:
    at: float
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class YearLine:
    """Row of the table: a year, or an edition. `share` is its words in percent of the largest row's."""

    name: str
    address: str
    editions: int
    created: int
    edited: int
    removed: int
    words: int
    share: float


@dataclass(frozen=True, slots=True)
class ShownYears:
    """All changes.

    Attributes:
        first: year of the oldest edition; `last` that of the newest.
        chapter: the chapter shown alone; else empty.
        axis: offset in percent, year, and the address of the year's editions.
        spike: when most changed, and why; empty where that isn't known, and for a chapter.
        lines: the table, newest first.
        year: the year whose editions the table lists; None for a table of years.
    """

    title: str
    first: int
    last: int
    count: int
    chapter: str
    rows: Sequence[YearsRow]
    ticks: Sequence[EditionTick]
    calls: Sequence[CallOut]
    axis: Sequence[tuple[str, int, str]]
    spike: tuple[str, str]
    lines: Sequence[YearLine]
    year: int | None
    address: str


@dataclass(frozen=True, slots=True)
class ShownLatest:
    """Changes as the front page shows them: a bar for each edition, and the newest one in figures.

    Attributes:
        bars: an SVG path, `WIDTH` by `BARS`.
        axis: offset in percent, and year.
        spike: offset of the highest bar in percent, and why it is; empty where that isn't known.
        since: the edition before the newest; `counts` what has changed since, and `address` the comparison of the two.
    """

    bars: str
    axis: Sequence[tuple[float, int]]
    spike: tuple[str, str]
    since: date
    counts: str
    address: str
    years: int


class _TimeScale:
    """Maps a date to its x in SVG units."""

    def __init__(self, first: date, last: date) -> None:
        self.start = date(first.year, 1, 1)
        self.days = max(1, (last - self.start).days + 70)

    def __call__(self, day: date) -> float:
        return round(WIDTH * (day - self.start).days / self.days, 1)


def show_years(page: YearsPage, *, chapter: str = "", year: int | None = None) -> ShownYears:
    """Shape the page; `chapter` shows only that chapter's sections, `year` lists its editions in the table."""
    days = [edition.date for edition in page.library.editions]
    scale = _TimeScale(days[0], days[-1])
    chapter = chapter if chapter in page.chapters else ""
    years = {new.year for _, new in page.pairs}
    year = year if year in years else None
    span = days[-1].year - days[0].year
    return ShownYears(
        title=f"{chapter} {page.chapters[chapter]}" if chapter else f"{span} years of rules" if span > 1 else "Changes",
        first=days[0].year,
        last=days[-1].year,
        count=len(days),
        chapter=chapter,
        rows=_sections(page, chapter, scale) if chapter else _chapters(page, scale),
        ticks=[_tick(old, new, page, scale) for old, new in page.pairs],
        calls=_labels(page, scale),
        axis=[
            (_percent(scale(date(each, 1, 1)), WIDTH), each, addresses.changes(year=str(each)) if each in years else "")
            for each in range(days[0].year + 1, days[-1].year + 1)
            if each % 4 == 0
        ],
        spike=("", "")
        if chapter
        else _why(max(page.totals, key=lambda day: page.totals[day].get("words", 0), default=date.min)),
        lines=_editions(page, year) if year else _years(page),
        year=year,
        address=addresses.changes(chapter=chapter, year=str(year) if year else ""),
    )


def show_latest(page: Timeline) -> ShownLatest | None:
    """None where no two complete editions are loaded."""
    if not page.pairs:
        return None
    old, new = page.pairs[-1]
    first = page.pairs[0][0]
    scale = _TimeScale(first, new)
    heights = {day: 3 + counts.get("words", 0) ** 0.5 for day, counts in page.totals.items()}
    unit = BARS / max(heights.values())
    bars = "".join(
        f"M{scale(day):g} {BARS:g}v-{unit * height:.1f}h{CELL:g}V{BARS:g}z" for day, height in heights.items()
    )
    years = [each for each in range(first.year + 1, new.year) if each % 4 == 0]
    axis = [(round(100 * scale(date(each, 1, 1)) / WIDTH, 1), each) for each in years]
    highest = max(heights, key=lambda day: heights[day])
    month, why = _why(highest)
    spike = (_percent(scale(highest) + 3 * CELL, WIDTH), f"{month}: {why}" if why else "")
    counts = counts_in_words(page.totals[new])
    return ShownLatest(bars, axis, spike, old, counts, addresses.changes(old, new), new.year - first.year)


def _why(day: date) -> tuple[str, str]:
    """“July 2009”, and “rewritten and renumbered”; that is empty if nothing is known of the edition."""
    return f"{day:%B %Y}", next((short for at, _, short in _turning_points() if at == day), "")


def _chapters(page: YearsPage, scale: _TimeScale) -> list[YearsRow]:
    found = []
    together = Counter(section.since for section in page.sections)
    for chapter, group in groupby(page.sections, lambda section: section.number[0]):
        sections = list(group)
        is_glossary = not chapter.isdigit()
        line = 3 * LINE if is_glossary else LINE
        found.append(
            YearsRow(
                number="" if is_glossary else chapter,
                heading="Glossary" if is_glossary else page.chapters.get(chapter, ""),
                address=addresses.glossary() if is_glossary else addresses.changes(chapter=chapter),
                height=line * len(sections),
                lines="".join(
                    f"M{_start_x(section, scale)} {line * (place + 0.5):g}H{WIDTH:g}"
                    for place, section in enumerate(sections)
                ),
                shades=_cells(sections, scale, line),
                names=_names(sections, scale, line, together),
            )
        )
    return found


def _names(
    sections: Sequence[SectionYears], scale: _TimeScale, line: float, together: Mapping[date | None, int]
) -> list[CallOut]:
    """Labels of sections, each to the left of where it begins, unless it would overlap another.

    `together` is how many sections of all chapters begin in each edition.
    """
    found: list[CallOut] = []
    taken: list[tuple[float, float, float]] = []
    for place, section in enumerate(sections):
        name = without_italics(section.heading)
        at, middle = _start_x(section, scale), line * (place + 0.5)
        start = at - CELL - _LETTER * len(name)
        if not section.since or together[section.since] > _MOST_TOGETHER or len(name) > _LONGEST_NAME or start < 0:
            continue
        if all(abs(middle - y) >= _NAME_HEIGHT or start > right or at < left for left, right, y in taken):
            taken.append((start, at, middle))
            address = addresses.history(section.number)
            found.append(CallOut(_percent(at - CELL, WIDTH), _percent(middle, line * len(sections)), name, address))
    return found


def _labels(page: YearsPage, scale: _TimeScale) -> list[CallOut]:
    """The editions that changed most, where they and those before them are loaded."""
    before = {new: old for old, new in page.pairs}
    return [
        CallOut(_percent(scale(day), WIDTH), "0%", words, addresses.changes(before[day], day), f"{day:%b %Y}")
        for day, words, _ in _turning_points()
        if day in before
    ]


@cache
def _turning_points() -> tuple[tuple[date, str, str], ...]:
    """Day, what happened, and the same in two words, if there is room for those only."""
    points = read_data("turning_points.toml", "explorer")["points"]
    return tuple((point["day"], point["text"], point.get("short", "")) for point in points)


def _percent(at: float, whole: float) -> str:
    return f"{100 * at / whole:.2f}%"


def _sections(page: YearsPage, chapter: str, scale: _TimeScale) -> list[YearsRow]:
    return [
        YearsRow(
            number=section.number,
            heading=section.heading,
            address=addresses.history(section.number),
            height=TALL,
            lines=f"M{_start_x(section, scale)} {TALL - LINE:g}H{WIDTH:g}",
            shades=_bars(section, scale),
        )
        for section in page.sections
        if section.number.startswith(chapter)
    ]


def _start_x(section: SectionYears, scale: _TimeScale) -> float:
    return scale(section.since) if section.since else 0


def _cells(sections: Sequence[SectionYears], scale: _TimeScale, line: float) -> Mapping[str, str]:
    return _by_shade(sections, scale, lambda row, _: f" {line * row + 0.5:g}h{CELL:g}v{line - 1:g}h-{CELL:g}z")


def _bars(section: SectionYears, scale: _TimeScale) -> Mapping[str, str]:
    def bar(_: int, words: int) -> str:
        height = min(_MAX_BAR, 2.5 + words**0.5 / 3)
        return f" {TALL - 6:g}v-{height:.1f}h{CELL:g}v{height:.1f}z"

    return _by_shade([section], scale, bar)


def _by_shade(
    sections: Sequence[SectionYears], scale: _TimeScale, draw: Callable[[int, int], str]
) -> Mapping[str, str]:
    """SVG paths by shade; `draw` draws an edition's change of a section, given its row and the words changed."""
    paths: dict[str, list[str]] = defaultdict(list)
    for row, section in enumerate(sections):
        for day, counts in section.counts.items():
            if words := counts["words"]:
                paths[_shade(section, day, words)].append(f"M{scale(day) - CELL / 2:.1f}{draw(row, words)}")
    return {shade: "".join(paths[shade]) for shade in sorted(paths)}


def _shade(section: SectionYears, day: date, words: int) -> str:
    if day == section.since:
        return "bo"
    return f"l{1 + sum(words > least for least in _SHADES)}"


def _tick(old: date, new: date, page: YearsPage, scale: _TimeScale) -> EditionTick:
    words = page.totals[new].get("words", 0)
    return EditionTick(scale(new) - CELL, f"{long_date(new)}: {words:,} words", addresses.changes(old, new))


def _years(page: YearsPage) -> list[YearLine]:
    found = []
    for year, group in groupby(page.pairs, lambda pair: pair[1].year):
        pairs = list(group)
        found.append(_line(str(year), addresses.changes(year=str(year)), [new for _, new in pairs], page))
    return _with_shares(found)


def _editions(page: YearsPage, year: int) -> list[YearLine]:
    pairs = [pair for pair in page.pairs if pair[1].year == year]
    lines = [_line(long_date(new), addresses.changes(old, new), [new], page) for old, new in pairs]
    if len(pairs) > 1:
        lines.append(
            _line(f"All of {year}", addresses.changes(pairs[0][0], pairs[-1][1]), [new for _, new in pairs], page)
        )
    return _with_shares(lines)


def _line(name: str, address: str, days: Sequence[date], page: Timeline) -> YearLine:
    total: Counter[str] = Counter()
    for day in days:
        total.update(page.totals[day])
    return YearLine(name, address, len(days), total["created"], total["edited"], total["removed"], total["words"], 0)


def _with_shares(lines: Sequence[YearLine]) -> list[YearLine]:
    """Newest first, with each row's share of the largest."""
    most = max((line.words for line in lines), default=0) or 1
    return [replace(line, share=round(100 * line.words / most, 1)) for line in reversed(lines)]
