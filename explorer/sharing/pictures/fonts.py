"""The font of pictures, as `explorer/serving/fonts.py` cuts it: text widths, missing letters, rasterizing."""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import resvg_py
import uharfbuzz

FAMILY: Final = "Pipwise Serif"
REGULAR, BOLD = 400, 700
_FILES: Final = {weight: str(Path(__file__).with_name(f"serif-{weight}.otf")) for weight in (REGULAR, BOLD)}
_UNKNOWN = "…"


@cache
def _font(weight: int) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(_FILES[weight])))


@lru_cache(maxsize=4096)
def width_of(text: str, weight: int) -> float:
    """In em."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    font = _font(weight)
    uharfbuzz.shape(font, buffer)
    advance: int = sum(position.x_advance for position in buffer.glyph_positions or ())
    per_em: int = font.face.upem
    return advance / per_em


def drawable(text: str) -> str:
    """Replace letters that the font lacks by their base letters, or a run of them by one “…”.

    Line breaks become spaces; control characters are removed.
    """
    out = ""
    for letter in unicodedata.normalize("NFC", text):
        if letter.isspace():
            out += " "
        elif unicodedata.category(letter)[0] == "C":
            continue
        elif known := _in_font(letter):
            out += known
        elif not out.endswith(_UNKNOWN):
            out += _UNKNOWN
    return out


@lru_cache(maxsize=1024)
def _in_font(letter: str) -> str:
    plain = (letter, *unicodedata.normalize("NFKD", letter))
    return next((one for one in plain if _font(REGULAR).get_nominal_glyph(ord(one)) is not None), "")


def draw(svg: str) -> bytes:
    """Rasterize to PNG. System fonts are not used."""
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(_FILES.values()))
