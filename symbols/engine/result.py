"""Everything the engine says of one cost: one object for the page, the JSON API and the command line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from math import isinf
from typing import NotRequired, TypedDict

from symbols.engine.abilities.activation import ActivationCheck, Permanent, Player, check_parts
from symbols.engine.abilities.checked_parts import CheckedPart, PartJson, greatest_x
from symbols.engine.citations import Citation, distinct
from symbols.engine.costs.cost import MAX_VARIABLE, Cost, Values, checked_values
from symbols.engine.costs.parts import Loyalty, PayLife
from symbols.engine.costs.slots import Amount, Amounts, Color, amount_as_json
from symbols.engine.costs.two_parts import TwoParts
from symbols.engine.errors import BadRequest
from symbols.engine.facts import facts_of
from symbols.engine.paying.payment import Payment
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.paying.shortfall import Shortfall, land_face
from symbols.engine.reading.keywords import labeled
from symbols.engine.reading.reader import read_cost
from symbols.engine.totals.changes import NO_CHANGES, CostChanges, CostToPay
from symbols.engine.totals.total_costs import TotalCosts
from symbols.engine.ways.announcements import Announcements
from symbols.engine.x.rows import LAST, XRow, XRows, paid_for, shown_values, variable_of

MAX_ITEMS = 100
"""The most announcements, and the most totals, that JSON lists."""

JsonAmount = int | float | str


class ManaValueJson(TypedDict):
    """Mana value on the stack and elsewhere (202.3e), and on the battlefield where another part of a card is up."""

    stack: JsonAmount
    elsewhere: JsonAmount
    battlefield: NotRequired[JsonAmount]


class ListingJson(TypedDict):
    """JSON of a listing: how many amounts there are, the first of them, and whether there are more than those."""

    count: int | None
    items: list[dict[str, JsonAmount]]
    truncated: bool


class CheckJson(TypedDict):
    """JSON of a check, the same for the command line and the API."""

    cost: str
    canonical: str
    symbols: list[str]
    mana_value: ManaValueJson | None
    colors: list[str] | None
    announcements: ListingJson
    totals: ListingJson
    payable: bool | None
    payment: Mapping[str, object] | None
    shortfall: Mapping[str, object] | None
    reasons: list[str]
    unchecked: list[str]
    max_x: int | None
    citations: list[dict[str, str]]
    parts: NotRequired[list[PartJson]]
    colors_elsewhere: NotRequired[list[str]]
    layout: NotRequired[str]
    cast: NotRequired[str]


@dataclass(frozen=True, eq=False)
class CheckResult:
    """Meaning of a cost, and how it can be paid. Whatever takes work is found when it is first asked for.

    Attributes:
        to_pay: the cost as read, the values of its variables, and what is done to it (601.2f).
        pool: what there is to pay with; None where no pool was given.
        permanent: the permanent whose ability the cost is of, as far as it is known.
        player: the counters of the player who pays, and the life where no pool says it.
        card: the card with two parts whose part is cast, if it is one.
        is_land: whether the cost is that of a land, which isn't cast (305.1).
    """

    to_pay: CostToPay
    pool: Pool | None = None
    permanent: Permanent = field(default_factory=Permanent)
    player: Player = field(default_factory=Player)
    card: TwoParts | None = None
    is_land: bool = False

    @property
    def cost(self) -> Cost:
        """Cost as read."""
        return self.to_pay.cost

    @property
    def values(self) -> Values:
        """Value of each variable; one that is not named is 0."""
        return self.to_pay.values

    @cached_property
    def mana_value_on_stack(self) -> Amount:
        """Mana value of a spell with this mana cost, its variables as announced (202.3e)."""
        return self.card.mana_value_on_stack(self.values) if self.card else self.cost.mana_value(self.values)

    @cached_property
    def mana_value_elsewhere(self) -> Amount:
        """Mana value of an object with this mana cost that is not on the stack (202.3e)."""
        return (self.card.elsewhere if self.card else self.cost).mana_value()

    @cached_property
    def mana_value_on_battlefield(self) -> Amount:
        """Mana value of the permanent that the spell becomes: a prototyped one, or a face, keeps its own (718.3b)."""
        card = self.card
        return card.mana_value_on_battlefield if card else self.mana_value_elsewhere

    @property
    def mana_value_by_zone(self) -> tuple[tuple[Amount, str], ...]:
        """Mana values that differ, or may by a variable, each with its zones in words; one without words for all."""
        stack, elsewhere = self.mana_value_on_stack, self.mana_value_elsewhere
        battlefield = self.mana_value_on_battlefield
        if any(symbol.variable for symbol in self.cost.symbols) or not stack == battlefield == elsewhere:
            zones = [(stack, "on the stack"), (battlefield, "on the battlefield"), (elsewhere, "elsewhere")]
            if self.card and self.card.is_land:
                del zones[0]
            elif battlefield == elsewhere:
                del zones[1]
            elif battlefield == stack:
                zones[:2] = [(stack, "on the stack and the battlefield")]
            if self.card and self.card.layout == "room":
                zones[-1] = (elsewhere, "elsewhere, or with both halves unlocked")
            return tuple(zones)
        return ((elsewhere, ""),)

    @property
    def colors(self) -> tuple[Color, ...] | None:
        """Colors of what is cast; None for anything but a mana cost, and where a color indicator may say (202.2e)."""
        if self.card:
            return self.card.colors_on_stack
        return self.cost.colors if self.cost.may_be_mana_cost else None

    @property
    def canonical(self) -> str:
        """Cost in official notation; both costs of a card with two parts."""
        return self.card.canonical if self.card else self.cost.canonical

    @cached_property
    def announcements(self) -> Announcements:
        """Nonhybrid equivalents that can be announced (601.2b), with the values filled in.

        They are those of the cost, of the alternative cost in its place, or of nothing where no mana cost is paid.
        Those of everything that is paid, additional costs and increases among it, are `totals.announcements`.
        """
        return Announcements(self.to_pay.announced_symbols, self.values)

    @cached_property
    def totals(self) -> TotalCosts:
        """Total costs that can be reached from them (601.2f), life that the cost asks for in words included."""
        return TotalCosts(self.to_pay)

    @cached_property
    def pool_result(self) -> PoolResult | None:
        """Total costs held against the pool; None where no pool was given."""
        return None if self.pool is None else PoolResult(self.to_pay, self.pool)

    @cached_property
    def _player(self) -> Player:
        """Player, with the life of the pool and the cards that delve could exile."""
        player = replace(self.player, life=self.pool.life) if self.pool else self.player
        cards = player.graveyard
        if cards is None and self.pool:
            cards = self.pool.others.delve or None
        return player if cards is None else player.delving(cards, (paid.part for paid in self.to_pay.parts))

    @cached_property
    def activation(self) -> ActivationCheck:
        """Check of all parts to pay that are not mana, taken together; without any it can be paid."""
        player, elsewhere = self._player, 0
        if self.to_pay.life_parts and self.pool_result and self.pool_result.payment:
            elsewhere = self.pool_result.payment.life - self.to_pay.life
        parts = [paid.part for paid in self.to_pay.parts]
        return check_parts(parts, permanent=self.permanent, player=player, values=self.values, life_elsewhere=elsewhere)

    @cached_property
    def parts(self) -> tuple[CheckedPart, ...]:
        """Every part to pay that is not mana, of whichever cost, and whether it can be paid."""
        paid = self.to_pay.parts
        return tuple(map(CheckedPart, paid, self.activation.parts)) if paid else ()

    @property
    def unchecked(self) -> tuple[CheckedPart, ...]:
        """Parts of which it is unknown whether they can be paid: words, and what depends on unknown things."""
        return tuple(part for part in self.parts if part.payable is None)

    @property
    def failing(self) -> tuple[CheckedPart, ...]:
        """Parts that can't be paid."""
        return tuple(part for part in self.parts if part.payable is False)

    @property
    def other_costs(self) -> list[str]:
        """Costs other than mana and life, as they are written, loyalty costs taken together (606.5)."""
        parts = [part.text for part in self.parts if not isinstance(part.paid.part, PayLife | Loyalty)]
        loyalty = self.activation.loyalty
        return [*parts, loyalty.written] if loyalty else parts

    @cached_property
    def payable(self) -> bool | None:
        """Whether all can be paid for the values given (118.3), as far as `unchecked` leaves it open.

        False where the pool can't pay the mana and the life, or another part can't be paid, pool or no pool. None where
        nothing stands in the way and no pool was given.
        """
        if self.failing:
            return False
        return None if self.pool_result is None else self.pool_result.payable

    @property
    def payment(self) -> Payment | None:
        """Payment with the least life that keeps the most flexible mana; None where not all can be paid."""
        return self.pool_result.payment if self.pool_result and self.payable else None

    @property
    def shortfall(self) -> Shortfall | None:
        """Smallest set of symbols and life that the pool can't cover; None where it can pay them all."""
        found = self.pool_result.shortfall if self.pool_result else None
        is_land = self.is_land or (self.card is not None and self.card.is_land)
        if found and found.reason == "no mana cost" and is_land:
            return land_face()
        return found

    @property
    def reasons(self) -> list[str]:
        """Sentences that say why not all can be paid: what the pool lacks, and each part that can't be paid."""
        lacking = [self.shortfall.message] if self.shortfall else []
        return [*lacking, *(part.check.sentence for part in self.failing)]

    @cached_property
    def max_x(self) -> int | None:
        """Greatest X that can be paid for, with the pool and with counters as far as they are known.

        None without an X or a pool, where nothing limits X, or when no X can be paid.
        """
        pool_result = self.pool_result
        if pool_result is None or "X" not in self.to_pay.variables:
            return None
        by_parts = greatest_x(self.parts, self.values, self.permanent, self._player)
        if by_parts is None:
            return None
        if self.to_pay.is_paid_by_value("X") or pool_result.exiles_x:
            return pool_result.greatest_x(int(min(by_parts, MAX_VARIABLE)))
        return int(by_parts) if pool_result.payable and not isinf(by_parts) else None

    @property
    def payable_announcements(self) -> int | None:
        """Count of the totals that can be paid for; None without a pool, or where counting takes long."""
        if self.pool_result is None:
            return None
        return self.pool_result.payable_announcements if self.payable else 0

    def pays_announced(self, way: Amounts) -> bool | None:
        """Return whether one of `announcements` can be paid, whatever is added to it announced in the best way.

        None where no pool was given; False where a part other than mana can't be paid.
        """
        if self.failing:
            return False
        if self.pool_result is None:
            return None
        return self.pool_result.pays_announced(way, "additional cost", "increase", "commander tax")

    def with_value(self, name: str, value: int) -> "CheckResult":
        """Return the same check for another value of a variable."""
        to_pay = CostToPay(self.cost, self.to_pay.changes, {**self.values, name: value})
        return replace(self, to_pay=to_pay)

    def x_rows(self, most: int) -> XRows:
        """Return the table of X (107.3): what is paid for each value, and whether it can be.

        With a pool it goes from 0 to the greatest X that can be paid for, and has 0 in any case; a greater X that was
        given comes last. Where 107.3b leaves no choice it has 0 only. Without a pool, and for other variables, it ends
        at `LAST`.

        Args:
            most: how many rows there may be, at least 2. Where they are too few, rows before the last are left out.
        """
        name = variable_of(self.to_pay)
        if name is None or self.to_pay.unpayable:
            return XRows(None)
        greatest = self.max_x if name == "X" else None
        last, given = LAST, 0
        if name in self.to_pay.zeroed:
            last = 0
        elif self.pool_result and name == "X":
            last, given = greatest or 0, self.values.get(name, 0)
        values = shown_values(last, most) if given <= last else [*shown_values(last, most - 1), given]
        rows = tuple(self._x_row(name, value, greatest) for value in values)
        return XRows(name, rows, values[-1] + 1 - len(values), greatest)

    def _x_row(self, name: str, value: int, greatest: int | None) -> XRow:
        each = self.with_value(name, value)
        if greatest is None or (self.pool_result and self.pool_result.more_x_may_help):
            payable = None if self.pool is None else each.payable
        else:
            payable = value <= greatest
        symbols, life = paid_for(each.to_pay, self.pool if payable else None)
        return XRow(value, symbols, each.mana_value_on_stack, life, payable)

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """Facts shown, each with its rule in the edition of 2025-06-06."""
        of_paying = self.pool_result.citations if self.pool_result else ()
        facts = [*facts_of(self.to_pay, self.card), *self.to_pay.citations, *of_paying]
        rules = {fact.rule for fact in facts}
        keywords = [labeled(cost) for cost in (self.cost, *(cost for _, cost in self.to_pay.costs))]
        facts += [fact for keyword in keywords if keyword for fact in keyword.citations if fact.rule not in rules]
        return distinct(facts)

    def as_json(self) -> CheckJson:
        """Return the object of design part 5."""
        payment, shortfall = self.payment, self.shortfall
        found: CheckJson = {
            "cost": self.card.text if self.card else self.cost.text,
            "canonical": self.canonical,
            "symbols": list(self.card.symbols if self.card else self.cost.all_symbols),
            "mana_value": {
                "stack": amount_as_json(self.mana_value_on_stack),
                "elsewhere": amount_as_json(self.mana_value_elsewhere),
            }
            if self.cost.may_be_mana_cost
            else None,
            "colors": None if self.colors is None else list(self.colors),
            "announcements": listing_as_json(self.announcements.count(), self.announcements),
            "totals": listing_as_json(self.totals.count(), self.totals),
            "payable": self.payable,
            "payment": payment.as_json() if payment else None,
            "shortfall": shortfall.as_json() if shortfall else None,
            "reasons": self.reasons,
            "unchecked": [part.text for part in self.unchecked],
            "max_x": self.max_x,
            "citations": [citation.as_json() for citation in self.citations],
        }
        if self.card:
            found["colors_elsewhere"] = list(self.card.colors_elsewhere)
            if found["mana_value"] and self.mana_value_on_battlefield != self.mana_value_elsewhere:
                found["mana_value"]["battlefield"] = amount_as_json(self.mana_value_on_battlefield)
            found["layout"], found["cast"] = self.card.layout, self.card.cast
        if self.parts:
            found["parts"] = [part.as_json() for part in self.parts]
        return found


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
    permanent: Permanent | None = None,
    player: Player | None = None,
    card: TwoParts | None = None,
) -> CheckResult:
    """Find out what a cost means and how it can be paid.

    Args:
        cost: the cost, as text in any notation or as read.
        values: the value of each variable, by `X`, `Y` and `Z`; one that is not named is 0.
        changes: what rules and effects do to the cost before it is paid (601.2f).
        pool: the mana and the life to pay with; an empty pool is a pool.
        permanent: what is known of the permanent whose ability the cost is of.
        player: what is known of the player's counters, and of the life where there is no pool.
        card: the card with two parts whose part is cast.

    Raises:
        EngineError: the text is no cost, or a value makes no sense.
    """
    read = cost if isinstance(cost, Cost) else read_cost(cost)
    to_pay = CostToPay(read, changes or NO_CHANGES, checked_values(values or {}))
    if card and card.is_back_face:
        for name in card.first.variables:
            if to_pay.values.get(name) and name not in to_pay.variables:
                message = f"{name} is in the front face’s mana cost. Casting the back face, it’s 0 (202.3b)."
                raise BadRequest("x_must_be_zero", message).in_field(name.lower())
    return CheckResult(to_pay, pool, permanent or Permanent(), player or Player(), card)
