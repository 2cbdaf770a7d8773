"""Difference between two wordings, word by word, as data: what was kept, deleted and added, with offsets."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from rapidfuzz.distance import Indel

from explorer.document.tree import Paragraph, ParagraphKind
from explorer.lineages.normalizing import normalized

SegmentKind = Literal["kept", "deleted", "added"]
# A stretch as it was and as it is. What is typed in another way differs in nothing but quotes, dashes, spaces
# and italics.
_State = Literal["kept", "typed", "changed"]
_Piece = tuple[str, str, _State]

# A symbol, a rule number, a word with its apostrophes and hyphens, or one other letter; with the marks of italics
# around it and the spaces after it.
_TOKEN = re.compile(r"(_?(?:\{[^{}\s]*\}|\d{3}\.\d+[a-z]?|[^\W_]+(?:_?[’'-][^\W_]+)*|--+|[^\s])_?)?(\s*)")
_WORD = re.compile(r"\w")
# Words kept between two changes are taken for changed too when they are as few as this and no more than what changed
# on either side.
_ISLAND = 3
# Paragraphs less alike than this have nothing to do with each other.
_LEAST_ALIKE = 0.35
# Where a long stretch is folded, so many words stay in view on each side.
_IN_VIEW = 8


@dataclass(frozen=True, slots=True)
class Segment:
    """Stretch of a paragraph that was kept, deleted or added.

    Attributes:
        kind: which of these.
        text: the stretch; what was kept, as it was before and is now.
        old: where it begins in the old paragraph, in letters; for what was added, where it goes in.
        new: where it begins in the new paragraph; for what was deleted, where it was.
        is_typing: whether just quotes, dashes, spaces or italics were typed in another way here.
    """

    kind: SegmentKind
    text: str
    old: int
    new: int
    is_typing: bool = False


@dataclass(frozen=True, slots=True)
class ParagraphDifference:
    """Paragraph before and after.

    Attributes:
        kind: text or example.
        old: which paragraph of the old wording it was, from 0; None for a new one.
        new: which of the new wording it is; None for one that is gone.
        segments: what became of its text, in order.
    """

    kind: ParagraphKind
    old: int | None
    new: int | None
    segments: tuple[Segment, ...]

    @property
    def is_changed(self) -> bool:
        """Whether more differs than how it is typed."""
        return any(segment.kind != "kept" and not segment.is_typing for segment in self.segments)


@dataclass(frozen=True, slots=True)
class Folded:
    """Long stretch that nobody needs to read again.

    Attributes:
        words: how many words it has.
        text: the stretch.
    """

    words: int
    text: str


def difference(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> tuple[ParagraphDifference, ...]:
    """Return how one wording differs from another, paragraph by paragraph, in the order of the new one."""
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


def apply(found: Iterable[ParagraphDifference], old: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    """Return the new wording, made of the old one and a difference.

    Raises:
        ValueError: the difference isn't one of this wording.
    """
    made = []
    for paragraph in found:
        before = "" if paragraph.old is None else old[paragraph.old].text
        parts, place = [], 0
        for segment in paragraph.segments:
            if segment.kind == "added":
                parts.append(segment.text)
                continue
            end = place + len(segment.text)
            if segment.old != place or before[place:end] != segment.text:
                raise ValueError(f"The wording doesn’t have “{segment.text[:40]}” at {segment.old}.")
            if segment.kind == "kept":
                parts.append(before[place:end])
            place = end
        if place != len(before):
            raise ValueError(f"The difference says nothing of “{before[place:][:40]}”.")
        if paragraph.new is not None:
            made.append(Paragraph(paragraph.kind, "".join(parts)))
    return tuple(made)


def text_difference(old: str, new: str) -> Iterator[Segment]:
    """Yield the segments in which one text differs from another, deletions before additions."""
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
    """Return segments with the middle of each long kept stretch folded away.

    Args:
        segments: those of one paragraph.
        in_view: how many words of such a stretch stay in view at each end that a change is next to.
    """
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
        found.append(Folded(len(words) - head - tail, segment.text[begin:end]))
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
    return _share_edges(_drown_islands(_with_gaps(_gather(pieces))))


# The words of rules are few, and asked for over and over.
_typed_alike = lru_cache(maxsize=20_000)(normalized)


def _with_gaps(pieces: list[_Piece]) -> list[_Piece]:
    """Return pieces in which spaces that differ beside a change are part of that change."""
    found: list[_Piece] = []
    for index, (before, after, state) in enumerate(pieces):
        near = pieces[max(0, index - 1) : index + 2]
        is_gap = state == "typed" and not (before + after).strip()
        found.append((before, after, "changed" if is_gap and any(one[2] == "changed" for one in near) else state))
    return _gather(found)


def _tokens(text: str) -> list[tuple[str, str]]:
    """Return the words, symbols and marks of a text, each with the spaces after it."""
    return [token for token in _TOKEN.findall(text) if any(token)]


def _gather(pieces: Iterable[_Piece]) -> list[_Piece]:
    """Return pieces with neighbors in one state put together, and empty ones left out."""
    gathered: list[_Piece] = []
    for before, after, state in pieces:
        if gathered and gathered[-1][2] == state:
            gathered[-1] = (gathered[-1][0] + before, gathered[-1][1] + after, state)
        elif before or after:
            gathered.append((before, after, state))
    return gathered


def _drown_islands(pieces: list[_Piece]) -> list[_Piece]:
    """Return pieces in which a few words kept between two longer changes count as changed: that is easier to read."""
    while True:
        drowned = list(pieces)
        for index in range(1, len(pieces) - 1):
            left, (before, after, state), right = pieces[index - 1 : index + 2]
            if state == "changed" or left[2] != "changed" or right[2] != "changed":
                continue
            words = _count(before)
            if words <= _ISLAND and all(words <= max(map(_count, change[:2])) for change in (left, right)):
                drowned[index] = (before, after, "changed")
        if drowned == pieces:
            return pieces
        pieces = _gather(drowned)


def _count(text: str) -> int:
    """Count words, as far as it matters for an island."""
    words = (token for token in _TOKEN.finditer(text) if _WORD.search(token[0]))
    return sum(1 for _ in islice(words, _ISLAND + 1))


def _share_edges(pieces: list[_Piece]) -> list[_Piece]:
    """Return pieces in which whole words and spaces that a change begins or ends with on both sides are kept."""
    shared: list[_Piece] = []
    for before, after, state in pieces:
        if state != "changed":
            shared.append((before, after, state))
            continue
        mine, yours = ([part for token in _tokens(text) for part in token if part] for text in (before, after))
        head = _common(mine, yours)
        tail = _common(mine[head:][::-1], yours[head:][::-1])
        begins, ends = "".join(mine[:head]), "".join(mine[len(mine) - tail :])
        was, now = ("".join(parts[head : len(parts) - tail]) for parts in (mine, yours))
        shared += ((begins, begins, "kept"), (was, now, "changed"), (ends, ends, "kept"))
    return _gather(shared)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many parts two runs have in common at their beginning."""
    same = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        same += 1
    return same


def _align(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> list[tuple[int | None, int | None]]:
    """Return which paragraph is which, in order: the alignment in which the pairs are most alike together."""
    if len(old) == len(new) == 1:
        return [(0, 0)]
    likeness = [[_likeness(mine, yours) for yours in new] for mine in old]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            paired = best[i + 1][j + 1] + likeness[i][j] if likeness[i][j] else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    i = j = 0
    found: list[tuple[int | None, int | None]] = []
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and likeness[i][j] and best[i][j] == best[i + 1][j + 1] + likeness[i][j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif i < len(old) and (j == len(new) or best[i][j] == best[i + 1][j]):
            found.append((i, None))
            i += 1
        else:
            found.append((None, j))
            j += 1
    return found


def _likeness(old: Paragraph, new: Paragraph) -> float:
    """Return how much alike two paragraphs are; 0 for such as can't be one."""
    if old == new:
        return 1.0
    if old.kind != new.kind:
        return 0.0
    words = [[token for token, _ in _tokens(paragraph.text)] for paragraph in (old, new)]
    alike = Indel.normalized_similarity(*words)
    return float(alike) if alike >= _LEAST_ALIKE else 0.0
