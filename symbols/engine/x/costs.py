"""A user's cost with the value of X filled in (107.3a, 107.3g, 202.3e)."""

import re
from dataclasses import dataclass, replace
from typing import Final

from symbols.engine.costs.cost import VARIABLES, Cost
from symbols.engine.costs.parts import Energy, Loyalty, Part, PayLife, TextPart, Tickets
from symbols.engine.costs.slots import Amount, amount_as_text
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.x.answer import XAnswer
from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Method, Place, Subject, Zone

LAST_ROW: Final = 5

_OWN_FIRST: Final = (Place.LOYALTY_COST, Place.ACTIVATION_COST)
_IN_ORDER: Final = (
    Place.MANA_COST,
    Place.ALTERNATIVE_COST,
    Place.ADDITIONAL_COST,
    Place.SPECIAL_COST,
    *_OWN_FIRST,
    Place.TEXT,
)
_MANA_COST_PAID: Final = frozenset({Method.NORMAL, Method.REDUCED})
_NOT_YET: Final = frozenset({Subject.CARD, Subject.PERMANENT})


@dataclass(frozen=True, slots=True)
class Filled:
    """Cost with a number in place of a variable."""

    value: int  # the number; a negative one is filled in as 0
    symbols: tuple[ManaSymbol, ...]  # mana symbols in printed order, numbers added up; `{0}` for none
    parts: tuple[str, ...]
    mana_value: Amount | None  # None if not a mana cost (202.3); doesn't include other variables
    others: tuple[str, ...] = ()  # other variables without a value, once per mana symbol

    @property
    def number(self) -> str:
        return f"{self.value:,}"

    @property
    def pips(self) -> str:
        return "".join(map(str, self.symbols))

    @property
    def text(self) -> str:
        return ", ".join(filter(None, [self.pips, *self.parts]))

    @property
    def mana_value_text(self) -> str:
        """`3` or `3 + 2Y`; "" if not a mana cost."""
        if self.mana_value is None:
            return ""
        open_ones = {letter: self.others.count(letter) for letter in self.others}
        added = (letter if times == 1 else f"{times}{letter}" for letter, times in open_ones.items())
        return " + ".join([amount_as_text(self.mana_value), *added])


@dataclass(frozen=True, slots=True)
class CostInSituation:
    """Cost with a variable, as it is in a situation."""

    cost: Cost
    letter: str
    times: int  # how many of its mana symbols are the variable
    place: Place  # the cost of the object that it is taken for; `TEXT` if none
    is_here_on_stack: bool
    here: Filled | None  # the cost now; None while the number is unknown
    paid: Filled | None  # what was paid for a mana cost whose number was doubled after it was announced; else None
    on_stack: Filled | None  # a mana cost on the stack, if known; else None
    elsewhere: Filled | None  # a mana cost in any other zone (107.3g); else None
    rows: tuple[Filled, ...]  # the cost for the first few numbers, while the number is unknown


def has_variable(cost: Cost, letter: str) -> bool:
    if letter in cost.variables:
        return True
    return any(isinstance(part, TextPart) and _as_word(letter).search(part.text) for part in cost.parts)


def cost_in_situation(cost: Cost, answer: XAnswer) -> CostInSituation:
    """The cost is the object's, or that of the object its text refers to."""
    situation = answer.situation
    letter = str(situation.letter)
    place = _meant(cost, situation)
    is_mana_cost = place is Place.MANA_COST and not situation.refers
    on_stack = elsewhere = paid = None
    doubled = 2**situation.doubled
    if is_mana_cost:
        known = _on_stack(answer)
        on_stack = None if known is None else _filled(cost, letter, known, is_mana_cost=True)
        elsewhere = _filled(cost, letter, 0, is_mana_cost=True, everywhere=True)
        if known is not None and doubled > 1 and situation.method in _MANA_COST_PAID:
            paid = _filled(cost, letter, known // doubled)
        here = on_stack if situation.where is Zone.STACK else elsewhere
    else:
        known = None if situation.subject in _NOT_YET else answer.value
        # For a cost other than a mana cost, the announced number is paid, not the doubled one.
        if place is not Place.TEXT:
            known, doubled = None if known is None else known // doubled, 1
        here = None if known is None else _filled(cost, letter, known)
    least = situation.least * doubled
    open_values = range(least, least + (LAST_ROW + 1) * doubled, doubled) if here is None and answer.is_legal else ()
    return CostInSituation(
        cost=cost,
        letter=letter,
        times=sum(symbol.variable == letter for symbol in cost.symbols),
        place=place,
        is_here_on_stack=situation.where is Zone.STACK,
        here=here,
        paid=paid,
        on_stack=on_stack,
        elsewhere=elsewhere,
        rows=tuple(_filled(cost, letter, value, is_mana_cost=is_mana_cost) for value in open_values),
    )


def _meant(cost: Cost, situation: Situation) -> Place:
    """Which of the object's costs with the variable the user's cost is taken for."""
    spots = situation.spots
    order = (*_OWN_FIRST, *_IN_ORDER) if situation.subject is Subject.ACTIVATED else _IN_ORDER
    can = [place for place in order if place in spots]
    fitting = [place for place in can if _fits(place, cost)]
    return (fitting or can or [Place.TEXT])[0]


def _fits(place: Place, cost: Cost) -> bool:
    if place is Place.MANA_COST:
        return cost.may_be_mana_cost
    if place is Place.LOYALTY_COST:
        return any(isinstance(part, Loyalty) for part in cost.parts)
    return True


def _on_stack(answer: XAnswer) -> int | None:
    """Value of the variable in the mana cost on the stack, now or before, if known."""
    situation = answer.situation
    if situation.subject is Subject.SPELL:
        return answer.value
    if situation.subject is Subject.ENTERS:
        return situation.origin_value
    if situation.where is Zone.STACK and answer.rule in {"107.3h", "107.3i"}:
        return answer.value
    return None


def _filled(cost: Cost, letter: str, value: int, *, is_mana_cost: bool = False, everywhere: bool = False) -> Filled:
    """For all variables if `everywhere`. A negative number is paid as 0 (107.1b)."""
    paid = max(0, value)
    values = dict.fromkeys(VARIABLES, paid) if everywhere else {letter: paid}
    others = tuple(each.variable for each in cost.canonical_symbols if each.variable and each.variable not in values)
    mana_value = cost.mana_value(values) if is_mana_cost and cost.may_be_mana_cost else None
    parts = tuple(_part(part, letter, paid) for part in cost.parts)
    return Filled(value, cost.filled_in(values, keeps_others=True), parts, mana_value, others)


def _part(part: Part, letter: str, value: int) -> str:
    if isinstance(part, Energy | Tickets) and part.variable == letter:
        return replace(part, count=value, variable=None).text
    if isinstance(part, Loyalty | PayLife) and part.variable == letter:
        return replace(part, amount=value, variable=None).text
    if isinstance(part, TextPart):
        return _as_word(letter).sub(str(value), part.text)
    return part.text


def _as_word(letter: str) -> re.Pattern[str]:
    """Matches the variable as a word of its own: `Discard X cards`."""
    return re.compile(rf"(?<![\w{{/]){letter}(?![\w}}/])")
