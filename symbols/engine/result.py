"""Everything the engine says of one cost: one object for the page, the JSON API and the command line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TypedDict

from symbols.engine.announcements import Announcements
from symbols.engine.citations import Citation, distinct
from symbols.engine.cost import Cost, Values, checked_values
from symbols.engine.facts import facts_of
from symbols.engine.reading import read_cost
from symbols.engine.slots import Amount, Amounts, amount_as_json
from symbols.engine.symbols import ManaSymbol

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
        cost: the cost as read.
        values: the value of each variable; one that is not named is 0.
    """

    cost: Cost
    values: Values = field(default_factory=dict)

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
        return distinct(facts_of(self.cost))

    def as_json(self) -> CheckJson:
        """Return the object of design part 5."""
        announcements = listing_as_json(self.announcements.count(), self.announcements)
        return {
            "cost": self.cost.text,
            "canonical": self.cost.canonical,
            "symbols": list(self.cost.all_symbols),
            "mana_value": {
                "stack": amount_as_json(self.mana_value_on_stack),
                "elsewhere": amount_as_json(self.mana_value_elsewhere),
            },
            "colors": list(self.cost.colors),
            "announcements": announcements,
            "totals": announcements,
            "payable": None,
            "payment": None,
            "shortfall": None,
            "max_x": None,
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


def check(cost: str | Cost, *, values: Values | None = None) -> CheckResult:
    """Find out what a cost means and how it can be paid.

    Args:
        cost: the cost, as text in any notation or as read.
        values: the value of each variable, by `X`, `Y` and `Z`; one that is not named is 0.

    Raises:
        EngineError: the text is no cost, or a value makes no sense.
    """
    read = cost if isinstance(cost, Cost) else read_cost(cost)
    return CheckResult(read, checked_values(values or {}))
