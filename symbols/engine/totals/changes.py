"""From a printed cost to what is paid: alternative and additional costs, increases, reductions (601.2f).

{3}{R}, flashback {4}{R} paid instead, {1} more and {2} less   ->   {4}{R} and {1}, {2} off
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from symbols.engine.citations import Citation, distinct
from symbols.engine.costs.cost import Cost, Values, checked_values
from symbols.engine.costs.parts import Loyalty, Part, PayLife
from symbols.engine.costs.slots import MANA_NAMES, MANA_TYPES, Amount, ManaType
from symbols.engine.costs.symbols import MAX_DIGITS, ManaSymbol, Option, generic_symbol
from symbols.engine.errors import BadRequest, TooLarge
from symbols.engine.reading.keywords import KEYWORDS, kind_if_not_cast, waterbent
from symbols.engine.totals.announcing import Source as Source
from symbols.engine.totals.announcing import announced_costs

_MOST_CASTS = 10**6

MAX_SYMBOLS = 400
"""Of a cost with all its additions, and of all its reductions."""


@dataclass(frozen=True, eq=False)
class Reduction(Cost):
    """Reduction with a restriction."""

    # Whether it reduces colored mana only, so that no excess reduces generic mana, unlike 118.7b and 118.7c
    colored_only: bool = False
    floor: int = 0  # the least mana that it may leave, though other reductions can go below that; 0 for none
    part: str = ""  # the keyword whose cost alone is reduced, such as `buyback`; empty for the total cost

    @classmethod
    def like(cls, cost: Cost, *, colored_only: bool = False, floor: int = 0, part: str = "") -> "Reduction":
        """Add a restriction to a cost; only generic mana can have a floor."""
        if floor and any(symbol.kind != "generic" for symbol in cost.symbols):
            raise bad_floor()
        return cls(
            cost.text,
            cost.symbols,
            cost.parts,
            typed_spans=cost.spans,
            colored_only=colored_only,
            floor=floor,
            part=part,
        )


def taken_off(cost: Cost, reductions: Iterable[Cost]) -> Cost:
    """Reduce one of several costs, at most to {0}: Buyback {3} with {2} off twice is Buyback {0} (118.7a-c)."""
    generic = sum(int(symbol.mana_value) for symbol in cost.symbols if symbol.kind == "generic")
    others = [symbol for symbol in cost.symbols if symbol.kind != "generic"]
    for symbol in (symbol for reduction in reductions for symbol in reduction.symbols):
        if symbol.kind == "generic":
            generic -= int(symbol.mana_value)
        elif symbol in others:
            others.remove(symbol)
        else:
            generic -= 1
    numbers = [generic_symbol(max(0, generic))] if generic > 0 or not (others or cost.parts) else []
    return replace(Cost.of([*numbers, *others]), parts=cost.parts, label=cost.label)


def bad_floor(start: int | None = None, end: int | None = None) -> BadRequest:
    message = "Type a reduction with a floor of its own as generic mana: {2} least 1."
    return BadRequest("bad_floor", message, start=start, end=end)


@dataclass(frozen=True)
class CostChanges:
    """Rules and effects that change a cost before it is paid (601.2f)."""

    alternative: Cost | None = None  # paid rather than the mana cost (118.9)
    without_paying: bool = False  # an alternative cost of nothing (118.9)
    additional: tuple[Cost, ...] = ()
    increases: tuple[Cost, ...] = ()  # like additional costs (118.8), they may have symbols with a choice
    reductions: tuple[Cost, ...] = ()  # all orders of them are tried
    minimum: int = 0  # least mana of the total cost, by an effect on the total itself; 0 for none
    commander_casts: int = 0  # earlier casts of the commander from the command zone, {2} more for each (903.8)
    named: tuple[Citation, ...] = ()  # citations for keywords such as kicker, whose costs are in the other fields

    def __post_init__(self) -> None:
        if self.alternative is not None and self.without_paying:
            message = (
                "Only one alternative cost can be applied, and casting without paying the mana cost is one (118.9a)."
            )
            raise BadRequest("two_alternatives", message)
        for reduction in self.reductions:
            _check_reduction(reduction)
        if not 0 <= self.minimum < 10**MAX_DIGITS:
            raise BadRequest("bad_minimum", "The minimum total must be from 0 to 9,999,999.")
        if not 0 <= self.commander_casts < _MOST_CASTS:
            message = f"Earlier casts must be from 0 to {_MOST_CASTS - 1:,}."
            raise BadRequest("bad_count", message).in_field("commander_casts")

    @property
    def replaces_cost(self) -> bool:
        return self.without_paying or self.alternative is not None


NO_CHANGES: Final = CostChanges()


def _check_reduction(reduction: Cost) -> None:
    if reduction.parts:
        part = reduction.parts[0]
        message = f"A cost is reduced by an amount of mana (118.7). “{part.text}” isn’t mana."
        raise BadRequest("reduction_not_mana", message, start=part.start, end=part.end)
    for symbol, (start, end) in zip(reduction.symbols, reduction.spans, strict=True):
        if symbol.variable:
            message = (
                f"Type the reduction as a number. This {symbol.variable} isn’t the cost’s: another object has it, "
                "or its text defines it (107.3c, 107.3i)."
            )
            raise BadRequest("reduction_variable", message, start=start, end=end)


@dataclass(frozen=True, slots=True)
class CostSymbol:
    """Mana symbol to pay; `index` is its position among all: the cost's first, then added ones."""

    symbol: ManaSymbol
    source: Source
    index: int
    waterbent: bool = False


@dataclass(frozen=True, slots=True)
class CostPart:
    part: Part
    source: Source


@dataclass(frozen=True, eq=False)
class CostToPay:
    """Cost with everything added to it and subtracted from it (601.2b, 601.2f)."""

    cost: Cost
    changes: CostChanges = NO_CHANGES
    values: Values = field(default_factory=dict)
    # Options announced for the first symbols with a choice, in the order of `costs`; None where the payment decides, as
    # it does for the rest
    announced: tuple[Option | None, ...] = ()

    def __post_init__(self) -> None:
        checked_values(self.values)
        for name in self.zeroed:
            if self.values.get(name, 0):
                message = f"If the cost with {name} isn’t paid, the only legal choice for {name} is 0 (107.3b)."
                raise BadRequest("x_must_be_zero", message)
        if max(len(self.symbols), len(self.reductions)) > MAX_SYMBOLS:
            raise TooLarge("too_many_symbols", f"A cost and its changes can have at most {MAX_SYMBOLS} symbols.")

    @cached_property
    def costs(self) -> tuple[tuple[Source, Cost], ...]:
        """In the order of 601.2f."""
        changes = self.changes
        base: list[tuple[Source, Cost]] = []
        if changes.alternative is not None:
            base.append(("alternative cost", changes.alternative))
        elif not changes.without_paying:
            base.append(("cost", self.cost))
        base += [("additional cost", cost) for cost in changes.additional]
        base += [("increase", cost) for cost in changes.increases]
        if changes.commander_casts:
            base.append(("commander tax", Cost.of([generic_symbol(2 * changes.commander_casts)])))
        return announced_costs(base, self.announced) if self.announced else tuple(base)

    @cached_property
    def symbols(self) -> tuple[CostSymbol, ...]:
        """Mana symbols of all costs to pay, as typed."""
        result: list[CostSymbol] = []
        for source, cost in self.costs:
            before = len(result)
            for place, (symbol, is_waterbent) in enumerate(zip(cost.symbols, waterbent(cost), strict=True)):
                result.append(CostSymbol(symbol, source, before + place, is_waterbent))
        return tuple(result)

    @property
    def everything(self) -> Cost:
        """The cost and all that changes it, as one cost."""
        costs = [self.cost, *(cost for _, cost in self.costs if cost is not self.cost), *self.changes.reductions]
        symbols = tuple(symbol for cost in costs for symbol in cost.symbols)
        return Cost("", symbols, tuple(part for cost in costs for part in cost.parts))

    @cached_property
    def reductions(self) -> tuple[ManaSymbol, ...]:
        return tuple(symbol for cost in self.changes.reductions for symbol in cost.symbols)

    @cached_property
    def reductions_by_symbol(self) -> tuple[tuple[ManaSymbol, Reduction | None], ...]:
        """`reductions`, each with its restrictions; None for an ordinary one."""
        return tuple(
            (symbol, cost if isinstance(cost, Reduction) else None)
            for cost in self.changes.reductions
            for symbol in cost.symbols
        )

    @cached_property
    def announced_symbols(self) -> tuple[ManaSymbol, ...]:
        """Those of the mana cost or the alternative cost; none if neither is paid (118.9)."""
        return tuple(entry.symbol for entry in self.symbols if entry.source in ("cost", "alternative cost"))

    @cached_property
    def parts(self) -> tuple[CostPart, ...]:
        """Nonmana parts (118.1), in the order of `costs`."""
        return tuple(CostPart(part, source) for source, cost in self.costs for part in cost.parts)

    @cached_property
    def life_parts(self) -> tuple[PayLife, ...]:
        """Life to pay whatever is announced for Phyrexian symbols (118.3b)."""
        return tuple(paid.part for paid in self.parts if isinstance(paid.part, PayLife))

    @cached_property
    def life(self) -> int:
        return sum(self.life_of(part) for part in self.life_parts)

    def life_of(self, part: PayLife) -> int:
        return (part.amount or 0) if part.variable is None else self.values.get(part.variable, 0)

    def generic_of(self, symbol: ManaSymbol) -> int:
        return self.values.get(symbol.variable, 0) if symbol.variable else 0

    @cached_property
    def zeroed(self) -> tuple[str, ...]:
        """Variables that must be 0 since their cost isn't paid (107.3b, 107.3p)."""
        if not self.changes.replaces_cost:
            return ()
        replacing = self.changes.alternative.variables if self.changes.alternative is not None else ()
        of_mana = {symbol.variable for symbol in self.cost.symbols if symbol.variable}
        return tuple(name for name in self.cost.variables if name in of_mana and name not in replacing)

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """Of all costs to pay and of the mana cost, in alphabetical order."""
        result = set(self.cost.variables).union(*(cost.variables for _, cost in self.costs))
        return tuple(sorted(result))

    def is_paid_by_value(self, name: str) -> bool:
        """Whether a variable decides how much mana or life is paid, or must be 0 where it would (107.3b)."""
        in_mana = any(entry.symbol.variable == name for entry in self.symbols)
        return in_mana or name in self.zeroed or any(part.variable == name for part in self.life_parts)

    @cached_property
    def unpayable(self) -> bool:
        """Whether there is no mana cost, which is unpayable, unlike {0} (118.6, 118.5).

        Only an alternative cost makes it payable (118.6a), unless that is based on the missing mana cost.
        """
        base = self.changes.alternative or self.cost
        return not (self.changes.without_paying or base.symbols or base.parts)

    @cached_property
    def outside_rules(self) -> tuple[ManaSymbol, ...]:
        """Halves and infinities, which no rule says how to pay."""
        everything = (*(entry.symbol for entry in self.symbols), *self.reductions)
        return tuple(symbol for symbol in everything if symbol.kind in ("half", "infinity"))

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        return distinct(self._cite())

    def _cite(self) -> Iterable[Citation]:
        changes = self.changes
        if self.unpayable:
            yield Citation("An object with no mana cost has an unpayable cost.", "118.6")
            if changes.additional or changes.increases:
                yield Citation("Adding to an unpayable cost leaves it unpayable.", "118.6a")
        if changes != NO_CHANGES:
            yield Citation("The total cost is the cost, plus increases, minus reductions.", "601.2f")
        if changes.replaces_cost:
            yield from self._cite_alternative()
        for name in self.zeroed:
            yield Citation(f"The only legal choice for {name} is 0.", "107.3b")
        if changes.additional:
            yield Citation("Additional costs are paid at the same time.", "118.8")
        yield from changes.named
        if changes.commander_casts:
            yield from KEYWORDS["commander tax"].citations
        if sum(isinstance(paid.part, Loyalty) for paid in self.parts) > 1:
            yield Citation("Several loyalty costs combine into one.", "606.5")
        if self.reductions:
            ordinary = [symbol for symbol, special in self.reductions_by_symbol if special is None]
            yield from reduction_citations([entry.symbol for entry in self.symbols], ordinary)
        yield from _special_citations(changes.reductions)
        if changes.reductions:
            yield Citation("Reductions apply in any order.", "601.2f")
            yield Citation("Reductions never go below {0}.", "601.2f")
            yield Citation("A cost reduced to nothing is {0}.", "118.7")
        if changes.minimum:
            yield Citation("An effect on the total cost applies last.", "601.2f")

    def _cite_alternative(self) -> Iterable[Citation]:
        if kind := kind_if_not_cast(self.cost):
            yield Citation(f"A card’s text may let you pay this rather than {kind}.", "101.1")
            return
        yield Citation("An alternative cost is paid rather than the mana cost.", "118.9")
        changes = self.changes
        if changes.commander_casts or changes.additional or changes.increases or self.reductions:
            yield Citation("Increases and reductions apply to an alternative cost, too.", "118.9d")
        if not (self.cost.symbols or self.cost.parts):
            yield Citation("An alternative cost may be paid in place of an unpayable one.", "118.6a")


def _special_citations(reductions: Iterable[Cost]) -> Iterable[Citation]:
    for reduction in reductions:
        if isinstance(reduction, Reduction) and reduction.colored_only:
            sentence = "An effect that reduces only colored mana overrides this, so it doesn’t reduce generic mana."
            yield Citation(sentence, "101.1")
        if isinstance(reduction, Reduction) and reduction.floor:
            sentence = f"A reduction whose text has a floor stops at {reduction.floor:,} mana; others don’t."
            yield Citation(sentence, "101.1")


def reduction_citations(symbols: Sequence[ManaSymbol], reductions: Sequence[ManaSymbol]) -> Iterator[Citation]:
    """What the reductions do to all symbols to pay, increases included (601.2f).

    A reduction by mana of a type reduces generic mana if the cost has no mana of that type (118.7b), and so does any
    excess over that mana (118.7c, 118.7d). Since the cost's mana depends on what is announced for its hybrid and
    Phyrexian symbols (601.2b), several of these rules may apply.
    """
    for symbol in reductions:
        yield from _of_symbol(symbol)
    for mana in MANA_TYPES:
        yield from _of_type(mana, _range(mana, symbols), _range(mana, reductions, reducing=True))


def _of_symbol(symbol: ManaSymbol) -> Iterator[Citation]:
    match symbol.kind:
        case "snow":
            yield Citation("A reduction by snow mana reduces generic mana.", "118.7g")
        case "phyrexian":
            yield Citation("A reduction by a Phyrexian symbol reduces its color.", "118.7f")
        case "hybrid phyrexian":
            yield Citation("A reduction by a Phyrexian symbol reduces its color.", "118.7f")
            yield Citation("A hybrid Phyrexian symbol is both of its colors.", "107.4f")
        case "hybrid" | "monocolored hybrid" | "colorless hybrid":
            yield Citation("For a hybrid reduction, the player paying chooses a half.", "118.7e")
        case _ if symbol.options[0].slot == "generic":
            yield Citation("A generic reduction affects generic mana only.", "118.7a")


class _Range(NamedTuple):
    """Range of a type's mana in a cost: least, least nonzero, and most."""

    least: Amount
    some: Amount
    most: Amount


def _range(mana: ManaType, symbols: Sequence[ManaSymbol], *, reducing: bool = False) -> _Range:
    """Over all announcements. A reduction is never by life (118.7f)."""
    fixed: list[Amount] = []
    chosen: list[Amount] = []
    for symbol in symbols:
        options = [option for option in symbol.options if not (reducing and option.slot == "life")]
        amounts = [option.amount for option in options if option.slot == mana]
        (chosen if len(options) > 1 else fixed).extend(amounts)
    least = sum(fixed)
    return _Range(least, least or min(chosen, default=0), least + sum(chosen))


def _of_type(mana: ManaType, cost_range: _Range, reduction_range: _Range) -> Iterator[Citation]:
    if not reduction_range.most:
        return
    name = MANA_NAMES[mana]
    if not cost_range.most:
        yield Citation(f"The cost has no {name} mana, so a {name} reduction reduces generic mana.", "118.7b")
        return
    rule = "118.7d" if mana == "C" else "118.7c"
    yield Citation(f"A {name} reduction reduces the cost’s {name} mana.", rule)
    if reduction_range.most > cost_range.some:
        yield Citation(f"If it’s more than the cost’s {name} mana, the rest reduces generic mana.", rule)
    if not cost_range.least:
        yield Citation(f"If no {name} mana is announced, a {name} reduction reduces generic mana.", "118.7b")
