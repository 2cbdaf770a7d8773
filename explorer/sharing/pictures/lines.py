"""Text with symbols, broken into lines that fit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.sharing.pictures.fonts import drawable, width_of
from symbols.catalog.definitions import UnknownSymbolError, definition
from symbols.catalog.text import find_symbols

SYMBOL_HEIGHT, SYMBOL_ROOM = 1.1, 1.2
"""Height of a symbol, and how wide it is with the space around it, as shares of the size of the letters."""

_MOST_LETTERS = 500
_CUT = "…"
# Within a text that is broken into lines, each symbol is one letter of those that Unicode leaves free.
_FIRST_FREE = 0xE000
_FREE = re.compile("([\ue000-\uf8ff])")


@dataclass(frozen=True, slots=True)
class Run:
    """Letters, or the code of a symbol, and where they begin on their line."""

    text: str
    code: str
    x: float


@dataclass(frozen=True, slots=True)
class Lettering:
    """Size of letters in pixels, and their weight."""

    size: float
    weight: int


class TextToBreak:
    """Text with symbols that is to be broken into lines.

    Args:
        text: the text; only its beginning is looked at, since no picture has room for more.
        day: effective date of the edition that it is from, which settles what its symbols mean; None for today's.
    """

    def __init__(self, text: str, day: date | None = None) -> None:
        self._codes: list[str] = []
        self._text = "".join(self._letters(text, day))[:_MOST_LETTERS]

    def _letters(self, text: str, day: date | None) -> Iterator[str]:
        at = 0
        for span in find_symbols(text, day):
            yield drawable(text[at : span.start])
            yield self._letter(span.code) or drawable(text[span.start : span.end])
            at = span.end
        yield drawable(text[at:])

    def _letter(self, code: str) -> str:
        """Return the letter for a symbol; nothing where it isn't drawn."""
        try:
            definition(code)
        except UnknownSymbolError:
            return ""
        if code not in self._codes:
            self._codes.append(code)
        return chr(_FIRST_FREE + self._codes.index(code))

    def lines(self, room: float, lettering: Lettering, most: int) -> tuple[list[list[Run]], bool]:
        """Return the lines, cut with “…” after so many, and whether they were cut.

        Args:
            room: how wide a line may be, in pixels.
            lettering: its letters.
            most: the largest number of lines.
        """
        lines, line = [], ""
        for word in self._words(room, lettering):
            longer = f"{line} {word}".lstrip()
            if line and self._width(longer, lettering) > room:
                lines.append(line)
                line = word
            else:
                line = longer
            if len(lines) == most:
                break
        lines.append(line)
        cut = len(lines) > most
        if cut:
            lines = [*lines[: most - 1], self._cut(lines[most - 1], room, lettering)]
        return [self._runs(line, lettering) for line in lines if line], cut

    def _words(self, room: float, lettering: Lettering) -> Iterator[str]:
        """Yield the words; one that is too long for a line in as many parts as it takes."""
        for word in self._text.split():
            part = ""
            for letter in word if self._width(word, lettering) > room else (word,):
                if part and self._width(part + letter, lettering) > room:
                    yield part
                    part = ""
                part += letter
            yield part

    def _cut(self, line: str, room: float, lettering: Lettering) -> str:
        while line and self._width(line + _CUT, lettering) > room:
            line = line.rpartition(" ")[0] if " " in line else line[:-1]
        return line.rstrip(f" ,;:.—{_CUT}") + _CUT

    def _runs(self, line: str, lettering: Lettering) -> list[Run]:
        runs, x = [], 0.0
        for part in filter(None, _FREE.split(line)):
            code = self._codes[ord(part) - _FIRST_FREE] if _FREE.match(part) else ""
            runs.append(Run("" if code else part, code, x))
            x += self._width(part, lettering)
        return runs

    def _width(self, text: str, lettering: Lettering) -> float:
        parts: Sequence[str] = _FREE.split(text)
        # Every other part is a symbol.
        letters = sum(width_of(part, lettering.weight) for part in parts[::2] if part)
        return lettering.size * (letters + SYMBOL_ROOM * (len(parts) // 2))
