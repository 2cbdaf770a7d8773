"""Rules that use a symbol, written or by name: for each number, in the newest edition that does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, groupby

from django.utils.safestring import SafeString

from explorer.document.tree import Paragraph
from explorer.library.loaded import Library
from explorer.web import addresses
from explorer.wording.mentions import described_in
from symbols.catalog.definitions import Definition
from symbols.catalog.text import find_names, find_symbols
from symbols.rendering import render_text

#: Characters of context on either side of the symbol.
_CONTEXT = 60
#: More rules are folded.
_UNFOLDED = 12


@dataclass(frozen=True, slots=True)
class Use:
    """The newest rule under its number that uses a symbol.

    `replaced`: a newer edition has another text under the number, in a library whose newest is an excerpt.
    """

    date: date
    number: str
    paragraphs: Sequence[Paragraph]
    replaced: bool


@dataclass(frozen=True, slots=True)
class UsedIn:
    number: str
    address: str
    words: SafeString


@dataclass(frozen=True, slots=True)
class UsesInEdition:
    """Rules of one edition that use a symbol; `rest` is folded."""

    date: date
    first: Sequence[UsedIn]
    rest: Sequence[UsedIn]

    @property
    def count(self) -> int:
        return len(self.first) + len(self.rest)


@dataclass(frozen=True, slots=True)
class Uses:
    """Rules that use a symbol, by edition, newest first; `past` ones are gone, or their newer text doesn't use it."""

    newest: Sequence[UsesInEdition]
    past: Sequence[UsesInEdition]

    @property
    def count(self) -> int:
        return sum(each.count for each in self.newest)


def uses_of(one: Definition, rows: Sequence[Use], loaded: Library, *, pinned: bool = False) -> Uses:
    """Shape the rules that write a symbol, or name it or its kind.

    `rows` are newest edition first, `loaded` the editions that were searched; `pinned` links name their editions.
    """
    current: list[UsesInEdition] = []
    past: list[UsesInEdition] = []
    seen: set[str] = set()
    for day, group in groupby(rows, key=lambda row: row.date):
        here: list[UsedIn] = []
        before: list[UsedIn] = []
        for row in group:
            # A number may occur twice: the newest rule that names the kind, and the newest that writes the symbol.
            if row.number in seen:
                continue
            seen.add(row.number)
            # In excerpts, a rule is current unless a newer text has its number.
            is_past = row.replaced or day not in loaded.undated_dates
            address = addresses.rule(row.number, day if is_past or pinned else None)
            used = UsedIn(row.number, address, _words(row.paragraphs, one, day))
            (before if is_past else here).append(used)
        for rules, where in ((here, current), (before, past)):
            if rules:
                where.append(UsesInEdition(day, rules[:_UNFOLDED], rules[_UNFOLDED:]))
    return Uses(current, past)


def _words(paragraphs: Sequence[Paragraph], one: Definition, day: date) -> SafeString:
    """An excerpt around the first place where the rule writes the symbol, or else names it."""
    texts = [paragraph.text for paragraph in paragraphs]
    written = (
        (text, found.start, found.end) for text in texts for found in find_symbols(text, day) if found.code == one.code
    )
    named = ((text, found.start, found.end) for text in texts for found in find_names(text) if one.like in found.codes)
    described = ((text, at, at) for text in texts for code, at in described_in(text).items() if code == one.like)
    whole = ((text, 0, 0) for text in texts)
    place = next(chain(written, named, described, whole), None)
    return render_text(_excerpt(*place), day) if place else SafeString("")


def _excerpt(text: str, start: int, end: int) -> str:
    """Whole words around a place, with ellipses."""
    begin = max(0, start - _CONTEXT)
    stop = min(len(text), end + _CONTEXT)
    if begin:
        begin = text.find(" ", begin, start) + 1 or start
    if stop < len(text):
        blank = text.rfind(" ", end, stop)
        stop = blank if blank > 0 else end
    return f"{'… ' if begin else ''}{text[begin:stop]}{' …' if stop < len(text) else ''}"
