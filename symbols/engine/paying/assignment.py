"""Who serves whom: the mana that is spent, the life and the reductions, handed out to the symbols of a cost."""

from collections.abc import Iterator, Sequence

from symbols.engine.costs.slots import Amounts, Slot
from symbols.engine.costs.symbols import ManaSymbol, Option
from symbols.engine.paying.flow import Network
from symbols.engine.paying.payment import LIFE_EACH, Payment, ReductionUse, SymbolPayment, parted
from symbols.engine.paying.pool import Mana, Pool, Unit
from symbols.engine.totals.changes import CostSymbol, CostToPay
from symbols.engine.ways.demand import BIT, UNIT_SLOTS, Demand, Group, ask_of, relief_of

Units = Sequence[tuple[Unit, int]]

_Server = tuple[str, int]
"""Who serves a symbol: `("mana", i)` is the i-th kind of mana, `("single", slots)` and `("double", slots)` are
reductions with these slots to choose from."""

_GROUPS: tuple[Group, ...] = ("plain", "or life", "or generic")


def slots_in(slots: int) -> list[Slot]:
    """Return the slots of a set (`symbols.engine.ways.demand`)."""
    return [slot for slot in UNIT_SLOTS if slots & BIT[slot]]


class Assignment:
    """Flow from symbols through slots to mana, reductions and life, then used up symbol by symbol.

    Args:
        demand: what is to be paid.
        units: the kinds of mana in the pool, with the slots each can serve.
        spent: how much of each kind is spent; it must be enough.
        lives: how many symbols are paid with life.
        dear: how many dear services there may be (`symbols.engine.ways.hall`).
    """

    def __init__(self, demand: Demand, units: Units, spent: Sequence[int], lives: int, dear: int) -> None:
        self._units = units
        self._mana = list(spent)
        self._idle: dict[_Server, int] = {
            **{("single", slots): count for slots, count in demand.single.items()},
            **{("double", slots): count for slots, count in demand.double.items()},
        }
        self._served: dict[_Server, list[Slot]] = {server: [] for server in self._idle}
        network = self._network(demand, lives, dear)
        if network.run() != sum(count for _, _, count in _groups(demand)):
            raise AssertionError("the mana to spend does not pay, though the inequalities say so")
        self._ways: dict[tuple[Group, int], dict[Slot, int]] = {}
        for group, slots, _ in _groups(demand):
            node = (group, slots)
            ways = {slot: network.flow(node, slot) for slot in slots_in(slots)}
            ways["life"] = network.flow(node, "life") if group == "or life" else 0
            ways["generic"] = network.flow(node, "dear") if group == "or generic" else 0
            self._ways[node] = ways
        self._servers = self._read_servers(network, demand)

    def _network(self, demand: Demand, lives: int, dear: int) -> Network:
        network = Network()
        for group, slots, count in _groups(demand):
            node = (group, slots)
            network.supply(node, count)
            for slot in slots_in(slots):
                network.join(node, slot, count)
            if group == "or life":
                network.join(node, "life", count)
            elif group == "or generic":
                network.join(node, "dear", count)
        for server, slots, count in self._all_servers():
            for slot in slots_in(slots & demand.used):
                network.join(slot, server, count)
            if server[0] == "double":
                network.join(server, "dear", count)
            else:
                network.drain(server, count)
        network.drain("life", lives)
        network.drain("dear", dear)
        return network

    def _all_servers(self) -> Iterator[tuple[_Server, int, int]]:
        """Go through who can serve: the server, the slots it can serve, and how many it can.

        Reductions come first. So the shortest paths through the network use them before mana, and mana never serves a
        slot while a reduction that could is idle: a reduction takes its own type before generic mana (118.7c).
        """
        for server, count in self._idle.items():
            yield server, server[1], count
        for kind, ((_, slots), count) in enumerate(zip(self._units, self._mana, strict=True)):
            yield ("mana", kind), slots, count

    def _read_servers(self, network: Network, demand: Demand) -> dict[Slot, dict[_Server, int]]:
        """Choose who serves each slot, and leave in `_idle` and `_mana` what serves none."""
        servers: dict[Slot, dict[_Server, int]] = {slot: {} for slot in slots_in(demand.used)}
        for server, slots, _ in list(self._all_servers()):
            for slot in slots_in(slots & demand.used):
                count = network.flow(slot, server)
                if count:
                    servers[slot][server] = count
                    self._use(server, count)
        return servers

    def _use(self, server: _Server, count: int) -> None:
        if server[0] == "mana":
            self._mana[server[1]] -= count
        else:
            self._idle[server] -= count

    def write_out(self, to_pay: CostToPay, pool: Pool) -> Payment:
        """Hand everything out, symbol by symbol. Call it once."""
        lines = [self._line(to_pay, entry) for entry in to_pay.symbols]
        generic = [int(line.announced.amount) if line.announced.slot == "generic" else 0 for line in lines]
        uses, off = self._reduce(to_pay.reductions, sum(generic))
        for place, amount in enumerate(generic):
            if amount:
                reduced = min(off, amount)
                off -= reduced
                line = lines[place]
                drawn = draw(self._units, self._mana, amount - reduced)
                lines[place] = SymbolPayment.by(line.paid, line.announced, reduced, drawn)
        return Payment(to_pay, pool, tuple(lines), tuple(uses), *parted(draw(self._units, self._mana, None)))

    def _line(self, to_pay: CostToPay, entry: CostSymbol) -> SymbolPayment:
        """Announce a symbol, and pay for it unless it is announced as generic mana."""
        ask = ask_of(entry.symbol)
        if ask.group == "generic":
            amount = ask.generic + to_pay.generic_of(entry.symbol)
            return SymbolPayment(entry, Option("generic", amount))
        ways = self._ways[ask.group, ask.slots]
        option = next(option for option in entry.symbol.options if ways[option.slot])
        ways[option.slot] -= 1
        if option.slot == "life":
            return SymbolPayment(entry, option, life=LIFE_EACH)
        if option.slot == "generic":
            return SymbolPayment(entry, option)
        servers = self._servers[option.slot]
        server = next(server for server, count in servers.items() if count)
        servers[server] -= 1
        if server[0] != "mana":
            self._served[server].append(option.slot)
            return SymbolPayment(entry, option, reduced=1)
        unit, _ = self._units[server[1]]
        return SymbolPayment.by(entry, option, 0, [unit.times(1)])

    def _reduce(self, reductions: Sequence[ManaSymbol], generic: int) -> tuple[list[ReductionUse], int]:
        """Work out what each reduction takes off; return also how much they take off generic mana."""
        uses, left = [], generic
        for symbol in reductions:
            relief = relief_of(symbol)
            double = relief.group == "or generic"
            served = self._served[("double" if double else "single", relief.slots)] if relief.slots else []
            if served:
                slot = served.pop()
                uses.append(ReductionUse(symbol, Option(slot, 1), Amounts([(slot, 1)])))
                continue
            chosen, amount = symbol.options[0], relief.generic
            if double:
                chosen = next(option for option in symbol.options if option.slot == "generic")
                amount = int(chosen.amount)
            elif relief.slots:
                amount = 1
            taken = min(amount, left)
            left -= taken
            uses.append(ReductionUse(symbol, chosen, Amounts([("generic", taken)])))
        return uses, generic - left


def draw(units: Units, there: list[int], amount: int | None) -> list[Unit]:
    """Take so much of what serves no slot, or all of it: colorless mana before colors, snow, all else last.

    Args:
        units: the kinds of it.
        there: how much there is of each kind; what is taken is taken away from it.
        amount: how much to take; None for all.
    """
    drawn = []
    for kind in sorted(range(len(units)), key=lambda k: _last(units[k][0])):
        unit, _ = units[kind]
        count = there[kind] if amount is None else min(amount, there[kind])
        if count:
            drawn.append(unit.times(count))
            there[kind] -= count
            amount = None if amount is None else amount - count
    return drawn


def _last(unit: Unit) -> tuple[bool, bool, bool]:
    """Return what to sort by; what has no colors is used before what has some."""
    if isinstance(unit, Mana):
        return (False, unit.snow, unit.type != "C")
    return (True, False, bool(unit.colors))


def _groups(demand: Demand) -> Iterator[tuple[Group, int, int]]:
    """Go through the symbols that ask for one mana of a slot: their group, their slots, and how many there are."""
    counts = (demand.plain, demand.or_life, demand.or_generic)
    for group, by_slots in zip(_GROUPS, counts, strict=True):
        for slots, count in by_slots.items():
            yield group, slots, count
