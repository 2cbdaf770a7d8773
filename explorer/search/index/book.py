"""Index as at the back of a book (`explorer/data/index`): what players call things, and the rules that answer."""

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
from explorer.search.words.splitting import folded
from symbols.data_files import read_data


@dataclass(frozen=True, slots=True)
class BookEntry:
    """Entry of the index.

    Attributes:
        name: what players call it.
        rules: the numbers of the rules that answer, in one edition, the one that answers best first. None where that
            edition has none of these rules.
        also: other names.
        gloss: what it is, in ten words at most; or empty.
        see: the names of entries about something like it.
        over: what stands over the first rule: the rule of a subrule, the section of its first rule; or empty.
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


def _written(name: str) -> str:
    return re.sub(r"\bi\b", "I", name.replace("'", "’"))


def _read() -> tuple[dt.date, tuple[BookEntry, ...]]:
    folder = files("explorer").joinpath("data", "index")
    names = sorted(one.name for one in folder.iterdir() if one.name[0].isdigit())
    parts = [read_data(f"index/{name}", "explorer") for name in names]
    (edition,) = {part["edition"] for part in parts}
    entries = [
        BookEntry(
            _written(name),
            tuple(fields["rules"]),
            tuple(map(_written, fields.get("also", ()))),
            fields.get("gloss", ""),
            tuple(map(_written, fields.get("see", ()))),
            _over(fields["rules"][0]),
        )
        for part in parts
        for name, fields in part["entries"].items()
    ]
    return edition, tuple(entries)


EDITION, ENTRIES = _read()
"""The edition that the entries' numbers are of, and the entries, in the order of the chapters that answer."""


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """Entry that fits what was typed, how well, and whether it was meant (see `explorer.search.words.phrases.Match`).

    Attributes:
        exact: whether nothing but one of its names was typed.
    """

    entry: BookEntry
    fit: float
    named: bool = True
    whole: bool = True
    exact: bool = False


@dataclass(frozen=True)
class Book:
    """Index with the numbers of one edition.

    Attributes:
        entries: every entry, in the order of the chapters that answer.
        since: the effective date of the oldest edition from which each number has named the rule that it names here.
    """

    entries: Sequence[BookEntry]
    since: Mapping[str, dt.date]

    def names_same_rule(self, number: str, edition: dt.date) -> bool:
        """Return whether an edition has, under a number of an entry, the rule that the entry is about.

        What stands over the first rule of an entry is right wherever that rule has its number.
        """
        return (self.since.get(number) or self._over_since.get(number, EDITION)) <= edition

    def names_of(self, number: str) -> tuple[Sequence[str], Sequence[str]]:
        """Return the names of the entries that name a rule first, and of those that name another before it."""
        return self._names_by_rule.get(number, ((), ()))

    def name_with(self, keys: Set[str], number: str) -> str:
        """Return the first of the names with most of some words, of the entries that a rule answers; else nothing.

        Args:
            keys: the canonical keys of the words.
            number: the rule, or what is over the first rule of an entry.
        """
        names = [*chain(*self.names_of(number)), *self._names_over.get(number, ())]
        best = max(names, key=lambda name: len(keys & set(canonical_keys(name))), default="")
        return "" if keys.isdisjoint(canonical_keys(best)) else best

    def find(self, typed: str, most: int = 8) -> Sequence[FoundEntry]:
        """Return the entries that fit what was typed, the best first; those without a rule are left out.

        Args:
            typed: a question, or a few words.
            most: how many to return.
        """
        matches = phrases().matches(typed, most)
        just = place_called(typed)
        found = [
            FoundEntry(self.entries[one.place], one.fit, one.named, one.whole, one.place == just) for one in matches
        ]
        # Names that have no telling word fit nothing: “who is you”.
        if just is not None and not any(one.exact for one in found):
            found.append(FoundEntry(self.entries[just], 1.0, exact=True))
        return [one for one in sorted(found, key=lambda one: not one.exact) if one.entry.rules]

    def begun(self, typed: str, most: int) -> Sequence[BookEntry]:
        """Return the entries with a name in which a word begins with what was typed.

        Those whose own name begins so come first, the shortest of them before the others.
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
        """Return the index with the numbers of another edition.

        Args:
            numbers: the number there of each rule that may have another; empty for a rule that is not there.
            edition: the effective date of that edition.
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
        """Oldest edition from which what stands over the first rule of an entry has stood over it."""
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
    """Return what stands over a number: its rule where `over` is a rule, its section where that is a section."""
    kind = RuleNumber.parse(over).kind
    above = RuleNumber.parse(number)
    while above.parent and above.kind is not kind:
        above = above.parent
    return str(above)


def _since() -> Mapping[str, dt.date]:
    since = read_data("index/since.toml", "explorer")
    return {number: dt.date.fromisoformat(day) for day, numbers in since.items() for number in numbers}


BOOK = Book(ENTRIES, _since())
"""The index as it is written: with the numbers of `EDITION`."""


@cache
def phrases() -> Phrases:
    """Return all names of entries."""
    return Phrases((one.name, *one.also) for one in ENTRIES)


@cache
def names() -> Sequence[Sequence[str]]:
    """Return the names of each entry in small letters, its own first."""
    return [[folded(name) for name in (one.name, *one.also)] for one in ENTRIES]


def place_called(typed: str) -> int | None:
    """Return the place of the entry of which just a name was typed; None where there is none."""
    return _places().get(folded(" ".join(typed.split())).rstrip("?!. "))


def is_keyword(typed: str) -> bool:
    """Return whether just a name of a keyword action (701) or a keyword ability (702) was typed."""
    place = place_called(typed)
    return place is not None and ENTRIES[place].rules[0][:3] in _KEYWORDS


@cache
def _places() -> Mapping[str, int]:
    return {name: place for place, called in enumerate(names()) for name in called}
