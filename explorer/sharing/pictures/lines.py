"""Break text with symbols into lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.sharing.pictures.fonts import drawable, width_of
from symbols.catalog.definitions import UnknownSymbolError, definition
from symbols.catalog.text import find_symbols

SYMBOL_HEIGHT, SYMBOL_ROOM = 1.1, 1.2
"""Height of a symbol, and its width with the space around it, in em."""

_MAX_LETTERS = 500
_CUT = "…"
# Symbols are represented by characters of a private use area.
_FIRST_PRIVATE_USE = 0xE000
_PRIVATE_USE = re.compile("([\ue000-\uf8ff])")


@dataclass(frozen=True, slots=True)
class Run:
    """Text, or the code of a symbol, at offset `x` of its line."""

    text: str
    code: str
    x: float


@dataclass(frozen=True, slots=True)
class Lettering:
    """Font size in pixels, and weight."""

    size: float
    weight: int


class TextToBreak:
    """Text to break into lines, with the symbols of the edition of `day`; at most `_MAX_LETTERS` of it are used."""

    def __init__(self, text: str, day: date | None = None) -> None:
        self._codes: list[str] = []
        self._text = "".join(self._letters(text, day))[:_MAX_LETTERS]

    def _letters(self, text: str, day: date | None) -> Iterator[str]:
        at = 0
        for span in find_symbols(text, day):
            yield drawable(text[at : span.start])
            yield self._letter(span.code) or drawable(text[span.start : span.end])
            at = span.end
        yield drawable(text[at:])

    def _letter(self, code: str) -> str:
        """Character that represents a symbol; empty where there is no drawing."""
        try:
            definition(code)
        except UnknownSymbolError:
            return ""
        if code not in self._codes:
            self._codes.append(code)
        return chr(_FIRST_PRIVATE_USE + self._codes.index(code))

    def lines(self, room: float, lettering: Lettering, most: int) -> tuple[list[list[Run]], bool]:
        """At most `most` lines of at most `room` pixels, and whether the text was cut with “…”."""
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
        """Words; those too long for a line are split."""
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
        for part in filter(None, _PRIVATE_USE.split(line)):
            code = self._codes[ord(part) - _FIRST_PRIVATE_USE] if _PRIVATE_USE.match(part) else ""
            runs.append(Run("" if code else part, code, x))
            x += self._width(part, lettering)
        return runs

    def _width(self, text: str, lettering: Lettering) -> float:
        parts: Sequence[str] = _PRIVATE_USE.split(text)
        # Odd parts are symbols.
        letters = sum(width_of(part, lettering.weight) for part in parts[::2] if part)
        return lettering.size * (letters + SYMBOL_ROOM * (len(parts) // 2))
