"""Facts about a cost that need no pool, each with its rule."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from symbols.data_files import read_data
from symbols.engine.citations import Citation
from symbols.engine.costs.cost import PROTOTYPE, Cost
from symbols.engine.costs.parts import Energy, Loyalty, Part, Tickets
from symbols.engine.costs.slots import COLOR_NAMES, amount_as_text
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.costs.two_parts import TwoParts
from symbols.engine.reading.keywords import Occasion, occasion_of
from symbols.engine.sources.source import Source
from symbols.engine.sources.spending import SourceQuestion
from symbols.engine.totals.changes import CostToPay
from symbols.sentences import join_words

_DATA: Final = read_data("facts.toml")

MANA_ABILITY: Final = "605.1a"


def facts_of(to_pay: CostToPay, card: TwoParts | None = None) -> Iterator[Citation]:
    """Each symbol and part, mana value and colors (abilities have neither, 602.2a), and which choices are announced."""
    cost = to_pay.cost
    yield from _mana_ability(cost)
    # The printed cost's symbols are explained even if an alternative cost is paid.
    costs = [cost, *(paid for _, paid in to_pay.costs if paid is not cost)]
    for symbol in dict.fromkeys(symbol for each in costs for symbol in each.canonical_symbols):
        yield from _symbol_facts(symbol)
    if card:
        yield from card.citations()
        yield from _counting_facts((*card.on_stack.symbols, *card.elsewhere.symbols))
    else:
        yield from _object_facts(cost)
    occasion = "proposal" if to_pay.changes.replaces_cost else occasion_of(cost)
    yield from _choices([entry.symbol for entry in to_pay.symbols], occasion)
    yield from _variable_facts(to_pay.variables, occasion)
    for part in (part for each in costs for part in each.parts):
        yield _part_fact(part)
    if cost.activated:
        yield Citation("Everything before the colon is the activation cost.", "602.1a")


_ADDS_MANA = re.compile(
    r"\badds?\b(?=[^.]*(?:\{(?:[WUBRGCSXYZ0-9/P]+)\}|\bmana\b))(?![^.]*\bcounters?\b[^.{]*\bmana\b)", re.IGNORECASE
)

_NOT_OWN_TEXT = re.compile(
    r'"[^"]*"|“[^”]*”|\badds?\b(?:(?!\band\b)[^.,])*\bat the beginning of\b[^.]*'
    r"|\b(?:at the beginning of|when(?:ever)?)\b[^.]*|\bspend this mana only\b[^.]*",
    re.IGNORECASE,
)
"""Text about another ability, such as a delayed trigger, or restrictions on how the mana is spent."""


def _mana_ability(cost: Cost) -> Iterator[Citation]:
    """Whether an activated ability that adds mana is a mana ability by its text (605.1a)."""
    if not cost.activated:
        return
    own_text = _NOT_OWN_TEXT.sub("", cost.effect)
    if not _ADDS_MANA.search(own_text):
        return
    if any(isinstance(part, Loyalty) for part in cost.parts):
        yield Citation("This isn’t a mana ability, because it’s a loyalty ability.", MANA_ABILITY)
    elif re.search(r"\btargets?\b", own_text, re.IGNORECASE):
        yield Citation("This isn’t a mana ability, because it has a target.", MANA_ABILITY)
    else:
        yield Citation("This is a mana ability: it can add mana and has no target.", MANA_ABILITY)
        yield Citation("Nor is it a loyalty ability, which can’t be a mana ability.", MANA_ABILITY)


def _choices(symbols: Collection[ManaSymbol], occasion: Occasion) -> Iterator[Citation]:
    """When payments for symbols with a choice are chosen (601.2b, 118.13)."""
    kinds = dict.fromkeys("Phyrexian" if "phyrexian" in each.kind else "hybrid" for each in symbols if each.is_choice)
    if not kinds:
        return
    match occasion:
        case "proposal":
            for kind in kinds:
                yield Citation(f"Announce {kind} payments as you cast or activate.", "601.2b")
                yield Citation(
                    f"You choose how to pay a {kind} symbol as you cast or activate, not as you pay.", "118.13a"
                )
        case "special action":
            yield Citation(
                "The player taking the special action chooses how to pay for each symbol just before paying.", "118.13c"
            )
        case "resolution":
            yield Citation("The player paying chooses each payment just before paying.", "118.13b")


def _object_facts(cost: Cost) -> Iterator[Citation]:
    if cost.is_activation:
        yield Citation("An activation cost has no mana value or color.", "602.2a")
    elif not cost.may_be_mana_cost:
        if cost.symbols:
            yield Citation("A mana value comes from a mana cost. This is another kind of cost.", "202.3")
            yield Citation("Colors come from a mana cost too.", "202.2")
    elif cost.symbols:
        if cost.label.casefold() == PROTOTYPE:
            yield Citation("A prototyped spell, and the permanent it becomes, has this mana cost.", "718.3b")
        yield from _mana_value_facts(cost)
        yield from _color_facts(cost)
    else:
        yield Citation("Without a mana cost, the mana value is 0.", "202.3a")
        yield Citation("A back face or melded permanent may have another mana value.", "202.3a")
        yield Citation("An object without colored symbols in its mana cost is colorless.", "202.2b")


def _symbol_facts(symbol: ManaSymbol) -> Iterator[Citation]:
    names = [COLOR_NAMES[color] for color in symbol.colors]
    either = " or ".join(f"one {name} mana" for name in names)
    or_else = f"{', '.join(either.split(' or '))}{',' * (len(names) > 1)} or"
    for sentence, rule in _DATA["symbols"]["zero" if symbol.code == "0" else symbol.kind]:
        yield Citation(sentence.format(symbol=symbol, code=symbol.code, either=either, or_else=or_else), rule)


def _mana_value_facts(cost: Cost) -> Iterator[Citation]:
    value = amount_as_text(cost.mana_value())
    times = Counter(symbol.variable for symbol in cost.symbols if symbol.variable)
    added = join_words([f"{count if count > 1 else ''}{name}" for name, count in times.items()])
    rest = f". On the stack, add {added}." if added else ": all the mana in the cost, whatever its colors."
    yield Citation(f"The mana value is {value}{rest}", "202.3")
    yield from _counting_facts(cost.symbols)


def _counting_facts(symbols: Sequence[ManaSymbol]) -> Iterator[Citation]:
    """How hybrid, Phyrexian and variable symbols count in the mana value."""
    kinds = {symbol.kind for symbol in symbols}
    variables = dict.fromkeys(one.variable for one in symbols if one.variable)
    if variables:
        are = "is" if len(variables) == 1 else "are"
        yield Citation(f"For mana value, {join_words(list(variables))} {are} 0 off the stack.", "202.3e")
    if not kinds.isdisjoint({"hybrid", "monocolored hybrid", "colorless hybrid"}):
        yield Citation("For mana value, a hybrid symbol counts as its larger half.", "202.3f")
    if not kinds.isdisjoint({"phyrexian", "hybrid phyrexian"}):
        yield Citation("For mana value, a Phyrexian symbol counts as 1.", "202.3g")


def _color_facts(cost: Cost) -> Iterator[Citation]:
    names = [COLOR_NAMES[color] for color in cost.colors]
    if not names:
        yield Citation("An object with this mana cost is colorless.", "202.2b")
        return
    rule = "202.2" if len(names) == 1 else "202.2c"
    if any(symbol.is_choice for symbol in cost.symbols):
        rule = "202.2d"
    yield Citation(f"An object with this mana cost is {join_words(names)}.", rule)


def _variable_facts(variables: Sequence[str], occasion: Occasion) -> Iterator[Citation]:
    sentence, rule = _DATA["values"][occasion]
    for name in variables:
        yield Citation(sentence.format(name), rule)
        if name != "X":
            as_y = "Z is treated as Y, and " if name == "Z" else ""
            yield Citation(f"{as_y}Y follows the same rules as X.", "107.3p")
    if variables:
        each = variables[0] if len(variables) == 1 else "letter"
        yield Citation(f"Normally, every {each} on an object has the same value.", "107.3i")


def _part_fact(part: Part) -> Citation:
    kind = type(part).__name__
    sentence, rule = _DATA["parts"][f"{kind}{part.sign}" if isinstance(part, Loyalty) else kind]
    count = ""
    if isinstance(part, Energy | Tickets):
        count = "one {} counter" if part.count == 1 else f"{part.variable or part.count} {{}} counters"
    named = f"“{part.text}”" if part.text.startswith("Pay") else part.text
    counters = count.format("energy" if kind == "Energy" else "ticket")
    return Citation(sentence.format(text=part.text, named=named, counters=counters), rule)


def source_facts(sources: Sequence[Source], questions: Sequence[SourceQuestion]) -> Iterator[Citation]:
    """What sources can't be used for."""
    tapping = [source for source in sources if any(ability.taps for ability in source.abilities)]
    if any(source.is_restricted for source in sources):
        yield Citation("Some mana may be spent only on what its source says.", "106.6")
    if any(each.ability.unknown == "condition" and not each.is_restriction for each in questions):
        yield Citation("An ability can’t be activated when a rule or its text forbids it.", "602.5")
    if any(source.creature is not None for source in tapping):
        yield Citation(
            "To use {T}, a creature without haste must have been yours since your most recent turn began.",
            "302.6",
        )
    if any(source.creature is not None and source.notes.is_new for source in tapping):
        yield Citation(
            "A creature that came under your control this turn can’t be tapped for mana, unless it has haste.",
            "602.5a",
        )
    if any(source.notes.is_tapped for source in tapping):
        yield Citation("A permanent that’s already tapped can’t be tapped again to pay {T}.", "107.5")
