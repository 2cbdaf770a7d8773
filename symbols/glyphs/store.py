"""Every drawing that a composition may name: shapes, characters, discs."""

from symbols.glyphs.lettering import LETTERS
from symbols.glyphs.shapes import SHAPES

# The halves meet on the diagonal: 50 - 49 / sqrt(2) = 15.35.
_GROUNDS = {
    "disc": '<circle cx="50" cy="50" r="49"/>',
    "half-a": '<path d="M15.35 84.65A49 49 0 0 1 84.65 15.35Z"/>',
    "half-b": '<path d="M84.65 15.35A49 49 0 0 1 15.35 84.65Z"/>',
}

STORE: dict[str, str] = {
    **_GROUNDS,
    **SHAPES,
    **{
        f"char-{char}": f'<path fill-rule="evenodd" d="{outline}"/>'
        for char, (_, outline) in LETTERS.items()
    },
}
