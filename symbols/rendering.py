"""Render text as HTML with its symbols drawn, and with links, italics and highlights.

Text is never edited: everything shown in it is a span of offsets, and stripping the markup gives the text back.
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
# Punctuation that joins two symbols: `{W}/{U}`.
JOINING = re.compile(r"[^\s\w{}—]*")
REPEATED = re.compile(r"\{([^{}]+)\}(?:\{\1\})*")
MOST_IN_A_ROW = 12


@dataclass(frozen=True, slots=True)
class Layer:
    """Something shown over the text from offset `start` to `end`.

    Kinds: `link`, with `href` and a `note` as its title; `missing`, a citation without a target, with a `note` only;
    `reminder`, a card's reminder text (207.2); `mark`, a search hit; `symbol`, with its `code`, where the text has no
    braces.
    """

    start: int
    end: int
    kind: str
    href: str = ""
    note: str = ""
    code: str = ""


@lru_cache(maxsize=1)
def sprite_codes() -> frozenset[str]:
    """Codes of the symbols in the sprite; all others are drawn inline."""
    return frozenset(known.code for known in all_definitions())


def name_of(code: str) -> str:
    """What a screen reader says for a symbol; the code itself if it's unknown."""
    try:
        return definition(code).name
    except UnknownSymbolError:
        return code


def spoken(text: str) -> str:
    """“Add {G}.” -> “Add green mana.”."""
    out, at = "", 0
    for found in find_symbols(text):
        gap = " " if out and at == found.start else ""
        out += text[at : found.start] + gap + name_of(found.code)
        at = found.end
    return out + text[at:]


def _written(code: str) -> str:
    """The official spelling of a symbol, or its label if it's only drawn."""
    try:
        one = definition(code)
    except UnknownSymbolError:
        return f"{{{code}}}"
    return one.spellings[0] if one.spellings else one.label


@lru_cache(maxsize=2048)
def pip(code: str, written: str | None = None, *, decorative: bool = False) -> SafeString:
    """Draw one symbol.

    `written` is the source text (`{Tap}` is drawn as the tap symbol), hidden under the drawing for copying and for
    the browser's find. A decorative symbol stands beside words that say the same, so screen readers skip it.
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
    """Draw symbols written in braces; anything between them stays text.

    Long repetitions are drawn once with a count: `{G}` × 20.
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
    """Render rule text of any edition as HTML.

    `edition` decides what symbols meant when the text was written. Layers of the same kind must not overlap; a link
    that overlaps a symbol is dropped, a mark or a reminder may overlap anything.
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
    """Writes one text with nested spans, each at most once."""

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
        """Write adjacent symbols as one run, with the punctuation that touches them."""
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
        """Write text without spans, highlighting the marks in it."""
        if start >= end:
            return ""
        if not self.marks:
            # Django's `escape`, for lazy strings too, takes four times as long; a section has thousands of pieces.
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
