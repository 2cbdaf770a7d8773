"""Drawings of symbols as SVG documents, each with a version that is a digest of its content."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from explorer.web import addresses
from symbols.catalog.definitions import slug
from symbols.glyphs import draw

_VERSION_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Drawing:
    svg: str
    version: str
    address: str
    #: Address with the version, cacheable forever; `address` has the newest drawing.
    lasting: str


@lru_cache(maxsize=2048)
def drawing_of(code: str) -> Drawing:
    """The current drawing.

    Raises:
        UnknownSymbolError: no symbol has the code.
    """
    svg = draw(code)
    version = hashlib.sha256(svg.encode()).hexdigest()[:_VERSION_LENGTH]
    return Drawing(
        svg, version, addresses.symbol_drawing(slug(code)), addresses.symbol_drawing(slug(code), version=version)
    )
