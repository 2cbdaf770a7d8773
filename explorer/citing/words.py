"""Compare quoted words with rules text. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from explorer.lineages.difference import Segment, text_difference
from explorer.lineages.normalizing import normalized

# Omissions and insertions in a quote: “…”, “[the player]”; but “[W]” is a symbol.
_GAP = re.compile(r"\.{3,}|…|(?:\.\s){2,}\.|\[(?![WUBRGCTXSPQE0-9/]{1,4}\])[^\[\]]*\]")
SENTENCE_END = re.compile(r"(?<=[.”)])\s+(?=[A-Z“(])")
# “[i]f a player”
_CASE = re.compile(r"\[([a-zA-Z])\](?=[a-z])")
_QUOTATION = re.compile('“[^“”]*”|"[^"]*"')
_OLD_SYMBOL = re.compile(r"\{oc?(?=[^}])")
# Stop words.
_EMPTY = re.compile(
    r"an?|all|also|and|any|are|as|at|be|been|before|but|by|can(?:'t)?|do(?:es)?(?:n't)?|during|each|every|for|from|ha[ds]|have"
    r"|if|in|into|is(?:n't)?|it(?:'?s)?|may|more|must|not?|of|on|one|only|or|other|over|that|the[mny]?|their|there|this|those"
    r"|to|until|up|was|were|when(?:ever)?|where|which|while|who|will|with|would"
)
_PLURAL = re.compile(r"(?<=\w{2})(?:'s|s'|(?<!s)s)\Z")
_ENDING = re.compile(r"(?<=\w{3})(?:'re|'ve|'d|ing|i?ed|ie|e|er|y)\Z")
_WORD = re.compile(r"[a-z0-9#*+½∞]+(?:['/][a-z0-9]+)*")
# Similarity, of 100, of a near match.
CLOSE = 82
# Words of a searched phrase, and most phrases per search.
_RUN, _MOST_RUNS = 5, 3


@lru_cache(maxsize=50_000)
def line_of(text: str) -> str:
    """Normalized words between single spaces: `Pay {W}.` -> ` pay w `."""
    plain = _OLD_SYMBOL.sub("{", normalized(text)).lower().replace("_", "")
    return f" {' '.join(_WORD.findall(plain))} "


def stems(line: str) -> frozenset[str]:
    """Stems of the words of a line, without stop words."""
    return frozenset(_stem(word) for word in line.split() if not _EMPTY.fullmatch(word))


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return "0" if word == "zero" else _ENDING.sub("", _PLURAL.sub("", word))


def without_quotations(text: str) -> str:
    return _QUOTATION.sub(" ", text)


def longest_phrase(text: str) -> str:
    """The longest part without punctuation, which differs by edition; empty for a single word."""
    longest = max(re.findall(r"[A-Za-z ]+", text), key=len, default="").strip()
    return longest if " " in longest else ""


def phrases(text: str) -> list[str]:
    """The longest phrases of up to five words: an altered quote still has one of them."""
    words = [part.split() for part in re.findall(r"[A-Za-z ]+", text)]
    runs = [" ".join(part[at : at + _RUN]) for part in words for at in range(0, len(part), _RUN)]
    return sorted(runs, key=len, reverse=True)[:_MOST_RUNS]


@dataclass(frozen=True)
class Quoted:
    """A quote.

    Attributes:
        pieces: its lines (see `line_of`) between omissions.
    """

    text: str
    pieces: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Quoted":
        return _quoted(text)

    @property
    def line(self) -> str:
        return line_of(" ".join(self.pieces))

    def is_in(self, line: str) -> bool:
        """Whether a line has all pieces, in order."""
        place = 0
        for piece in self.pieces:
            found = line.find(piece, place)
            if found < 0:
                return False
            place = found + len(piece) - 1
        return bool(self.pieces)

    def similarity(self, line: str, least: float = 0.0) -> float:
        """Similarity (0 to 100) to the most similar part of a line; 0 below `least`."""
        own = self.line
        compare = fuzz.ratio if len(line) < len(own) else fuzz.partial_ratio
        return float(compare(own, line, score_cutoff=least))


@lru_cache(maxsize=10_000)
def _quoted(text: str) -> Quoted:
    pieces = (line_of(piece) for piece in _GAP.split(_CASE.sub(r"\1", text)))
    return Quoted(text, tuple(piece for piece in pieces if piece.strip()))


def quote_difference(quoted: Quoted, text: str) -> Sequence[Segment]:
    """Diff a quote with the most similar part of a rule's text."""
    part = excerpt(quoted, text)
    # A quote may end within a sentence.
    ends = quoted.text[-1:].isalnum()
    return tuple(text_difference(quoted.text, part.rstrip(".,;:)”") if ends else part))


def excerpt(quoted: Quoted, text: str) -> str:
    """The part of a text, in whole words, that is most similar to a quote."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    line, places = " ", []
    for index, (start, end) in enumerate(words):
        own = line_of(text[start:end])[1:]
        places += [index] * len(own)
        line += own
    found = fuzz.partial_ratio_alignment(quoted.line, line)
    if found is None or not places or len(line) < len(quoted.line):
        return text
    first = places[min(max(found.dest_start, 0), len(places) - 1)]
    last = places[min(max(found.dest_end - 3, 0), len(places) - 1)]
    return text[words[first][0] : words[max(first, last)][1]]


def sentences_with(text: str, part: str) -> str:
    """The sentences of a text that `part` spans."""
    start = text.find(part)
    if start < 0:
        return text
    begins = max((match.end() for match in SENTENCE_END.finditer(text, 0, start + 1)), default=0)
    ends = SENTENCE_END.search(text, start + len(part.rstrip(" .”)")))
    return text[begins : ends.start() if ends else len(text)]
