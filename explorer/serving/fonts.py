"""Cut the fonts of pages and pictures from their packages: `python -m explorer.serving.fonts` writes them again.

The packages are downloaded without what they depend on: that of the serif requires a whole typesetter. The site itself
needs only the files that this writes.
"""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

from fontTools.subset import Options, Subsetter, save_font
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

_ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = _ROOT / "static" / "fonts"
PICTURES: Final = _ROOT / "explorer" / "sharing" / "pictures"
_ASCII: Final = "".join(map(chr, range(0x20, 0x7F)))
_PUNCTUATION: Final = "\N{NO-BREAK SPACE}‘’“”–—…·•×−½©®™‹›"
#: In names of cards. Browsers take other letters from the system’s fonts.
_ACCENTED: Final = "áàâäéèêëíîïñóòöúûüÆæ"
LETTERS: Final = _ASCII + _PUNCTUATION + _ACCENTED
#: A picture has no other fonts to take letters from. Four of these aren’t in the typeface.
PICTURE_LETTERS: Final = "".join({*LETTERS, "∞", *map(chr, range(0xA1, 0x17F))} - {*"ĸŉŦŧ"})
#: Italics are for reminder text alone.
ITALIC_LETTERS: Final = _ASCII + "‘’“”–—"
_CHANGED: Final = "Cut for Pipwise; see NOTICE."


@dataclass(frozen=True)
class Cut:
    """`source` within the package's wheel; `axes` of a variable font are pinned or narrowed; a new name, if needed."""

    package: str
    source: str
    letters: str = LETTERS
    features: tuple[str, ...] = ("kern", "liga")
    axes: dict[str, float | tuple[float, float]] = field(default_factory=dict)
    family: str = ""


_PAGELLA: Final = "rinoh-typeface-texgyrepagella==0.1.1"
_INTER: Final = "fontpkg-inter==4.1.post1"
_PAGELLA_FILE: Final = "rinoh_typeface_texgyrepagella/texgyrepagella-{}.otf"
CUTS: Final = {
    "serif-400": Cut(_PAGELLA, _PAGELLA_FILE.format("regular")),
    "serif-700": Cut(_PAGELLA, _PAGELLA_FILE.format("bold")),
    "serif-italic": Cut(_PAGELLA, _PAGELLA_FILE.format("italic"), ITALIC_LETTERS, ("liga",)),
    "sans": Cut(
        _INTER,
        "fontpkg_inter/files/Inter[opsz,wght].ttf",
        features=("kern", "tnum"),
        axes={"opsz": 14, "wght": (400, 600)},
    ),
}
PICTURE_CUTS: Final = {
    f"serif-{weight}": Cut(_PAGELLA, _PAGELLA_FILE.format(name), PICTURE_LETTERS, family="Pipwise Serif")
    for weight, name in ((400, "regular"), (700, "bold"))
}
_LICENSES: Final = {
    "Inter.txt": (_INTER, "fontpkg_inter/LICENSE"),
    "TeX-Gyre-Pagella.txt": (_PAGELLA, "rinoh_typeface_texgyrepagella/GUST-FONT-LICENSE.txt"),
}


def cut(font: TTFont, one: Cut) -> TTFont:
    """The font with only the letters and features of `one`, and a note of that in its names."""
    if one.axes:
        narrowed = BytesIO()
        instantiateVariableFont(font, one.axes).save(narrowed)
        font = TTFont(narrowed, recalcTimestamp=False)
    options = Options(hinting=False, desubroutinize=True, notdef_outline=True, layout_features=list(one.features))
    options.name_IDs = [0, 1, 6]
    options.drop_tables += ["STAT"]
    names = font["name"]
    notice = f"{names.getDebugName(0)} {_CHANGED}"
    names.names = []
    names.setName(notice, 0, 3, 1, 0x409)
    if one.family:
        # resvg passes over fonts without a PostScript name.
        for name_id, said in ((1, one.family), (6, Path(one.source).stem)):
            names.setName(said, name_id, 3, 1, 0x409)
    subsetter = Subsetter(options)
    subsetter.populate(text=one.letters)
    subsetter.subset(font)
    return font


def write(read: Callable[[str, str], bytes]) -> None:
    """Write all files; `read` returns a file of a package."""
    (FOLDER / "licenses").mkdir(parents=True, exist_ok=True)
    files = {FOLDER / f"{name}.woff2": one for name, one in CUTS.items()}
    files |= {PICTURES / f"{name}.otf": one for name, one in PICTURE_CUTS.items()}
    for file, one in files.items():
        font = cut(TTFont(BytesIO(read(one.package, one.source)), recalcTimestamp=False), one)
        save_font(font, file, Options(flavor="woff2" if file.suffix == ".woff2" else None))
    for name, (package, source) in _LICENSES.items():
        (FOLDER / "licenses" / name).write_bytes(read(package, source))


def main() -> None:
    with TemporaryDirectory() as folder:

        def read(package: str, source: str) -> bytes:
            name = package.partition("=")[0].replace("-", "_")
            with ZipFile(next(Path(folder).glob(f"{name}-*.whl"))) as wheel:
                return wheel.read(source)

        wanted = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", folder)
        subprocess.run([*wanted, _INTER, _PAGELLA], check=True)  # noqa: S603 - of constants
        write(read)


if __name__ == "__main__":
    main()
