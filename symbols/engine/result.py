"""Everything the engine says of one cost: one object for the page, the JSON API and the command line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TypedDict

from symbols.engine.announcements import Announcements
from symbols.engine.changes import CostChanges, CostToPay
from symbols.engine.citations import Citation, distinct
from symbols.engine.cost import Cost, Values, checked_values
from symbols.engine.facts import facts_of
from symbols.engine.paying import Paying
from symbols.engine.payment import Payment
from symbols.engine.pool import Pool
from symbols.engine.reading import read_cost
from symbols.engine.shortfall import Shortfall
from symbols.engine.slots import Amount, Amounts, amount_as_json
from symbols.engine.symbols import ManaSymbol
from symbols.engine.totals import Totals
from symbols.engine.xtable import XPayments

MAX_ITEMS = 100
"""The most announcements, and the most totals, that JSON lists."""

JsonAmount = int | float | str


class ManaValueJson(TypedDict):
    """A mana value on the stack and elsewhere (202.3e)."""

    stack: JsonAmount
    elsewhere: JsonAmount


class ListingJson(TypedDict):
    """How many amounts there are, the first of them, and whether there are more than those."""

    count: int | None
    items: list[dict[str, JsonAmount]]
    truncated: bool


class CheckJson(TypedDict):
    """The JSON of a check, the same for the command line and the API."""

    cost: str
    canonical: str
    symbols: list[str]
    mana_value: ManaValueJson
    colors: list[str]
    announcements: ListingJson
    totals: ListingJson
    payable: bool | None
    payment: Mapping[str, object] | None
    shortfall: Mapping[str, object] | None
    max_x: int | None
    citations: list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class XRow:
    """A line of the table of X (107.3).

    Attributes:
        value: the value of the variable.
        symbols: what is paid then, in the printed order: a number stands for every variable and number (107.3i).
        mana_value: the mana value on the stack then (202.3e).
    """

    value: int
    symbols: tuple[ManaSymbol, ...]
    mana_value: Amount


@dataclass(frozen=True, eq=False)
class CheckResult:
    """What a cost means, and how it can be paid. What takes work is found when it is first asked for.

    Attributes:
        to_pay: the cost as read, the values of its variables, and what is done to it (601.2f).
        pool: what there is to pay with; None where no pool was given.
    """

    to_pay: CostToPay
    pool: Pool | None = None

    @property
    def cost(self) -> Cost:
        """The cost as read."""
        return self.to_pay.cost

    @property
    def values(self) -> Values:
        """The value of each variable; one that is not named is 0."""
        return self.to_pay.values

    @cached_property
    def mana_value_on_stack(self) -> Amount:
        """The mana value of a spell with this mana cost, its variables as announced (202.3e)."""
        return self.cost.mana_value(self.values)

    @cached_property
    def mana_value_elsewhere(self) -> Amount:
        """The mana value of an object with this mana cost that is not on the stack (202.3e)."""
        return self.cost.mana_value()

    @cached_property
    def announcements(self) -> Announcements:
        """The nonhybrid equivalents that can be announced (601.2b), with the values filled in."""
        return Announcements(self.cost.symbols, self.values)

    @cached_property
    def totals(self) -> Totals:
        """The total costs that can be reached from them (601.2f), life that the cost asks for in words included."""
        return Totals(self.to_pay)

    @cached_property
    def paying(self) -> Paying | None:
        """The total costs held against the pool; None where no pool was given."""
        return None if self.pool is None else Paying(self.to_pay, self.pool)

    @property
    def payable(self) -> bool | None:
        """Whether the pool can pay for the values given (118.3); None where no pool was given."""
        return self.paying.payable if self.paying else None

    @property
    def payment(self) -> Payment | None:
        """The payment with the least life that keeps the most flexible mana; None where there is none."""
        return self.paying.payment if self.paying else None

    @property
    def shortfall(self) -> Shortfall | None:
        """The smallest set of parts of the cost that the pool can't cover; None where it can pay all."""
        return self.paying.shortfall if self.paying else None

    @property
    def max_x(self) -> int | None:
        """The greatest X that the pool can pay for; None without an X or a pool, or when not even 0 can be paid."""
        return self.paying.max_x if self.paying else None

    @property
    def payable_announcements(self) -> int | None:
        """How many announcements the pool can pay for; None without a pool, or where counting would take long."""
        return self.paying.payable_announcements if self.paying else None

    @cached_property
    def x_payments(self) -> XPayments | None:
        """What each X from 0 to `max_x` comes to, lazily; None where `max_x` is."""
        return XPayments(self.paying) if self.paying and self.max_x is not None else None

    def x_table(self, upto: int = 5) -> tuple[XRow, ...]:
        """Return what is paid for each value of the first variable that has a mana symbol; none without one.

        Args:
            upto: the greatest value in the table. Other variables keep the values given.
        """
        varying = [name for name in self.cost.variables if any(s.variable == name for s in self.cost.symbols)]
        if not varying:
            return ()
        rows = []
        for value in range(upto + 1):
            values = {**self.values, varying[0]: value}
            rows.append(XRow(value, self.cost.filled_in(values), self.cost.mana_value(values)))
        return tuple(rows)

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """The facts shown, each with its rule in the edition of 2025-06-06."""
        of_paying = self.paying.citations if self.paying else ()
        return distinct([*facts_of(self.cost), *self.to_pay.citations, *of_paying])

    def as_json(self) -> CheckJson:
        """Return the object of design part 5."""
        payment, shortfall = self.payment, self.shortfall
        return {
            "cost": self.cost.text,
            "canonical": self.cost.canonical,
            "symbols": list(self.cost.all_symbols),
            "mana_value": {
                "stack": amount_as_json(self.mana_value_on_stack),
                "elsewhere": amount_as_json(self.mana_value_elsewhere),
            },
            "colors": list(self.cost.colors),
            "announcements": listing_as_json(self.announcements.count(), self.announcements),
            "totals": listing_as_json(self.totals.count(), self.totals),
            "payable": self.payable,
            "payment": payment.as_json() if payment else None,
            "shortfall": shortfall.as_json() if shortfall else None,
            "max_x": self.max_x,
            "citations": [citation.as_json() for citation in self.citations],
        }


def listing_as_json(count: int | None, amounts: Iterable[Amounts]) -> ListingJson:
    """Return the first `MAX_ITEMS` of some amounts for JSON, and whether that was not all of them.

    Args:
        count: how many there are; None when that is not known.
        amounts: them.
    """
    first = [each.as_json() for each in islice(amounts, MAX_ITEMS + 1)]
    return {"count": count, "items": first[:MAX_ITEMS], "truncated": len(first) > MAX_ITEMS}


def check(
    cost: str | Cost,
    *,
    values: Values | None = None,
    changes: CostChanges | None = None,
    pool: Pool | None = None,
) -> CheckResult:
    """Find out what a cost means and how it can be paid.

    Args:
        cost: the cost, as text in any notation or as read.
        values: the value of each variable, by `X`, `Y` and `Z`; one that is not named is 0.
        changes: what rules and effects do to the cost before it is paid (601.2f).
        pool: the mana and the life to pay with; an empty pool is a pool.

    Raises:
        EngineError: the text is no cost, or a value makes no sense.
    """
    read = cost if isinstance(cost, Cost) else read_cost(cost)
    return CheckResult(CostToPay(read, changes or CostChanges(), checked_values(values or {})), pool)
