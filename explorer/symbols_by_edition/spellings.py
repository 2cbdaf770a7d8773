"""Notations of a symbol: official, typed, on old cards, in old editions."""

from collections.abc import Sequence

from explorer.document.dates import long_date
from explorer.symbols_by_edition.history import EditionMark, History
from symbols.catalog.definitions import MEANINGS, Definition, spelling_kind
from symbols.models import Spelling


def notations_of(one: Definition, history: History) -> list[tuple[str, Sequence[str]]]:
    """Notations by where they are found.

    Former ones are dated by the editions that have them; if none does, by the date on which they got another meaning.
    """
    ways: dict[str, list[str]] = {}
    for way in one.spellings:
        ways.setdefault(Spelling.Kind(spelling_kind(one, way)).label, []).append(way)
    telling = history.telling[::-1]
    written = dict.fromkeys(mark.written for mark in telling if mark.written not in {"", one.written})
    for way in written:
        ways.setdefault(_when(way, telling), []).append(way)
    for meaning in MEANINGS:
        former = f"{{{meaning.written}}}"
        if meaning.code == one.code and former not in written:
            ways.setdefault(f"in editions before {long_date(meaning.before)}", []).append(former)
    if not ways and one.kind == "number":
        # Plain numbers and letters have no other notation.
        ways["as the rules write it"] = [one.label]
    return list(ways.items())


def _when(way: str, telling: Sequence[EditionMark]) -> str:
    """The editions that spell it so: "in some editions from June 2004 to May 2008"."""
    days = [mark.date for mark in telling if mark.written == way]
    first, last = days[0], days[-1]
    if first == last:
        return f"in the {first:%B %Y} rules"
    between = [mark for mark in telling if first <= mark.date <= last]
    some = "" if all(mark.written == way for mark in between) else "some "
    return f"in {some}editions from {first:%B %Y} to {last:%B %Y}"
