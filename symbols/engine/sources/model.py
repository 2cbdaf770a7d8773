"""Which sources to use for a cost, as an integer program that HiGHS solves exactly.

Each use of a source is a whole number, and so is each mana that goes from where it is made to a symbol or to the cost
of another ability. Costs are paid in an order (601.2g, 605.3c): no mana pays for the ability that makes it, not even
by way of others.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from symbols.engine.costs.asks import BIT, Ask, requirement_of
from symbols.engine.costs.slots import ManaType
from symbols.engine.errors import TooLarge
from symbols.engine.sources.ability import Made, ManaAbility

Kind = tuple[ManaType, bool]
"""Type of mana, and whether it is from a snow source."""

Need = tuple[str, Any]
"""What mana goes to: `ask` a symbol’s requirement, `two` its two generic mana, `x`, or `cost` of a use."""

_Variable = Any
"""HiGHS has no types."""

Objective = Literal["feasible", "plan", "x"]

_MOST: Final = 1_000
_UNBOUNDED: Final = 1e30
# Of the weights of a plan, each outweighs all that follow: life, damage, sources, what is kept open.
_LIFE, _PAIN, _SOURCE = 40_000.0, 4_000.0, 100.0
_MOST_WORTH: Final = 90
_SECONDS: Final = 5.0


class Use(NamedTuple):
    """One ability of a source and what it makes. `source` is its place in the list."""

    source: int
    ability: ManaAbility
    made: Made


@dataclass(frozen=True, slots=True)
class Source:
    """Equal sources.

    Attributes:
        name: as it is called in a plan.
        snow: whether its mana is from a snow source (107.4h).
        worth: how much keeping it open is worth, up to `_MOST_WORTH`.
        unread: its mana abilities that aren't understood.
    """

    name: str
    abilities: tuple[ManaAbility, ...]
    count: int = 1
    snow: bool = False
    worth: int = 0
    unread: tuple[str, ...] = ()

    @property
    def has_cost(self) -> bool:
        """Whether an ability of it costs mana."""
        return any(ability.cost.symbols for ability in self.abilities)

    @property
    def makes(self) -> tuple[Made, ...]:
        """All that its abilities can make, each once."""
        return tuple(dict.fromkeys(made for ability in self.abilities for made in ability.makes))


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to be paid.

    Attributes:
        asks: requirements of the symbols.
        x: how many symbols are {X}, if their value is sought.
        life: life that may be paid for symbols and abilities.
    """

    asks: tuple[Ask, ...]
    life: int
    x: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """A solution.

    Attributes:
        uses: each with how often.
        paid: for each use with a cost, by its place in `uses`: what pays, as (place of a use, -1 for the pool, kind,
            count).
        spent: mana for the cost itself, by kind.
        life: paid for symbols.
        x: value of X, if it was sought.
    """

    uses: tuple[tuple[Use, int], ...]
    paid: Mapping[int, Sequence[tuple[int, Kind, int]]]
    spent: Mapping[Kind, int]
    life: int
    x: int = 0


@dataclass
class Model:
    """One program. Build it once for a question.

    Attributes:
        pool: units beside the sources, each with its kind and the slots it serves.
        seen_as: slots that any mana serves, for mana that may be spent as though it were of any color.
    """

    sources: Sequence[Source]
    needs: Needs
    pool: Mapping[Kind, int]
    helpers: Sequence[tuple[int, int]] = ()
    seen_as: int = 0
    _solver: Any = field(init=False)
    _is_built: bool = False

    def pays(self, asks: Iterable[Ask]) -> bool:
        """Whether some of the requirements can be paid, by the same program with other bounds."""
        if not self._is_built:
            self._build()
        wanted = Counter(asks)
        for ask, row in self._rows.items():
            amount = wanted[ask] * (ask.generic if not ask.slots else 1)
            self._solver.changeRowBounds(row, amount, amount)
        self._solver.minimize(0 * self._x)
        return self._is_solved()

    def solve(self, objective: Objective) -> Chosen | None:
        """None if it can't be paid.

        Raises:
            TooLarge: not answered within `_SECONDS`.
        """
        if not self._is_built:
            self._build()
        if objective == "x":
            self._solver.maximize(self._x)
        elif objective == "plan":
            self._solver.minimize(self._cost)
        else:
            self._solver.minimize(0 * self._x)
        return self._read() if self._is_solved() else None

    def _is_solved(self) -> bool:
        status = self._solver.getModelStatus()
        if status not in (self._optimal, self._infeasible):
            message = "This has too many ways to use your sources. Give fewer of them."
            raise TooLarge("too_many_ways", message)
        return bool(status == self._optimal)

    # ---------- building ----------

    def _build(self) -> None:
        # Loaded only here: it takes a fifteenth of a second, and most checks have no sources.
        import highspy

        self._is_built = True
        self._integer = highspy.HighsVarType.kInteger
        self._optimal, self._infeasible = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible
        solver = self._solver = highspy.Highs()
        solver.silent()
        # Presolving some programs of ten variables doesn't end, and minds no limit of time.
        options = {"threads": 1, "presolve": "off", "mip_heuristic_effort": 0.0, "time_limit": _SECONDS}
        for name, value in options.items():
            solver.setOptionValue(name, value)
        self._x = solver.addVariable(0, _MOST if self.needs.x else 0, type=self._integer)
        self._uses = list(self._each_use())
        self._count = [
            solver.addVariable(0, 1 if use.ability.cost.symbols else self.sources[use.source].count, type=self._integer)
            for use in self._uses
        ]
        for place, source in enumerate(self.sources):
            mine = [self._count[at] for at, use in enumerate(self._uses) if use.source == place]
            if mine:
                solver.addConstr(sum(mine) <= source.count)
        self._asks = Counter(self.needs.asks)
        self._flow: dict[tuple[int, Kind, Need], _Variable] = {}
        self._into: dict[Need, list[_Variable]] = {}
        self._order: dict[int, _Variable] = {}
        self._before: dict[tuple[int, int], _Variable] = {}
        self._add_supply()
        self._add_needs()
        self._cost = self._weighed()

    def _each_use(self) -> Iterable[Use]:
        """Sources whose abilities cost mana are used one by one, since they are ordered."""
        for place, source in enumerate(self.sources):
            for ability in source.abilities:
                for made in ability.makes:
                    yield from [Use(place, ability, made)] * (source.count if ability.cost.symbols else 1)

    def _add_supply(self) -> None:
        """Mana by where it is from: the pool and sources without costs (-1), or one use with a cost."""
        made: dict[tuple[int, Kind], list[_Variable]] = {}
        for at, use in enumerate(self._uses):
            snow = self.sources[use.source].snow
            for name, count in Counter(use.made).items():
                made.setdefault((at if use.ability.cost.symbols else -1, (name, snow)), []).append(
                    count * self._count[at]
                )
        for kind, count in self.pool.items():
            made.setdefault((-1, kind), []).append(count)
        for (origin, kind), amounts in made.items():
            flows = [self._add_flow(origin, kind, need) for need in self._needs_for(origin, kind)]
            if flows:
                self._solver.addConstr(sum(flows) <= sum(amounts))
        self._helping = {}
        for place, (slots, count) in enumerate(self.helpers):
            flows = []
            for ask in self._asks:
                if not ask.slots or ask.slots & slots:
                    flows.append(self._add_var(("ask", ask)))
                if ask.group == "or generic":
                    flows.append(self._add_var(("two", ask)))
            self._helping[place] = flows
            if flows:
                self._solver.addConstr(sum(flows) <= count)

    def _needs_for(self, origin: int, kind: Kind) -> Iterable[Need]:
        slots = BIT[kind[0]] | self.seen_as | (BIT["snow"] if kind[1] else 0)
        for ask in self._asks:
            if not ask.slots or ask.slots & slots:
                yield "ask", ask
            if ask.group == "or generic":
                yield "two", ask
        if self.needs.x:
            yield "x", None
        for at, use in enumerate(self._uses):
            if at != origin:
                for symbol in dict.fromkeys(use.ability.cost.symbols):
                    ask = requirement_of(symbol)
                    if not ask.slots or ask.slots & slots:
                        yield "cost", (at, ask)

    def _add_var(self, need: Need) -> _Variable:
        flow = self._solver.addVariable(0, _UNBOUNDED)
        self._into.setdefault(need, []).append(flow)
        return flow

    def _add_flow(self, origin: int, kind: Kind, need: Need) -> _Variable:
        flow = self._flow[origin, kind, need] = self._add_var(need)
        if origin >= 0 and need[0] == "cost":
            after = need[1][0]
            key = origin, after
            if key not in self._before:
                comes = self._before[key] = self._solver.addVariable(0, 1, type=self._integer)
                most = len(self._uses) + 1
                self._solver.addConstr(self._at(origin) + 1 <= self._at(after) + most * (1 - comes))
            self._solver.addConstr(flow <= 20 * self._before[key])
        return flow

    def _at(self, place: int) -> _Variable:
        if place not in self._order:
            self._order[place] = self._solver.addVariable(0, len(self._uses))
        return self._order[place]

    def _add_needs(self) -> None:
        solver = self._solver
        self._life: dict[Ask, _Variable] = {}
        self._two: dict[Ask, _Variable] = {}
        self._rows: dict[Ask, int] = {}
        for ask, count in self._asks.items():
            served = list(self._into.get(("ask", ask), ()))
            if ask.group == "or life":
                self._life[ask] = solver.addVariable(0, count, type=self._integer)
                served.append(self._life[ask])
            if ask.group == "or generic":
                two = self._two[ask] = solver.addVariable(0, count, type=self._integer)
                served.append(two)
                solver.addConstr(sum(self._into.get(("two", ask), ())) == 2 * two)
            wanted = count * ask.generic if not ask.slots else count
            if served or wanted:
                row = solver.addConstr(sum(served) == wanted) if served else solver.addConstr(0 * self._x == wanted)
                self._rows[ask] = row.index
        if self.needs.x:
            solver.addConstr(sum(self._into.get(("x", None), ())) == self.needs.x * self._x)
        for at, use in enumerate(self._uses):
            for symbol, count in Counter(requirement_of(each) for each in use.ability.cost.symbols).items():
                served = self._into.get(("cost", (at, symbol)), [])
                wanted = (symbol.generic if not symbol.slots else 1) * count * self._count[at]
                solver.addConstr(sum(served) == wanted) if served else solver.addConstr(wanted <= 0)
        life = [2 * var for var in self._life.values()]
        life += [use.ability.life * self._count[at] for at, use in enumerate(self._uses) if use.ability.life]
        if life:
            solver.addConstr(sum(life) <= max(0, self.needs.life))

    def _weighed(self) -> _Variable:
        total = 0 * self._x
        for var in self._life.values():
            total = total + 2 * _LIFE * var
        for at, use in enumerate(self._uses):
            ability, source = use.ability, self.sources[use.source]
            weight = _LIFE * ability.life + _PAIN * ability.pain + _SOURCE + min(source.worth, _MOST_WORTH)
            total = total + weight * self._count[at]
        return total

    # ---------- reading ----------

    def _read(self) -> Chosen:
        values = self._solver.getSolution().col_value

        def value(var: _Variable) -> int:
            return round(float(values[var.index]))

        times = [value(var) for var in self._count]
        places = {at: new for new, at in enumerate(at for at, count in enumerate(times) if count)}
        paid: dict[int, list[tuple[int, Kind, int]]] = {}
        spent: Counter[Kind] = Counter()
        for (origin, kind, need), var in self._flow.items():
            if count := value(var):
                if need[0] == "cost":
                    paid.setdefault(places[need[1][0]], []).append((places.get(origin, -1), kind, count))
                else:
                    spent[kind] += count
        return Chosen(
            uses=tuple((self._uses[at], times[at]) for at in places),
            paid=paid,
            spent=spent,
            life=2 * sum(map(value, self._life.values())),
            x=value(self._x),
        )
