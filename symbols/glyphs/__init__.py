"""Our own drawings of every symbol, as SVG.

`draw` gives one symbol as a document of its own, `sprite` many in one file, from which a page takes what it shows:
`<svg class="pip"><use href="/static/symbols.svg#W-U"/></svg>`. Both are put together by the same function. A sprite
holds the symbols it was asked for; for any other number (`{37}`) a page takes the drawing that `draw` gives, as a
picture of its own: `<img src="/symbols/37.svg">`.
"""

from collections.abc import Iterable
from html import escape

from symbols.definitions import UnknownSymbolError, definition, slug
from symbols.glyphs.compose import Piece, compose, compose_mark

__all__ = ["UnknownSymbolError", "draw", "mark", "slug", "sprite"]

_NS = 'xmlns="http://www.w3.org/2000/svg"'


def _colour(piece: Piece) -> str:
    # Strokes take the current colour, fills the fill.
    strokes = piece.fill != "currentColor" and "currentColor" in piece.markup
    return f' fill="{piece.fill}"' + (f' color="{piece.fill}"' if strokes else "")


def _inline(piece: Piece) -> str:
    transform = f' transform="{piece.transform}"' if piece.transform else ""
    return f"<g{_colour(piece)}{transform}>{piece.markup}</g>"


def draw(code: str) -> str:
    """Return one symbol as an SVG document, 100 by 100, with its name as title.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    pieces = compose(code)
    title = escape(definition(code).name)
    body = "".join(_inline(piece) for piece in pieces)
    return f'<svg {_NS} viewBox="0 0 100 100" role="img"><title>{title}</title>{body}</svg>\n'


def mark() -> str:
    """Return the site's own mark, for browser tabs and bookmarks, as an SVG document."""
    body = "".join(_inline(piece) for piece in compose_mark())
    return f'<svg {_NS} viewBox="0 0 100 100">{body}</svg>\n'


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
        body = ""
        for piece in compose(code):
            if not piece.name:
                body += _inline(piece)
                continue
            if piece.name not in ids:
                ids[piece.name] = f"_{len(ids)}"
                shared += f'<g id="{ids[piece.name]}">{piece.markup}</g>\n'
            transform = f' transform="{piece.transform}"' if piece.transform else ""
            body += f'<use href="#{ids[piece.name]}"{_colour(piece)}{transform}/>'
        symbols += f'<symbol id="{slug(code)}" viewBox="0 0 100 100">{body}</symbol>\n'
    return f"<svg {_NS}>\n<defs>\n{shared}</defs>\n{symbols}</svg>\n"
