"""Paying from sources on the battlefield: which to use, in which order, and which symbols can't be paid together."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final

from symbols.engine.citations import Citation
from symbols.engine.costs.cost import MAX_VARIABLE, Cost
from symbols.engine.costs.requirements import BIT, Requirement, requirement_of, slots_in
from symbols.engine.costs.slots import MANA_TYPES, Amount, Amounts, ManaType, Slot
from symbols.engine.costs.symbols import mana_symbol
from symbols.engine.errors import BadRequest, TooLarge
from symbols.engine.paying.others import NO_OTHER_PAYERS, Helper, OtherPayers, Way
from symbols.engine.paying.payment import Payment
from symbols.engine.paying.pool import Mana, Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.paying.question import requirements_of
from symbols.engine.paying.resources import shares_waterbending
from symbols.engine.paying.shortfall import Shortfall, mana_phrase, rules_of_mana
from symbols.engine.sources.ability import Made
from symbols.engine.sources.model import Chosen, Kind, Model, Needs, Objective
from symbols.engine.sources.plan import Plan, plan_of
from symbols.engine.sources.source import Source
from symbols.engine.totals.changes import NO_CHANGES, CostSymbol, CostToPay
from symbols.engine.totals.changes import Source as CostSource
from symbols.engine.totals.total_costs import TotalCosts
from symbols.sentences import number_word

MOST_TOTALS: Final = 24
"""Total costs tried one by one, where reductions or a minimum leave a choice."""

_MOST_OTHERS: Final = 4
_MOST_FOR_OTHERS: Final = 6
_PLENTY: Final = 1_000


@dataclass(frozen=True, slots=True)
class UsableSource:
    """Equal sources that could pay one of some symbols."""

    source: str
    count: int
    makes: tuple[Made, ...]

    def as_json(self) -> dict[str, object]:
        return {"source": self.source, "count": self.count, "makes": [list(made) for made in self.makes]}


class SourcesResult(PoolResult):
    """Paying with mana in the pool and with sources.

    Attributes:
        sources: those whose mana may be spent on the cost.
        helping: keywords for which they can be tapped instead.
        other: which of the other plans is chosen, counted from 1; 0 for the best.
    """

    def __init__(
        self, to_pay: CostToPay, pool: Pool, sources: Sequence[Source], helping: Sequence[Way] = (), other: int = 0
    ) -> None:
        super().__init__(to_pay, pool)
        self.sources = tuple(sources)
        self.helping = tuple(helping)
        self.other = other

    def with_pool(self, pool: Pool) -> PoolResult:
        return SourcesResult(self.to_pay, pool, self.sources, self.helping)

    @cached_property
    def _at_hand(self) -> Mapping[Kind, int]:
        return {(unit.type, unit.snow, ""): unit.count for unit, _ in self.pool.units if isinstance(unit, Mana)}

    def _model(self, requirements: Sequence[Requirement], life: int, x: int = 0) -> Model:
        others = self.pool.others
        if others.waterbend and shares_waterbending(self.to_pay):
            raise _not_together("Waterbending a part of a cost").in_field("waterbend")
        if others.x_only and (self.to_pay.reductions or self.to_pay.changes.minimum):
            raise _not_together("Mana for X only, with a reduction or a minimum,").in_field("x_only")
        return Model(
            self.sources,
            Needs(tuple(requirements), life, x, _bits(others.life_for), _bits(others.x_only) or _TYPES),
            self._at_hand,
            [(slots, unit.count) for unit, slots in self.pool.units if isinstance(unit, Helper)],
            {"as it is": 0, "any color": _COLORS, "any type": _TYPES}[self.pool.as_though],
            self.helping,
        )

    @cached_property
    def _ways(self) -> Sequence[tuple[Sequence[Requirement], int]]:
        """Requirements to try, each with the life paid with it: one, unless reductions leave a choice."""
        to_pay = self.to_pay
        if not (to_pay.reductions or to_pay.changes.minimum):
            return [(requirements_of(self.pool, to_pay.values, to_pay.symbols), to_pay.life)]
        totals = list(islice(TotalCosts(to_pay), MOST_TOTALS + 1))
        if len(totals) > MOST_TOTALS:
            message = "There are too many total costs to try your sources with each. Use fewer reductions."
            raise TooLarge("too_many_ways", message)
        return [(_requirements_of(total), int(total.get("life", 0))) for total in totals]

    @cached_property
    def _chosen(self) -> Chosen | None:
        return None if self._never_payable else self._best()

    @cached_property
    def _models(self) -> Sequence[tuple[Model, int]]:
        """One for each of `_ways`, with the life paid."""
        return [
            (self._model(requirements, max(0, self.pool.life - life)), life)
            for requirements, life in self._ways
            if self.pool.life >= life or not life
        ]

    def _best(self, objective: Objective = "plan", fewer: Mapping[int, int] | None = None) -> Chosen | None:
        found: list[tuple[tuple[int, ...], int, Chosen]] = []
        for place, (model, life) in enumerate(self._models):
            if chosen := model.solve(objective, fewer):
                each = [(use.ability, self.sources[use.source].worth, times) for use, times in chosen.uses]
                total_life = life + chosen.life + sum(ability.life * times for ability, _, times in each)
                taps = sum(times for ability, _, times in each if ability.is_once)
                damage = sum(ability.damage * times for ability, _, times in each)
                worth = sum(worth * times for _, worth, times in each)
                order = (taps, total_life, damage) if objective == "fewest" else (total_life, damage, taps)
                found.append(((*order, worth), place, chosen))
        return min(found)[2] if found else None

    @cached_property
    def payable(self) -> bool:
        return self._chosen is not None

    @cached_property
    def best(self) -> Plan | None:
        return plan_of(self._chosen, self.sources, self._at_hand) if self._chosen else None

    @cached_property
    def other_plans(self) -> Sequence[Plan]:
        """The plan with the fewest taps if it has fewer, then plans without a source of the best."""
        if self.best is None or sum(source.count for source in self.sources if source.has_cost) > _MOST_FOR_OTHERS:
            return ()
        found = {self.best.key: self.best}
        for chosen in self._others():
            if chosen:
                plan = plan_of(chosen, self.sources, self._at_hand)
                found.setdefault(plan.key, plan)
            if len(found) > _MOST_OTHERS:
                break
        return list(found.values())[1:]

    def _others(self) -> Iterator[Chosen | None]:
        best = self.best
        if best is None:
            return
        yield self._best("fewest")
        for place, times in Counter(step.place for step in best.steps).items():
            yield self._best(fewer={place: times - 1})

    @property
    def plan(self) -> Plan | None:
        return self.other_plans[self.other - 1] if 0 < self.other <= len(self.other_plans) else self.best

    @cached_property
    def payment(self) -> Payment | None:
        if self.plan is None:
            return None
        counts = {kind: len(names) for kind, names in self.plan.made_by.items()}
        snow = {name: counts.get((name, True), 0) for name in MANA_TYPES}
        mana = {name: counts.get((name, False), 0) + snow[name] for name in MANA_TYPES}
        life = self.pool.life - self.plan.life
        others = self.plan.helping(self.pool.others)
        return PoolResult(self.to_pay, Pool.holding(mana, snow, life, self.pool.as_though, others)).payment

    @cached_property
    def shortfall(self) -> Shortfall | None:
        if self.payable:
            return None
        if self._never_payable:
            return self._shortfall_of_any
        symbols = self._smallest_unpayable()
        rules = ("118.3", *rules_of_mana(symbols))
        message, bits, needed, available = self._why(symbols)
        slots = tuple(slots_in(bits))
        return Shortfall("types", message, tuple(symbols), (), (), slots, needed, available, rules)

    @cached_property
    def nearly(self) -> "SourcesResult | None":
        """Paying all symbols of the shortfall but the last, as a cost of its own; None if that says nothing."""
        symbols = self.shortfall.symbols if self.shortfall else ()
        if len(symbols) < 2 or self.to_pay.reductions:
            return None
        cost = Cost.of(tuple(each.symbol for each in symbols[:-1]))
        return SourcesResult(CostToPay(cost, NO_CHANGES, self.to_pay.values), self.pool, self.sources, self.helping)

    @cached_property
    def _whole(self) -> Model:
        """The program for all symbols, of which some may be left out."""
        requirements = requirements_of(self.pool, self.to_pay.values, self.to_pay.symbols)
        return self._model(requirements, max(0, self.pool.life - self.to_pay.life))

    def _pays(self, symbols: Sequence[CostSymbol]) -> bool:
        return self._whole.pays(requirements_of(self.pool, self.to_pay.values, symbols))

    def _smallest_unpayable(self) -> list[CostSymbol]:
        """Symbols that can't be paid together, though without any one of them they could."""
        kept = self._short_of_types() or list(self.to_pay.symbols)
        sorts = Counter(requirement_of(each.symbol) for each in kept)
        for need in sorted(sorts, key=lambda one: (one.group != "generic", -len(list(slots_in(one.slots))))):
            mine = [each for each in kept if requirement_of(each.symbol) == need]
            others = [each for each in kept if requirement_of(each.symbol) != need]
            low, high = 0, len(mine)
            while low < high:
                # Mostly all of them are needed.
                half = high - 1 if (low, high) == (0, len(mine)) else (low + high) // 2
                if self._pays([*others, *mine[:half]]):
                    low = half + 1
                else:
                    high = half
            kept = [*others, *mine[:low]]
        return [each for each in self.to_pay.symbols if each in kept]

    def _short_of_types(self) -> list[CostSymbol]:
        """Symbols that need more mana of some types than all sources make; empty if none do."""
        plain = [(requirement_of(each.symbol), each) for each in self.to_pay.symbols]
        needing = [(need.slots, each) for need, each in plain if need.group == "plain"]
        if self.pool.as_though != "as it is":
            return []
        used = dict.fromkeys(slots for slots, _ in needing)
        unions = {first | second | third for first in used for second in used for third in used}
        for slots in sorted(unions, key=lambda each: (each.bit_count(), each)):
            mine = [each for own, each in needing if not own & ~slots]
            available = self._most_of(slots)
            if len(mine) > available:
                return mine[: available + 1]
        return []

    def _most_of(self, slots: int) -> int:
        """The most mana that can pay some slots, if nothing else had to be paid."""
        found = sum(unit.count for unit, own in self.pool.units if own & slots or isinstance(unit, Helper))
        for source in self.sources:
            snow = BIT["snow"] if source.snow else 0
            for ability in source.abilities:
                each = max(sum(1 for name in made if (BIT[name] | snow) & slots) for made in ability.makes)
                times = source.count if ability.is_once else (ability.most or _PLENTY) * source.count
                found += each * (ability.batch or 1) * times
        return found

    def _why(self, symbols: Sequence[CostSymbol]) -> tuple[str, int, int, int]:
        """A sentence, the slots, how much of them is needed, and how much the sources make at most."""
        slots = 0
        needed = 0
        for each in symbols:
            need = requirement_of(each.symbol)
            slots |= need.slots
            needed += 1 if need.slots else need.generic + (self.to_pay.values.get(each.symbol.variable or "", 0))
        generic = any(not requirement_of(each.symbol).slots for each in symbols)
        available = self._most_of(_TYPES if generic else slots)
        named = str(symbols[0].symbol) if len(symbols) == 1 else f"These {number_word(len(symbols))} symbols"
        needs = "needs" if len(symbols) == 1 else "need"
        what = f"{number_word(needed)} mana" if generic else mana_phrase(list(slots_in(slots)))
        or_life = [need for need in map(requirement_of, (each.symbol for each in symbols)) if need.group == "or life"]
        if or_life:
            what += f", or 2 life {'each' if len(or_life) > 1 else 'instead'}"
        if any(requirement_of(each.symbol).group == "or generic" for each in symbols):
            what += ", or two mana of any type for each"
        if available >= needed or what.endswith("each"):
            life = any(ability.life for source in self.sources for ability in source.abilities)
            costs = f"what your sources cost in mana{' and life' if life else ''}"
            if not any(source.has_cost for source in self.sources):
                costs = f"what they cost in life, of which you have {self.pool.life:,}," if life else "that"
            leaves = "there isn’t enough" if costs == "that" else f"{costs} leaves too little"
            return f"{named} {needs} {what}; {leaves}.", slots, needed, min(available, needed)
        whose = "you have" if self.pool.others.ways else "your sources make"
        have = "none of your sources can make it" if not available else f"{whose} {number_word(available)}"
        return f"{named} {needs} {what}; {have}.", slots, needed, available

    def usable_for(self, symbols: Sequence[CostSymbol]) -> list[UsableSource]:
        """The sources that could pay any of some symbols."""
        slots = 0
        for each in symbols:
            need = requirement_of(each.symbol)
            slots |= need.slots or _TYPES
        found = []
        for source in self.sources:
            types = {name for made in source.makes for name in made}
            usable = slots & sum(BIT[name] for name in types) or (source.snow and slots & BIT["snow"])
            if usable:
                found.append(UsableSource(source.name, source.count, source.makes))
        return found

    def greatest_x(self, most: int = MAX_VARIABLE) -> int | None:
        in_mana = sum(1 for entry in self.to_pay.symbols if entry.symbol.variable == "X")
        if self._never_payable or not in_mana:
            return None
        if "X" in self.to_pay.zeroed:
            return 0 if self.payable else None
        at_zero = replace(self.to_pay, values={**self.to_pay.values, "X": 0})
        if at_zero.reductions or at_zero.changes.minimum or self.pool.others.x_only:
            return self._greatest_by_trying(at_zero, most)
        others = [entry for entry in at_zero.symbols if entry.symbol.variable != "X"]
        requirements = requirements_of(self.pool, at_zero.values, others)
        chosen = self._model(requirements, max(0, self.pool.life - at_zero.life), in_mana).solve("x")
        return None if chosen is None else min(chosen.x, most)

    @property
    def most_mana(self) -> int:
        """The most mana that can be made at all."""
        pool = replace(self.pool, others=NO_OTHER_PAYERS)
        return SourcesResult(CostToPay(Cost.of([mana_symbol("X")])), pool, self.sources).greatest_x() or 0

    def _greatest_by_trying(self, at_zero: CostToPay, most: int) -> int | None:
        def pays(x: int) -> bool:
            to_pay = replace(at_zero, values={**at_zero.values, "X": x})
            return SourcesResult(to_pay, self.pool, self.sources, self.helping).payable

        if not pays(0):
            return None
        # More mana than this there is not, but what reductions leave has to be paid as well.
        off = sum(int(symbol.mana_value) for symbol in at_zero.reductions)
        high = min(most, self._most_of(_TYPES) + off + 1)
        return bisect_left(range(1, high + 1), 1, key=lambda x: not pays(x))

    @property
    def more_x_may_help(self) -> bool:
        return False

    @property
    def tells_ways(self) -> bool:
        """Whether each announcement can be judged by itself."""
        return not (self.to_pay.reductions or self.to_pay.changes.minimum or self.pool.others.x_only)

    def pays_announced(self, amounts: Mapping[Slot, Amount], *added: CostSource) -> bool:
        life = self.pool.life - int(amounts.get("life", 0)) - self.to_pay.life
        if self._never_payable or life < 0:
            return False
        others = [entry for entry in self.to_pay.symbols if entry.source in added]
        requirements = [*_requirements_of(amounts), *requirements_of(self.pool, self.to_pay.values, others)]
        return self._model(requirements, life).solve("feasible") is not None

    @property
    def payable_announcements(self) -> int | None:
        return None if self.payable else 0

    def _cite(self) -> Iterator[Citation]:
        yield from super()._cite()
        steps = self.best.steps if self.best else ()
        abilities = [ability for source in self.sources for ability in source.abilities]
        if steps or not self.best:
            yield Citation("Mana abilities are activated before costs are paid.", "601.2g")
            yield Citation("Sources make mana by their mana abilities.", "106.3")
            yield Citation("An ability that could add mana and has no target is a mana ability.", "605.1a")
            if any(ability.taps for ability in abilities):
                yield Citation("To tap a source for mana, you use a mana ability with {T} in its cost.", "106.12")
            if any(source.has_land_type for source in self.sources):
                yield Citation("A land with a basic land type can make mana even if its text doesn’t say so.", "305.6")
        if any(step.paid_with for step in steps) or (not self.best and any(each.cost.symbols for each in abilities)):
            yield Citation("A mana ability may be activated to pay for another one.", "605.3a")
        if any("/" in symbol.code for ability in abilities for symbol in ability.cost.symbols):
            yield Citation("Either half pays for a hybrid symbol, in a source’s cost too.", "107.4e")
        if any(ability.life for ability in abilities):
            yield Citation("You can’t pay more life than you have.", "119.4")
        if any(ability.most is not None and not ability.is_once for ability in abilities):
            yield Citation("Some abilities can be used only so many times each turn.", "602.5b")
        if self.plan and self.payment and sum(self.payment.left.mana):
            yield Citation("Mana that isn’t spent stays in the mana pool until the step or phase ends.", "106.4")
        ways = {way for source in self.sources for way, _ in source.helps(self.helping)}
        creatures = ((),) if "convoke" in ways else ()
        yield from OtherPayers(convoke=creatures, improvise=int("improvise" in ways)).citations()


def _requirements_of(amounts: Mapping[Slot, Amount] | Amounts) -> list[Requirement]:
    requirements = [Requirement("plain", BIT[slot]) for slot in BIT for _ in range(int(amounts.get(slot, 0)))]
    generic = int(amounts.get("generic", 0))
    return [*requirements, Requirement("generic", 0, generic)] if generic else requirements


def _not_together(what: str) -> BadRequest:
    return BadRequest("not_together", f"{what} can’t be checked with sources. Type the mana they make instead.")


def _bits(types: Iterable[ManaType]) -> int:
    return sum(BIT[name] for name in types)


_TYPES = _bits(MANA_TYPES)
_COLORS = _TYPES & ~BIT["C"]
