"""What an edition's text says of each symbol. Pure."""

import datetime as dt
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from explorer.symbols_by_edition.edition_symbols import LETTER, EditionSymbols
from symbols.catalog.definitions import Definition
from symbols.plain_text import plain_text


def lacks(one: Definition, day: dt.date, known: bool | None) -> bool:  # noqa: FBT001
    """Whether an edition doesn't have a symbol, so that its words can't mean it.

    Args:
        known: what the edition says (`EditionText.says`); where that is None, the date on which the symbol, or the
            first of its kind, appeared decides.
    """
    return one.since is not None and day < one.since if known is None else not known


def known_in(day: dt.date, said: Mapping[dt.date, bool]) -> bool | None:
    """Whether an edition has a symbol; None where that is unknown.

    If the edition itself doesn't tell, as excerpts rarely do, it lacks what neither the last edition before it nor the
    first after it has.

    Args:
        said: whether editions have the symbol, by date.
    """
    if day in said:
        return said[day]
    before = max((other for other in said if other < day), default=None)
    after = min((other for other in said if other > day), default=None)
    return False if before and not said[before] and not (after and said[after]) else None


@dataclass(frozen=True, slots=True)
class Statement:
    """What an edition says of a symbol.

    Attributes:
        known: whether it has it.
        written: its spelling there; empty where it has none or lacks the symbol.
        number: the rule with it; empty for the glossary, and where it lacks the symbol.
    """

    known: bool
    written: str = ""
    number: str = ""


class EditionText:
    """Text of an edition or excerpt.

    Args:
        date: `2025-06-06`.
        complete: whether it is all of the edition, so that what isn't in it doesn't exist.
    """

    def __init__(self, date: str, rules: Mapping[str, str], glossary: Mapping[str, str], *, complete: bool) -> None:
        self.date = dt.date.fromisoformat(date)
        self.complete = complete
        self.symbols = EditionSymbols(date, rules, glossary, whole=True if complete else None)
        self._rules = rules
        self._glossary = glossary

    def says(self, one: Definition) -> Statement | None:
        """What the edition says of a symbol; None where it doesn't tell.

        It lacks a symbol that its list of mana symbols leaves out, or whose kind it describes without it. Silence means
        that only before the date on which the symbol appeared: later, cards had it and the rules may have omitted it.
        """
        otherwise = False
        for code, meaning in one.known_as:
            found = self.symbols.get(code)
            # A letter used like X isn't a mana symbol.
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
        """The spelling in the text; empty where it only describes the symbol, as `{rN}` does."""
        text = self._plain[0]
        ways = (written, written.replace("{", "{o", 1))
        return next((way for way in ways if plain_text(way, keep_case=True) in text), "")

    @cached_property
    def _plain(self) -> tuple[str, list[int], list[str]]:
        """All of the text, the offset of each rule in it, and the rules' numbers.

        Glossary entries begin with their term, on a line of its own.
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
        """Numbers of the rules that contain `words`, in order; empty for the glossary."""
        text, starts, owners = self._plain
        at = text.find(words)
        while at >= 0:
            yield owners[bisect_right(starts, at) - 1]
            at = text.find(words, at + 1)


def _owned(rules: Mapping[str, str], glossary: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    yield from rules.items()
    for term, text in glossary.items():
        yield "", f"{term}\n{text}"
