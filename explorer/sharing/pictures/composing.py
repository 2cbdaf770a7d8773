"""Compose a preview picture as SVG."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Final

from explorer.sharing.pictures.fonts import BOLD, FAMILY, REGULAR, width_of
from explorer.sharing.pictures.lines import SYMBOL_HEIGHT, SYMBOL_ROOM, Lettering, Run, TextToBreak
from symbols.glyphs import inline

WIDTH, HEIGHT = 1200, 630
"""In pixels. Chats and forums show this size uncropped."""

_PAPER, _INK, _QUIET, _LINE, _RUBRIC = "#fbfaf6", "#1f1b16", "#655d52", "#e6e0d4", "#9f2319"
_EDGE, _LEFT, _RIGHT, _BOTTOM = 16, 72, WIDTH - 64, HEIGHT - 28
_HEAD, _TOP = 76, 160
_BRAND, _SMALL, _TEXT = Lettering(36, BOLD), Lettering(30, REGULAR), Lettering(42, REGULAR)
# The largest size at which the name fits two lines.
_NAME_SIZES: Final = (88, 68, 52, 42)
_NAME_LINES = 2
_DRAWING = 290


@dataclass(frozen=True, slots=True)
class Picture:
    """Content of a picture. Symbols in its texts are drawn, as they mean in the edition of `day`.

    Attributes:
        name: the subject: a number, a word, a cost.
        above: context, in a line above the name.
    """

    name: str
    text: str
    above: str = ""
    edition: str = ""
    day: date | None = None
    drawing: str = ""

    @property
    def title(self) -> str:
        return f"{self.name} ({self.edition})" if self.edition else self.name


def compose(picture: Picture) -> str:
    left = _LEFT + _DRAWING + 48 if picture.drawing else _LEFT
    body = "".join([*_head(picture), *_column(picture, left, _RIGHT - left)])
    drawing = _symbol(picture.drawing, _LEFT, _TOP, _DRAWING) if picture.drawing else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="{FAMILY}, Palatino, Palatino Linotype, serif">'
        f"<title>{escape(picture.title)}</title>"
        f'<path fill="{_PAPER}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/><path fill="{_RUBRIC}" d="M0 0h{_EDGE}v{HEIGHT}H0z"/>'
        f'<path fill="{_LINE}" d="M{_LEFT} {_HEAD + 32}H{_RIGHT}v2H{_LEFT}z"/>{body}{drawing}</svg>'
    )


def _head(picture: Picture) -> Iterator[str]:
    brand, _ = TextToBreak("{W}{U}{B}{R}{G} Pipwise").lines(_RIGHT, _BRAND, 1)
    yield from _set(brand, _BRAND, _LEFT, _HEAD, _INK)
    x = _RIGHT - width_of(picture.edition, REGULAR) * _SMALL.size
    yield _letters(picture.edition, _SMALL, x, _HEAD, _QUIET)


def _column(picture: Picture, left: float, room: float) -> Iterator[str]:
    """The line above the name, the name, and as many lines of text as fit."""
    y: float = _TOP
    if picture.above:
        above, _ = TextToBreak(picture.above, picture.day).lines(room, _SMALL, 1)
        yield from _set(above, _SMALL, left, y + 0.4 * _SMALL.size, _QUIET)
        y += 0.6 * _SMALL.size
    name = TextToBreak(picture.name, picture.day)
    for size in _NAME_SIZES:
        lettering = Lettering(size, BOLD)
        lines, cut = name.lines(room, lettering, _NAME_LINES)
        if not cut:
            break
    for line in lines:
        y += 1.15 * size
        yield from _set([line], lettering, left, y, _RUBRIC)
    y += 0.3 * size
    leading = 1.36 * _TEXT.size
    text, _ = TextToBreak(picture.text, picture.day).lines(room, _TEXT, int((_BOTTOM - y) / leading))
    yield from _set(text, _TEXT, left, y + leading, _INK, leading)


def _set(
    lines: Iterable[Sequence[Run]], lettering: Lettering, left: float, y: float, ink: str, leading: float = 0
) -> Iterator[str]:
    """Lines of text; `y` is the first one's baseline."""
    for line in lines:
        for run in line:
            if run.code:
                side = SYMBOL_HEIGHT * lettering.size
                gap = (SYMBOL_ROOM - SYMBOL_HEIGHT) / 2 * lettering.size
                # Same distance from the baseline as on pages.
                yield _symbol(run.code, left + run.x + gap, y + 0.19 * lettering.size - side, side)
            else:
                yield _letters(run.text, lettering, left + run.x, y, ink)
        y += leading


def _letters(text: str, lettering: Lettering, x: float, y: float, ink: str) -> str:
    # Fallback fonts keep the same width.
    width = width_of(text, lettering.weight) * lettering.size
    return (
        f'<text xml:space="preserve" x="{x:.1f}" y="{y:.1f}" textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs" '
        f'font-size="{lettering.size}" font-weight="{lettering.weight}" fill="{ink}">{escape(text)}</text>'
    )


def _symbol(code: str, x: float, y: float, side: float) -> str:
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" viewBox="0 0 100 100" color="{_INK}">'
        f"{inline(code)}</svg>"
    )
