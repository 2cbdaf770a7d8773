"""Find words quoted beside rule numbers: in quotation marks, quote blocks, tables, lists and templates. Pure."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Protocol

from explorer.citing.markup import CELL, LINE, without_markup
from explorer.citing.words import SENTENCE_END

# Fewer words are a name (“legend rule”), unless they're a sentence (“Tokens are cards.”).
LEAST_WORDS, _LEAST_IN_SENTENCE = 4, 3
_SENTENCE = re.compile(r"[A-Z].*(?:[.!]|\b(?:is|are|can|may|must|has|have)\b.*)\Z", re.DOTALL)
_LONGEST = 6_000
_MOST_BETWEEN = 80

_INLINE = re.compile(
    r"""“(?P<curly>(?:[^“”]|“[^“”]*”)*)”
    | (?<!\w)‘(?P<single>(?:[^‘’]|(?<=\w)’(?=\w))*)’(?!\w)
    | «(?P<angles>[^«»]*)» | ``(?=[^\s`])(?P<latex>(?:[^`']|'(?!'))*)''
    | (?<![\w'=])'(?=[^\s'])(?P<plain>(?:[^'\n]|(?<=\w)'(?=\w))*)(?<=\S)'(?!\w)""",
    re.VERBOSE,
)
# Patterns take linear time over any text: no two adjacent parts of one match the same letters.
_HTML_BLOCK = re.compile(r"<blockquote\b[^<>]*>(?:(?!</?blockquote\b).)*</blockquote>", re.DOTALL | re.IGNORECASE)
_BBCODE_BLOCK = re.compile(r"\[quote\b[^\[\]]*\](?:(?!\[/?quote\b).)*\[/quote\]", re.DOTALL | re.IGNORECASE)
_MARKDOWN_BLOCK = re.compile(r"(?:^[ \t]*(?:(?://+|\#|\*)[ \t]*)?>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n(?P<body>.*?)^[ \t]*\1", re.DOTALL | re.MULTILINE)
# From a number that starts a line or a cell to the text after it: there, in the next cell or on the next line.
_MARKS_AFTER = r"[^\S\n]*(?:[\0*_`'.:)\]–—-][^\S\n]*)*"
_FOLLOWING = re.compile(rf"{_MARKS_AFTER}[{CELL} \0]*(?P<words>[^\n{LINE}{CELL}]+)")
_ON_NEXT_LINE = re.compile(rf"{_MARKS_AFTER}[\s\0{CELL}:]*(?P<words>[^\n{LINE}{CELL}]+)")
_BEGINS = re.compile(r"[\s\0]*[A-Z{“\"…\[]")
_SEPARATOR = re.compile(rf"[\n{LINE}{CELL}]")
_MARKDOWN_MARK = re.compile(r"^[ \t]*(?:(?://+|\#|\*)[ \t]*)?>(?:[ \t]*>)*", re.MULTILINE)
# Prefix of a comment's line.
_LINE_LEAD = re.compile(r"\n[ \t]*(?:\*+|//+|#+|--+)(?=[ \t])")
_BLANK_LINE = re.compile(r"\n\s*\n")
_STRAIGHT = re.compile(r'"\0*|\n\s*\n')

_LEAD = r"(?:(?:the\s+)?(?:current\s+)?(?:comprehensive\s+)?(?:rules?|CR|C\.R\.|sections?|§)[\s:#,]*)?[\s(\[*_`]*"
# From a quote to the number after it: “…” (704.5k), “…” —CR 704.5k, “…”, says rule 704.5k.
_TO_NUMBER = re.compile(
    r"(?:\s*[(\[][^()\[\]]*\b(?:emphasis|italics|bold)\b[^()\[\]]*[)\]])?(?P<end>[\s.,;:!?)\]*_]*)(?P<mark>[(\[–—~-]?)[\s*_`]*"
    r"(?:(?:(?P<loose>see|cf\.?)|under|in|by|(?P<source>(?:as\s+)?per|from|according\s+to|says|reads|states))\s+)?"
    + _LEAD,
    re.IGNORECASE,
)
# From a number to the quote after it: 704.5k: “…”, 704.5k says that “…”, 704.5k (“…”, 704.5k (July 13, 2013): “…”.
_FROM_NUMBER = re.compile(
    r"[\s*_`)\]]*(?:\([^()“\"]{1,40}\)[\s*_`)\]]*)?(?P<end>[.,;]?)[\s*_`]*(?:(?:which|that|now|currently|also|still|only|simply|clearly|just|explicitly|it)\s+){0,3}"
    r"(?P<verb>(?:says?|said|states?|stated|reads?|provides?|explains?|tells\s+(?:us|you)|goes|defines|specifies"
    r"|begins|is(?:\s+\w+)?|has)\b)?(?:\s+(?:that|as\s+follows|in\s+part|only))*[\s,]*(?P<mark>[:(\[–—-]?)[\s*_`.]*",
    re.IGNORECASE,
)

# From a number to a quote that goes on with a sentence: 704.5k says a player “…”, as 704.5k puts it, a player “…”.
_INTO_SENTENCE = re.compile(
    r"[\s*_`)\]]*(?:\([^()“\"]{1,40}\)\s*)?(?:(?:(?:also|now|only|currently|clearly|explicitly)\s+)?"
    r"(?:says?|said|states?|stated|reads?|provides?|explains?|requires?|puts\s+it|tells\s+(?:us|you))\b|:|(?P<comma>,))"
    r"[^.;:!?()“”\"]{1,60}"
)
_SOURCE_BEFORE = re.compile(rf"\b(?:per|under|according\s+to|by|as\s+in)\s+{_LEAD}\Z", re.IGNORECASE)
# Before a quote from somebody else, whatever number follows: a “triggered spell”, the card says, “…”.
_OTHERS = re.compile(
    r"(?:\ban?|\b(?:cards?|spell|ability|text|box|judge|friend|opponent|player|I|he|she|they|you)\b[^.“”\n]{0,20}"
    r"\b(?:says?|said|reads?|thinks?|thought|asks?|asked|wrote)\b[,:]?)\s*\Z",
    re.IGNORECASE,
)
_LEAD_AT_END = re.compile(rf"{_LEAD}$", re.IGNORECASE)
# `*loses*`, but not “*/1”.
_EMPHASIS = re.compile(r"(?<![\w*/+])(\*{1,3})(?=[^\W\d_])([^*\n]*[^\s*])\1(?![\w*/])")
_WORD = re.compile(r"[^\W\d_]+[\w’'-]*|\{[^{}]*\}")
_LEAD_WORD = re.compile(r"(?<![^\W_])(?:CR|C\.R\.|[Rr]ules?)(?![^\W_])")
_REPEATED = re.compile(r"([*_`()\[\]])\1+")
_LAYOUT = str.maketrans({LINE: " ", CELL: " ", "{": " ", "}": " ", "\0": None})


class Cited(Protocol):
    """A number of a rule or a section; `run` identifies its list or range."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def run(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote, with the runs of numbers beside it, likeliest first.

    Attributes:
        text: without markup.
        marked: it has quotation marks or is a block; otherwise only its position suggests that it's a quote.
        claims: it claims to be a rule's words, directly before “(704.5k)” or after “704.5k says”.
    """

    start: int
    end: int
    text: str
    runs: tuple[int, ...]
    marked: bool = True
    claims: bool = False


def find_quotes(text: str, numbers: Sequence[Cited]) -> list[Quote]:
    """Quotes beside numbers in order, then unmarked ones."""
    if not numbers:
        return []
    plain = without_markup(text)
    runs = _Runs(numbers)
    blocks = sorted(
        match.span()
        for shape, searched in ((_HTML_BLOCK, text), (_BBCODE_BLOCK, text), (_MARKDOWN_BLOCK, plain))
        for match in shape.finditer(searched)
    )

    def in_block(start: int, end: int) -> bool:
        block = bisect_right(blocks, (start, len(text))) - 1
        return block >= 0 and end <= blocks[block][1]

    found = [quote for start, end in blocks for quote in _in_block(plain, start, end, runs)]
    for quoted in _inline(plain):
        if not in_block(quoted.start, quoted.end):
            found += _beside(plain, quoted, runs)
    unmarked = [quote for quote in _unmarked(plain, runs) if not in_block(quote.start, quote.end)]
    return [*sorted(found, key=lambda quote: quote.start), *unmarked]


class _Run(NamedTuple):
    """A list, a range, or a single number."""

    id: int
    start: int
    end: int


class _Runs:
    def __init__(self, numbers: Sequence[Cited]) -> None:
        groups = (list(group) for _, group in groupby(numbers, lambda one: one.run))
        self.all = [_Run(group[0].run, group[0].start, group[-1].end) for group in groups]
        self._starts = [run.start for run in self.all]
        self._ends = [run.end for run in self.all]

    def within(self, start: int, end: int) -> list[_Run]:
        return self.all[bisect_left(self._starts, start) : bisect_right(self._ends, end)]

    def after(self, place: int) -> _Run | None:
        index = bisect_left(self._starts, place)
        return self.all[index] if index < len(self.all) else None

    def before(self, place: int) -> _Run | None:
        index = bisect_right(self._ends, place)
        return self.all[index - 1] if index else None


class _Marked(NamedTuple):
    """Words in quotation marks; `opens` and `closes` include the marks."""

    opens: int
    start: int
    end: int
    closes: int


def _inline(plain: str) -> Iterator[_Marked]:
    for match in _INLINE.finditer(_with_curly_quotes(plain)):
        start, end = match.span(match.lastgroup or 0)
        if not _BLANK_LINE.search(plain, start, end):
            yield _Marked(match.start(), start, end, match.end())


def _with_curly_quotes(plain: str) -> str:
    """Replace straight quotation marks, which may be nested, with “ ”, pairing them by spacing."""
    letters = list(plain)
    opened: list[int] = []
    for match in _STRAIGHT.finditer(plain):
        place = match.start()
        if plain[place] != '"':
            opened.clear()
            continue
        before = plain[max(0, place - 8) : place].rstrip("\0")[-1:]
        after = plain[match.end() : match.end() + 1]
        closes = bool(before.strip("([\n ")) and not _is_word(after)
        if opened and closes:
            letters[opened.pop()], letters[place] = "“”"
        elif after.strip() and not _is_word(before) and before != "=":
            opened.append(place)
    return "".join(letters)


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _beside(plain: str, quoted: _Marked, runs: _Runs) -> Iterator[Quote]:
    inner = runs.within(quoted.start, quoted.end)[:1]
    if inner and not _words(plain[quoted.start : inner[0].start]) and plain[inner[0].end] != ",":
        # “704.5k If a player …”
        yield from _quote(plain, inner[0].end, quoted.end, (inner[0].id,), claims=True)
        return
    ranked = []
    if after := runs.after(quoted.closes):
        ranked.append((_rank_after(plain[quoted.closes : after.start]), after.id))
    if before := runs.before(quoted.opens):
        lead = plain[max(0, before.start - _MOST_BETWEEN) : before.start]
        ranked.append((_rank_before(plain[before.end : quoted.opens], lead), before.id))
    ranked.sort(key=lambda one: -one[0])
    near = tuple(run for rank, run in ranked if rank)
    is_attributed_elsewhere = _OTHERS.search(plain, max(0, quoted.opens - _MOST_BETWEEN), quoted.opens)
    claims = bool(near) and ranked[0][0] >= _CLAIMS and not is_attributed_elsewhere
    yield from _quote(plain, quoted.start, quoted.end, near, claims=claims)


# Rank at which a quote claims to be a rule's words.
_CLAIMS = 3


def _rank_after(gap: str) -> int:
    """Rank a number after a quote as its source; 0 if it isn't."""
    match = _match_gap(_TO_NUMBER, gap, block=gap.lstrip()[:1] in {"–", "—"})
    if match is None:
        return 0
    if match["mark"] and not match["loose"]:
        return 4
    if re.search(r"[.;!?]\s", match["end"]):
        return 0
    return 3 if match["source"] else 2


def _rank_before(gap: str, lead: str) -> int:
    match = _match_gap(_FROM_NUMBER, gap)
    if match is None:
        continuation = _match_gap(_INTO_SENTENCE, gap)
        return 3 if continuation and (not continuation["comma"] or _SOURCE_BEFORE.search(lead)) else 0
    if match["verb"] or match["mark"] or not re.search(r"[.,;)]", gap):
        return 3
    # “… (704.3). “The next …”
    return 0 if match["end"] in {".", ";"} and ")" in gap else 1


def _match_gap(between: re.Pattern[str], gap: str, *, block: bool = False) -> re.Match[str] | None:
    if len(gap) > _MOST_BETWEEN or (_BLANK_LINE.search(gap) and not block):
        return None
    bare = _REPEATED.sub(r"\1", re.sub(r"\s+", " ", re.sub("''+", "", gap.translate(_LAYOUT))))
    return between.fullmatch(bare)


def _in_block(plain: str, start: int, end: int, runs: _Runs) -> Iterator[Quote]:
    """Quotes in a block: one after each number that starts a line, or all of it if a number ends it or is beside it."""
    inside = runs.within(start, end)
    leading = [run for run in inside if _leads_line(plain, run.start, start)]
    closing = inside[-1] if inside and not _words(plain[inside[-1].end : end]) else None
    if leading and closing != leading[-1]:
        ends = [*(run.start for run in leading[1:]), end]
        for run, stop in zip(leading, ends, strict=True):
            yield from _quote(plain, run.end, stop, (run.id,), claims=True)
        return
    if closing:
        nearby = max(start, closing.start - _MOST_BETWEEN)
        lead = _LEAD_AT_END.search(plain[nearby : closing.start])
        yield from _quote(plain, start, nearby + lead.start() if lead else closing.start, (closing.id,), claims=True)
        return
    yield from _quote(plain, start, end, _near_block(plain, start, end, runs), claims=True)


def _near_block(plain: str, start: int, end: int, runs: _Runs) -> tuple[int, ...]:
    before, after = runs.before(start), runs.after(end)
    near = []
    if before and _match_gap(_FROM_NUMBER, plain[before.end : start].strip(), block=True):
        near.append(before.id)
    if after and _match_gap(_TO_NUMBER, plain[end : after.start].strip("\n "), block=True):
        near.append(after.id)
    return tuple(near)


def _unmarked(plain: str, runs: _Runs) -> Iterator[Quote]:
    """Text after a number at the start of a line or alone in its cell, and code fences."""
    for run in runs.all:
        near = max(0, run.start - _MOST_BETWEEN)
        begins = max((match.end() for match in _SEPARATOR.finditer(plain, near, run.start)), default=near)
        if (begins == near > 0) or _words(plain[begins : run.start]):
            continue
        following = _FOLLOWING.match(plain, run.end)
        if following is None or not _words(following["words"]):
            cell = _cell_before(plain, begins)
            if _words(plain[cell : max(0, begins - 1)]):
                yield from _quote(plain, cell, begins - 1, (run.id,), marked=False)
                continue
            following = _ON_NEXT_LINE.match(plain, run.end)
        # Else it goes on with the sentence: “704.5k is …”.
        if following and _BEGINS.match(following["words"]):
            start, end = following.span("words")
            sentence = SENTENCE_END.search(plain, start, end)
            next_run = runs.after(run.end)
            end = min(sentence.start() if sentence else end, next_run.start if next_run else end)
            yield from _quote(plain, start, end, (run.id,), marked=False)
    for fence in _FENCE.finditer(plain):
        start, end = fence.span("body")
        if not runs.within(start, end):
            yield from _quote(plain, start, end, _near_block(plain, *fence.span(), runs), marked=False)


def _cell_before(plain: str, begins: int) -> int:
    """Start of the cell before the one at `begins`; `begins` itself in the first cell of a row."""
    if plain[begins - 1 : begins] != CELL:
        return begins
    return max(plain.rfind(mark, max(0, begins - _LONGEST), begins - 1) for mark in ("\n", LINE, CELL)) + 1


def _leads_line(plain: str, place: int, start: int) -> bool:
    begins = max(plain.rfind("\n", start, place) + 1, start)
    return place - begins <= _MOST_BETWEEN and not _words(_MARKDOWN_MARK.sub("", plain[begins:place]))


def _quote(
    plain: str, start: int, end: int, runs: tuple[int, ...], *, marked: bool = True, claims: bool = False
) -> Iterator[Quote]:
    """The quote, if it has runs and enough words."""
    if not runs:
        return
    bare = _LINE_LEAD.sub("\n", _MARKDOWN_MARK.sub("", plain[start:end])).replace("\0", "")
    words = _EMPHASIS.sub(r"\2", " ".join(bare.split())).strip("*_`'|} .:—–-")
    least = _LEAST_IN_SENTENCE if claims and _SENTENCE.match(bare.strip()) else LEAST_WORDS
    if len(_words(words)) >= least and len(words) <= _LONGEST:
        yield Quote(start, end, words, runs, marked, claims)


def _words(text: str) -> list[str]:
    return _WORD.findall(_LEAD_WORD.sub("", text))
