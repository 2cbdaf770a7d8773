"""Costs, reductions and pools small enough to be paid by force (`tests.engine.by_force`)."""

from collections import Counter
from dataclasses import dataclass

from hypothesis import strategies as st

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import MANA_TYPES, ManaType
from symbols.engine.costs.symbols import NAMED, ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.paying.pool import AsThough, Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.totals.changes import CostChanges, CostToPay
from tests.engine import by_force

ORDINARY = [symbol for symbol in NAMED.values() if symbol.kind not in ("half", "infinity", "variable")]
FEW = {"W", "U", "C", "generic", "life", "snow"}
OF_FEW_TYPES = [symbol for symbol in ORDINARY if {option.slot for option in symbol.options} <= FEW]
X = mana_symbol("X")

numbers = st.integers(0, 4).map(generic_symbol)
symbols = numbers | st.sampled_from(OF_FEW_TYPES) | st.sampled_from(ORDINARY)

mana_units: st.SearchStrategy[tuple[ManaType, bool]] = st.tuples(
    st.sampled_from(["W", "U", "C"]) | st.sampled_from(MANA_TYPES), st.booleans()
)


@dataclass(frozen=True)
class Changed:
    """Symbols to pay, symbols that reductions take off, and the least total."""

    cost: list[ManaSymbol]
    off: list[ManaSymbol]
    minimum: int = 0
    x: int = 0

    def to_pay(self) -> CostToPay:
        """Make what is to be paid of it: half is the cost, the rest an increase, and each reduction an effect."""
        half = len(self.cost) // 2
        changes = CostChanges(
            increases=(Cost.of(self.cost[half:]),),
            reductions=tuple(Cost.of([symbol]) for symbol in self.off),
            minimum=self.minimum,
        )
        return CostToPay(Cost.of([mana_symbol("0"), *self.cost[:half]]), changes, {"X": self.x})

    def totals(self) -> set[by_force.Vector]:
        """Find the total costs by force."""
        return by_force.totals(self.cost, self.off, self.minimum, self.x)


@st.composite
def changed_costs(draw: st.DrawFn, *, most: int = 5, variable: bool = False) -> Changed:
    """Make a cost with changes."""
    some = symbols | st.just(X) if variable else symbols
    cost = draw(st.lists(some, max_size=most))
    off = draw(st.lists(symbols, max_size=3))
    return Changed(cost, off, draw(st.sampled_from([0, 0, 0, 3])), draw(st.integers(0, 3)) if variable else 0)


@dataclass(frozen=True)
class Purse:
    """Mana one by one, life, and how mana may be spent."""

    units: list[tuple[ManaType, bool]]
    life: int
    as_though: AsThough

    def pool(self) -> Pool:
        """Make a pool of it."""
        mana = Counter(name for name, _ in self.units)
        return Pool.holding(mana, Counter(name for name, snow in self.units if snow), self.life, self.as_though)

    def affords(self, totals: set[by_force.Vector]) -> list[by_force.Vector]:
        """Find by force which totals it can pay."""
        return by_force.affordable(totals, self.units, self.life, self.as_though)


purses = st.builds(
    Purse,
    st.lists(mana_units, max_size=7),
    st.integers(-1, 7),
    st.sampled_from(["as it is", "as it is", "any color", "any type"]),
)


def paying(changed: Changed, purse: Purse) -> PoolResult:
    """Hold a cost against a pool."""
    return PoolResult(changed.to_pay(), purse.pool())
