"""Statements of one edition's text about each symbol.

Pure: it is given texts and asks nobody. The editions say more than dates do, so whatever an edition can tell is read
from it.
"""

import datetime as dt
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from explorer.symbols_by_edition.edition_symbols import LETTER, EditionSymbols
from symbols.catalog.definitions import Definition
from symbols.plain_text import plain_text


def lacks(one: Definition, day: dt.date, known: bool | None) -> bool:  # noqa: FBT001
    """Return whether an edition does not have a symbol, so that none of its words can mean it.

    Args:
        one: the symbol.
        day: the edition's effective date.
        known: what the edition says (`EditionText.says`); where that is None, the day on which the symbol, or the first
            of its kind, is known to have come decides.
    """
    return one.since is not None and day < one.since if known is None else not known


def known_in(day: dt.date, said: Mapping[dt.date, bool]) -> bool | None:
    """Return whether an edition has a symbol, going by what editions say of it; None where that is unknown.

    Of what the edition does not say itself (an excerpt says little), the editions around it tell: what the last before
    it and the first after it do not have, it does not have.

    Args:
        day: the edition's effective date.
        said: whether editions have the symbol, by their effective dates.
    """
    if day in said:
        return said[day]
    before = max((other for other in said if other < day), default=None)
    after = min((other for other in said if other > day), default=None)
    return False if before and not said[before] and not (after and said[after]) else None


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement of an edition on a symbol.

    Attributes:
        known: whether the edition has it.
        written: how it writes it there; empty where it has no letters for it, and where it does not have it.
        number: the rule that says so; empty for the glossary, and where it does not have it.
    """

    known: bool
    written: str = ""
    number: str = ""


class EditionText:
    """Text of one edition, or of an excerpt of one.

    Args:
        date: effective date, `2025-06-06`.
        rules: text of each rule by its number, in the order of the document.
        glossary: text of each entry by its term.
        complete: whether it is the whole edition, so that what is not in it does not exist.
    """

    def __init__(self, date: str, rules: Mapping[str, str], glossary: Mapping[str, str], *, complete: bool) -> None:
        self.date = dt.date.fromisoformat(date)
        self.complete = complete
        self.symbols = EditionSymbols(date, rules, glossary, whole=True if complete else None)
        self._rules = rules
        self._glossary = glossary

    def says(self, one: Definition) -> Statement | None:
        """Return what the edition says of a symbol; None where it does not tell.

        It says that it does not have a symbol where its list of mana symbols leaves it out, or where it describes the
        rest of the kind. Its silence says so only from before the day on which the symbol is known to have come: later,
        cards had it and the rules may have passed over it.
        """
        otherwise = False
        for code, meaning in one.known_as:
            found = self.symbols.get(code)
            # A letter used beside X is no mana symbol.
            if found and found.meaning == meaning and found.group != LETTER:
                return Statement(known=True, written=self._as_written(found.written), number=found.citations[0].rule)
            otherwise = otherwise or (found is not None and found.meaning != meaning and one.mana)
        for words in one.phrases:
            for number in self._with(words):
                return Statement(known=True, number=number)
        if otherwise or (one.mana and self.symbols.lists_mana_symbols):
            return Statement(known=False)
        if any(True for words in one.excluding_phrases for _ in self._with(words)):
            return Statement(known=False)
        if one.mana or one.since is None or not (one.known_as or one.phrases):
            return None
        whole = self.complete or (bool(one.known_as) and self.symbols.whole)
        return Statement(known=False) if whole and self.date < one.since else None

    def _as_written(self, written: str) -> str:
        """Return the letters that the edition has for a symbol, or nothing where it only tells of it.

        A pattern such as `{rN}` stands for spellings that need not be in the text.
        """
        text = self._plain[0]
        ways = (written, written.replace("{", "{o", 1))
        return next((way for way in ways if plain_text(way, keep_case=True) in text), "")

    @cached_property
    def _plain(self) -> tuple[str, list[int], list[str]]:
        """Return all of the text on plain lines, where each piece begins, and the rule that it is of.

        A glossary entry begins with its term, on a line of its own.
        """
        starts: list[int] = []
        owners: list[str] = []
        pieces: list[str] = []
        at = 0
        for number, text in _owned(self._rules, self._glossary):
            flat = "\n".join(plain_text(line, keep_case=True) for line in text.split("\n"))
            starts.append(at)
            owners.append(number)
            pieces.append(flat)
            at += len(flat) + 1
        return "\n".join(pieces), starts, owners

    def _with(self, words: str) -> Iterator[str]:
        """Yield the numbers of the rules that have some words, in order; nothing for the glossary."""
        text, starts, owners = self._plain
        at = text.find(words)
        while at >= 0:
            yield owners[bisect_right(starts, at) - 1]
            at = text.find(words, at + 1)


def _owned(rules: Mapping[str, str], glossary: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    yield from rules.items()
    for term, text in glossary.items():
        yield "", f"{term}\n{text}"
