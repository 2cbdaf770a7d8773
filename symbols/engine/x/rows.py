"""Table of X: what is paid for each value, after all that is done to the cost (107.3, 601.2f).

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
from symbols.engine.totals.changes import CostToPay
from symbols.engine.totals.total_costs import TotalCosts

LAST = 5
"""The last value in the table where nothing is known that ends it."""

_MOST = dict.fromkeys(MANA_TYPES, LIMIT - 1)
_PLENTY = Pool.holding(_MOST, _MOST, LIMIT - 1)


@dataclass(frozen=True, slots=True)
class XRow:
    """Line of the table of X (107.3).

    Attributes:
        value: the value of the variable.
        symbols: the mana that is paid then, in the printed order: a number stands for every variable and number
            (107.3i); `{0}` where it is none.
        life: the life that is paid besides.
        mana_value: the mana value of the mana cost on the stack then (202.3e).
        payable: whether all of it can be paid, as far as that could be checked; None without a pool.
    """

    value: int
    symbols: tuple[ManaSymbol, ...]
    mana_value: Amount
    life: int = 0
    payable: bool | None = None


@dataclass(frozen=True, slots=True)
class XRows:
    """Table of X, or of the first other variable of a cost that has no X.

    Attributes:
        variable: which variable; None where no mana and no life depends on one, and there are no rows.
        rows: the first rows, and the last.
        left_out: how many rows before the last one are left out.
        greatest: the greatest value that can be paid for; None where that is not known or none can.
    """

    variable: str | None
    rows: tuple[XRow, ...] = ()
    left_out: int = 0
    greatest: int | None = None


def variable_of(to_pay: CostToPay) -> str | None:
    """Return the first variable that mana or life depends on, or that has to be 0 (107.3b)."""
    return next((name for name in to_pay.variables if to_pay.is_paid_by_value(name)), None)


def shown_values(last: int, most: int) -> list[int]:
    """Return the values from 0 to the last that have a row: all, or the first ones and the last.

    Args:
        last: the last value.
        most: how many rows there may be, at least 1.
    """
    if last < most:
        return list(range(last + 1))
    return [*range(max(1, most) - 1), last]


def paid_for(to_pay: CostToPay, pool: Pool | None) -> tuple[tuple[ManaSymbol, ...], int]:
    """Return the mana symbols and the life that are paid, one of the ways where there are several.

    Without reductions these are the symbols as they stand, with numbers for the variables. With them it is a total
    cost: the one that the pool pays, or else one with the least life, and of those with the fewest mana.

    Args:
        to_pay: the cost, and the values of its variables.
        pool: what there is to pay with, if it can pay.
    """
    changes = to_pay.changes
    if not (changes.reductions or changes.minimum) or to_pay.outside_rules or to_pay.unpayable:
        symbols = Cost.of(entry.symbol for entry in to_pay.symbols).filled_in(to_pay.values)
        return symbols or (generic_symbol(0),), to_pay.life
    payment = PoolResult(to_pay, _PLENTY if pool is None else pool).payment
    total = payment.total if payment else next(iter(TotalCosts(to_pay)))
    return _symbols_of(total), int(total.get("life", 0))


def _symbols_of(total: Amounts) -> tuple[ManaSymbol, ...]:
    """Write a total of whole amounts as symbols."""
    symbols = [mana_symbol(name) for name in MANA_TYPES for _ in range(int(total.get(name, 0)))]
    symbols += [mana_symbol("S")] * int(total.get("snow", 0))
    generic = int(total.get("generic", 0))
    if generic or not symbols:
        symbols.append(generic_symbol(generic))
    return in_printed_order(symbols)
