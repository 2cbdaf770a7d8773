"""Assign mana, life and reductions to symbols, once it is decided what to spend.

    {W/U}{2/B}{W} with {W} less, spent W B   ->   {W/U} is reduced, B pays {2/B}, W pays {W}

This is a maximum flow from symbols through slots to what pays them. Sinks are opened in order of preference, and
later augmenting paths only add to what earlier ones use.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from symbols.engine.costs.requirements import BIT, UNIT_BITS, WATERBEND_SLOT, X_SLOT, Requirement, reduction_of
from symbols.engine.costs.slots import Amounts
from symbols.engine.costs.symbols import ManaSymbol, Option
from symbols.engine.paying.demand import group_of
from symbols.engine.paying.flow import Network
from symbols.engine.paying.others import Helper
from symbols.engine.paying.payment import LIFE_EACH, Payment, ReductionUse, SymbolPayment, parted
from symbols.engine.paying.pool import Mana, Pool, Unit
from symbols.engine.paying.resources import Units
from symbols.engine.paying.spending import Spending
from symbols.engine.totals.changes import CostSymbol, CostToPay, Reduction

_Payer = tuple[str, int]
"""`("mana", i)` for the i-th kind of mana; reductions by their field of `Supply` and their slots."""

_REDUCTIONS = ("forced", "colored_only", "single", "double")


class Assignment:
    """Flow for a spending that is enough to pay, consumed symbol by symbol."""

    def __init__(self, spending: Spending) -> None:
        spent: Counter[int] = Counter()
        for (_, slots), count in zip(spending.units, spending.spent, strict=True):
            spent[slots] += count
        self._case = spending.chosen.case.with_mana(spent)
        self._supply, self._demand = self._case.supply, self._case.demand
        chosen = spending.chosen
        self._requirements, self._roles, self._units = chosen.variant.requirements, chosen.roles, spending.units
        self._life, self._life_for = spending.life, chosen.life_for
        self._unspent = list(spending.spent)
        due = self._case.due(self._life, spending.paid_as_two if self._supply.floors else None)
        self._doubled = due.paid_as_two if due else 0
        self._taken_of_x = due.taken if due and X_SLOT in self._supply.bits else 0
        network = self._network()
        self._ways = {
            (group, slots): {way: network.flow((group, slots), way) for way in self._ways_of(group, slots)}
            for group, slots, _ in self._groups()
        }
        if any(sum(self._ways[group, slots].values()) != count for group, slots, count in self._groups()):
            raise AssertionError("what is to be spent does not pay, though the comparisons say so")
        self._flow_at: dict[int, dict[_Payer, int]] = {bit: {} for bit in self._supply.bits}
        self._idle = {payer: count for payer, _, count in self._payers() if payer[0] != "mana"}
        self._reduced_at: dict[_Payer, list[int]] = {payer: [] for payer in self._idle}
        for payer, slots, _ in list(self._payers()):
            for bit in self._open(payer, slots):
                if count := network.flow(bit, payer):
                    self._flow_at[bit][payer] = count
                    if payer[0] == "mana":
                        self._unspent[payer[1]] -= count
                    else:
                        self._idle[payer] -= count
        self._take_colors_first()

    def _take_colors_first(self) -> None:
        """Swap mana that could pay for X with reductions on X whose own color is left (118.7b, 118.7c)."""
        on_x = self._flow_at.get(X_SLOT, {})
        for bit in BIT.values() if on_x else ():
            on_bit = self._flow_at.get(bit, {})
            for payer in [each for each in on_x if each[0] == "single" and each[1] & bit]:
                for other in [each for each in on_bit if each[0] == "mana" and self._units[each[1]][1] & X_SLOT]:
                    count = min(on_x[payer], on_bit[other])
                    for to, one, from_ in ((on_bit, payer, on_x), (on_x, other, on_bit)):
                        to[one] = to.get(one, 0) + count
                        from_[one] -= count

    def _groups(self) -> Iterator[tuple[str, int, int]]:
        for name in ("plain", "announced", "instead", "or_generic", "either"):
            for slots, count in getattr(self._demand, name).items():
                yield name, slots, count

    def _ways_of(self, group: str, slots: int) -> list[object]:
        ways: list[object] = [bit for bit in UNIT_BITS if slots & bit]
        if group in ("announced", "instead", "either"):
            ways.append("announced" if group == "announced" else "instead")
        if group in ("or_generic", "either"):
            ways.append("paid_as_two")
        return ways

    def _payers(self) -> Iterator[tuple[_Payer, int, int]]:
        """Yield everything that can pay, reductions first."""
        for kind in _REDUCTIONS:
            for slots, count in getattr(self._supply, kind).items():
                yield (kind, slots), slots, count
        if self._taken_of_x:
            yield ("floors", X_SLOT), X_SLOT, self._taken_of_x
        for place, ((_, slots), count) in enumerate(zip(self._units, self._unspent, strict=True)):
            yield ("mana", place), slots, count

    def _open(self, payer: _Payer, slots: int) -> list[int]:
        reduced_only = self._supply.reduced_only if payer[0] == "mana" else 0
        return [bit for bit in self._supply.bits if slots & bit & ~reduced_only]

    def _network(self) -> Network:
        network = Network()
        for group, slots, count in self._groups():
            network.supply((group, slots), count)
            for way in self._ways_of(group, slots):
                network.join((group, slots), way, count)
        life = self._life
        drains: list[tuple[int, object, int]] = [(0, "paid_as_two", self._doubled)]
        if life.shared:
            network.join("announced", "life", life.announced)
            network.join("instead", "life", life.announced)
            drains.append((0, "life", life.announced))
        else:
            drains += [(0, "announced", life.announced), (2, "instead", life.instead)]
        for payer, slots, count in self._payers():
            for bit in self._open(payer, slots):
                network.join(bit, payer, count)
            if payer[0] == "double":
                network.join(payer, "paid_as_two", count)
            elif payer[0] == "mana":
                drains.append((3 if slots & WATERBEND_SLOT else 5, payer, count))
            else:
                drains.append((1 if payer[0] == "forced" else 4, payer, count))
        # Drained in order of preference: announced payments, reductions that must take a symbol, life, waterbending
        # (which has no other use), then other reductions, which can take generic mana instead, and mana.
        for _, equal in groupby(sorted(drains, key=itemgetter(0)), key=itemgetter(0)):
            for _, node, capacity in equal:
                network.drain(node, capacity)
            network.run()
        return network

    def write_out(self, to_pay: CostToPay, pool: Pool) -> Payment:
        """Assign everything, symbol by symbol. Call it once: it consumes the flow."""
        lines = [self._line(entry, need) for entry, need in zip(to_pay.symbols, self._requirements, strict=True)]
        generic = [
            int(line.announced.amount) if line.announced.slot == "generic" and not need.slots & X_SLOT else 0
            for line, need in zip(lines, self._requirements, strict=True)
        ]
        uses, off = self._reduce(to_pay, lines, sum(generic))
        reduced = [0] * len(generic)
        for place in sorted(range(len(generic)), key=lambda place: lines[place].paid.waterbent):
            reduced[place] = min(off, generic[place])
            off -= reduced[place]
        # Waterbend costs are reduced last and paid first, so that waterbending isn't used elsewhere.
        for place in sorted(range(len(generic)), key=lambda place: not lines[place].paid.waterbent):
            if generic[place]:
                line, amount = lines[place], generic[place] - reduced[place]
                drawn = self._waterbend(amount) if line.paid.waterbent else []
                drawn += _draw(self._units, self._unspent, amount - sum(unit.count for unit in drawn))
                lines[place] = SymbolPayment.by(line.paid, line.announced, reduced[place], drawn)
        return Payment(to_pay, pool, tuple(lines), tuple(uses), *parted(_draw(self._units, self._unspent, None)))

    def _waterbend(self, most: int) -> list[Unit]:
        for place, (unit, _) in enumerate(self._units):
            if isinstance(unit, Helper) and unit.way == "waterbend" and (count := min(most, self._unspent[place])):
                self._unspent[place] -= count
                return [unit.times(count)]
        return []

    def _line(self, entry: CostSymbol, need: Requirement) -> SymbolPayment:
        """Announce a symbol, and pay for it unless it is announced as generic mana."""
        if not need.slots:
            return SymbolPayment(entry, Option("generic", need.generic))
        ways = self._ways[group_of(need, self._life_for), need.slots]
        if need.slots & X_SLOT:
            return self._line_of_x(entry, need.generic, ways)
        option = next((option for option in entry.symbol.options if ways.get(BIT.get(option.slot))), None)
        if option is not None:
            ways[BIT[option.slot]] -= 1
            units, reduced = self._take(BIT[option.slot], 1)
            return SymbolPayment.by(entry, option, reduced, units)
        way = next(way for way, count in ways.items() if count)
        ways[way] -= 1
        if way == "paid_as_two":
            return SymbolPayment(entry, next(option for option in entry.symbol.options if option.slot == "generic"))
        if way == "announced":
            return SymbolPayment(entry, Option("life", LIFE_EACH), life=LIFE_EACH)
        color = next(each for each in entry.symbol.options if BIT.get(each.slot, 0) & self._life_for)
        return SymbolPayment(entry, color, life=LIFE_EACH)

    def _line_of_x(self, entry: CostSymbol, amount: int, ways: dict[object, int]) -> SymbolPayment:
        taken: list[Unit] = []
        reduced, left = 0, amount
        for bit in (WATERBEND_SLOT, X_SLOT):
            count = min(left, ways.get(bit, 0))
            if count:
                ways[bit] -= count
                left -= count
                units, off = self._take(bit, count)
                taken, reduced = taken + units, reduced + off
        return SymbolPayment.by(entry, Option("generic", amount), reduced, taken)

    def _take(self, bit: int, amount: int) -> tuple[list[Unit], int]:
        """Take what pays a slot `amount` times; return the units, and how much is reduced."""
        flow_at, reduced = self._flow_at[bit], 0
        taken: list[Unit] = []
        for payer in flow_at:
            count = min(amount, flow_at[payer])
            flow_at[payer] -= count
            amount -= count
            if count and payer[0] == "mana":
                taken.append(self._units[payer[1]][0].times(count))
            elif count:
                self._reduced_at[payer] += [bit] * count
                reduced += count
        return taken, reduced

    def _reduce(
        self, to_pay: CostToPay, lines: Sequence[SymbolPayment], generic: int
    ) -> tuple[list[ReductionUse], int]:
        """What each reduction takes off, the greatest floor first; and how much generic mana but restricted X."""
        left = generic
        on_x = sum(reduced.count(X_SLOT) for reduced in self._reduced_at.values())
        colors = {payer: [bit for bit in reduced if bit != X_SLOT] for payer, reduced in self._reduced_at.items()}
        remaining = sum(int(line.announced.amount) for line in lines if line.announced.slot != "life")
        uses: dict[int, ReductionUse] = {}
        reductions = list(enumerate(zip(to_pay.reductions_by_symbol, self._roles, strict=True)))
        for place, ((symbol, special), role) in sorted(reductions, key=lambda each: -_floor_of(each[1][0][1])):
            if colors.get(role):
                bit = colors[role].pop()
                slot = next(slot for slot, each in BIT.items() if each == bit)
                uses[place] = ReductionUse(symbol, Option(slot, 1), Amounts([(slot, 1)]))
                continue
            chosen, amount = _generic_of(symbol, role, colored_only=bool(special and special.colored_only))
            if floor := _floor_of(special):
                amount = min(amount, max(0, remaining - floor))
            from_x = min(amount, on_x)
            taken = from_x + min(amount - from_x, left)
            on_x, left, remaining = on_x - from_x, left - (taken - from_x), remaining - taken
            uses[place] = ReductionUse(symbol, chosen, Amounts([("generic", taken)]))
        return [uses[place] for place in range(len(uses))], generic - left


def _floor_of(special: Reduction | None) -> int:
    return special.floor if special else 0


def _generic_of(symbol: ManaSymbol, role: tuple[str, int], *, colored_only: bool) -> tuple[Option, int]:
    """Half chosen for a reduction's symbol that takes no color, and the generic mana it takes."""
    relief = reduction_of(symbol)
    if colored_only:
        return symbol.options[0], 0
    if relief.group == "or generic" and not (role[0] == "single" and role[1] & relief.slots):
        chosen = next(option for option in symbol.options if option.slot == "generic")
        return chosen, int(chosen.amount)
    return symbol.options[0], 1 if relief.slots else relief.generic


def _draw(units: Units, remaining: list[int], amount: int | None) -> list[Unit]:
    """Take units for generic mana: colorless before colors, then snow, others last. Decrements `remaining`."""
    drawn = []
    for kind in sorted(range(len(units)), key=lambda k: _draw_order(units[k][0])):
        unit, _ = units[kind]
        count = remaining[kind] if amount is None else min(amount, remaining[kind])
        if count:
            drawn.append(unit.times(count))
            remaining[kind] -= count
            amount = None if amount is None else amount - count
    return drawn


def _draw_order(unit: Unit) -> tuple[bool, bool, bool]:
    """Sort key of `_draw`; what has no colors is used before what has some."""
    if isinstance(unit, Mana):
        return (False, unit.snow, unit.type != "C")
    return (True, False, bool(unit.colors))
