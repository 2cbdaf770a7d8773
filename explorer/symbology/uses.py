"""Every rule that uses a symbol, in letters or by name: under each number, in the newest edition whose text does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, groupby

from django.db.models import Exists, OuterRef, Q, Value
from django.utils.safestring import SafeString

from explorer import addresses
from explorer.document.tree import Paragraph, from_json
from explorer.library import queries
from explorer.models import Rule, SymbolUse
from explorer.symbology.mentions import told_in
from symbols.catalog.definitions import Definition
from symbols.catalog.naming import find_names
from symbols.catalog.text import find_symbols
from symbols.rendering import render_text

#: How much of a rule is shown on either side of the symbol, in letters.
_AROUND = 60
#: How many rules are shown at once; more unfold.
_AT_ONCE = 12


@dataclass(frozen=True, slots=True)
class UsedIn:
    """A rule, and the words around the symbol in it."""

    number: str
    address: str
    words: SafeString


@dataclass(frozen=True, slots=True)
class InEdition:
    """The rules of one edition that use a symbol.

    Attributes:
        date: the edition's effective date.
        first: its rules, in order, as many as are shown at once; `rest` are the others.
    """

    date: date
    first: Sequence[UsedIn]
    rest: Sequence[UsedIn]

    @property
    def count(self) -> int:
        """How many rules there are."""
        return len(self.first) + len(self.rest)


@dataclass(frozen=True, slots=True)
class Uses:
    """The rules that use a symbol, by edition, the newest first.

    Attributes:
        today: those that nothing newer has taken the place of.
        past: those under numbers that the newest edition, being whole, no longer has, or whose newer text has other
            symbols.
    """

    today: Sequence[InEdition]
    past: Sequence[InEdition]

    @property
    def past_count(self) -> int:
        """How many rules are past."""
        return sum(each.count for each in self.past)

    @property
    def count(self) -> int:
        """How many rules use the symbol today."""
        return sum(each.count for each in self.today)


def uses_of(one: Definition) -> Uses:
    """Return the rules that write a symbol, or that name it or its kind, with two questions to the library."""
    newest = queries.current_edition()
    # What names a kind is kept under the symbols of the galleries, and means the made ones as well.
    using = Q(code=one.code) | Q(code=one.like, named=True)
    rows = SymbolUse.objects.filter(using).order_by("-rule__edition__date", "rule__sort_key")
    if newest is not None and newest.complete:
        gone: Value | Exists = Value(value=False)
    else:
        # A library of excerpts: nothing is gone unless a newer text stands under the same number.
        newer = Rule.objects.filter(number=OuterRef("rule__number"), edition__date__gt=OuterRef("rule__edition__date"))
        gone = Exists(newer)
    fields = rows.values_list("rule__edition__date", "rule__number", "rule__wording__paragraphs", gone)
    today: list[InEdition] = []
    past: list[InEdition] = []
    seen: set[str] = set()
    for day, group in groupby(fields, key=lambda row: row[0]):
        here: list[UsedIn] = []
        before: list[UsedIn] = []
        for _, number, body, replaced in group:
            # What names the kind of a made symbol may be older, or newer, than what writes it.
            if number in seen:
                continue
            seen.add(number)
            is_past = replaced or (newest is not None and newest.complete and day != newest.date)
            address = addresses.rule(number, day if is_past else None)
            (before if is_past else here).append(UsedIn(number, address, _words(from_json(body), one, day)))
        for rules, where in ((here, today), (before, past)):
            if rules:
                where.append(InEdition(day, rules[:_AT_ONCE], rules[_AT_ONCE:]))
    return Uses(today, past)


def _words(paragraphs: Sequence[Paragraph], one: Definition, day: date) -> SafeString:
    """Return the words around the first place where a rule writes a symbol, or else names it, drawn."""
    texts = [paragraph.text for paragraph in paragraphs]
    written = (
        (text, found.start, found.end) for text in texts for found in find_symbols(text, day) if found.code == one.code
    )
    named = ((text, found.start, found.end) for text in texts for found in find_names(text) if one.like in found.codes)
    told = ((text, at, at) for text in texts for code, at in told_in(text).items() if code == one.like)
    whole = ((text, 0, 0) for text in texts)
    place = next(chain(written, named, told, whole), None)
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
