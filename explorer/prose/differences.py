"""Differences between wordings as HTML: what came in <ins>, what went in <del>, long stretches folded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from explorer.document.tree import Paragraph
from explorer.history.difference import Folded, ParagraphDifference, Segment, difference, fold
from symbols.rendering import render_text


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """One paragraph and what became of it, as HTML; `example` where it is one, `is_changed` where something did."""

    html: SafeString
    example: bool
    is_changed: bool = False


def show_difference(
    old: Sequence[Paragraph], new: Sequence[Paragraph], days: tuple[date, date], *, folded: bool = False
) -> list[ShownDifference]:
    """Return how one wording became another, paragraph by paragraph.

    Args:
        old: the wording before.
        new: the wording after.
        days: the effective dates of the editions that they are of; symbols are drawn as each meant them.
        folded: whether long stretches that stayed are folded, and paragraphs without a change left out.
    """
    found = difference(old, new)
    if folded and any(paragraph.is_changed for paragraph in found):
        found = tuple(paragraph for paragraph in found if paragraph.is_changed)
    return [_paragraph(paragraph, days, folded=folded) for paragraph in found]


def show_whole(wording: Sequence[Paragraph], day: date) -> list[ShownDifference]:
    """Return a wording without any difference."""
    return [ShownDifference(render_text(one.text, day), one.kind == "example") for one in wording]


def _paragraph(paragraph: ParagraphDifference, days: tuple[date, date], *, folded: bool) -> ShownDifference:
    parts: Iterable[Segment | Folded] = fold(paragraph.segments) if folded else paragraph.segments
    return ShownDifference(
        mark_safe("".join(_part(part, days) for part in parts)),  # noqa: S308 - each part is escaped
        paragraph.kind == "example",
        paragraph.is_changed,
    )


def _part(part: Segment | Folded, days: tuple[date, date]) -> str:
    if isinstance(part, Folded):
        return format_html(
            '<details class="fold"><summary>{} words</summary>{}</details>', part.words, render_text(part.text, days[1])
        )
    if part.kind == "kept" or part.is_typing:
        return "" if part.kind == "deleted" else render_text(part.text, days[1])
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
