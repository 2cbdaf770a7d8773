"""The full result of a check, shared by the page, the JSON API and the command line."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import islice
from math import isinf
from typing import Any, Final

from symbols.engine.abilities.activation import ActivationCheck, Permanent, Player, check_parts
from symbols.engine.abilities.checked import CheckedPart, greatest_x
from symbols.engine.citations import Citation, distinct
from symbols.engine.costs.cost import MAX_VARIABLE, Cost, Values
from symbols.engine.costs.parts import Loyalty, PayLife
from symbols.engine.costs.slots import Amount, Amounts, Color, amount_as_json
from symbols.engine.costs.two_parts import TwoParts
from symbols.engine.decisions import decides
from symbols.engine.facts import facts_of, source_facts
from symbols.engine.paying.others import Way
from symbols.engine.paying.payment import Payment
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.paying.reducing import pay_from
from symbols.engine.paying.shortfall import Shortfall, land_face
from symbols.engine.reading.keywords import labeled
from symbols.engine.sources.plan import Plan, makers_by_symbol
from symbols.engine.sources.result import SourcesResult
from symbols.engine.sources.source import Source
from symbols.engine.sources.spending import SourceQuestion, questions_of, spendable
from symbols.engine.totals.changes import CostToPay
from symbols.engine.totals.total_costs import TotalCosts
from symbols.engine.ways.announcements import Announcements
from symbols.engine.x.rows import LAST, XRow, XRows, paid_for, shown_values, variable_of

MAX_ITEMS = 100
"""Announcements, and totals, listed in JSON."""

MANA_BURN: Final = "300.3"
UNSPENT: Final = "106.4"


@dataclass(frozen=True, eq=False)
class CheckResult:
    """What a cost means and how it can be paid. Expensive properties are computed when first accessed."""

    to_pay: CostToPay
    pool: Pool | None = None
    permanent: Permanent = field(default_factory=Permanent)  # the permanent whose ability has the cost
    player: Player = field(default_factory=Player)  # the player's counters, and life total if there is no pool
    card: TwoParts | None = None  # for a card with two mana costs, which one is cast
    is_land: bool = False  # whether the cost is a land's, which isn't cast (305.1)
    # Those that its text or color indicator gives it, in place of those of its mana cost (105.2)
    own_colors: tuple[Color, ...] | None = None
    is_devoid: bool = False
    edition: date | None = None  # effective date of the rules to check it under; None for the newest
    sources: tuple[Source, ...] = ()  # what makes mana beside the pool
    spent_on: str = ""  # what is paid for, as `may_be_spent` takes it; empty if unknown (106.6)
    helping: tuple[Way, ...] = ()  # keywords for which sources may be tapped, such as convoke
    other_plan: int = 0  # which plan for the sources is shown; 0 for the best
    _with_values: dict[tuple[str, int], "CheckResult"] = field(default_factory=dict, init=False, repr=False)
    _payable_with: dict[tuple[Source, ...], bool] = field(default_factory=dict, init=False, repr=False)

    @property
    def cost(self) -> Cost:
        return self.to_pay.cost

    @property
    def values(self) -> Values:
        return self.to_pay.values

    @cached_property
    def mana_value_on_stack(self) -> Amount:
        """With its variables as announced (202.3e)."""
        return self.card.mana_value_on_stack(self.values) if self.card else self.cost.mana_value(self.values)

    @cached_property
    def mana_value_elsewhere(self) -> Amount:
        """In any zone but the stack, where X is 0 (202.3e)."""
        return (self.card.elsewhere if self.card else self.cost).mana_value()

    @cached_property
    def mana_value_on_battlefield(self) -> Amount:
        """A prototyped spell or face keeps its own (718.3b)."""
        card = self.card
        return card.mana_value_on_battlefield if card else self.mana_value_elsewhere

    @property
    def mana_value_by_zone(self) -> tuple[tuple[tuple[Amount, ...], str], ...]:
        """With the zones they apply in, as text; one with "" if it is the same everywhere.

        Several for a split card whose halves each have one (`TwoParts.values_of_halves`).
        """
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
            values = self.card.values_of_halves if self.card else ()
            return tuple((values if values and zone == "elsewhere" else (value,), zone) for value, zone in zones)
        return (((elsewhere,), ""),)

    @property
    def colors(self) -> tuple[Color, ...] | None:
        """None if not a mana cost, or if a color indicator may apply (202.2e)."""
        if self.own_colors is not None:
            return self.own_colors
        if self.card:
            return self.card.colors_on_stack
        return self.cost.colors if self.cost.may_be_mana_cost else None

    @property
    def canonical(self) -> str:
        return self.card.canonical if self.card else self.cost.canonical

    @cached_property
    def announcements(self) -> Announcements:
        """Nonhybrid equivalents that can be announced (601.2b), with the variables' values filled in.

        For the mana cost or alternative cost only; `totals.announcements` also covers additional costs and increases.
        """
        return Announcements(self.to_pay.announced_symbols, self.values)

    @cached_property
    def totals(self) -> TotalCosts:
        return TotalCosts(self.to_pay)

    @cached_property
    def pool_result(self) -> PoolResult | None:
        """None without a pool, unless no mana is to be paid and all else is known."""
        if self.pool is not None and self.sources:
            return SourcesResult(self.to_pay, self.pool, self._spendable(), self.helping, self.other_plan)
        if self.pool is not None:
            return pay_from(self.to_pay, self.pool)
        is_told = self.permanent != Permanent() or self.player != Player()
        if not is_told or not self.parts or self.unchecked or self.to_pay.symbols or self.to_pay.unpayable:
            return None
        life = self.player.life
        return pay_from(self.to_pay, Pool() if life is None else Pool(life=life))

    @cached_property
    def plan(self) -> Plan | None:
        """What to tap and sacrifice, in order; None without sources, or if it can't be paid."""
        return self.pool_result.plan if isinstance(self.pool_result, SourcesResult) and self.payable else None

    @property
    def mana_burn(self) -> int:
        """Life that the plan's unspent mana costs by the rules until July 2009; 0 since."""
        if self.plan is None or self.payment is None or decides("unspent_mana_is_free", self.edition):
            return 0
        return sum(self.payment.left.mana)

    @cached_property
    def depends_on_type(self) -> bool:
        """Whether it can be paid only if its type is one that restricted mana may pay for (106.6)."""
        return not self.spent_on and self._depends(on_type=True)

    @cached_property
    def open_questions(self) -> tuple[SourceQuestion, ...]:
        """Unanswered questions about sources that decide whether it can be paid."""
        unanswered = [each for each in self.source_questions if each.is_open]
        return tuple(unanswered) if unanswered and self._depends(on_type=False) else ()

    @cached_property
    def source_questions(self) -> tuple[SourceQuestion, ...]:
        """All that only the player knows of the sources."""
        return tuple(each for source in self.sources for each in questions_of(source, self.spent_on))

    def _depends(self, *, on_type: bool) -> bool:
        """Whether one kind of unknown decides: by itself, or together with the other, which alone doesn't."""
        if not self.sources or self.pool_result is None or self.pool_result.payable:
            return False
        if self._would_pay(unknown_type=on_type, unknown_notes=not on_type):
            return True
        other = self._would_pay(unknown_type=not on_type, unknown_notes=on_type)
        return not other and self._would_pay(unknown_type=True, unknown_notes=True)

    def _would_pay(self, *, unknown_type: bool, unknown_notes: bool) -> bool:
        """Whether it could be paid if the unknowns were in the player's favor."""
        sources = self._spendable(unknown_type=unknown_type, unknown_notes=unknown_notes)
        if self.pool is None or sources == self._spendable():
            return False
        if sources not in self._payable_with:
            self._payable_with[sources] = SourcesResult(self.to_pay, self.pool, sources, self.helping).payable
        return self._payable_with[sources]

    def _spendable(self, *, unknown_type: bool = False, unknown_notes: bool = False) -> tuple[Source, ...]:
        return spendable(
            self.sources, self.spent_on, allow_unknown_type=unknown_type, allow_unknown_notes=unknown_notes
        )

    @cached_property
    def _player(self) -> Player:
        """With the pool's life total and the cards that delve could exile."""
        player = replace(self.player, life=self.pool.life) if self.pool else self.player
        cards = player.graveyard
        if cards is None and self.pool:
            cards = self.pool.others.delve or None
        return player if cards is None else player.delving(cards, (paid.part for paid in self.to_pay.parts))

    @cached_property
    def activation(self) -> ActivationCheck:
        """All nonmana parts together; payable if there are none."""
        player, elsewhere = self._player, 0
        if self.pool and self.to_pay.life_parts and self.pool_result and self.pool_result.payment:
            elsewhere = self.pool_result.payment.life - self.to_pay.life
        parts = [paid.part for paid in self.to_pay.parts]
        return check_parts(
            parts,
            permanent=self.permanent,
            player=player,
            values=self.values,
            life_elsewhere=elsewhere,
            separate_loyalty=self._separates_loyalty,
        )

    @property
    def _separates_loyalty(self) -> bool:
        return not decides("combined_loyalty", self.edition)

    @cached_property
    def parts(self) -> tuple[CheckedPart, ...]:
        paid = self.to_pay.parts
        return tuple(map(CheckedPart, paid, self.activation.parts)) if paid else ()

    @property
    def unchecked(self) -> tuple[CheckedPart, ...]:
        """Text, and parts that depend on unknowns."""
        return tuple(part for part in self.parts if part.payable is None)

    @property
    def failing(self) -> tuple[CheckedPart, ...]:
        return tuple(part for part in self.parts if part.payable is False)

    @property
    def other_costs(self) -> list[str]:
        """Parts other than mana and life as text, with loyalty costs combined (606.5)."""
        parts = [part.text for part in self.parts if not isinstance(part.paid.part, PayLife | Loyalty)]
        loyalty = self.activation.loyalty
        if loyalty and self._separates_loyalty:
            return [part.text for part in self.parts if not isinstance(part.paid.part, PayLife)]
        return [*parts, loyalty.written] if loyalty else parts

    @cached_property
    def payable(self) -> bool | None:
        """Apart from `unchecked` (118.3). None without a pool, unless no mana is to be paid and all else is known."""
        if self.failing:
            return False
        return None if self.pool_result is None else self.pool_result.payable

    @property
    def payment(self) -> Payment | None:
        return self.pool_result.payment if self.pool_result and self.payable else None

    @property
    def shortfall(self) -> Shortfall | None:
        result = self.pool_result.shortfall if self.pool_result else None
        is_land = self.is_land or (self.card is not None and self.card.is_land)
        if result and result.reason == "no mana cost" and is_land:
            return land_face()
        return result

    @property
    def reasons(self) -> list[str]:
        """Why it isn't payable: what the pool lacks, and each failing part."""
        lacking = [self.shortfall.message] if self.shortfall else []
        return [*lacking, *(part.check.sentence for part in self.failing)]

    @cached_property
    def max_x(self) -> int | None:
        """None without an X or a pool, if nothing limits X, or if no X is payable."""
        pool_result = self.pool_result
        if pool_result is None or "X" not in self.to_pay.variables:
            return None
        by_parts = greatest_x([paid.part for paid in self.to_pay.parts], self.values, self.permanent, self._player)
        if by_parts is None:
            return None
        if self.to_pay.is_paid_by_value("X") or pool_result.exiles_x:
            return pool_result.greatest_x(int(min(by_parts, MAX_VARIABLE)))
        return int(by_parts) if pool_result.payable and not isinf(by_parts) else None

    @cached_property
    def best_case_x(self) -> int | None:
        """`max_x` if all that is unknown of the sources were in the player's favor."""
        is_unsaid = any(each.is_open for each in self.source_questions)
        is_unsaid = is_unsaid or (not self.spent_on and any(source.is_restricted for source in self.sources))
        if self.max_x is None or self.pool is None or not is_unsaid:
            return self.max_x
        sources = self._spendable(unknown_type=True, unknown_notes=True)
        return SourcesResult(self.to_pay, self.pool, sources, self.helping).greatest_x()

    @property
    def payable_announcements(self) -> int | None:
        """None without a pool, or if counting takes too long."""
        if self.pool_result is None:
            return None
        return self.pool_result.payable_announcements if self.payable else 0

    def pays_announced(self, way: Amounts) -> bool | None:
        """One of `announcements`, with added costs announced in the best way; None without a pool."""
        if self.failing:
            return False
        if self.pool_result is None or (
            isinstance(self.pool_result, SourcesResult) and not self.pool_result.tells_ways
        ):
            return None
        return self.pool_result.pays_announced(way, "additional cost", "increase", "commander tax")

    def with_value(self, name: str, value: int) -> "CheckResult":
        """The same check with another value of a variable; cached, as paying may take long."""
        if value == self.values.get(name, 0):
            return self
        if (name, value) not in self._with_values:
            to_pay = replace(self.to_pay, values={**self.values, name: value})
            self._with_values[name, value] = replace(self, to_pay=to_pay)
        return self._with_values[name, value]

    def x_rows(self, most: int) -> XRows:
        """Table of X (107.3): for each value, what is paid and whether it can be.

        With a pool, it goes from 0 to the greatest payable X (at least 0), then the given X if that is greater. If
        107.3b leaves no choice, it has 0 only. Without a pool, and for other variables, it ends at `LAST`. There are at
        most `most` rows: those before the last are left out.
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
        symbols, life = paid_for(each.to_pay, each.pool_result if payable else None)
        return XRow(value, symbols, each.mana_value_on_stack, life, payable)

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        payment_citations = self.pool_result.citations if self.pool_result else ()
        facts = [*facts_of(self.to_pay, self.card), *self.to_pay.citations, *payment_citations]
        if self._separates_loyalty:
            facts = [fact for fact in facts if fact.rule != "606.5"]
        facts += source_facts(self.sources, self.source_questions)
        if burnt := self.mana_burn:
            facts = [fact for fact in facts if fact.rule != UNSPENT]
            facts.append(Citation(f"Unspent mana burns: you lose {burnt:,} life.", MANA_BURN))
        if self.is_devoid:
            facts.append(Citation("With devoid, it’s colorless, whatever its mana cost.", "702.114a"))
        rules = {fact.rule for fact in facts}
        keywords = [labeled(cost) for cost in (self.cost, *(cost for _, cost in self.to_pay.costs))]
        facts += [fact for keyword in keywords if keyword for fact in keyword.citations if fact.rule not in rules]
        return distinct(facts)

    @property
    def part_citations(self) -> tuple[Citation, ...]:
        """The rules by which parts can or can't be paid, except those in `citations`."""
        cited = {fact.rule for fact in self.citations}
        checks = [part.check for part in self.parts if part.payable is not None]
        return distinct(Citation(one.sentence, rule) for one in checks for rule in one.rules if rule not in cited)

    def as_json(self) -> dict[str, Any]:
        """For the command line and the API.

        `elsewhere` has two mana values for a split card under rules from 2007 to 2017. `battlefield` is there only if
        it differs from that.
        """
        payment, shortfall = self.payment, self.shortfall
        values = self.card.values_of_halves if self.card else ()
        result: dict[str, Any] = {
            "cost": self.card.text if self.card else self.cost.text,
            "canonical": self.canonical,
            "symbols": list(self.card.symbols if self.card else self.cost.all_symbols),
            "mana_value": {
                "stack": amount_as_json(self.mana_value_on_stack),
                "elsewhere": list(map(amount_as_json, values)) if values else amount_as_json(self.mana_value_elsewhere),
            }
            if self.cost.may_be_mana_cost
            else None,
            "colors": None if self.colors is None else list(self.colors),
            "announcements": _listing_as_json(self.announcements.count(), self.announcements),
            "totals": _listing_as_json(self.totals.count(), self.totals),
            "payable": self.payable,
            "payment": payment.as_json() if payment else None,
            "shortfall": shortfall.as_json() if shortfall else None,
            "reasons": self.reasons,
            "unchecked": [part.text for part in self.unchecked],
            "max_x": self.max_x,
            "citations": [citation.as_json() for citation in self.citations],
        }
        if self.cost.reminder:
            result["reminder"] = self.cost.reminder
        if self.card:
            result["colors_elsewhere"] = list(self.card.colors_elsewhere)
            if result["mana_value"] and self.mana_value_on_battlefield != self.mana_value_elsewhere:
                result["mana_value"]["battlefield"] = amount_as_json(self.mana_value_on_battlefield)
            result["layout"], result["cast"] = self.card.layout, self.card.cast
        if self.parts:
            result["parts"] = [part.as_json() for part in self.parts]
        if self.sources:
            result |= self._sources_as_json()
        return result

    def _sources_as_json(self) -> dict[str, object]:
        """`plan` and `open`, the sources of each mana of the payment, or those that could pay the shortfall."""
        found: dict[str, object] = {"plan": None, "open": None}
        if self.plan and self.payment:
            found["plan"] = [step.as_json() for step in self.plan.steps]
            if isinstance(self.pool_result, SourcesResult) and self.pool_result.other_plans:
                others = self.pool_result.other_plans
                found["other_plans"] = [[step.as_json() for step in plan.steps] for plan in others]
            found["open"] = [{"source": name, "count": count} for name, count in self.plan.open]
            makers = makers_by_symbol(self.payment, self.plan)
            found["payment"] = {**self.payment.as_json(), "sources": [[one.source for one in each] for each in makers]}
        elif self.shortfall and isinstance(self.pool_result, SourcesResult):
            usable = [each.as_json() for each in self.pool_result.usable_for(self.shortfall.symbols)]
            found["shortfall"] = {**self.shortfall.as_json(), "sources": usable}
        return found


def _listing_as_json(count: int | None, amounts: Iterable[Amounts]) -> dict[str, object]:
    """The first `MAX_ITEMS` amounts; `count` is None if unknown."""
    first = [each.as_json() for each in islice(amounts, MAX_ITEMS + 1)]
    return {"count": count, "items": first[:MAX_ITEMS], "truncated": len(first) > MAX_ITEMS}
