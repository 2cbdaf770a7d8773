"""Parse the glossary into terms."""

import re
from collections.abc import Iterator, Sequence

from explorer.document.lines import (
    MOST_PARAGRAPHS,
    Line,
    ParagraphBuilder,
    is_example,
    is_wrapped,
    paragraph,
    too_many_paragraphs,
)
from explorer.document.tree import GlossaryEntry, slugify

_OBSOLETE = "(obsolete)"
_LONGEST_NAME = 100
# Without a blank line above, only shorter lines can be told from text.
_LONGEST_BURIED_NAME = 60
# Preceding names to compare with, since the order isn't strict.
_NAMES_ABOVE = 4
_SENTENCE_WORDS = 5
_SENTENCE_ENDS = (".", ".”", '."', ".)")
# “1. A zone …”: one of several meanings.
_SENSE = re.compile(r"\d{1,2}\. ")
_NOT_A_LETTER = re.compile(r"[\W_]+")


def read_glossary(lines: Sequence[Line]) -> tuple[list[Line], list[GlossaryEntry]]:
    """Parse the lines below the glossary's heading.

    A term begins after a blank line: its name on one line, then the paragraphs that explain it. A name without a blank
    line above is recognized by alphabetical order. A line that stands alone or is indented belongs to the term before.

    Returns:
        The lines before the first term, and the terms.

    Raises:
        DocumentError: an entry has so many paragraphs that names must have been missed.
    """
    wrapped = is_wrapped(lines)
    stray: list[Line] = []
    terms: list[tuple[str, list[Line]]] = []
    for block in _with_their_names(_divided(_blocks(lines), wrapped=wrapped)):
        if len(block) > 1 and _is_name(block[0]):
            terms.append((block[0].text, block[1:]))
        else:
            (terms[-1][1] if terms else stray).extend(block)
    used: dict[str, int] = {}
    return stray, [_term(name, rest, used, wrapped=wrapped) for name, rest in terms]


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    blocks: list[list[Line]] = []
    for line in lines:
        if line.after_blank or not blocks:
            blocks.append([])
        blocks[-1].append(line)
    return blocks


def _divided(blocks: Sequence[list[Line]], *, wrapped: bool) -> Iterator[list[Line]]:
    for index, block in enumerate(blocks):
        following = blocks[index + 1][0].text if index + 1 < len(blocks) else None
        names = [block[0].text]
        start = 0
        for place in range(2, len(block) - 1):
            if place - start < 2 or not _may_be_buried_name(block, place):
                continue
            name = block[place].text
            if _in_order(names[-_NAMES_ABOVE:], name, following, whole=wrapped):
                yield block[start:place]
                names.append(name)
                start = place
        yield block[start:]


def _may_be_buried_name(lines: Sequence[Line], place: int) -> bool:
    """Whether a line within a block looks like a name: not a sentence, but between two sentences."""
    line, before, after = lines[place], lines[place - 1].text, lines[place + 1]
    if line.indented or len(line.text) > _LONGEST_BURIED_NAME or not _is_name(line):
        return False
    if line.text[-1] in ".:;,?!" or not before.endswith((".", ")", "”", '"')):
        return False
    return not (line.text[0].islower() or after.text[0].islower())


def _in_order(above: Sequence[str], name: str, below: str | None, *, whole: bool) -> bool:
    """Whether a name fits alphabetically between others.

    Editors don't sort strictly, so the first letter suffices, except in wrapped documents (`whole`).
    """
    letters = _letters(name)
    if whole:
        return _letters(above[-1]) < letters and (below is None or letters < _letters(below))
    first = min(_letters(other)[:1] for other in above)
    return first <= letters[:1] and (below is None or letters[:1] <= _letters(below)[:1])


def _with_their_names(blocks: Iterator[list[Line]]) -> Iterator[list[Line]]:
    """Rejoin definitions that a blank line separates from their names."""
    waiting: list[Line] | None = None
    for block in blocks:
        first = block[0]
        if waiting is not None and not first.indented and not _is_name(first):
            yield waiting + block
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        alone = len(block) == 1 and _is_name(first)
        waiting = block if alone else None
        if not alone:
            yield block
    if waiting is not None:
        yield waiting


def _is_name(line: Line) -> bool:
    text = line.text
    if line.indented or len(text) > _LONGEST_NAME or is_example(text):
        return False
    if text.startswith("See ") or len(text.split()) >= _SENTENCE_WORDS:
        return not text.endswith(_SENTENCE_ENDS)
    return _SENSE.match(text) is None


def _letters(name: str) -> str:
    return _NOT_A_LETTER.sub("", name).casefold()


def _term(name: str, lines: Sequence[Line], used: dict[str, int], *, wrapped: bool) -> GlossaryEntry:
    text = ParagraphBuilder()
    for line in lines:
        text.add(line, wrapped=wrapped)
    if len(text.texts) > MOST_PARAGRAPHS:
        raise too_many_paragraphs(f"the glossary entry “{name}”", len(text.texts))
    slug = _unused(slugify(name), used)
    paragraphs = tuple(map(paragraph, text.texts))
    return GlossaryEntry(name, slug, paragraphs, _OBSOLETE in name.casefold(), tuple(text.breaks))


def _unused(slug: str, used: dict[str, int]) -> str:
    """Make a slug unique with a numeric suffix, and record it in `used`."""
    candidate, number = slug, used.get(slug, 0) + 1
    while number > 1 and (candidate := f"{slug}-{number}") in used:
        number += 1
    used[slug] = number
    used.setdefault(candidate, 1)
    return candidate
