"""The glossary: from lines to terms."""

from collections.abc import Sequence

from explorer.document.body import paragraph
from explorer.document.lines import Line
from explorer.document.tree import Term, slugify

_OBSOLETE = "(obsolete)"


def read_glossary(lines: Sequence[Line]) -> list[Term]:
    """Read the lines under the glossary's heading.

    A term begins after a blank line: its name, then the paragraphs that explain it.
    """
    blocks: list[list[str]] = []
    for line in lines:
        if line.after_blank or not blocks:
            blocks.append([line.text])
        else:
            blocks[-1].append(line.text)
    return make_terms(blocks)


def make_terms(blocks: Sequence[Sequence[str]]) -> list[Term]:
    """Return the terms of blocks, each a name and its paragraphs. Every slug is different."""
    used: set[str] = set()
    terms = []
    for name, *rest in blocks:
        slug = _unused(slugify(name), used)
        used.add(slug)
        terms.append(Term(name, slug, tuple(map(paragraph, rest)), _OBSOLETE in name.casefold()))
    return terms


def _unused(slug: str, used: set[str]) -> str:
    candidate, count = slug, 1
    while candidate in used:
        count += 1
        candidate = f"{slug}-{count}"
    return candidate
