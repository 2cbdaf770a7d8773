"""Differences between wordings as HTML, with <ins> and <del>; long unchanged stretches are folded."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby, pairwise

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from explorer.citations import Citations, FoundRule
from explorer.document.dates import long_date
from explorer.document.tree import Paragraph
from explorer.lineages.difference import Folded, ParagraphDifference, Segment, difference, fold
from symbols.catalog.text import may_have_symbols
from symbols.rendering import Layer, render_text

Part = Segment | Folded
_WRITTEN = re.compile(r'<span class="code">[^<]*</span>')


@dataclass(frozen=True, slots=True)
class Setting:
    """How a paragraph is set: a `kind` for the template (`item`), and a `mark`, such as a bullet, that is set apart."""

    kind: str = ""
    mark: str = ""
    layers: Sequence[Layer] = ()


_PLAIN = Setting()


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """One paragraph's difference as HTML.

    Side by side, `html` is the new text with insertions only, `before` the old text with deletions; else None.
    """

    html: SafeString
    example: bool
    before: SafeString | None = None
    is_changed: bool = False
    kind: str = ""
    mark: str = ""


_LEFT_OUT = ShownDifference(SafeString("…"), example=False)


def show_difference(
    old: Sequence[Paragraph],
    new: Sequence[Paragraph],
    days: tuple[date, date],
    *,
    folded: bool = False,
    beside: bool = False,
    setting: Callable[[Paragraph], Setting] = lambda _: _PLAIN,
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
            for paragraph in run:
                ways = (
                    _PLAIN if paragraph.old is None else setting(old[paragraph.old]),
                    _PLAIN if paragraph.new is None else setting(new[paragraph.new]),
                )
                shown.append(_paragraph(paragraph, days, ways, folded=folded, beside=beside))
    return shown


def show_changed_words(old: Sequence[Paragraph], new: Sequence[Paragraph], days: tuple[date, date]) -> list[SafeString]:
    return [
        _joined(
            [
                part if isinstance(part, Segment) else Segment("kept", " … ", 0, 0)
                for part in fold(paragraph.segments)
                if not _is_old_typing(part)
            ],
            days,
        )
        for paragraph in difference(old, new)
        if paragraph.is_changed
    ]


def show_whole(wording: Sequence[Paragraph], day: date) -> list[ShownDifference]:
    return [ShownDifference(render_text(one.text, day), one.kind == "example") for one in wording]


def _paragraph(
    paragraph: ParagraphDifference,
    days: tuple[date, date],
    ways: tuple[Setting, Setting],
    *,
    folded: bool,
    beside: bool,
) -> ShownDifference:
    way = ways[paragraph.new is not None]
    segments, mark = _without_mark(paragraph.segments, way.mark)
    parts: Sequence[Part] = fold(segments) if folded else segments
    is_example = paragraph.kind == "example"
    alike = _drawn_alike(parts, days)
    layers = (ways[0].layers, ways[1].layers)
    before = None
    if beside:
        was = [part for part in parts if _kind(part) != "added"]
        before = _joined(was, (days[0], days[0]), alike, (layers[0], layers[0]))
        parts = [part for part in parts if _kind(part) != "deleted"]
    # Differences of mere typography are shown in the new one.
    html = _joined([part for part in parts if not _is_old_typing(part)], days, alike, layers)
    return ShownDifference(html, is_example, before, is_changed=paragraph.is_changed, kind=way.kind, mark=mark)


def _without_mark(segments: Sequence[Segment], mark: str) -> tuple[Sequence[Segment], str]:
    """Segments without a mark that all of them share, and that mark; empty if it changed, too."""
    length = len(mark) + 1
    if not mark or not segments or not segments[0].text.startswith(f"{mark} "):
        return segments, ""
    first = segments[0]
    cut = replace(first, text=first.text[length:], old=first.old + length, new=first.new + length)
    return [one for one in (cut, *segments[1:]) if one.text], mark


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


def _joined(
    parts: Sequence[Part],
    days: tuple[date, date],
    alike: Collection[Part] = (),
    layers: tuple[Sequence[Layer], Sequence[Layer]] = ((), ()),
) -> SafeString:
    """Unchanged parts are rendered in one go, since italics may span typographic changes."""
    rendered: list[str] = []
    for stayed, run in groupby(parts, _has_stayed):
        own = list(run)
        if stayed:
            text = "".join(part.text for part in own)
            rendered.append(render_text(text, days[1], _within(layers[1], own[0].new, text)))
        else:
            rendered += (_part(part, days, layers, as_written=part in alike) for part in own)
    return mark_safe("".join(rendered))  # noqa: S308 - each part is escaped


def _within(layers: Sequence[Layer], start: int, text: str) -> list[Layer]:
    end = start + len(text)
    own = (layer for layer in layers if start <= layer.start and layer.end <= end)
    return [replace(layer, start=layer.start - start, end=layer.end - start) for layer in own]


def _has_stayed(part: Part) -> bool:
    return isinstance(part, Segment) and (part.kind == "kept" or part.is_typing)


def _part(
    part: Part, days: tuple[date, date], layers: tuple[Sequence[Layer], Sequence[Layer]], *, as_written: bool
) -> str:
    if isinstance(part, Folded):
        html = render_text(part.text, days[1], _within(layers[1], part.new, part.text))
        return format_html('<details class="fold"><summary>{} words</summary>{}</details>', part.words, html)
    is_new = part.kind == "added"
    own = _within(layers[is_new], part.new if is_new else part.old, part.text)
    return _wrapped("ins" if is_new else "del", part.text, None if as_written else days[is_new], own)


def _wrapped(tag: str, text: str, day: date | None, layers: Sequence[Layer]) -> SafeString:
    """Wrap text in an element, leaving surrounding whitespace outside. Without a date, symbols aren’t drawn."""
    bare = text.strip()
    lead = len(text) - len(text.lstrip())
    after = text[len(text.rstrip()) :] if bare else ""
    if not bare:
        return format_html("{}", text)
    inside = render_text(bare, day, _within(layers, lead, bare)) if day else bare
    return format_html_join("", "{}", ((text[:lead],), (format_html(f"<{tag}>{{}}</{tag}>", inside),), (after,)))


@dataclass(frozen=True, slots=True)
class OtherWording:
    """Newest wording of a rule that the edition shown words differently; answers follow the edition of `follows`."""

    number: str
    edition: date
    address: str
    follows: date
    paragraphs: Sequence[ShownDifference]


def other_wording(name: str, citations: Citations) -> OtherWording | None:
    """None where the edition shown lacks the rule or words it the same; needs `Citations.read`."""
    if citations.loaded.newest is None or citations.day in {None, citations.loaded.newest.date}:
        return None
    read, newest = citations.get(name), citations.newest(name)
    if (
        read is None
        or newest is None
        or read.missing_from
        or read.wording == newest.wording
        or read.date >= newest.date
    ):
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
