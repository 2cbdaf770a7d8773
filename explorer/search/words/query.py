"""Search query as it was typed, taken apart: words, phrases in quotes, rule numbers and symbols."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from explorer.search.words.phrases import FILLER, share_of
from explorer.search.words.splitting import Token, folded, number_key, tokens

PieceKind = Literal["word", "phrase", "number", "symbol"]

# Neither a text nor every database has these.
_CONTROLS = dict.fromkeys([*range(0x20), 0x7F, *range(0xD800, 0xE000)], " ")
# Letters, digits and signs as wide as an ideograph.
_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: " "}
_QUOTED = re.compile(r'"([^"]*)"')
# People cite rules as “rule 107.4f”, “CR 107.4f”, “§107.4f”; the number alone says it.
_CITED = re.compile(r"\b(?:comprehensive rules?|rules?|cr|section)\s+(?=[1-9]\d\d\b)")
# A number, or the beginning of one: 702.1 also finds 702.19b, and 702 the whole section.
_NUMBER = re.compile(r"(?<![\w./])[1-9]\d\d(?:\.(?:\d{1,3}(?:\.?[a-z](?!\w))?)?)?(?![\w/])")
# What is counted so is no section, in the middle of a question or with a hyphen: “gain 100 life”, “250-card deck”.
_COUNTED = re.compile(
    r"[\s-]+(?:cards?|copies|counters?|creatures?|damage|lands?|life|mana|more|or more|players?|poison|power|times"
    r"|tokens?|turns?)\b"
)
# One or two digits alone begin the number of a section.
_UNFINISHED = re.compile(r"\s*([1-9][0-9]?)\s*")
MOST_PIECES = 24
_LONGEST = 2_000


def narrowed(text: str) -> str:
    """Return a text with letters and digits of the usual width, and of the same length: `１０４.３ｆ` is `104.3f`."""
    return text.translate(_WIDE)


@dataclass(frozen=True, slots=True)
class QueryPiece:
    """One thing that a text must have.

    Attributes:
        kind: what it is. A `number` is also found where a number begins with it.
        keys: what the index has for it, in order; more than one for a phrase.
        word: of a word, how it was typed; else empty.
        start: where it begins in the text that was typed; likewise `end`.
    """

    kind: PieceKind
    keys: tuple[str, ...]
    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Query:
    """Query as it was typed, taken apart.

    Attributes:
        typed: the text, cut off where it is longer than anything that is a question.
        pieces: what a text must have, all of it, in any order.
        order: the keys of all that was typed, common words too, in order: texts that have them so are better.
    """

    typed: str
    pieces: tuple[QueryPiece, ...]
    order: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> "Query":
        """Read what was typed. Anything can be read; what has no word in it asks for nothing."""
        typed = narrowed(text[:_LONGEST]).translate(_CONTROLS)
        found: list[QueryPiece] = []
        seen: set[tuple[str, ...]] = set()
        for piece in _pieces(typed):
            if piece.keys not in seen:
                seen.add(piece.keys)
                found.append(piece)
        telling = [piece for piece in found if not _is_filler(piece)]
        order = tuple(key for piece in found for key in piece.keys)
        return cls(typed, tuple((telling or found)[:MOST_PIECES]), order)

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def instead(self, corrected: dict[int, str]) -> str:
        """Return what was typed with other words in the place of some, which are named by where they begin."""
        out: list[str] = []
        at = 0
        for piece in sorted(self.pieces, key=lambda piece: piece.start):
            if piece.start in corrected:
                out += [self.typed[at : piece.start], corrected[piece.start]]
                at = piece.end
        return "".join([*out, self.typed[at:]]).strip()


def _pieces(typed: str) -> Iterator[QueryPiece]:
    plain = folded(typed)
    if alone := _UNFINISHED.fullmatch(plain):
        yield QueryPiece("number", (number_key(alone[1]),), "", *alone.span(1))
        return
    at = 0
    for match in _QUOTED.finditer(plain):
        yield from _loose(typed, plain, at, match.start())
        inside = tokens(typed[match.start(1) : match.end(1)])
        if inside:
            yield QueryPiece("phrase", tuple(token.key for token in inside), "", match.start(), match.end())
        at = match.end()
    yield from _loose(typed, plain, at, len(typed))


def _loose(typed: str, plain: str, start: int, end: int) -> Iterator[QueryPiece]:
    """Yield what stands outside of quotes."""
    # What is cut out is made blank, so that every offset stays what it is.
    cited = _CITED.sub(_blank, plain[start:end])
    numbers = [one for one in _NUMBER.finditer(cited) if not _is_counted(cited, one)]
    rest = list(typed[start:end])
    for match in [*_CITED.finditer(plain[start:end]), *numbers]:
        rest[slice(*match.span())] = _blank(match)
    found = [_piece(token, start) for token in tokens("".join(rest))]
    found += [
        QueryPiece("number", (_begun(match[0]),), "", start + match.start(), start + match.end()) for match in numbers
    ]
    yield from sorted(found, key=lambda piece: piece.start)


def _is_counted(text: str, number: re.Match[str]) -> bool:
    counted = _COUNTED.match(text, number.end())
    return counted is not None and bool(text[: number.start()].strip() or counted[0].startswith("-"))


def _is_filler(piece: QueryPiece) -> bool:
    """Return whether a piece says only how something is asked; a question may quote such a word: the “if” of a rule."""
    if piece.kind == "phrase":
        return len(piece.keys) == 1 and share_of(piece.keys[0]) < 1
    return piece.kind == "word" and piece.word in FILLER


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _begun(number: str) -> str:
    """Return the key of a number that may be unfinished: `702.` is the section's, `107.4.f` is 107.4f."""
    section, _, rule = number.rstrip(".").partition(".")
    return number_key(f"{section}.{rule.replace('.', '')}" if rule else section)


def _piece(token: Token, shift: int) -> QueryPiece:
    kind: PieceKind = "word" if token.word else "symbol"
    return QueryPiece(kind, (token.key,), token.word, token.start + shift, token.end + shift)
