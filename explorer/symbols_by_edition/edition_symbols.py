"""Which symbols an edition of the rules has, and what they mean there, read from its own text. Pure.

Dates play no part. The list of mana symbols (107.4 today) is found by its wording, as are rules that name one symbol
("The tap symbol is {T}") and rules that show a pattern ("{LEVEL N1-N2}", "[-N] means …"). Editions may be excerpts:
what one doesn't tell is None, neither yes nor no.
"""

import datetime as dt
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from explorer.symbols_by_edition.edition_text import (
    ManaList,
    Source,
    braced,
    find_mana_list,
    is_section_whole,
    key_of,
    letters_in_glossary,
    letters_like_x,
    may_concern,
    named_symbols,
    official,
    patterns_shown,
    rule_order,
)
from symbols.catalog.definitions import Definition
from symbols.engine import Cost, Verdict
from symbols.engine.costs import NAMED, Energy, Loyalty, Part, Tap, Tickets, Untap
from symbols.plain_text import plain_text


def lacks(one: Definition, day: dt.date, known: bool | None) -> bool:  # noqa: FBT001
    """Whether an edition doesn't have a symbol, so that its words can't mean it.

    `known` is what the edition says; if None, the date on which the symbol, or the first of its kind, appeared decides.
    """
    return one.since is not None and day < one.since if known is None else not known


def known_in(day: dt.date, said: Mapping[dt.date, bool]) -> bool | None:
    """Whether an edition has a symbol, from what editions say by date (`said`); None where that is unknown.

    If the edition itself doesn't tell, as excerpts rarely do, it lacks what neither the last edition before it nor the
    first after it has.
    """
    if day in said:
        return said[day]
    before = max((other for other in said if other < day), default=None)
    after = min((other for other in said if other > day), default=None)
    return False if before and not said[before] and not (after and said[after]) else None


@dataclass(frozen=True, slots=True)
class Statement:
    """What an edition says of a symbol: its spelling (if any), and the rule with it (none in the glossary)."""

    known: bool
    written: str = ""
    number: str = ""


MANA: Final = "mana"
"""Meaning of mana symbols."""

LETTER: Final = "letter"
"""Group of letters that an edition uses like X without listing symbols for them (107.3p)."""

_BRACED = re.compile(r"\{([^{}]+)\}")
_NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_MARKS: Final[Mapping[type[Part], tuple[str, str]]] = {
    Tap: ("T", "tap"),
    Untap: ("Q", "untap"),
    Energy: ("E", "energy"),
    Tickets: ("TK", "ticket"),
}


@dataclass(frozen=True, slots=True)
class ListedSymbol:
    """A symbol in one edition.

    Attributes:
        code: as in the engine, without braces; loyalty symbols have brackets.
        meaning: `mana`, or the edition's word: `tap`, `chaos`, `planeswalker`, `phyrexian any`, `level`, `loyalty`.
        group: of a mana symbol, the edition's word for the kind (`monocolored hybrid`), or `LETTER`; may be empty.
        citations: where it is mentioned, the place that names it first.
    """

    code: str
    meaning: str
    group: str
    citations: tuple[Source, ...]

    @property
    def written(self) -> str:
        return braced(self.code)


@dataclass(frozen=True, slots=True)
class Finding:
    """What an edition says of a symbol in a cost.

    Attributes:
        known: whether the edition has it with the meaning that it has in the cost; None if unknown.
        lacking: what the edition doesn't have if it isn't known: `{S}`, or `{C} as a mana symbol`.
    """

    code: str
    known: Verdict
    sentence: str
    citations: tuple[Source, ...]
    lacking: str = ""

    def as_json(self) -> dict[str, object]:
        return {
            "symbol": braced(self.code),
            "known": self.known,
            "sentence": self.sentence,
            "rules": [citation.rule for citation in self.citations],
        }


class EditionSymbols:
    """Symbols of an edition or excerpt, of an ISO date.

    `whole` is whether the section that lists the symbols is complete, so that a missing symbol doesn't exist. None:
    inferred from the rule numbers.
    """

    def __init__(
        self,
        date: str,
        rules: Mapping[str, str],
        glossary: Mapping[str, str] | None = None,
        *,
        whole: bool | None = None,
    ) -> None:
        self.date = date
        self._texts = rules
        self._glossary_texts = glossary or {}
        self._whole = whole

    @cached_property
    def _rules(self) -> list[Source]:
        numbers = sorted(self._texts, key=rule_order)
        return [Source(number, self._texts[number]) for number in numbers if may_concern(self._texts[number])]

    @cached_property
    def _glossary(self) -> list[Source]:
        texts = self._glossary_texts.items()
        return [Source("", text, term) for term, text in texts if may_concern(text)]

    @cached_property
    def mana_list(self) -> ManaList | None:
        return find_mana_list(self._rules, self._glossary)

    @property
    def lists_mana_symbols(self) -> bool:
        return self.mana_list is not None

    @cached_property
    def whole(self) -> bool:
        """Whether symbols that aren't found don't exist in the edition."""
        if self._whole is not None:
            return self._whole
        where = self.mana_list.citation.rule if self.mana_list else ""
        return bool(where) and is_section_whole(where, self._texts)

    @cached_property
    def mana_value_word(self) -> str | None:
        """“mana value” or “converted mana cost” (202.3); None if that can't be told."""
        texts = list(self._texts.values()) or list(self._glossary_texts.values())
        counts = {
            word: sum(text.lower().count(word) for text in texts) for word in ("mana value", "converted mana cost")
        }
        new, old = counts["mana value"], counts["converted mana cost"]
        if new == old:
            return None
        return "mana value" if new > old else "converted mana cost"

    @cached_property
    def _named(self) -> Mapping[str, ListedSymbol]:
        """Symbols named one by one, by key; mana symbols first."""
        found: dict[str, ListedSymbol] = {}
        if self.mana_list:
            for code, group in self.mana_list.groups.items():
                found[key_of(code)] = ListedSymbol(code, MANA, group, self._mana_citations(code, group))
        for code, meaning, citation in named_symbols([*self._rules, *self._glossary]):
            found.setdefault(key_of(code), ListedSymbol(code, meaning, "", (citation,)))
        for letter, citation in (*letters_like_x(self._rules), *letters_in_glossary(self._glossary_texts)):
            found.setdefault(letter, ListedSymbol(letter, MANA, LETTER, (citation,)))
        return found

    def _mana_citations(self, code: str, group: str) -> tuple[Source, ...]:
        """The list, and its subrules about the symbol or its kind."""
        if self.mana_list is None:
            return ()
        top = self.mana_list.citation
        phrase = re.compile(rf"\b{re.escape(group)}(?: mana)? symbols?\b", re.IGNORECASE) if group else None
        wanted = key_of(code)
        here = (each for each, codes in self._on_mana if wanted in codes or (phrase and phrase.search(each.plain)))
        return (top, *here)

    @cached_property
    def _on_mana(self) -> Sequence[tuple[Source, Set[str]]]:
        top = self.mana_list.citation.rule if self.mana_list else ""
        subrules = [each for each in self._rules if top and re.fullmatch(re.escape(top) + "[a-z]", each.rule)]
        return [(each, {key_of(official(code)) for code in _BRACED.findall(each.plain)}) for each in subrules]

    @cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], str, Source], ...]:
        return tuple(patterns_shown(self._rules))

    def __iter__(self) -> Iterator[ListedSymbol]:
        return iter(self._named.values())

    def get(self, code: str) -> ListedSymbol | None:
        """None where the edition doesn't have the symbol. `code` may have braces, and an old spelling."""
        code = official(code)
        found = self._named.get(key_of(code))
        if found:
            return found
        listed = self.mana_list
        if listed and listed.all_numbers and _NUMBER.fullmatch(code):
            group = listed.number_group
            return ListedSymbol(code, MANA, group, self._mana_citations(code, group))
        for pattern, meaning, citation in self._patterns:
            if pattern.fullmatch(code):
                return ListedSymbol(code, meaning, "", (citation,))
        return None

    def knows(self, code: str) -> Verdict:
        """None where an excerpt doesn't tell."""
        if self.get(code):
            return True
        code = official(code)
        if code in NAMED or _NUMBER.fullmatch(code):
            return False if self.lists_mana_symbols else None
        return False if self.whole else None

    def finding(self, code: str, meaning: str = MANA) -> Finding:
        """Whether the edition has a symbol with a meaning; `code` as for `get`."""
        found, code = self.get(code), official(code)
        shown = braced(code)
        if found and found.meaning == meaning:
            rule = found.citations[0].where
            sentence = f"{shown} is in {rule} in this edition."
            if found.group == LETTER:
                sentence = f"{shown} works like {{X}}: {rule} in this edition also names the letter {code}."
            return Finding(code, known=True, sentence=sentence, citations=found.citations)
        if found:
            is_now = "a mana symbol" if found.meaning == MANA else f"the {found.meaning} symbol"
            not_that = "a mana symbol" if meaning == MANA else f"the {meaning} symbol"
            sentence = f"{shown} is {is_now} in this edition ({found.citations[0].where}), not {not_that}."
            return Finding(
                code, known=False, sentence=sentence, citations=found.citations, lacking=f"{shown} as {not_that}"
            )
        return self._missing(code, meaning)

    def _missing(self, code: str, meaning: str) -> Finding:
        shown = braced(code)
        if meaning == MANA:
            if self.mana_list is None:
                sentence = f"Unknown: this excerpt doesn’t list the mana symbols, so {shown} may or may not be one."
                return Finding(code, known=None, sentence=sentence, citations=())
            listed = self.mana_list.citation
            sentence = f"{shown} isn’t in {listed.where} in this edition."
            return Finding(code, known=False, sentence=sentence, citations=(listed,), lacking=shown)
        if self.whole:
            sentence = f"No rule in this edition names {shown}."
            lacking = "loyalty costs" if meaning == "loyalty" else shown
            return Finding(code, known=False, sentence=sentence, citations=(), lacking=lacking)
        sentence = f"Unknown: this excerpt lacks some rules about symbols, so {shown} may or may not be there."
        return Finding(code, known=None, sentence=sentence, citations=())

    def check(self, cost: Cost) -> tuple[Finding, ...]:
        wanted = dict.fromkeys((symbol.code, MANA) for symbol in cost.symbols)
        for part in cost.parts:
            if isinstance(part, Loyalty):
                wanted[part.text, "loyalty"] = None
            elif type(part) in _MARKS:
                wanted[_MARKS[type(part)]] = None
        return tuple(self.finding(code, meaning) for code, meaning in wanted)

    def says(self, one: Definition) -> Statement | None:
        """What the edition says of a symbol; None where it doesn't tell.

        It lacks a symbol that its list of mana symbols leaves out, or whose kind it describes without it. Silence means
        that only before the date on which the symbol appeared: later, cards had it and the rules may have omitted it.
        """
        otherwise = False
        for code, meaning in one.known_as:
            found = self.get(code)
            # A letter used like X isn't a mana symbol.
            if found and found.meaning == meaning and found.group != LETTER:
                return Statement(known=True, written=self._as_written(found.written), number=found.citations[0].rule)
            otherwise = otherwise or (found is not None and found.meaning != meaning and one.mana)
        for words in one.phrases:
            for number in self._with(words):
                return Statement(known=True, number=number)
        if otherwise or (one.mana and self.lists_mana_symbols):
            return Statement(known=False)
        if any(True for words in one.excluding_phrases for _ in self._with(words)):
            return Statement(known=False)
        if one.mana or one.since is None or not (one.known_as or one.phrases):
            return None
        whole = self._whole or (bool(one.known_as) and self.whole)
        return Statement(known=False) if whole and dt.date.fromisoformat(self.date) < one.since else None

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
        entries = (("", f"{term}\n{text}") for term, text in self._glossary_texts.items())
        for number, text in (*self._texts.items(), *entries):
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
