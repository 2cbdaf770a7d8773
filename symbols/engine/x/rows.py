"""Table of X: what is paid for each value, with all changes to the cost (107.3, 601.2f).

{X}{R} from R C C with {1} less   ->   X = 0: {R}; 1: {R}; 2: {1}{R}; 3: {2}{R}
"""

from dataclasses import dataclass

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.order import in_printed_order
from symbols.engine.costs.slots import MANA_TYPES, Amount, Amounts
from symbols.engine.costs.symbols import ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.paying.others import LIMIT
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.paying.reducing import pay_from
from symbols.engine.totals.changes import CostToPay
from symbols.engine.totals.total_costs import TotalCosts

LAST = 5

_LARGEST_AMOUNTS = dict.fromkeys(MANA_TYPES, LIMIT - 1)
_LARGEST_POOL = Pool.holding(_LARGEST_AMOUNTS, _LARGEST_AMOUNTS, LIMIT - 1)


@dataclass(frozen=True, slots=True)
class XRow:
    """Row of the table of X (107.3)."""

    value: int
    # Mana paid, in printed order, variables and numbers added up (107.3i); `{0}` for none
    symbols: tuple[ManaSymbol, ...]
    mana_value: Amount  # of the mana cost on the stack (202.3e)
    life: int = 0
    payable: bool | None = None  # as far as that could be checked; None without a pool


@dataclass(frozen=True, slots=True)
class XRows:
    """Table of X, or of the first other variable in a cost without X: the first rows, and the last."""

    variable: str | None  # None if no mana or life depends on one; there are then no rows
    rows: tuple[XRow, ...] = ()
    left_out: int = 0  # number of rows omitted before the last
    greatest: int | None = None  # greatest payable value; None if unknown, or if none is payable


def variable_of(to_pay: CostToPay) -> str | None:
    """First variable that mana or life depends on, or that must be 0 (107.3b)."""
    return next((name for name in to_pay.variables if to_pay.is_paid_by_value(name)), None)


def shown_values(last: int, most: int) -> list[int]:
    """From 0 to `last`: all, or the first ones and the last, `most` in total (at least 1)."""
    if last < most:
        return list(range(last + 1))
    return [*range(max(1, most) - 1), last]


def paid_for(to_pay: CostToPay, found: PoolResult | None) -> tuple[tuple[ManaSymbol, ...], int]:
    """Mana symbols and life that are paid; `found` is what the pool pays, None if it can't.

    With reductions it is one total cost: what the pool pays, else the least life and then the fewest mana.
    """
    changes = to_pay.changes
    if not (changes.reductions or changes.minimum) or to_pay.outside_rules or to_pay.unpayable:
        symbols = Cost.of(entry.symbol for entry in to_pay.symbols).filled_in(to_pay.values)
        return symbols or (generic_symbol(0),), to_pay.life
    payment = (found or pay_from(to_pay, _LARGEST_POOL)).payment
    total = payment.total if payment else next(iter(TotalCosts(to_pay)))
    return _symbols_of(total), int(total.get("life", 0))


def _symbols_of(total: Amounts) -> tuple[ManaSymbol, ...]:
    symbols = [mana_symbol(name) for name in MANA_TYPES for _ in range(int(total.get(name, 0)))]
    symbols += [mana_symbol("S")] * int(total.get("snow", 0))
    generic = int(total.get("generic", 0))
    if generic or not symbols:
        symbols.append(generic_symbol(generic))
    return in_printed_order(symbols)
