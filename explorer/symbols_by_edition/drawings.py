"""Drawings as documents to serve: each with a version that changes when, and only when, the drawing does."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from explorer.web import addresses
from symbols.catalog.definitions import slug
from symbols.glyphs import draw

_VERSION_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Drawing:
    """Symbol as a document of its own.

    Attributes:
        svg: the document.
        version: a digest of it.
        address: where the newest drawing of the symbol is served.
        lasting: where this one is, to be kept for good.
    """

    svg: str
    version: str
    address: str
    lasting: str


@lru_cache(maxsize=2048)
def drawing_of(code: str) -> Drawing:
    """Return the drawing of a symbol.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    svg = draw(code)
    version = hashlib.sha256(svg.encode()).hexdigest()[:_VERSION_LENGTH]
    return Drawing(
        svg, version, addresses.symbol_drawing(slug(code)), addresses.symbol_drawing(slug(code), version=version)
    )
