"""Parse a search query into words, quoted phrases, rule numbers and symbols."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from explorer.search.words.phrases import FILLER, specificity
from explorer.search.words.splitting import Token, folded, number_key, tokens

PieceKind = Literal["word", "phrase", "number", "symbol"]

# Not in any text, and not every database accepts them.
_CONTROLS = dict.fromkeys([*range(0x20), 0x7F, *range(0xD800, 0xE000)], " ")
# Full-width letters, digits and signs.
_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: " "}
_QUOTED = re.compile(r'"([^"]*)"')
# “rule 107.4f”, “CR 107.4f”; the number suffices.
_CITED = re.compile(r"\b(?:comprehensive rules?|rules?|cr|section)\s+(?=[1-9]\d\d\b)")
# A number or a prefix of one: 702.1 also finds 702.19b, and 702 the whole section.
_NUMBER = re.compile(r"(?<![\w./])[1-9]\d\d(?:\.(?:\d{1,3}(?:\.?[a-z](?!\w))?)?)?(?![\w/])")
# A count isn't a section, in the middle of a query or with a hyphen: “gain 100 life”, “250-card deck”.
_COUNTED = re.compile(
    r"[\s-]+(?:cards?|copies|counters?|creatures?|damage|lands?|life|mana|more|or more|players?|poison|power|times"
    r"|tokens?|turns?)\b"
)
# One or two digits alone are a prefix of sections.
_UNFINISHED = re.compile(r"\s*([1-9][0-9]?)\s*")
MOST_PIECES = 24
_MAX_LENGTH = 2_000


def to_half_width(text: str) -> str:
    """Replace full-width letters and digits; the length stays the same: `１０４.３ｆ` is `104.3f`."""
    return text.translate(_WIDE)


@dataclass(frozen=True, slots=True)
class QueryPiece:
    """A term that a text must match.

    Attributes:
        kind: a `number` is a prefix of numbers.
        keys: in order; several for a phrase.
        word: of a word, as typed; else empty.
        start: offset in the query; likewise `end`.
    """

    kind: PieceKind
    keys: tuple[str, ...]
    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    Attributes:
        typed: the text, truncated to a maximum length.
        pieces: the terms, in any order.
        order: keys of the whole query, stop words included, in order.
        quoted: keys of phrases that texts should have, but needn’t.
    """

    typed: str
    pieces: tuple[QueryPiece, ...]
    order: tuple[str, ...]
    quoted: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def read(cls, text: str) -> "Query":
        """Parse any text; without words, it has no pieces."""
        typed = to_half_width(text[:_MAX_LENGTH]).translate(_CONTROLS)
        found: list[QueryPiece] = []
        seen: set[tuple[str, ...]] = set()
        for piece in _pieces(typed):
            if piece.keys not in seen:
                seen.add(piece.keys)
                found.append(piece)
        specific = [piece for piece in found if not _is_filler(piece)]
        order = tuple(key for piece in found for key in piece.keys)
        return cls(typed, tuple((specific or found)[:MOST_PIECES]), order)

    @property
    def has_phrase(self) -> bool:
        return any(piece.kind == "phrase" for piece in self.pieces)

    @property
    def is_question(self) -> bool:
        """Whether there are words beside the quoted ones: `is “skip” a replacement effect`."""
        return self.has_phrase and bool(_QUOTED.sub("", folded(self.typed)).strip(" ?!.,;:"))

    def unquoted(self) -> "Query":
        """The same with phrases as a preference."""
        quoted = tuple(piece.keys for piece in self.pieces if piece.kind == "phrase")
        # Blanks instead of quotation marks keep the offsets.
        return replace(Query.read(re.sub(r'[“”„"]', " ", self.typed)), typed=self.typed, quoted=quoted)

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def instead(self, corrected: dict[int, str]) -> str:
        """The text with some pieces replaced, given by their offsets."""
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
        yield from _unquoted(typed, plain, at, match.start())
        inside = tokens(typed[match.start(1) : match.end(1)])
        if inside:
            yield QueryPiece("phrase", tuple(token.key for token in inside), "", match.start(), match.end())
        at = match.end()
    yield from _unquoted(typed, plain, at, len(typed))


def _unquoted(typed: str, plain: str, start: int, end: int) -> Iterator[QueryPiece]:
    # Blank out instead of cutting, to preserve offsets.
    cited = _CITED.sub(blank, plain[start:end])
    numbers = [one for one in _NUMBER.finditer(cited) if not _is_counted(cited, one)]
    rest = list(typed[start:end])
    for match in [*_CITED.finditer(plain[start:end]), *numbers]:
        rest[slice(*match.span())] = blank(match)
    found = [_piece(token, start) for token in tokens("".join(rest))]
    found += [
        QueryPiece("number", (_prefix_key(match[0]),), "", start + match.start(), start + match.end())
        for match in numbers
    ]
    yield from sorted(found, key=lambda piece: piece.start)


def _is_counted(text: str, number: re.Match[str]) -> bool:
    counted = _COUNTED.match(text, number.end())
    return counted is not None and bool(text[: number.start()].strip() or counted[0].startswith("-"))


def _is_filler(piece: QueryPiece) -> bool:
    """Whether a piece is a stop word; a question may quote one: the “if” of a rule."""
    if piece.kind == "phrase":
        return len(piece.keys) == 1 and specificity(piece.keys[0]) < 1
    return piece.kind == "word" and piece.word in FILLER


def blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _prefix_key(number: str) -> str:
    """The key of a possibly unfinished number: `702.` is the section's, `107.4.f` is 107.4f."""
    section, _, rule = number.rstrip(".").partition(".")
    return number_key(f"{section}.{rule.replace('.', '')}" if rule else section)


def _piece(token: Token, shift: int) -> QueryPiece:
    kind: PieceKind = "word" if token.word else "symbol"
    return QueryPiece(kind, (token.key,), token.word, token.start + shift, token.end + shift)
