"""Index as at the back of a book (`explorer/data/index`): what players call things, and the rules that answer."""

import datetime as dt
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from explorer.search.phrases import Phrases
from explorer.search.words import folded


@dataclass(frozen=True, slots=True)
class BookEntry:
    """Entry of the index.

    Attributes:
        name: what players call it.
        rules: the numbers of the rules that answer, in the edition of `EDITION`, the one that answers best first.
        also: other names.
        gloss: what it is, in ten words at most; or empty.
        see: the names of entries about something like it.
    """

    name: str
    rules: tuple[str, ...]
    also: tuple[str, ...] = ()
    gloss: str = ""
    see: tuple[str, ...] = ()


def _read() -> tuple[dt.date, tuple[BookEntry, ...]]:
    folder = files("explorer").joinpath("data", "index")
    names = sorted(one.name for one in folder.iterdir() if one.name[0].isdigit())
    parts = [tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")) for name in names]
    (edition,) = {part["edition"] for part in parts}
    entries = [
        BookEntry(
            name,
            tuple(fields["rules"]),
            tuple(fields.get("also", ())),
            fields.get("gloss", ""),
            tuple(fields.get("see", ())),
        )
        for part in parts
        for name, fields in part["entries"].items()
    ]
    return edition, tuple(entries)


EDITION, ENTRIES = _read()
"""The edition that the entries' numbers are of, and the entries, in the order of the chapters that answer."""


@cache
def since() -> Mapping[str, dt.date]:
    """Return the effective date of the oldest edition from which each number has named the rule that it names now."""
    text = files("explorer").joinpath("data", "index", "since.toml").read_text(encoding="utf-8")
    return {number: dt.date.fromisoformat(day) for day, numbers in tomllib.loads(text).items() for number in numbers}


def names_same_rule(number: str, edition: dt.date) -> bool:
    """Return whether an edition has, under a number of an entry, the rule that the entry is about."""
    return since().get(number, EDITION) <= edition


def names_of(number: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the names of the entries that name a rule first, and of those that name another before it."""
    return _names_by_rule().get(number, ((), ()))


@cache
def _names_by_rule() -> Mapping[str, tuple[list[str], list[str]]]:
    out: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for one in ENTRIES:
        for place, number in enumerate(one.rules):
            out[number][min(place, 1)].extend((one.name, *one.also))
    return out


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """Entry that fits what was typed, and how well, from 0 to 1."""

    entry: BookEntry
    fit: float


def find_entries(typed: str, most: int = 8) -> Sequence[FoundEntry]:
    """Return the entries that fit what was typed, the best first.

    Args:
        typed: a question, or a few words.
        most: how many to return.
    """
    return [FoundEntry(ENTRIES[place], fit) for place, fit in phrases().matches(typed, most)]


@cache
def phrases() -> Phrases:
    """Return all names of entries."""
    return Phrases((one.name, *one.also) for one in ENTRIES)


def begun_entries(typed: str, most: int) -> Sequence[FoundEntry]:
    """Return the entries with a name in which a word begins with what was typed.

    Those whose own name begins so come first, the shortest of them before the others.
    """
    begun = folded(typed).strip()
    if not begun:
        return []
    found = [
        (not name.startswith(begun), nth > 0, len(name), place)
        for place, names in enumerate(_folded_names())
        for nth, name in enumerate(names)
        if name.startswith(begun) or f" {begun}" in name
    ]
    places = list(dict.fromkeys(place for *_, place in sorted(found)))[:most]
    return [FoundEntry(ENTRIES[place], 0.0) for place in places]


@cache
def _folded_names() -> Sequence[Sequence[str]]:
    return [[folded(name) for name in (one.name, *one.also)] for one in ENTRIES]
