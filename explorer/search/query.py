"""What somebody wants to find: words and phrases, and where a text has them."""

import re
from dataclasses import dataclass
from functools import lru_cache

# A phrase in quotes, or anything up to the next space.
PIECE = re.compile(r'"([^"]+)"|“([^”]+)”|(\S+)')
# The rules are set with curly quotes since 2015, with straight ones before.
# No text holds them, and not every database takes them in a question.
CONTROLS = dict.fromkeys([*range(0x20), 0x7F], " ")
QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
MOST_PIECES = 12


def folded(text: str) -> str:
    """Return a text as it is compared: small letters, straight quotes, the same length."""
    low = text.lower()
    # A few capitals become two letters; offsets matter more than they do.
    return (low if len(low) == len(text) else text).translate(QUOTES)


@dataclass(frozen=True, slots=True)
class Query:
    """The pieces that a text must have, all of them, in any order."""

    pieces: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> "Query":
        """Read what was typed: words, and phrases in quotes. Punctuation at a word's ends goes."""
        pieces: list[str] = []
        for match in PIECE.finditer(text.translate(CONTROLS)):
            piece = folded(match[1] or match[2] or match[3]).strip(" ,;:!?\"'")
            if not piece.endswith(("}", "]")):
                piece = piece.rstrip(".")
            if piece and piece not in pieces:
                pieces.append(piece)
        return cls(tuple(pieces[:MOST_PIECES]))

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def fits(self, text: str) -> bool:
        """Return whether a text has every piece."""
        plain = folded(text)
        return all(_pattern(piece).search(plain) for piece in self.pieces)

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where the pieces stand in a text, as offsets, in order and without overlap."""
        plain = folded(text)
        found = sorted(match.span() for piece in self.pieces for match in _pattern(piece).finditer(plain))
        apart: list[tuple[int, int]] = []
        for start, end in found:
            if apart and start < apart[-1][1]:
                apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
            else:
                apart.append((start, end))
        return apart

    def score(self, text: str) -> float:
        """Return how well a text fits: whole words count most, and short texts before long ones."""
        plain = folded(text)
        score = 0.0
        for piece in self.pieces:
            ends = [match.end() for match in _pattern(piece).finditer(plain)]
            whole = sum(not plain[end : end + 1].isalnum() for end in ends)
            part = len(ends) - whole
            if not whole and not part:
                return 0.0
            score += 3 * min(whole, 4) + min(part, 4)
        return score / (1 + len(text) / 600)


@lru_cache(maxsize=256)
def _pattern(piece: str) -> re.Pattern[str]:
    """A piece is found where a word begins with it: "red" is in "reduce", and not in "colored"."""
    return re.compile((r"(?<!\w)" if piece[0].isalnum() else "") + re.escape(piece))
