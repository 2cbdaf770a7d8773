"""Convoke and delve as they were until July 2013: they reduce the total cost, before any minimum applies.

{5} with delve from seven cards, at least {3}, from W W W: the cards take off {5}, and the minimum is paid by the mana
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from symbols.engine.costs.cost import MAX_VARIABLE
from symbols.engine.costs.slots import MANA_TYPES, Amount, Slot
from symbols.engine.paying.others import Helper
from symbols.engine.paying.payment import Payment
from symbols.engine.paying.pool import Mana, Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.paying.shortfall import Shortfall, too_little_for_minimum
from symbols.engine.totals.changes import CostToPay, Source


def pay_from(to_pay: CostToPay, pool: Pool) -> PoolResult:
    others = pool.others
    comes_first = others.reducing and to_pay.changes.minimum and (others.convoke or others.delve)
    return _ReducedBeforeMinimum(to_pay, pool) if comes_first else PoolResult(to_pay, pool)


class _ReducedBeforeMinimum(PoolResult):
    """Paid as though there were no minimum; then mana that is left makes up the difference."""

    def __init__(self, to_pay: CostToPay, pool: Pool) -> None:
        super().__init__(to_pay, pool)
        changes = replace(to_pay.changes, minimum=0)
        self._reduced = PoolResult(replace(to_pay, changes=changes), pool)

    @cached_property
    def _mana(self) -> int:
        """Everything that pays the total cost once it's locked in."""
        units = (unit for unit, _ in self.pool.units)
        return sum(unit.count for unit in units if not (isinstance(unit, Helper) and unit.reduces))

    @property
    def _reaches_minimum(self) -> bool:
        return self._mana >= self.to_pay.changes.minimum

    @cached_property
    def payable(self) -> bool:
        return self._reaches_minimum and self._reduced.payable

    @cached_property
    def payment(self) -> Payment | None:
        payment = self._reduced.payment
        if payment is None or not self._reaches_minimum:
            return None
        lacking = self.to_pay.changes.minimum - sum(mana.count for mana in payment.mana)
        return replace(payment, to_pay=self.to_pay, minimum=_mana_of(payment.left, max(0, lacking)))

    @cached_property
    def shortfall(self) -> Shortfall | None:
        if self._reduced.payable and not self._reaches_minimum:
            return too_little_for_minimum(self.to_pay.changes.minimum, self._mana, self.pool)
        return self._reduced.shortfall

    def pays_announced(self, amounts: Mapping[Slot, Amount], *added: Source) -> bool:
        return self._reaches_minimum and self._reduced.pays_announced(amounts, *added)

    def greatest_x(self, most: int = MAX_VARIABLE) -> int | None:
        return self._reduced.greatest_x(most) if self._reaches_minimum else None


def _mana_of(pool: Pool, count: int) -> tuple[Mana, ...]:
    """Colorless and plentiful types first."""
    spent = []
    kinds = [
        Mana(name, snow=snow, count=amount)
        for name, mana, from_snow in zip(MANA_TYPES, pool.mana, pool.snow, strict=True)
        for snow, amount in ((False, mana - from_snow), (True, from_snow))
        if amount
    ]
    for kind in sorted(kinds, key=lambda kind: (kind.snow, kind.type != "C", -kind.count)):
        if used := min(count, kind.count):
            spent.append(kind.times(used))
            count -= used
    return tuple(spent)
