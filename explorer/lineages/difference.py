"""A word diff of two wordings, as data."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from operator import eq
from typing import Literal

from rapidfuzz.distance import Indel

from explorer.document.tree import Paragraph, ParagraphKind
from explorer.lineages.normalizing import normalized

SegmentKind = Literal["kept", "deleted", "added"]
# Old text, new text and state. “typed” differs only in quotes, dashes, spaces and italics.
_State = Literal["kept", "typed", "changed"]
_Piece = tuple[str, str, _State]

# A symbol, a rule number, a word with its apostrophes and hyphens, or one other character; with italics (`_`) around it
# and spaces after it.
_TOKEN = re.compile(r"(_?(?:\{[^{}\s]*\}|\d{3}\.\d+[a-z]?|[^\W_]+(?:_?[’'-][^\W_]+)*|--+|[^\s])_?)?(\s*)")
_WORD = re.compile(r"\w")
# Unchanged words between two changes count as changed if they are at most this many, and no more than the changed words
# on either side.
_ISLAND = 3
# Less similar paragraphs are unrelated.
_MIN_ALIKE = 0.35
# Words to show at each side of a folded run.
_IN_VIEW = 8


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text that was kept, deleted or added.

    Attributes:
        old: offset in the old paragraph; of an addition, where it goes in.
        new: offset in the new paragraph; of a deletion, where it was.
        is_typing: the change is only in quotes, dashes, spaces or italics.
    """

    kind: SegmentKind
    text: str
    old: int
    new: int
    is_typing: bool = False


@dataclass(frozen=True, slots=True)
class ParagraphDifference:
    """A paragraph before and after, by its index in each wording; None where it is new or deleted."""

    kind: ParagraphKind
    old: int | None
    new: int | None
    segments: tuple[Segment, ...]

    @property
    def is_changed(self) -> bool:
        """Whether there are changes beyond typing."""
        return any(segment.kind != "kept" and not segment.is_typing for segment in self.segments)


@dataclass(frozen=True, slots=True)
class Folded:
    """A long unchanged run, to be collapsed, and its number of words; offsets as those of a segment."""

    words: int
    text: str
    old: int
    new: int


def difference(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> tuple[ParagraphDifference, ...]:
    """Diff two wordings paragraph by paragraph, in the order of the new one."""
    found = []
    for i, j in _align(old, new):
        if j is None and i is not None:
            gone = (Segment("deleted", old[i].text, 0, 0),) if old[i].text else ()
            found.append(ParagraphDifference(old[i].kind, i, None, gone))
        elif i is None and j is not None:
            fresh = (Segment("added", new[j].text, 0, 0),) if new[j].text else ()
            found.append(ParagraphDifference(new[j].kind, None, j, fresh))
        elif i is not None and j is not None:
            segments = tuple(text_difference(old[i].text, new[j].text))
            found.append(ParagraphDifference(new[j].kind, i, j, segments))
    return tuple(found)


def text_difference(old: str, new: str) -> Iterator[Segment]:
    """Diff two texts, deletions before additions."""
    place_old = place_new = 0
    for gone, fresh, state in _pieces(old, new):
        if state == "kept":
            yield Segment("kept", gone, place_old, place_new)
        else:
            if gone:
                yield Segment("deleted", gone, place_old, place_new, state == "typed")
            if fresh:
                yield Segment("added", fresh, place_old + len(gone), place_new, state == "typed")
        place_old, place_new = place_old + len(gone), place_new + len(fresh)


def fold(segments: Sequence[Segment], in_view: int = _IN_VIEW) -> list[Segment | Folded]:
    """Fold the middle of each long unchanged run, keeping `in_view` words next to each change."""
    found: list[Segment | Folded] = []
    for index, segment in enumerate(segments):
        tokens = list(_TOKEN.finditer(segment.text))
        words = [token for token in tokens if _WORD.search(token[0])]
        head = in_view if index else 0
        tail = in_view if index < len(segments) - 1 else 0
        if segment.kind != "kept" or len(words) <= head + tail + in_view:
            found.append(segment)
            continue
        begin = words[head].start()
        end = words[-tail].start() if tail else len(segment.text)
        if begin:
            found.append(Segment("kept", segment.text[:begin], segment.old, segment.new))
        found.append(
            Folded(len(words) - head - tail, segment.text[begin:end], segment.old + begin, segment.new + begin)
        )
        if tail:
            found.append(Segment("kept", segment.text[end:], segment.old + end, segment.new + end))
    return found


def _pieces(old: str, new: str) -> list[_Piece]:
    mine, yours = _tokens(old), _tokens(new)
    pieces: list[_Piece] = []
    for block in Indel.opcodes([_typed_alike(token) for token, _ in mine], [_typed_alike(token) for token, _ in yours]):
        before, after = mine[block.src_start : block.src_end], yours[block.dest_start : block.dest_end]
        if block.tag != "equal" or before == after:
            state: _State = "kept" if before == after else "changed"
            pieces.append(("".join(map("".join, before)), "".join(map("".join, after)), state))
            continue
        for one, other in zip(before, after, strict=True):
            pieces += ((was, now, "kept" if was == now else "typed") for was, now in zip(one, other, strict=True))
    return _share_edges(_absorb_islands(_join_gaps(_gather(pieces))))


# Rules use few different words.
_typed_alike = lru_cache(maxsize=20_000)(normalized)


def _join_gaps(pieces: list[_Piece]) -> list[_Piece]:
    """Count differing spaces next to a change as part of it."""
    found: list[_Piece] = []
    for index, (before, after, state) in enumerate(pieces):
        near = pieces[max(0, index - 1) : index + 2]
        is_gap = state == "typed" and not (before + after).strip()
        found.append((before, after, "changed" if is_gap and any(one[2] == "changed" for one in near) else state))
    return _gather(found)


def _tokens(text: str) -> list[tuple[str, str]]:
    """Words, symbols and punctuation marks, each with the spaces after it."""
    return [token for token in _TOKEN.findall(text) if any(token)]


def _gather(pieces: Iterable[_Piece]) -> list[_Piece]:
    """Join neighbors in the same state, and drop empty ones."""
    gathered: list[_Piece] = []
    for before, after, state in pieces:
        if gathered and gathered[-1][2] == state:
            gathered[-1] = (gathered[-1][0] + before, gathered[-1][1] + after, state)
        elif before or after:
            gathered.append((before, after, state))
    return gathered


def _absorb_islands(pieces: list[_Piece]) -> list[_Piece]:
    """Count a few unchanged words between two longer changes as changed, which is easier to read."""
    while True:
        absorbed = list(pieces)
        for index in range(1, len(pieces) - 1):
            left, (before, after, state), right = pieces[index - 1 : index + 2]
            if state == "changed" or left[2] != "changed" or right[2] != "changed":
                continue
            words = _count(before)
            if words <= _ISLAND and all(words <= max(map(_count, change[:2])) for change in (left, right)):
                absorbed[index] = (before, after, "changed")
        if absorbed == pieces:
            return pieces
        pieces = _gather(absorbed)


def _count(text: str) -> int:
    """Number of words, but at most one more than an island's."""
    words = (token for token in _TOKEN.finditer(text) if _WORD.search(token[0]))
    return sum(1 for _ in islice(words, _ISLAND + 1))


def _share_edges(pieces: list[_Piece]) -> list[_Piece]:
    """Split whole words and spaces off a change that both sides begin or end with."""
    shared: list[_Piece] = []
    for before, after, state in pieces:
        if state != "changed":
            shared.append((before, after, state))
            continue
        mine, yours = ([part for token in _tokens(text) for part in token if part] for text in (before, after))
        head = sum(takewhile(bool, map(eq, mine, yours)))
        tail = sum(takewhile(bool, map(eq, mine[head:][::-1], yours[head:][::-1])))
        begins, ends = "".join(mine[:head]), "".join(mine[len(mine) - tail :])
        was, now = ("".join(parts[head : len(parts) - tail]) for parts in (mine, yours))
        shared += ((begins, begins, "kept"), (was, now, "changed"), (ends, ends, "kept"))
    return _gather(shared)


def _align(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> list[tuple[int | None, int | None]]:
    """Align paragraphs so that the total similarity of the pairs is maximal."""
    if len(old) == len(new) == 1:
        return [(0, 0)]
    similarity = [[_similarity(mine, yours) for yours in new] for mine in old]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            paired = best[i + 1][j + 1] + similarity[i][j] if similarity[i][j] else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    i = j = 0
    found: list[tuple[int | None, int | None]] = []
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and similarity[i][j] and best[i][j] == best[i + 1][j + 1] + similarity[i][j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif i < len(old) and (j == len(new) or best[i][j] == best[i + 1][j]):
            found.append((i, None))
            i += 1
        else:
            found.append((None, j))
            j += 1
    return found


def _similarity(old: Paragraph, new: Paragraph) -> float:
    """Similarity of two paragraphs; 0 if they can't be the same."""
    if old == new:
        return 1.0
    if old.kind != new.kind:
        return 0.0
    words = [[token for token, _ in _tokens(paragraph.text)] for paragraph in (old, new)]
    alike = Indel.normalized_similarity(*words)
    return float(alike) if alike >= _MIN_ALIKE else 0.0
