"""Preview pictures of pages, as PNG.

They are composed as SVG from our own drawings and a bundled font, and rasterized by resvg, so that they are the same on
every machine.
"""

from explorer.sharing.pictures.composing import HEIGHT, WIDTH, Picture, compose
from explorer.sharing.pictures.fonts import draw
