"""Differences between wordings as HTML: what came in <ins>, what went in <del>, long stretches folded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from explorer.document.tree import Paragraph
from explorer.lineages.difference import Folded, ParagraphDifference, Segment, difference, fold
from symbols.rendering import render_text


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """One paragraph and what became of it, as HTML.

    Attributes:
        html: the paragraph with what came and what went; beside what it was, as it is with what came.
        example: whether it is an example.
        before: as it was, with what went; None where that isn't shown beside it.
        is_changed: whether anything became of it.
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
    """Return how one wording became another, paragraph by paragraph.

    Args:
        old: the wording before.
        new: the wording after.
        days: the effective dates of the editions that they are of; symbols are drawn as each meant them.
        folded: whether long stretches that stayed are folded, and “…” is in the place of paragraphs without a change.
        beside: whether what each was is shown beside what it is.
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


def show_whole(wording: Sequence[Paragraph], day: date) -> list[ShownDifference]:
    """Return a wording without any difference."""
    return [ShownDifference(render_text(one.text, day), one.kind == "example") for one in wording]


def _paragraph(
    paragraph: ParagraphDifference, days: tuple[date, date], *, folded: bool, beside: bool
) -> ShownDifference:
    parts: Sequence[Segment | Folded] = fold(paragraph.segments) if folded else paragraph.segments
    is_example = paragraph.kind == "example"
    if not beside:
        # What is only typed in another way is shown as it is typed now.
        html = _joined((part for part in parts if not _is_old_typing(part)), days)
        return ShownDifference(html, is_example, is_changed=paragraph.is_changed)
    return ShownDifference(
        _joined((part for part in parts if _kind(part) != "deleted"), days),
        is_example,
        _joined((part for part in parts if _kind(part) != "added"), (days[0], days[0])),
        is_changed=paragraph.is_changed,
    )


def _kind(part: Segment | Folded) -> str:
    return part.kind if isinstance(part, Segment) else "kept"


def _is_old_typing(part: Segment | Folded) -> bool:
    return isinstance(part, Segment) and part.is_typing and part.kind == "deleted"


def _joined(parts: Iterable[Segment | Folded], days: tuple[date, date]) -> SafeString:
    """Return parts as HTML; what stayed is rendered together, since italics may reach across how it is typed."""
    made: list[str] = []
    for stayed, run in groupby(parts, _has_stayed):
        if stayed:
            made.append(render_text("".join(part.text for part in run), days[1]))
        else:
            made += (_part(part, days) for part in run)
    return mark_safe("".join(made))  # noqa: S308 - each part is escaped


def _has_stayed(part: Segment | Folded) -> bool:
    return isinstance(part, Segment) and (part.kind == "kept" or part.is_typing)


def _part(part: Segment | Folded, days: tuple[date, date]) -> str:
    if isinstance(part, Folded):
        return format_html(
            '<details class="fold"><summary>{} words</summary>{}</details>', part.words, render_text(part.text, days[1])
        )
    return _wrapped("del" if part.kind == "deleted" else "ins", part.text, days[part.kind == "added"])


def _wrapped(tag: str, text: str, day: date) -> SafeString:
    """Return a text in an element, the spaces around it left outside."""
    bare = text.strip()
    before = text[: len(text) - len(text.lstrip())]
    after = text[len(text.rstrip()) :] if bare else ""
    if not bare:
        return format_html("{}", text)
    return format_html_join(
        "", "{}", ((before,), (format_html(f"<{tag}>{{}}</{tag}>", render_text(bare, day)),), (after,))
    )
