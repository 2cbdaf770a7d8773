"""Preview pictures of pages: a number, the first words with their symbols, and the edition, as PNG.

A picture is composed as SVG from our own drawings and letters of a font that comes with the site, and drawn by resvg,
so that it is the same on every machine, with or without fonts.
"""

from explorer.sharing.pictures.composing import HEIGHT, WIDTH, Picture, compose
from explorer.sharing.pictures.fonts import draw

__all__ = ["HEIGHT", "WIDTH", "Picture", "compose", "draw"]
