"""Payment of a total cost, symbol by symbol (601.2h, 118.3).

{2}{W/P} from W C with 2 life   ->   {2} by W and C, {W/P} by 2 life
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from symbols.engine.costs.slots import MANA_TYPES, Amounts, Color
from symbols.engine.costs.symbols import ManaSymbol, Option
from symbols.engine.paying.others import Helper, Way
from symbols.engine.paying.pool import Mana, Pool, Unit
from symbols.engine.totals.changes import CostSymbol, CostToPay

LIFE_EACH = 2
"""Life that pays for a Phyrexian symbol (107.4f)."""


@dataclass(frozen=True, slots=True)
class SymbolPayment:
    """Payment of one mana symbol."""

    paid: CostSymbol
    announced: Option  # option announced for it (601.2b); a variable's amount is its value
    reduced: int = 0  # part of that amount taken off by reductions; the rest is paid
    mana: tuple[Mana, ...] = ()
    life: int = 0  # as announced, or instead of mana
    others: tuple[Helper, ...] = ()  # creatures, artifacts, cards and another player's mana

    @classmethod
    def by(cls, paid: CostSymbol, announced: Option, reduced: int, units: Iterable[Unit]) -> "SymbolPayment":
        mana, others = parted(units)
        return cls(paid, announced, reduced, mana, others=others)

    def as_json(self) -> dict[str, object]:
        return {
            "symbol": str(self.paid.symbol),
            "of": self.paid.source,
            "index": self.paid.index,
            "announced": Amounts([(self.announced.slot, self.announced.amount)]).as_json(),
            "reduced": self.reduced,
            "mana": [mana.as_json() for mana in self.mana],
            "life": self.life,
            **_others_json("others", self.others),
        }


def _others_json(key: str, others: Iterable[Helper]) -> dict[str, object]:
    """Empty without others."""
    found = [each.as_json() for each in others]
    return {key: found} if found else {}


def parted(units: Iterable[Unit]) -> tuple[tuple[Mana, ...], tuple[Helper, ...]]:
    every = tuple(units)
    mana = tuple(unit for unit in every if isinstance(unit, Mana))
    return mana, tuple(unit for unit in every if isinstance(unit, Helper))


@dataclass(frozen=True, slots=True)
class ReductionUse:
    """What one symbol of a reduction takes off."""

    symbol: ManaSymbol
    chosen: Option  # the half that is chosen (118.7e)
    taken: Amounts  # what it took off; less than chosen if the cost had no more

    def as_json(self) -> dict[str, object]:
        chosen = Amounts([(self.chosen.slot, self.chosen.amount)])
        return {
            "symbol": str(self.symbol),
            "chosen": chosen.as_json(),
            "taken": self.taken.as_json(),
        }


@dataclass(frozen=True)
class Payment:
    """Which mana and how much life pays for which symbol."""

    to_pay: CostToPay
    pool: Pool
    symbols: tuple[SymbolPayment, ...]  # in the order of `to_pay.symbols`
    reductions: tuple[ReductionUse, ...] = ()  # in the order of `to_pay.reductions`
    minimum: tuple[Mana, ...] = ()  # mana spent on top to reach the minimum total cost (601.2f)
    minimum_others: tuple[Helper, ...] = ()  # likewise, other than the player's own mana

    @cached_property
    def life(self) -> int:
        """Life paid, including `Pay 2 life` and the like."""
        return self.to_pay.life + sum(line.life for line in self.symbols)

    @cached_property
    def mana(self) -> tuple[Mana, ...]:
        """All mana spent, one entry per kind."""
        counts: Counter[tuple[str, bool]] = Counter()
        for mana in (*(mana for line in self.symbols for mana in line.mana), *self.minimum):
            counts[mana.type, mana.snow] += mana.count
        kinds = ((name, snow) for snow in (False, True) for name in MANA_TYPES)
        return tuple(Mana(*kind, counts[kind]) for kind in kinds if kind in counts)

    @cached_property
    def others(self) -> tuple[Helper, ...]:
        """Everything else spent, one entry per kind."""
        return tuple(Helper(*sort, count) for sort, count in self._others.items())

    @cached_property
    def _others(self) -> Counter[tuple[Way, tuple[Color, ...]]]:
        counts: Counter[tuple[Way, tuple[Color, ...]]] = Counter()
        for each in (*(other for line in self.symbols for other in line.others), *self.minimum_others):
            counts[each.way, each.colors] += each.count
        return counts

    @cached_property
    def announcement(self) -> Amounts:
        """Announced nonhybrid equivalent (601.2b)."""
        return Amounts([(line.announced.slot, line.announced.amount) for line in self.symbols])

    @cached_property
    def total(self) -> Amounts:
        left = [(line.announced.slot, line.announced.amount - self._taken_off(line)) for line in self.symbols]
        extra = sum(mana.count for mana in self.minimum) + sum(other.count for other in self.minimum_others)
        return Amounts([*left, ("generic", extra), ("life", self.to_pay.life)])

    def _taken_off(self, line: SymbolPayment) -> int:
        reducing = line.others if self.pool.others.reducing else ()
        return line.reduced + sum(other.count for other in reducing if other.reduces)

    @cached_property
    def left(self) -> Pool:
        """The pool afterwards."""
        spent = {(mana.type, mana.snow): mana.count for mana in self.mana}
        snow = {name: self.pool.snow[place] - spent.get((name, True), 0) for place, name in enumerate(MANA_TYPES)}
        other = {
            name: self.pool.mana[place] - self.pool.snow[place] - spent.get((name, False), 0)
            for place, name in enumerate(MANA_TYPES)
        }
        mana = {name: snow[name] + other[name] for name in MANA_TYPES}
        others = self.pool.others.without(self._others)
        return Pool.holding(mana, snow, self.pool.life - self.life, self.pool.as_though, others)

    def as_json(self) -> dict[str, object]:
        return {
            "announcement": self.announcement.as_json(),
            "total": self.total.as_json(),
            "symbols": [line.as_json() for line in self.symbols],
            "reductions": [use.as_json() for use in self.reductions],
            "minimum": [mana.as_json() for mana in self.minimum],
            **_others_json("minimum_others", self.minimum_others),
            "mana": [mana.as_json() for mana in self.mana],
            **_others_json("others", self.others),
            "life": self.life,
            "left": self.left.as_json(),
        }
