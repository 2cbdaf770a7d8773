"""SVG drawings of every symbol.

`sprite` draws many symbols in one file, for `<svg class="pip"><use href="/static/symbols.svg#W-U"/></svg>`. For those
that aren't in it (`{37}`), use `draw`, an SVG document (`<img src="/symbols/37.svg">`), or `inline`, an element for
HTML. Symbols without a disc take the page's text color; in a document, which can't know that, they get a light card.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from symbols.catalog.definitions import definition, slug
from symbols.glyphs.compose import COLORS, CURRENT, GLYPH_COLOR, LIGHT, DrawnPiece, compose, compose_mark
from symbols.glyphs.paths import filled

_NS = 'xmlns="http://www.w3.org/2000/svg"'


def _fill(pieces: Sequence[DrawnPiece]) -> str:
    """Default fill of a symbol, which its pieces needn't repeat."""
    return GLYPH_COLOR if any(piece.fill == GLYPH_COLOR for piece in pieces) else CURRENT


def _attributes(piece: DrawnPiece, fill: str) -> str:
    """Attributes that a piece needs within a symbol of this default fill."""
    out = "" if piece.fill == fill else f' fill="{piece.fill}"'
    # Strokes take the current color, fills the fill.
    if piece.fill != CURRENT and CURRENT in piece.markup:
        out += f' color="{piece.fill}"'
    return out + (f' transform="{piece.transform}"' if piece.transform else "")


def _drawn(piece: DrawnPiece, fill: str) -> str:
    attributes = _attributes(piece, fill)
    return f"<g{attributes}>{piece.markup}</g>" if attributes else piece.markup


def _body(pieces: Sequence[DrawnPiece]) -> str:
    fill = _fill(pieces)
    return f'<g fill="{fill}">{"".join(_drawn(piece, fill) for piece in pieces)}</g>'


#: The card behind a symbol without a disc in a document of its own, and the transform that fits the symbol onto it.
_CARD = filled("M16 0H84A16 16 0 0 1 100 16V84A16 16 0 0 1 84 100H16A16 16 0 0 1 0 84V16A16 16 0 0 1 16 0Z")
_FITTED = "translate(9 9)scale(.82)"


def _alone(pieces: Sequence[DrawnPiece]) -> str:
    """Draw a symbol readable on any page, on a light card if it has no disc, since an image doesn't inherit color."""
    if all(piece.fill != CURRENT for piece in pieces):
        return _body(pieces)
    body = "".join(
        _drawn(replace(piece, fill=GLYPH_COLOR if piece.fill == CURRENT else piece.fill), GLYPH_COLOR)
        for piece in pieces
    )
    return f'<g fill="{LIGHT}">{_CARD}</g><g fill="{GLYPH_COLOR}" transform="{_FITTED}">{body}</g>'


def draw(code: str) -> str:
    """Return an SVG document, 100 by 100, with the symbol's name as title, readable on light and dark pages."""
    body = _alone(compose(code))
    title = escape(definition(code).name)
    return f'<svg {_NS} viewBox="0 0 100 100" role="img"><title>{title}</title>{body}</svg>\n'


def inline(code: str) -> str:
    """Return an SVG element for HTML, in the page's text color, hidden from screen readers.

    For symbols that are neither in the sprite nor on a disc (`[-12]`): as images they wouldn't follow dark mode.
    """
    return f'<svg viewBox="0 0 100 100" aria-hidden="true">{_body(compose(code))}</svg>'


def mark() -> str:
    """Return the site's logo, for browser tabs and bookmarks, as an SVG document."""
    return f'<svg {_NS} viewBox="0 0 100 100">{_body(compose_mark())}</svg>\n'


def sprite(codes: Iterable[str]) -> str:
    """Return an SVG file with a `<symbol>` for each code, its slug as id.

    Drawings that several symbols share are defined once. No styles, scripts, gradients or external references.
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
        # Dark mode may recolor the glyphs of the five colors.
        ink = f"var(--ink-{code.lower()},{fill})" if code in COLORS else fill
        symbols += f'<symbol id="{slug(code)}" viewBox="0 0 100 100" fill="{ink}">{body}</symbol>\n'
    return f"<svg {_NS}>\n<defs>\n{shared}</defs>\n{symbols}</svg>\n"
