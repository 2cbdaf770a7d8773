"""What each X, from 0 to the greatest that a pool can pay, comes to."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from symbols.engine.changes import CostToPay
from symbols.engine.paying import Paying
from symbols.engine.payment import Payment
from symbols.engine.slots import Amount
from symbols.engine.symbols import ManaSymbol


@dataclass(frozen=True)
class XPayment:
    """One value of X that can be paid.

    Attributes:
        x: the value.
        paying: the cost with that value, held against the pool.
    """

    x: int
    paying: Paying

    @cached_property
    def symbols(self) -> tuple[ManaSymbol, ...]:
        """The mana cost with numbers for its variables: `{6}{R}` (107.3i)."""
        return self.paying.to_pay.cost.filled_in(self.paying.to_pay.values)

    @property
    def mana_value(self) -> Amount:
        """The mana value on the stack (202.3e)."""
        return self.paying.to_pay.cost.mana_value(self.paying.to_pay.values)

    @property
    def payment(self) -> Payment | None:
        """The preferred payment."""
        return self.paying.payment


class XPayments(Sequence[XPayment]):
    """A row for each X from 0 to the greatest payable, each made when it is asked for; no rows where there is none."""

    def __init__(self, paying: Paying) -> None:
        self._paying = paying
        greatest = paying.max_x
        self._rows = range(0 if greatest is None else greatest + 1)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> XPayment: ...

    @overload
    def __getitem__(self, index: slice) -> list[XPayment]: ...

    def __getitem__(self, index: int | slice) -> XPayment | list[XPayment]:
        if isinstance(index, slice):
            return [self._row(x) for x in self._rows[index]]
        return self._row(self._rows[index])

    def _row(self, x: int) -> XPayment:
        to_pay = self._paying.to_pay
        values = {**to_pay.values, "X": x}
        return XPayment(x, Paying(CostToPay(to_pay.cost, to_pay.changes, values), self._paying.pool))
