"""A back-of-the-book index (`explorer/data/index`): what players call things, and the rules that answer."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from itertools import chain

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.search.words.phrases import Phrases, canonical_keys
from explorer.search.words.splitting import folded, trimmed
from symbols.data_files import read_data


@dataclass(frozen=True, slots=True)
class BookEntry:
    """An index entry.

    Attributes:
        rules: numbers of the rules that answer, in one edition, the best first; empty if it has none of them.
        gloss: what it is, in at most ten words; or empty.
        over: the parent of the first rule, if it is a subrule or the first rule of its section; else empty.
    """

    name: str
    rules: tuple[str, ...]
    also: tuple[str, ...] = ()
    gloss: str = ""
    see: tuple[str, ...] = ()
    over: str = ""


def _over(number: str) -> str:
    parsed = RuleNumber.parse(number)
    stands = parsed.kind is NumberKind.SUBRULE or (parsed.kind is NumberKind.RULE and parsed.rule == 1)
    return str(parsed.parent) if stands else ""


# The sections of keyword actions and keyword abilities.
_KEYWORDS = frozenset({"701", "702"})


def _typeset(name: str) -> str:
    return re.sub(r"\bi\b", "I", name.replace("'", "’"))


def _read() -> tuple[dt.date, tuple[BookEntry, ...]]:
    folder = files("explorer").joinpath("data", "index")
    names = sorted(one.name for one in folder.iterdir() if one.name[0].isdigit())
    parts = [read_data(f"index/{name}", "explorer") for name in names]
    (edition,) = {part["edition"] for part in parts}
    entries = [
        BookEntry(
            _typeset(name),
            tuple(fields["rules"]),
            tuple(map(_typeset, fields.get("also", ()))),
            fields.get("gloss", ""),
            tuple(map(_typeset, fields.get("see", ()))),
            _over(fields["rules"][0]),
        )
        for part in parts
        for name, fields in part["entries"].items()
    ]
    return edition, tuple(entries)


EDITION, ENTRIES = _read()
"""The edition whose numbers the entries use, and the entries in the order of the chapters that answer."""


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """An entry that matches a query (see `explorer.search.words.phrases.Match`), `exact` if it is one of its names."""

    entry: BookEntry
    fit: float
    named: bool = True
    whole: bool = True
    exact: bool = False


@dataclass(frozen=True)
class Book:
    """The index with the numbers of one edition.

    Attributes:
        entries: in the order of the chapters that answer.
        since: by number, the oldest edition since which it has meant the same rule.
    """

    entries: Sequence[BookEntry]
    since: Mapping[str, dt.date]

    def names_same_rule(self, number: str, edition: dt.date) -> bool:
        """Whether a number in an edition is still the rule that an entry means.

        The parent of an entry's first rule is right whenever that rule is.
        """
        return (self.since.get(number) or self._over_since.get(number, EDITION)) <= edition

    def names_of(self, number: str) -> tuple[Sequence[str], Sequence[str]]:
        """Names of entries that have a rule first, and of those that have it later."""
        return self._names_by_rule.get(number, ((), ()))

    def name_with(self, keys: Set[str], number: str) -> str:
        """The name with most of `keys` (canonical), among entries with this rule or `over`; empty if none has any."""
        names = [*chain(*self.names_of(number)), *self._names_over.get(number, ())]
        best = max(names, key=lambda name: len(keys & set(canonical_keys(name))), default="")
        return "" if keys.isdisjoint(canonical_keys(best)) else best

    def find(self, typed: str, most: int = 8) -> Sequence[FoundEntry]:
        """The entries that match a query, the best first, without those that have no rule."""
        matches = phrases().matches(typed, most)
        just = entry_index(typed)
        found = [
            FoundEntry(self.entries[one.place], one.fit, one.named, one.whole, one.place == just) for one in matches
        ]
        # Names without a specific word match nothing: “who is you”.
        if just is not None and not any(one.exact for one in found):
            found.append(FoundEntry(self.entries[just], 1.0, exact=True))
        return [one for one in sorted(found, key=lambda one: not one.exact) if one.entry.rules]

    def begun(self, typed: str, most: int) -> Sequence[BookEntry]:
        """The entries that have a word with the typed prefix.

        Those whose own name begins with it come first, the shortest of them before the others.
        """
        begun = folded(typed).strip()
        if not begun:
            return []
        found = [
            (not name.startswith(begun), nth > 0, len(name), place)
            for place, called in enumerate(names())
            for nth, name in enumerate(called)
            if name.startswith(begun) or f" {begun}" in name
        ]
        places = list(dict.fromkeys(place for *_, place in sorted(found)))[:most]
        return [self.entries[place] for place in places]

    def renumbered(self, numbers: Mapping[str, str], edition: dt.date) -> "Book":
        """The index with the numbers of another edition.

        Args:
            numbers: new number by old number, for rules that may have changed; empty if the rule is gone.
        """
        entries = []
        for one in self.entries:
            rules = [numbers.get(rule, rule) for rule in one.rules]
            over = _as_far_over(rules[0], one.over) if rules and rules[0] and one.over else ""
            entries.append(replace(one, rules=tuple(dict.fromkeys(filter(None, rules))), over=over))
        since = {**self.since, **dict.fromkeys(numbers.values(), edition)}
        same = {old: min(edition, self.since.get(old, edition)) for old, new in numbers.items() if old == new}
        return Book(entries, since | same)

    @cached_property
    def _over_since(self) -> Mapping[str, dt.date]:
        """The oldest edition since which `over` has been the parent of the entry's first rule."""
        out: dict[str, dt.date] = {}
        for one in self.entries:
            if one.over:
                since = self.since.get(one.rules[0], EDITION)
                out[one.over] = min(since, out.get(one.over, since))
        return out

    @cached_property
    def _names_over(self) -> Mapping[str, Sequence[str]]:
        out: dict[str, list[str]] = defaultdict(list)
        for one in self.entries:
            out[one.over].extend((one.name, *one.also))
        return out

    @cached_property
    def _names_by_rule(self) -> Mapping[str, tuple[list[str], list[str]]]:
        out: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for one in self.entries:
            for place, number in enumerate(one.rules):
                out[number][min(place, 1)].extend((one.name, *one.also))
        return out


def _as_far_over(number: str, over: str) -> str:
    kind = RuleNumber.parse(over).kind
    above = RuleNumber.parse(number)
    while above.parent and above.kind is not kind:
        above = above.parent
    return str(above)


def _since() -> Mapping[str, dt.date]:
    since = read_data("index/since.toml", "explorer")
    return {number: dt.date.fromisoformat(day) for day, numbers in since.items() for number in numbers}


BOOK = Book(ENTRIES, _since())
"""The index with the numbers of `EDITION`."""


@cache
def phrases() -> Phrases:
    return Phrases((one.name, *one.also) for one in ENTRIES)


@cache
def names() -> Sequence[Sequence[str]]:
    """Lower-case names of each entry, its own first."""
    return [[folded(name) for name in (one.name, *one.also)] for one in ENTRIES]


def entry_index(typed: str) -> int | None:
    """The position of the entry of which the query is exactly a name, if any."""
    return _places().get(folded(trimmed(typed)))


def is_keyword(typed: str) -> bool:
    """Whether the query is exactly a name of a keyword action (701) or a keyword ability (702)."""
    place = entry_index(typed)
    return place is not None and ENTRIES[place].rules[0][:3] in _KEYWORDS


@cache
def _places() -> Mapping[str, int]:
    return {name: place for place, called in enumerate(names()) for name in called}
