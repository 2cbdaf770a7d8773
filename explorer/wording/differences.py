"""Differences between wordings as HTML, with <ins> and <del>; long unchanged stretches are folded."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from explorer.citations import Citations, FoundRule
from explorer.document.dates import long_date
from explorer.document.tree import Paragraph
from explorer.lineages.difference import Folded, ParagraphDifference, Segment, difference, fold
from symbols.catalog.text import may_have_symbols
from symbols.rendering import render_text

Part = Segment | Folded
_WRITTEN = re.compile(r'<span class="code">[^<]*</span>')


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """One paragraph's difference as HTML.

    Attributes:
        html: with insertions and deletions; side by side, the new text with insertions only.
        before: side by side, the old text with deletions; else None.
    """

    html: SafeString
    example: bool
    before: SafeString | None = None
    is_changed: bool = False


_LEFT_OUT = ShownDifference(SafeString("…"), example=False)


def show_difference(
    old: Sequence[Paragraph],
    new: Sequence[Paragraph],
    days: tuple[date, date],
    *,
    folded: bool = False,
    beside: bool = False,
) -> list[ShownDifference]:
    """Difference by paragraph.

    Args:
        days: dates of the two editions, which decide how symbols are drawn.
        folded: fold long unchanged stretches, and show “…” for unchanged paragraphs.
        beside: side by side.
    """
    found = difference(old, new)
    shortens = folded and any(paragraph.is_changed for paragraph in found)
    shown: list[ShownDifference] = []
    for is_left_out, run in groupby(found, lambda paragraph: shortens and not paragraph.is_changed):
        if is_left_out:
            shown.append(_LEFT_OUT)
        else:
            shown += (_paragraph(paragraph, days, folded=folded, beside=beside) for paragraph in run)
    return shown


def show_changed_words(old: Sequence[Paragraph], new: Sequence[Paragraph], days: tuple[date, date]) -> list[SafeString]:
    """The paragraphs that changed, without their long unchanged stretches."""
    return [
        _joined([_cut(part) for part in fold(paragraph.segments) if not _is_old_typing(part)], days)
        for paragraph in difference(old, new)
        if paragraph.is_changed
    ]


def _cut(part: Part) -> Segment:
    return part if isinstance(part, Segment) else Segment("kept", " … ", 0, 0)


def show_whole(wording: Sequence[Paragraph], day: date) -> list[ShownDifference]:
    return [ShownDifference(render_text(one.text, day), one.kind == "example") for one in wording]


def _paragraph(
    paragraph: ParagraphDifference, days: tuple[date, date], *, folded: bool, beside: bool
) -> ShownDifference:
    parts: Sequence[Part] = fold(paragraph.segments) if folded else paragraph.segments
    is_example = paragraph.kind == "example"
    alike = _drawn_alike(parts, days)
    if not beside:
        # Differences of mere typography are shown in the new one.
        html = _joined([part for part in parts if not _is_old_typing(part)], days, alike)
        return ShownDifference(html, is_example, is_changed=paragraph.is_changed)
    return ShownDifference(
        _joined([part for part in parts if _kind(part) != "deleted"], days, alike),
        is_example,
        _joined([part for part in parts if _kind(part) != "added"], (days[0], days[0]), alike),
        is_changed=paragraph.is_changed,
    )


def _kind(part: Part) -> str:
    return part.kind if isinstance(part, Segment) else "kept"


def _is_old_typing(part: Part) -> bool:
    return isinstance(part, Segment) and part.is_typing and part.kind == "deleted"


def _drawn_alike(parts: Sequence[Part], days: tuple[date, date]) -> Collection[Part]:
    """Changes that can’t be seen once their symbols are drawn: `{P}` that became `{H}`."""
    found: list[Part] = []
    for old, new in pairwise(parts):
        if (_kind(old), _kind(new)) == ("deleted", "added") and may_have_symbols(old.text):
            drawn = (_WRITTEN.sub("", render_text(part.text, day)) for part, day in zip((old, new), days, strict=True))
            if next(drawn) == next(drawn):
                found += (old, new)
    return found


def _joined(parts: Sequence[Part], days: tuple[date, date], alike: Collection[Part] = ()) -> SafeString:
    """Unchanged parts are rendered in one go, since italics may span typographic changes."""
    rendered: list[str] = []
    for stayed, run in groupby(parts, _has_stayed):
        if stayed:
            rendered.append(render_text("".join(part.text for part in run), days[1]))
        else:
            rendered += (_part(part, days, as_written=part in alike) for part in run)
    return mark_safe("".join(rendered))  # noqa: S308 - each part is escaped


def _has_stayed(part: Part) -> bool:
    return isinstance(part, Segment) and (part.kind == "kept" or part.is_typing)


def _part(part: Part, days: tuple[date, date], *, as_written: bool) -> str:
    if isinstance(part, Folded):
        return format_html(
            '<details class="fold"><summary>{} words</summary>{}</details>', part.words, render_text(part.text, days[1])
        )
    tag = "del" if part.kind == "deleted" else "ins"
    return _wrapped(tag, part.text, None if as_written else days[part.kind == "added"])


def _wrapped(tag: str, text: str, day: date | None) -> SafeString:
    """Wrap text in an element, leaving surrounding whitespace outside. Without a date, symbols aren’t drawn."""
    bare = text.strip()
    before = text[: len(text) - len(text.lstrip())]
    after = text[len(text.rstrip()) :] if bare else ""
    if not bare:
        return format_html("{}", text)
    inside = render_text(bare, day) if day else bare
    return format_html_join("", "{}", ((before,), (format_html(f"<{tag}>{{}}</{tag}>", inside),), (after,)))


@dataclass(frozen=True, slots=True)
class OtherWording:
    """Newest wording of a rule that the edition shown words differently; answers follow the edition of `follows`."""

    number: str
    edition: date
    address: str
    follows: date
    paragraphs: Sequence[ShownDifference]


def other_wording(name: str, citations: Citations) -> OtherWording | None:
    """None where the edition shown lacks the rule or words it the same.

    The rule's text must have been loaded (`Citations.read`).
    """
    if citations.loaded.newest is None or citations.day in {None, citations.loaded.newest.date}:
        return None
    read, newest = citations.get(name), citations.newest(name)
    if read is None or newest is None or read.sought or read.wording == newest.wording or read.date >= newest.date:
        return None
    old, new = (
        [paragraph for paragraph in citations.text_of(rule) if paragraph.kind != "example"] for rule in (read, newest)
    )
    found = show_difference(old, new, (read.date, newest.date), folded=True)
    if not any(each.is_changed for each in found):
        return None
    return OtherWording(newest.number, newest.date, newest.address, (read.followed or read).date, found)


def source_of(deciding: FoundRule | None) -> str:
    """“Pipwise, by 118.3 in the June 6, 2025 rules”."""
    return f"Pipwise, by {deciding.number} in the {long_date(deciding.date)} rules" if deciding else "Pipwise"
