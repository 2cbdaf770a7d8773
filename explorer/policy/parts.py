"""Paragraphs of a section as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from explorer.policy.examples import check_address, written_costs
from explorer.policy.place import ONE_PAGE, PolicyPlace
from explorer.policy.reading.pieces import Link, Row
from explorer.policy.reading.tree import Paragraph, Section
from explorer.policy.references import RULES, find_references, full_titles
from explorer.policy.related import broken_rule, rule_now, target_of
from explorer.web import addresses
from symbols.rendering import Layer, render_text

# Separators as in `Paragraph.words`, for copied tables.
_BETWEEN = mark_safe('<span class="unseen" aria-hidden="true"> | </span>')
_LINE = mark_safe('<span class="unseen" aria-hidden="true"> / </span><br>')


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A table cell that spans `columns`."""

    html: SafeString
    columns: int
    is_head: bool


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A paragraph or a list: `list` has `items` with their marks, `table` has `rows`.

    Attributes:
        heading: run-in heading of a text.
        mark: letter or number of an example, if any.
        broken: number of the rule that an example breaks, if known.
        check: URL of the checker with an example's cost, if any.
    """

    kind: str
    html: str = ""
    heading: str = ""
    mark: str = ""
    broken: str = ""
    check: str = ""
    items: Sequence[tuple[str, SafeString]] = ()
    rows: Sequence[Sequence[ShownCell]] = ()

    @property
    def is_plain(self) -> bool:
        """Whether a heading is only “Example”, which each example also has."""
        return _is_of_examples(self.html)


def show_parts(place: PolicyPlace, paragraphs: Sequence[Paragraph]) -> list[ShownPart]:
    """Paragraphs as HTML, with grouped lists; bold headings become run-in headings of the text below."""
    shown: list[ShownPart] = []
    for kind, run in groupby(paragraphs, lambda paragraph: paragraph.kind):
        own = list(run)
        if kind == "item":
            shown.append(ShownPart("list", items=[(each.mark, _html(place, each)) for each in own]))
            continue
        parts = [_part(place, each) for each in own]
        if kind == "text" and shown and shown[-1].kind == "run-in":
            parts[0] = replace(parts[0], heading=shown.pop().html)
        shown += parts
    return [replace(each, kind="heading") if each.kind == "run-in" else each for each in shown]


def quoted(place: PolicyPlace) -> list[tuple[SafeString, bool]]:
    """Lines of HTML for a quotation, each with whether it is an example."""
    section = place.section
    if section is None:
        return []
    shown = [(format_html("Penalty: {}", section.penalty), False)] if section.penalty else []
    for each in section.paragraphs:
        if each.kind == "heading" and not _is_of_examples(each.text):
            shown.append((format_html("<b>{}</b>", each.text), False))
        elif each.rows or each.kind == "figure":
            lines = each.words().split("\n") if each.rows else ["[Figure]"]
            shown += [(render_text(line, place.edition.date), False) for line in lines]
        elif each.kind != "heading":
            mark, html = shown_mark(each.kind, each.mark), _html(place, each)
            shown.append((format_html("{} {}", mark, html) if mark else html, each.kind == "example"))
    return shown


def _is_of_examples(heading: str) -> bool:
    return heading.rstrip(":") in {"Example", "Examples"}


def quotation(section: Section) -> str:
    """A section's plain text without headings."""
    return "\n".join(each.words() for each in section.paragraphs if each.kind != "heading" and each.words())


def _part(place: PolicyPlace, paragraph: Paragraph) -> ShownPart:
    if paragraph.kind == "table":
        rows, start = [], 0
        for at, row in enumerate(paragraph.rows):
            rows.append(_cells(place, row, _Links(paragraph.links, start), is_head=at < paragraph.head))
            start += len(replace(paragraph, rows=(row,)).words()) + 1
        return ShownPart("table", rows=rows)
    if paragraph.kind == "example":
        mark, broken = shown_mark(paragraph.kind, paragraph.mark), broken_rule(paragraph.text, place.library)
        return ShownPart(
            "example", _html(place, paragraph), mark=mark, broken=broken, check=check_address(paragraph.text)
        )
    if paragraph.kind == "heading":
        is_run_in = paragraph.lead and place.kind.key not in ONE_PAGE
        return ShownPart("run-in" if is_run_in else "heading", _html(place, replace(paragraph, lead=0)))
    return ShownPart(paragraph.kind, _html(place, paragraph))


class _Links:
    """Hands out a table's links line by line, starting at an offset in its words."""

    def __init__(self, links: Sequence[Link], start: int) -> None:
        self._links, self._at = links, start

    def of(self, line: str) -> list[Layer]:
        """Links of the next line; “ / ” or “ | ” follows it."""
        start, self._at = self._at, self._at + len(line) + 3
        own = (link for link in self._links if start <= link.start and link.end <= start + len(line))
        return [Layer(link.start - start, link.end - start, "link", href=link.target) for link in own]


def _cells(place: PolicyPlace, row: Row, links: _Links, *, is_head: bool) -> list[ShownCell]:
    """Cells of a row. A single cell is a heading for the rows below; infractions are linked."""
    is_alone = len(row) > 1 and all(cell is None for cell in row[1:])
    cells: list[ShownCell] = []
    for cell in row:
        if cell is None and cells:
            cells[-1] = replace(cells[-1], columns=cells[-1].columns + 1)
        else:
            lines = [(line, links.of(line)) for line in (cell or "").split("\n")]
            shown = [(render_text(line, place.edition.date, own) if own else line,) for line, own in lines]
            html = format_html_join(_LINE, "{}", shown)
            named = None if is_head or is_alone else place.edition.titled(cell or "")
            if named and named.penalty:
                html = format_html('<a href="{}">{}</a>', place.address(named.number), cell)
            between = _BETWEEN if cells else ""
            cells.append(ShownCell(format_html("{}{}", between, html), 1, bool(cell) and (is_head or is_alone)))
    return cells


def shown_mark(kind: str, mark: str) -> str:
    """The mark to show; of an example only a letter or number, since it's labeled anyway."""
    return "" if kind == "example" and (mark.startswith("Example") or not mark[:1].isalnum()) else mark


def _html(place: PolicyPlace, paragraph: Paragraph) -> SafeString:
    layers, lead = _layers(place, paragraph), paragraph.lead
    if paragraph.kind == "example":
        layers += (layer for cost in written_costs(paragraph.text) for layer in cost.layers())
    if not lead:
        return render_text(paragraph.text, place.edition.date, layers)
    first = [layer for layer in layers if layer.end <= lead]
    rest = [replace(layer, start=layer.start - lead, end=layer.end - lead) for layer in layers if layer.start >= lead]
    return format_html(
        "<b>{}</b>{}",
        render_text(paragraph.text[:lead], place.edition.date, first),
        render_text(paragraph.text[lead:], place.edition.date, rest),
    )


def _layers(place: PolicyPlace, paragraph: Paragraph) -> list[Layer]:
    """Links to what a text names, if loaded, and the document's own links elsewhere."""
    layers: list[Layer] = []
    for found in find_references(paragraph.text, place.edition.document, full_titles(place.edition.text)):
        note, href = "", ""
        if found.document == RULES:
            now = rule_now(found.number, place.edition, place.library)
            href = addresses.rule(now)
            note = "" if now == found.number else f"Rule {now} since"
        elif edition := target_of(found.document, place.edition, place.library):
            is_self = place.section is not None and edition == place.edition and found.number == place.section.number
            if not is_self and (not found.number or edition.section(found.number)):
                href = place.address(found.number, edition=edition)
        if href:
            layers.append(Layer(found.start, found.end, "link", href=href, note=note))
    own = [Layer(link.start, link.end, "link", href=link.target) for link in paragraph.links]
    return layers + [one for one in own if all(one.end <= each.start or each.end <= one.start for each in layers)]
