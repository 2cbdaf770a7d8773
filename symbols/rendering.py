"""Rendering of any text with its symbols, and with links, italics and marks beside them.

Text is never edited: everything that is shown in it is a list of offsets beside it, and taking
the markup away gives the text back.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from symbols.catalog.definitions import UnknownSymbolError, all_definitions, definition, slug
from symbols.catalog.text import find_symbols
from symbols.glyphs import inline

ITALICS = re.compile(r"(?<!\w)_(?=\S)([^_]+)(?<=\S)_(?!\w)")
OPENING = re.compile(r"[^\s\w{}]+$")
# Plurals and possessives belong to the symbol: `{T}s`, `{T}'s`.
CLOSING = re.compile(r"(?:['’]?s(?!\w))?[^\s\w{}]*")
# What holds two symbols together: `{W}/{U}`.
JOINING = re.compile(r"[^\s\w{}—]*")
REPEATED = re.compile(r"\{([^{}]+)\}(?:\{\1\})*")
MOST_IN_A_ROW = 12


@dataclass(frozen=True, slots=True)
class Layer:
    """Something shown at a place in a text: `start` and `end` are offsets, `kind` says what.

    A `link` carries an address in `href` and a `note` for its title; a `missing` has a note only; a `reminder` is
    what a card says again in its own words (207.2); a `mark` is a place that a search found.
    """

    start: int
    end: int
    kind: str
    href: str = ""
    note: str = ""
    code: str = ""


@lru_cache(maxsize=1)
def sprite_codes() -> frozenset[str]:
    """Return the codes of the symbols that the sprite holds; any other is drawn where it stands."""
    return frozenset(known.code for known in all_definitions())


def name_of(code: str) -> str:
    """Return what a screen reader says for a symbol, the code itself when it is not known."""
    try:
        return definition(code).name
    except UnknownSymbolError:
        return code


def _written(code: str) -> str:
    """Return what a text says for a symbol, where it does not say so itself."""
    try:
        one = definition(code)
    except UnknownSymbolError:
        return f"{{{code}}}"
    return one.spellings[0] if one.spellings else one.label


@lru_cache(maxsize=2048)
def pip(code: str, written: str | None = None, *, decorative: bool = False) -> SafeString:
    """Draw one symbol.

    `written` is what the text says in its place (`{Tap}` is drawn as the tap symbol); it lies
    unseen under the drawing, for copying and for the browser's find. A decorative symbol stands
    beside words that say the same, so a screen reader passes over it.
    """
    if code in sprite_codes():
        drawing = format_html('<svg aria-hidden="true"><use href="{}#{}"/></svg>', static("symbols.svg"), slug(code))
    else:
        try:
            drawing = mark_safe(inline(code))  # noqa: S308 - our own drawing
        except UnknownSymbolError:
            return escape(written or _written(code))
    if decorative:
        return format_html('<span class="pip" aria-hidden="true">{}</span>', drawing)
    return format_html(
        '<span class="pip" role="img" aria-label="{}"><span class="code">{}</span>{}</span>',
        name_of(code),
        written or _written(code),
        drawing,
    )


@lru_cache(maxsize=2048)
def pips(cost: str, *, decorative: bool = False) -> SafeString:
    """Draw a run of symbols written in braces; anything between them stays text.

    Many of one kind in a row are drawn once, with their number.
    """
    pieces: list[str] = []
    at = 0
    for match in REPEATED.finditer(cost):
        pieces.append(escape(cost[at : match.start()]))
        drawn = pip(match[1], decorative=decorative)
        times = len(match[0]) // (len(match[1]) + 2)
        pieces.append(drawn * times if times <= MOST_IN_A_ROW else f'{drawn}<span class="times">× {times:,}</span>')
        at = match.end()
    pieces.append(escape(cost[at:]))
    return mark_safe(f'<span class="run">{"".join(pieces)}</span>')  # noqa: S308 - escaped above


def render_text(text: str, edition: date | None = None, layers: Sequence[Layer] = ()) -> SafeString:
    """Turn rule text of any age into HTML: symbols drawn, layers set, the rest escaped.

    `edition` says what a symbol meant when the text was written. Layers of the same kind don't
    overlap; a link that cuts into a symbol is left out, a mark or a reminder may lie across anything.
    """
    spans = [Layer(found.start, found.end, "symbol", code=found.code) for found in find_symbols(text, edition)]
    taken = [(span.start, span.end) for span in spans]
    spans += [
        layer
        for layer in layers
        if layer.kind == "reminder"
        or (layer.kind != "mark" and not any(a < layer.end and layer.start < b for a, b in taken))
    ]
    spans += [Layer(m.start(), m.end(), "italics") for m in ITALICS.finditer(text)]
    spans.sort(key=lambda span: (span.start, -span.end))
    marks = [(layer.start, layer.end) for layer in layers if layer.kind == "mark"]
    return mark_safe(_Writer(text, spans, marks).write(0, len(text)))  # noqa: S308 - escaped


class _Writer:
    """Writes one text with its spans, each at most once, outer ones around inner ones."""

    def __init__(self, text: str, spans: Sequence[Layer], marks: Sequence[tuple[int, int]]) -> None:
        self.text = text
        self.spans = spans
        self.marks = marks
        self.next = 0

    def write(self, start: int, end: int) -> str:
        out: list[str] = []
        at = start
        while self.next < len(self.spans) and self.spans[self.next].start < end:
            span = self.spans[self.next]
            if span.start < at or span.end > end:
                self.next += 1
                continue
            if span.kind == "symbol":
                at = self._run(out, at, end)
                continue
            self.next += 1
            out.append(self._plain(at, span.start))
            out.append(self._wrap(span))
            at = span.end
        out.append(self._plain(at, end))
        return "".join(out)

    def _run(self, out: list[str], at: int, end: int) -> int:
        """Write the symbols that no space parts, with the punctuation that touches them."""
        first = self.spans[self.next]
        lead = OPENING.search(self.text, at, first.start)
        begin = lead.start() if lead else first.start
        out += [self._plain(at, begin), '<span class="run">', self._plain(begin, first.start)]
        place = first.start
        while self.next < len(self.spans):
            span = self.spans[self.next]
            if span.kind != "symbol" or span.end > end or not JOINING.fullmatch(self.text, place, span.start):
                break
            out.append(self._plain(place, span.start))
            drawn = pip(span.code, self.text[span.start : span.end])
            marked = any(a < span.end and span.start < b for a, b in self.marks)
            out.append(f"<mark>{drawn}</mark>" if marked else drawn)
            place = span.end
            self.next += 1
        stop = self.spans[self.next].start if self.next < len(self.spans) else end
        tail = CLOSING.match(self.text, place, min(stop, end))
        close = tail.end() if tail else place
        out += [self._plain(place, close), "</span>"]
        return close

    def _wrap(self, span: Layer) -> str:
        if span.kind == "italics":
            return f"<i>{self.write(span.start + 1, span.end - 1)}</i>"
        inner = self.write(span.start, span.end)
        note = f' title="{escape(span.note)}"' if span.note else ""
        if span.kind == "reminder":
            return f'<span class="reminder">{inner}</span>'
        if span.kind == "missing":
            return f'<span class="missing"{note}>{inner}</span>'
        return f'<a href="{escape(span.href)}"{note}>{inner}</a>'

    def _plain(self, start: int, end: int) -> str:
        """Write text without spans, with the marks that fall in it."""
        if start >= end:
            return ""
        if not self.marks:
            # Django's own takes lazy texts too, and four times as long; a section has thousands of pieces.
            return html.escape(self.text[start:end])
        out: list[str] = []
        at = start
        for a, b in self.marks:
            a, b = max(a, at), min(b, end)
            if a < b:
                out += [escape(self.text[at:a]), "<mark>", escape(self.text[a:b]), "</mark>"]
                at = b
        out.append(escape(self.text[at:end]))
        return "".join(out)
