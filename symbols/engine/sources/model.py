"""Which sources to use for a cost, as an integer program that HiGHS solves exactly.

Each use of a source is a whole number, and so is each mana that goes from where it is made to a symbol or to the cost
of another ability. Costs are paid in an order (601.2g, 605.3c): no mana pays for the ability that makes it, not even
by way of others.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from symbols.engine.costs.asks import BIT, X_SLOT, Ask, requirement_of
from symbols.engine.costs.slots import Color, ManaType
from symbols.engine.errors import TooLarge
from symbols.engine.paying.others import Way
from symbols.engine.sources.ability import Made, ManaAbility
from symbols.engine.sources.notes import Notes

Kind = tuple[ManaType, bool]
"""Type of mana, and whether it is from a snow source."""

Need = tuple[str, Any]
"""What mana goes to: `ask` a symbol’s requirement, `two` its two generic mana, `x`, or `cost` of a use."""

_Variable = Any
"""HiGHS has no types."""

HELPING: Final[tuple[Way, ...]] = ("convoke", "improvise")
"""Keywords for which a source can be tapped in place of making mana."""

Objective = Literal["feasible", "plan", "fewest", "x"]

_MOST: Final = 1_000
_UNBOUNDED: Final = 1e30
# Of the weights of a plan, each outweighs all that follow: life, damage, sources, what is kept open.
_LIFE, _PAIN, _SOURCE = 40_000.0, 4_000.0, 100.0
_MOST_WORTH: Final = 90
_SECONDS: Final = 5.0
_MOST_TIMES: Final = 12


class Use(NamedTuple):
    """One ability of a source and what it makes.

    Attributes:
        source: its place in the list.
        act: number of the activation, where it costs mana: these are used one by one, since they are ordered. `FREE`
            for all others.
    """

    source: int
    ability: ManaAbility
    made: Made
    act: int


FREE: Final = -1
"""In place of an activation: abilities without a mana cost, and the pool."""


@dataclass(frozen=True, slots=True)
class Source:
    """Equal sources.

    Attributes:
        name: as it is called in a plan.
        snow: whether its mana is from a snow source (107.4h).
        worth: how much keeping it open is worth, up to `_MOST_WORTH`.
        unread: its mana abilities that aren't understood.
        creature: its colors, if it is a creature.
        has_land_type: whether it has a basic land type (305.6).
        notes: what its player says of it.
    """

    name: str
    abilities: tuple[ManaAbility, ...]
    count: int = 1
    snow: bool = False
    worth: int = 0
    unread: tuple[str, ...] = ()
    creature: tuple[Color, ...] | None = None
    is_artifact: bool = False
    has_land_type: bool = False
    notes: Notes = field(default_factory=Notes)

    @property
    def has_cost(self) -> bool:
        """Whether an ability of it costs mana."""
        return any(ability.cost.symbols for ability in self.abilities)

    @property
    def makes(self) -> tuple[Made, ...]:
        """All that its abilities can make, each once."""
        return tuple(dict.fromkeys(made for ability in self.abilities for made in ability.makes))

    @property
    def typed(self) -> str:
        """Its name with what is said of it, as it is typed."""
        return f"{self.name}{self.notes}"

    def helps(self, helping: Iterable[Way]) -> Iterable[tuple[Way, int]]:
        """Keywords for which it can be tapped, each with the slots that it then serves (702.51a, 702.126a)."""
        for way in () if self.notes.is_tapped else helping:
            if way == "convoke" and self.creature is not None:
                yield way, sum(BIT[color] for color in self.creature)
            if way == "improvise" and self.is_artifact:
                yield way, 0


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to be paid.

    Attributes:
        asks: requirements of the symbols.
        x: how many symbols are {X}, if their value is sought.
        life: life that may be paid for symbols and abilities.
        life_for: slots that may be paid with 2 life each.
        x_only: slots of mana that may be spent on X, where that is restricted.
    """

    asks: tuple[Ask, ...]
    life: int
    x: int = 0
    life_for: int = 0
    x_only: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """A solution.

    Attributes:
        uses: each with how often.
        paid: for each use with a cost, by its place in `uses`: what pays, as (place of a use, -1 for the pool, kind,
            count).
        spent: mana for the cost itself, by kind.
        helped: how many of a source, by its place, are tapped for a keyword.
        life: paid for symbols.
        x: value of X, if it was sought.
    """

    uses: tuple[tuple[Use, int], ...]
    paid: Mapping[int, Sequence[tuple[int, Kind, int]]]
    spent: Mapping[Kind, int]
    life: int
    helped: Mapping[tuple[int, Way], int]
    x: int = 0


@dataclass
class Model:
    """One program. Build it once for a question.

    Attributes:
        pool: units beside the sources, each with its kind and the slots it serves.
        helpers: numbers of what pays one mana each, with the slots that it serves.
        seen_as: slots that any mana serves, for mana that may be spent as though it were of any color.
        helping: keywords for which sources can be tapped in place of making mana.
    """

    sources: Sequence[Source]
    needs: Needs
    pool: Mapping[Kind, int]
    helpers: Sequence[tuple[int, int]] = ()
    seen_as: int = 0
    helping: Sequence[Way] = ()
    _solver: Any = field(init=False)
    _is_built: bool = False

    def pays(self, asks: Iterable[Ask]) -> bool:
        """Whether some of the requirements can be paid, by the same program with other bounds."""
        if not self._is_built:
            self._build()
        wanted = Counter(asks)
        for ask, row in self._rows.items():
            amount = wanted[ask] * _amount(ask)
            self._solver.changeRowBounds(row, amount, amount)
        self._solver.minimize(0 * self._x)
        return self._is_solved()

    def solve(self, objective: Objective, fewer: Mapping[int, int] | None = None) -> Chosen | None:
        """None if it can't be paid.

        Args:
            fewer: numbers of some sources, by their places, that can be used at most.

        Raises:
            TooLarge: not answered within `_SECONDS`.
        """
        if not self._is_built:
            self._build()
        for place, row in self._once.items():
            most = self.sources[place].count
            self._solver.changeRowBounds(row, -_UNBOUNDED, (fewer or {}).get(place, most))
        if objective == "x":
            self._solver.maximize(self._x)
        elif objective in ("plan", "fewest"):
            self._solver.minimize(self._weighed(objective))
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
        self._asks = Counter(self.needs.asks)
        self._uses = list(self._each_use())
        self._count = [
            solver.addVariable(
                0, 1 if use.act != FREE else self._times(self.sources[use.source], use.ability), type=self._integer
            )
            for use in self._uses
        ]
        self._aid = {
            (place, way): solver.addVariable(0, source.count, type=self._integer)
            for place, source in enumerate(self.sources)
            for way, _ in source.helps(self.helping)
        }
        self._once: dict[int, int] = {}
        for place, source in enumerate(self.sources):
            once = [
                count
                for use, count in zip(self._uses, self._count, strict=True)
                if use.source == place and use.ability.is_once
            ]
            once += [aid for (at, _), aid in self._aid.items() if at == place]
            if once:
                self._once[place] = solver.addConstr(sum(once) <= source.count).index
        self._flow: dict[tuple[int, Kind, Need], _Variable] = {}
        self._into: dict[Need, list[_Variable]] = {}
        self._add_acts()
        self._add_supply()
        self._add_needs()

    def _each_use(self) -> Iterable[Use]:
        act = 0
        for place, source in enumerate(self.sources):
            for ability in source.abilities:
                if not ability.cost.symbols:
                    yield from (Use(place, ability, made, FREE) for made in ability.makes)
                    continue
                for _ in range(self._times(source, ability)):
                    yield from (Use(place, ability, made, act) for made in ability.makes)
                    act += 1

    def _times(self, source: Source, ability: ManaAbility) -> int:
        """How often it could be done."""
        if ability.is_once:
            return source.count
        if not ability.cost.symbols:
            return _MOST if ability.most is None else ability.most
        # Mana paid for mana helps only for its type.
        slots = sum(BIT[name] for name in ability.types)
        asks = Counter(self._asks)
        for other in self.sources:
            for one in other.abilities:
                asks.update({requirement_of(symbol): other.count for symbol in one.cost.symbols})
        of_type = sum(count for ask, count in asks.items() if ask.slots & slots)
        return min(_MOST_TIMES, of_type if ability.most is None else ability.most)

    def _add_acts(self) -> None:
        """Each activation makes one of its choices at most, and none while it pays for itself by way of others."""
        self._acts: dict[int, list[int]] = {}
        for at, use in enumerate(self._uses):
            if use.act != FREE:
                self._acts.setdefault(use.act, []).append(at)
        self._done = {act: sum(self._count[at] for at in places) for act, places in self._acts.items()}
        for act, places in self._acts.items():
            if len(places) > 1:
                self._solver.addConstr(self._done[act] <= 1)

    def _add_supply(self) -> None:
        """Mana by where it is from: an activation, or all that costs no mana."""
        made: dict[tuple[int, Kind], list[_Variable]] = {}
        for at, use in enumerate(self._uses):
            snow = self.sources[use.source].snow
            for name, count in Counter(use.made).items():
                made.setdefault((use.act, (name, snow)), []).append(count * self._count[at])
        for kind, count in self.pool.items():
            made.setdefault((FREE, kind), []).append(count)
        for (origin, kind), amounts in made.items():
            flows = [self._add_flow(origin, kind, need) for need in self._needs_for(origin, kind)]
            if flows:
                self._solver.addConstr(sum(flows) <= sum(amounts))
        self._add_order()
        for slots, count in self.helpers:
            self._add_helper(slots, count)
        for place, source in enumerate(self.sources):
            for way, slots in source.helps(self.helping):
                self._add_helper(slots, self._aid[place, way])

    def _add_order(self) -> None:
        """What pays for an activation comes before it."""
        between: dict[tuple[int, int], list[_Variable]] = {}
        for (origin, _, need), flow in self._flow.items():
            if origin != FREE and need[0] == "cost":
                between.setdefault((origin, need[1][0]), []).append(flow)
        place = {act: self._solver.addVariable(0, len(self._acts)) for act in self._acts}
        before = {pair: self._solver.addVariable(0, 1, type=self._integer) for pair in between}
        for (first, then), flows in between.items():
            comes = before[first, then]
            most = max(len(self._uses[at].made) for at in self._acts[first])
            self._solver.addConstr(sum(flows) <= most * comes)
            self._solver.addConstr(place[first] + 1 <= place[then] + (len(self._acts) + 1) * (1 - comes))
            if first < then and (then, first) in before:
                self._solver.addConstr(comes + before[then, first] <= 1)

    def _add_helper(self, slots: int, count: Any) -> None:
        """What pays for symbols only: generic mana, and what it serves."""
        flows = [self._add_var(need) for need in self._asks_for(slots | X_SLOT)]
        if flows:
            self._solver.addConstr(sum(flows) <= count)

    def _asks_for(self, slots: int) -> Iterable[Need]:
        for ask in self._asks:
            if not ask.slots or ask.slots & slots:
                yield "ask", ask
            if ask.group == "or generic":
                yield "two", ask
        if self.needs.x:
            yield "x", None

    def _needs_for(self, origin: int, kind: Kind) -> Iterable[Need]:
        slots = BIT[kind[0]] | self.seen_as | (BIT["snow"] if kind[1] else 0)
        yield from self._asks_for(slots | (X_SLOT if slots & self.needs.x_only else 0))
        for act, places in self._acts.items():
            if act != origin:
                for symbol in dict.fromkeys(self._uses[places[0]].ability.cost.symbols):
                    ask = requirement_of(symbol)
                    if not ask.slots or ask.slots & slots:
                        yield "cost", (act, ask)

    def _add_var(self, need: Need) -> _Variable:
        flow = self._solver.addVariable(0, _UNBOUNDED)
        self._into.setdefault(need, []).append(flow)
        return flow

    def _add_flow(self, origin: int, kind: Kind, need: Need) -> _Variable:
        flow = self._flow[origin, kind, need] = self._add_var(need)
        return flow

    def _add_needs(self) -> None:
        solver = self._solver
        self._life: dict[Ask, _Variable] = {}
        self._two: dict[Ask, _Variable] = {}
        self._rows: dict[Ask, int] = {}
        for ask, count in self._asks.items():
            served = list(self._into.get(("ask", ask), ()))
            if ask.group == "or life" or ask.slots & self.needs.life_for:
                self._life[ask] = solver.addVariable(0, count, type=self._integer)
                served.append(self._life[ask])
            if ask.group == "or generic":
                two = self._two[ask] = solver.addVariable(0, count, type=self._integer)
                served.append(two)
                solver.addConstr(sum(self._into.get(("two", ask), ())) == 2 * two)
            wanted = count * _amount(ask)
            if served or wanted:
                row = solver.addConstr(sum(served) == wanted) if served else solver.addConstr(0 * self._x == wanted)
                self._rows[ask] = row.index
        if self.needs.x:
            solver.addConstr(sum(self._into.get(("x", None), ())) == self.needs.x * self._x)
        for act, done in self._done.items():
            paid = self._uses[self._acts[act][0]].ability.cost.symbols
            for symbol, count in Counter(map(requirement_of, paid)).items():
                served = self._into.get(("cost", (act, symbol)), [])
                wanted = _amount(symbol) * count * done
                solver.addConstr(sum(served) == wanted) if served else solver.addConstr(wanted <= 0)
        life = [2 * var for var in self._life.values()]
        life += [use.ability.life * self._count[at] for at, use in enumerate(self._uses) if use.ability.life]
        if life:
            solver.addConstr(sum(life) <= max(0, self.needs.life))

    def _weighed(self, objective: Objective) -> _Variable:
        life, pain = (_LIFE, _PAIN) if objective == "plan" else (1.0, 0.0)
        total = 0 * self._x
        for var in self._life.values():
            total = total + 2 * life * var
        for at, use in enumerate(self._uses):
            ability, source = use.ability, self.sources[use.source]
            tapping = _SOURCE + min(source.worth, _MOST_WORTH) if ability.is_once else 1
            total = total + (life * ability.life + pain * ability.pain + tapping) * self._count[at]
        for (place, _), aid in self._aid.items():
            total = total + (_SOURCE + min(self.sources[place].worth, _MOST_WORTH)) * aid
        return total

    # ---------- reading ----------

    def _read(self) -> Chosen:
        values = self._solver.getSolution().col_value

        def value(var: _Variable) -> int:
            return round(float(values[var.index]))

        times = [value(var) for var in self._count]
        places = {at: new for new, at in enumerate(at for at, count in enumerate(times) if count)}
        by_act = {self._uses[at].act: new for at, new in places.items() if self._uses[at].act != FREE}
        paid: dict[int, list[tuple[int, Kind, int]]] = {}
        spent: Counter[Kind] = Counter()
        for (origin, kind, need), var in self._flow.items():
            if count := value(var):
                if need[0] == "cost":
                    paid.setdefault(by_act[need[1][0]], []).append((by_act.get(origin, FREE), kind, count))
                else:
                    spent[kind] += count
        return Chosen(
            uses=tuple((self._uses[at], times[at]) for at in places),
            paid=paid,
            spent=spent,
            life=2 * sum(map(value, self._life.values())),
            helped={key: count for key, aid in self._aid.items() if (count := value(aid))},
            x=value(self._x),
        )


def _amount(ask: Ask) -> int:
    """Mana that a requirement takes: one, or a number's."""
    return ask.generic if not ask.slots or ask.slots & X_SLOT else 1
