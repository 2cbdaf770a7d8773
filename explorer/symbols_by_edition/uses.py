"""Every rule that uses a symbol, in letters or by name: under each number, in the newest edition whose text does."""

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
from symbols.catalog.naming import find_names
from symbols.catalog.text import find_symbols
from symbols.rendering import render_text

#: How much of a rule is shown on either side of the symbol, in letters.
_AROUND = 60
#: How many rules are shown at once; more unfold.
_AT_ONCE = 12


@dataclass(frozen=True, slots=True)
class Use:
    """Rule that uses a symbol: under its number, the newest that does.

    Attributes:
        date: the effective date of its edition.
        number: its number.
        paragraphs: its text.
        replaced: whether a newer edition has another text under the number, where the newest edition of the library
            is an excerpt.
    """

    date: date
    number: str
    paragraphs: Sequence[Paragraph]
    replaced: bool


@dataclass(frozen=True, slots=True)
class UsedIn:
    """Rule, and the words around the symbol in it."""

    number: str
    address: str
    words: SafeString


@dataclass(frozen=True, slots=True)
class UsesInEdition:
    """Rules of one edition that use a symbol.

    Attributes:
        date: the edition's effective date.
        first: its rules, in order, as many as are shown at once; `rest` are the others.
    """

    date: date
    first: Sequence[UsedIn]
    rest: Sequence[UsedIn]

    @property
    def count(self) -> int:
        """Number of rules."""
        return len(self.first) + len(self.rest)


@dataclass(frozen=True, slots=True)
class Uses:
    """Rules that use a symbol, by edition, the newest first.

    Attributes:
        newest: those that nothing newer has taken the place of.
        past: those under numbers that the newest edition, being whole, no longer has, or whose newer text has other
            symbols.
    """

    newest: Sequence[UsesInEdition]
    past: Sequence[UsesInEdition]

    @property
    def count(self) -> int:
        """Number of rules that use the symbol today."""
        return sum(each.count for each in self.newest)


def uses_of(one: Definition, rows: Sequence[Use], loaded: Library, *, pinned: bool = False) -> Uses:
    """Return the rules that write a symbol, or that name it or its kind.

    Args:
        one: the symbol.
        rows: the rules, newest edition first, each edition's in order.
        loaded: the editions that are looked in.
        pinned: whether links name their editions.
    """
    current: list[UsesInEdition] = []
    past: list[UsesInEdition] = []
    seen: set[str] = set()
    for day, group in groupby(rows, key=lambda row: row.date):
        here: list[UsedIn] = []
        before: list[UsedIn] = []
        for row in group:
            # What names the kind of a made symbol may be older, or newer, than what writes it.
            if row.number in seen:
                continue
            seen.add(row.number)
            # Of excerpts nothing is gone unless a newer text has the same number.
            is_past = row.replaced or day not in loaded.undated_days
            address = addresses.rule(row.number, day if is_past or pinned else None)
            used = UsedIn(row.number, address, _words(row.paragraphs, one, day))
            (before if is_past else here).append(used)
        for rules, where in ((here, current), (before, past)):
            if rules:
                where.append(UsesInEdition(day, rules[:_AT_ONCE], rules[_AT_ONCE:]))
    return Uses(current, past)


def _words(paragraphs: Sequence[Paragraph], one: Definition, day: date) -> SafeString:
    """Return the words around the first place where a rule writes a symbol, or else names it, drawn."""
    texts = [paragraph.text for paragraph in paragraphs]
    written = (
        (text, found.start, found.end) for text in texts for found in find_symbols(text, day) if found.code == one.code
    )
    named = ((text, found.start, found.end) for text in texts for found in find_names(text) if one.like in found.codes)
    described = ((text, at, at) for text in texts for code, at in described_in(text).items() if code == one.like)
    whole = ((text, 0, 0) for text in texts)
    place = next(chain(written, named, described, whole), None)
    return render_text(_cut(*place), day) if place else SafeString("")


def _cut(text: str, start: int, end: int) -> str:
    """Return the words around a place, whole ones, with dots where there are more."""
    begin = max(0, start - _AROUND)
    stop = min(len(text), end + _AROUND)
    if begin:
        begin = text.find(" ", begin, start) + 1 or start
    if stop < len(text):
        blank = text.rfind(" ", end, stop)
        stop = blank if blank > 0 else end
    return f"{'… ' if begin else ''}{text[begin:stop]}{' …' if stop < len(text) else ''}"
