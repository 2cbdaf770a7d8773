"""Our own drawings of every symbol, as SVG.

`draw` gives one symbol as a document of its own, `sprite` many in one file, from which a page takes what it shows:
`<svg class="pip"><use href="/static/symbols.svg#W-U"/></svg>`. Both are put together by the same function. A sprite
holds the symbols it was asked for; for any other number (`{37}`) a page takes the drawing that `draw` gives, as a
picture of its own (`<img src="/symbols/37.svg">`), or puts the element that `inline` gives into its text. In a sprite
and in a page's text, what lies on the paper has the page's ink; a document brings light ground for it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from symbols.catalog.definitions import UnknownSymbolError, definition, slug
from symbols.glyphs.compose import COLORS, CURRENT, INK, LIGHT, DrawnPiece, compose, compose_mark
from symbols.glyphs.paths import filled

__all__ = ["UnknownSymbolError", "draw", "inline", "mark", "slug", "sprite"]

_NS = 'xmlns="http://www.w3.org/2000/svg"'


def _fill(pieces: Sequence[DrawnPiece]) -> str:
    """Return the colour that most of a symbol has, which its pieces need not name again."""
    return INK if any(piece.fill == INK for piece in pieces) else CURRENT


def _attributes(piece: DrawnPiece, fill: str) -> str:
    """Return what a piece needs beside its markup, within a symbol of this colour."""
    out = "" if piece.fill == fill else f' fill="{piece.fill}"'
    # Strokes take the current colour, fills the fill.
    if piece.fill != CURRENT and CURRENT in piece.markup:
        out += f' color="{piece.fill}"'
    return out + (f' transform="{piece.transform}"' if piece.transform else "")


def _drawn(piece: DrawnPiece, fill: str) -> str:
    attributes = _attributes(piece, fill)
    return f"<g{attributes}>{piece.markup}</g>" if attributes else piece.markup


def _body(pieces: Sequence[DrawnPiece]) -> str:
    fill = _fill(pieces)
    return f'<g fill="{fill}">{"".join(_drawn(piece, fill) for piece in pieces)}</g>'


#: What a symbol that has no ground of its own lies on where no page lends it any, and how it is fitted there.
_CARD = filled("M16 0H84A16 16 0 0 1 100 16V84A16 16 0 0 1 84 100H16A16 16 0 0 1 0 84V16A16 16 0 0 1 16 0Z")
_FITTED = "translate(9 9)scale(.82)"


def _alone(pieces: Sequence[DrawnPiece]) -> str:
    """Return a symbol that is readable on any page: what would be in the reader's ink lies on a light card.

    A picture does not know the page that it is on, so that its current colour is black everywhere.
    """
    if all(piece.fill != CURRENT for piece in pieces):
        return _body(pieces)
    body = "".join(_drawn(replace(piece, fill=INK if piece.fill == CURRENT else piece.fill), INK) for piece in pieces)
    return f'<g fill="{LIGHT}">{_CARD}</g><g fill="{INK}" transform="{_FITTED}">{body}</g>'


def draw(code: str) -> str:
    """Return one symbol as an SVG document, 100 by 100, with its name as title, readable on light and dark pages.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    body = _alone(compose(code))
    title = escape(definition(code).name)
    return f'<svg {_NS} viewBox="0 0 100 100" role="img"><title>{title}</title>{body}</svg>\n'


def inline(code: str) -> str:
    """Return one symbol as an element for a page's own HTML, in the page's ink, passed over by screen readers.

    For what no sprite holds and lies on the paper itself (`[-12]`), which as a picture would not follow the page
    into the dark.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    return f'<svg viewBox="0 0 100 100" aria-hidden="true">{_body(compose(code))}</svg>'


def mark() -> str:
    """Return the site's own mark, for browser tabs and bookmarks, as an SVG document."""
    return f'<svg {_NS} viewBox="0 0 100 100">{_body(compose_mark())}</svg>\n'


def sprite(codes: Iterable[str]) -> str:
    """Return one SVG file with a `<symbol>` for each code, under the id that `slug` gives it.

    Drawings that several symbols share lie in it once and are named by `<use>`. It has no style, script or gradient,
    and refers to nothing outside itself.

    Raises:
        UnknownSymbolError: no symbol has one of the codes.
    """
    ids: dict[str, str] = {}
    shared = ""
    symbols = ""
    for code in dict.fromkeys(codes):
        pieces = compose(code)
        fill = _fill(pieces)
        body = ""
        for piece in pieces:
            if not piece.name:
                body += _drawn(piece, fill)
                continue
            if piece.name not in ids:
                ids[piece.name] = f"_{len(ids)}"
                shared += f'<g id="{ids[piece.name]}">{piece.markup}</g>\n'
            body += f'<use href="#{ids[piece.name]}"{_attributes(piece, fill)}/>'
        # A page may give the glyphs of the five colors inks of their own, for the dark.
        ink = f"var(--ink-{code.lower()},{fill})" if code in COLORS else fill
        symbols += f'<symbol id="{slug(code)}" viewBox="0 0 100 100" fill="{ink}">{body}</symbol>\n'
    return f"<svg {_NS}>\n<defs>\n{shared}</defs>\n{symbols}</svg>\n"
