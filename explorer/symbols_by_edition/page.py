"""A symbol's page as the template shows it: how to pay for it, rules that define it, and its notations. No queries."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.safestring import SafeString

from explorer.citations import Citations
from explorer.document.dates import long_date
from explorer.library.links import facts_from, numbers_named
from explorer.library.queries import EditionInfo, RuleText
from explorer.symbols_by_edition.history import EditionMark, History
from explorer.symbols_by_edition.query import SymbolFacts
from explorer.wording.differences import source_of
from explorer.wording.wordings import Resolver, ShownRule, show_rule
from symbols.catalog.definitions import MEANINGS, Definition, Pay, spelling_kind
from symbols.engine.costs import COLOR_NAMES, MANA_TYPES, Option, amount_as_text, mana_symbol
from symbols.models import Spelling
from symbols.sentences import number_word

_ANY = "".join(f"{{{kind}}}" for kind in MANA_TYPES)


WayToPay = tuple[str, str, bool]
"""Symbols, the same in words, and whether any one of the symbols suffices."""


@dataclass(frozen=True, slots=True)
class ManaFacts:
    ways: Sequence[WayToPay]
    ways_cites: SafeString
    value: str
    value_cites: SafeString
    color_pips: str
    colors: str
    color_cites: SafeString


def mana_facts(one: Definition, citations: Citations) -> ManaFacts | None:
    if not one.mana:
        return None
    symbol = mana_symbol(one.code)
    names = [COLOR_NAMES[color] for color in symbol.colors]
    return ManaFacts(
        ways=[_way(option, symbol.variable) for option in symbol.options],
        ways_cites=citations.links([rule for rule in symbol.rules if rule.startswith("107.")] or one.rules[:1]),
        value=_value(one),
        value_cites=citations.links(_value_rules(one)),
        color_pips="".join(f"{{{color}}}" for color in symbol.colors),
        colors=" and ".join(names) or "none",
        color_cites=citations.links(_color_rules(one)),
    )


def _way(option: Option, variable: str | None) -> WayToPay:
    slot, amount = option.slot, option.amount
    if slot == "life":
        return "", f"{amount_as_text(amount)} life", False
    if slot == "generic":
        return _ANY if amount else "", _generic(amount, variable), True
    if slot == "snow":
        return _ANY, "one mana of any type, from a snow source", True
    kind = "colorless" if slot == "C" else COLOR_NAMES[slot]
    return f"{{{slot}}}", f"{_many(amount)} {kind} mana", False


def _generic(amount: Fraction | float, variable: str | None) -> str:
    if variable:
        return f"{variable} mana of any type"
    if not amount:
        return "nothing: just say that you pay it"
    if amount == 1:
        return "one mana of any type"
    if amount == Fraction(1, 2):
        return "half a mana of any type"
    return f"{_many(amount)} mana of any type"


def _many(amount: Fraction | float) -> str:
    if amount == Fraction(1, 2):
        return "half a"
    if math.isinf(amount):
        return "endless"
    return number_word(int(amount), none="no")


def _value(one: Definition) -> str:
    if _is_variable(one.pays):
        return f"{one.pays[0].variable} on the stack, 0 elsewhere"
    value = one.mana_value or Fraction(0)
    return f"{int(value):,}" if value != math.inf and value == int(value) else amount_as_text(value)


def _is_variable(pays: Sequence[Pay]) -> bool:
    return any(pay.variable for pay in pays)


def _value_rules(one: Definition) -> list[str]:
    special = {"202.3e": _is_variable(one.pays), "202.3g": "/P" in one.code, "202.3f": len(one.pays) > 1}
    return ["202.3", *[rule for rule, applies in special.items() if applies][:1]]


def _color_rules(one: Definition) -> list[str]:
    if not one.colors:
        return ["202.2b"]
    return ["202.2d"] if len(one.pays) > 1 else ["202.2"]


@dataclass(frozen=True, slots=True)
class Quotes:
    """Rules on a symbol.

    Attributes:
        missing: numbers (as of `cited`) of defining rules that no edition has.
        named: for mana, the newest rule that lists it, if that isn't quoted.
    """

    quotes: Sequence[tuple[EditionInfo, Sequence[ShownRule]]]
    missing: Sequence[str]
    cited: date
    source: str
    named: EditionMark | None


def quotes_of(one: Definition, facts: SymbolFacts, history: History) -> Quotes:
    by_date: dict[date, list[RuleText]] = {}
    for rule in facts.quoted:
        by_date.setdefault(rule.edition.date, []).append(rule)
    named = next((mark for mark in history.telling if mark.known and mark.number), None)
    quoted = named is not None and (named.date, named.number) in {
        (rule.edition.date, rule.number) for rule in facts.quoted
    }
    return Quotes(
        quotes=[_quote(rules, facts) for rules in by_date.values()],
        missing=[cited for cited in one.rules if facts.citations.get(cited) is None],
        cited=one.rules_edition,
        source=source_of(next(filter(None, map(facts.citations.get, one.rules)), None)),
        named=None if quoted or not one.mana or facts.edition else named,
    )


def _quote(rules: Sequence[RuleText], facts: SymbolFacts) -> tuple[EditionInfo, Sequence[ShownRule]]:
    edition = rules[0].edition
    numbers = numbers_named(rule.text for rule in rules)
    resolver = Resolver(facts_from(numbers, facts.places, edition, facts.loaded, pinned=False, with_glossary=False))
    return edition, [show_rule(rule, resolver) for rule in rules]


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
