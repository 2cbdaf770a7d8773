"""Which sources to use for a cost, as an integer program that HiGHS solves exactly.

Each use of a source is a whole number, and so is each mana that flows from where it is made to a symbol or to the cost
of another ability. Costs are paid in an order (601.2g, 605.3c): no mana pays, even indirectly, for the ability that
makes it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from symbols.engine.costs.requirements import BIT, X_SLOT, Requirement, requirement_of
from symbols.engine.costs.slots import MANA_TYPES, ManaType
from symbols.engine.paying.others import Way
from symbols.engine.sources.ability import Made, ManaAbility, Purpose
from symbols.engine.sources.program import UNBOUNDED, Program
from symbols.engine.sources.source import Source

Kind = tuple[ManaType, bool, Purpose]
"""Type of mana, whether it is from a snow source, and what it may be spent on."""

Need = tuple[str, Any]
"""Where mana flows: `symbol` a symbol’s requirement, `two` its two generic mana, `x`, or `cost` of a use."""

Objective = Literal["feasible", "plan", "fewest", "x"]

_MOST: Final = 1_000
# What a plan goes by, the first most of all: life, damage, sources, what is kept open. Ten damage weigh as one life.
_LIFE, _DAMAGE, _SOURCE = 40_000.0, 4_000.0, 100.0
_MOST_WORTH: Final = 75
_KEPT: Final = 20.0
_MOST_TIMES: Final = 16
_ANY: Final = sum(BIT[name] for name in MANA_TYPES)
_MOST_CUTS: Final = 30
_HALF: Final = 0.5


class Use(NamedTuple):
    """One ability of a source and what it makes."""

    source: int  # its place in the list
    ability: ManaAbility
    made: Made
    # Number of the activation, if it costs mana: these are used one by one, since they are ordered. Else `FREE`.
    act: int


FREE: Final = -1
"""Instead of an activation: abilities without a mana cost, and the pool."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to be paid."""

    requirements: tuple[Requirement, ...]  # requirements of the symbols
    life: int  # life that may be paid for symbols and abilities
    x: int = 0  # number of {X} symbols, if their value is sought
    life_for: int = 0  # slots that may be paid with 2 life each
    x_only: int = 0  # slots of mana that may be spent on X, where that is restricted


@dataclass(frozen=True, slots=True)
class Chosen:
    """A solution."""

    uses: tuple[tuple[Use, int], ...]  # each with how often
    # By place in `uses`, what pays for a use with a cost: (place of a use, -1 for the pool, kind, count)
    paid: Mapping[int, Sequence[tuple[int, Kind, int]]]
    life: int  # paid for symbols
    helped: Mapping[tuple[int, Way], int]  # by place of a source, how many are tapped for a keyword
    x: int = 0  # value of X, if it was sought


class Model:
    """One program: which uses, and which mana goes where.

    Args:
        pool: mana beside the sources.
        helpers: slots and numbers of what pays one mana each.
        seen_as: slots that any mana can pay, as though it were of any color.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        needs: Needs,
        pool: Mapping[Kind, int],
        helpers: Sequence[tuple[int, int]] = (),
        seen_as: int = 0,
        helping: Sequence[Way] = (),
    ) -> None:
        self._sources, self._needs, self._seen_as = sources, needs, seen_as
        self._program = Program()
        self._requirements = Counter(needs.requirements)
        self._x = self._program.variable(_MOST if needs.x else 0, whole=True)
        self._uses = list(self._each_use())
        self._count = [self._program.variable(self._most(use), whole=True) for use in self._uses]
        self._acts: dict[int, list[int]] = {}
        for at, use in enumerate(self._uses):
            if use.act != FREE:
                self._acts.setdefault(use.act, []).append(at)
        self._aid = {
            (place, way): (self._program.variable(source.count, whole=True), slots)
            for place, source in enumerate(sources)
            for way, slots in source.helps(helping)
        }
        self._flow: dict[tuple[int, Kind, Need], int] = {}
        self._into: dict[Need, list[int]] = {}
        self._batched = self._add_batches()
        self._once = self._add_once()
        self._add_acts()
        self._add_supply(pool)
        self._add_helpers(helpers)
        self._life: dict[Requirement, int] = {}
        self._rows = self._add_needs()
        self._add_life()
        self._is_ordered = False

    def pays(self, requirements: Iterable[Requirement]) -> bool:
        """Whether some of the requirements can be paid, by the same program with other bounds."""
        wanted = Counter(requirements)
        for requirement, row in self._rows.items():
            amount = wanted[requirement] * _amount(requirement)
            self._program.change(row, amount, amount)
        return self._solved({}) is not None

    def solve(self, objective: Objective, fewer: Mapping[int, int] | None = None) -> Chosen | None:
        """None if it can't be paid. At most `fewer` of some sources, by their places, can be used."""
        for place, rows in self._once.items():
            for row in rows:
                self._program.change(row, -UNBOUNDED, (fewer or {}).get(place, self._sources[place].count))
        if objective == "x":
            values = self._solved({self._x: 1.0}, greatest=True)
        else:
            values = self._solved({} if objective == "feasible" else self._weights(objective))
        return self._read(values) if values else None

    def _solved(self, cost: Mapping[int, float], *, greatest: bool = False) -> Sequence[float] | None:
        """Solve without an order, and forbid activations that pay for each other as they come up.

        That takes a tenth of the time of a program with an order, which is the last resort.
        """
        for _ in range(_MOST_CUTS):
            values = self._program.solve(cost, greatest=greatest)
            stuck = self._stuck(values) if values else set()
            if not stuck or self._is_ordered:
                return values
            self._cut(stuck)
        self._add_order()
        self._is_ordered = True
        return self._program.solve(cost, greatest=greatest)

    def _stuck(self, values: Sequence[float]) -> set[int]:
        """Activations in a circle: each is paid for by another of them."""
        waiting = {
            act: set[int]()
            for act, places in self._acts.items()
            if any(values[self._count[at]] > _HALF for at in places)
        }
        for (origin, _, need), flow in self._flow.items():
            if origin != FREE and need[0] == "cost" and round(values[flow]):
                waiting.setdefault(need[1][0], set()).add(origin)
        while ready := [act for act, origins in waiting.items() if not origins & waiting.keys()]:
            for act in ready:
                del waiting[act]
        return set(waiting)

    def _cut(self, stuck: set[int]) -> None:
        """The first of these activations has to be paid for by others."""
        kinds = {self._uses[self._acts[act][0]][:2] for act in stuck}
        group = [act for act, places in self._acts.items() if self._uses[places[0]][:2] in kinds]
        first = {act: self._program.variable(1, whole=True) for act in group}
        paid: dict[int, list[tuple[int, float]]] = {act: [] for act in group}
        for (origin, _, need), flow in self._flow.items():
            if need[0] == "cost" and need[1][0] in paid and origin not in paid:
                paid[need[1][0]].append((flow, -1.0))
        for act, is_first in first.items():
            symbols = self._uses[self._acts[act][0]].ability.cost.symbols
            costs = sum(_amount(requirement_of(symbol)) for symbol in symbols)
            self._program.at_most([(is_first, costs), *paid[act]])
            done = [(self._count[at], 1.0) for at in self._acts[act]]
            self._program.at_most([*done, *((one, -1.0) for one in first.values())])

    # ---------- building ----------

    def _each_use(self) -> Iterable[Use]:
        act = 0
        for place, source in enumerate(self._sources):
            for ability in source.abilities:
                if not ability.cost.symbols:
                    yield from (Use(place, ability, made, FREE) for made in ability.makes)
                    continue
                for _ in range(self._times(source, ability)):
                    yield from (Use(place, ability, made, act) for made in ability.makes)
                    act += 1

    def _most(self, use: Use) -> int:
        if use.act != FREE:
            return 1
        return self._times(self._sources[use.source], use.ability) * (use.ability.batch or 1)

    def _times(self, source: Source, ability: ManaAbility) -> int:
        """How often it could be used."""
        if ability.is_once:
            return source.count
        if not ability.cost.symbols:
            return _MOST if ability.most is None else ability.most * source.count
        # Mana paid for mana helps for its type only, unless it is more.
        slots = sum(BIT[name] for name in ability.types) | (BIT["snow"] if source.snow else 0)
        slots |= X_SLOT if slots & self._needs.x_only else 0
        requirements = Counter(self._requirements)
        for other in self._sources:
            for one in other.abilities:
                requirements.update({requirement_of(symbol): other.count for symbol in one.cost.symbols})
        costs = sum(_amount(requirement_of(symbol)) for symbol in ability.cost.symbols)
        is_more = max(map(len, ability.makes)) > costs
        useful = sum(
            count * _amount(requirement)
            for requirement, count in requirements.items()
            if requirement.slots & slots or is_more
        )
        if self._needs.x and (is_more or self._needs.x_only != _ANY):
            useful = _MOST_TIMES
        return min(_MOST_TIMES, useful if ability.most is None else ability.most * source.count)

    def _add_once(self) -> dict[int, list[int]]:
        """Each source is tapped once, and used up once; return its rows, by its place.

        What is used up can be tapped before, but not for a keyword: that comes later (601.2h).
        """
        # What is paid for it may come later than what it is used up for.
        costly = {use.source for use in self._uses if use.act != FREE and use.ability.taps}
        tapped: dict[int, list[tuple[int, float]]] = {}
        used_up: dict[int, list[tuple[int, float]]] = {}
        limited: dict[tuple[int, ManaAbility], list[tuple[int, float]]] = {}
        for use, count in zip(self._uses, self._count, strict=True):
            place, ability = use.source, use.ability
            term = self._batched.get((place, ability), count), 1.0
            if ability.taps or (ability.used_up and place in costly):
                tapped.setdefault(place, []).append(term)
            if ability.used_up:
                used_up.setdefault(place, []).append(term)
            if not ability.is_once and ability.most is not None and use.act == FREE:
                limited.setdefault((place, ability), []).append(term)
        for (place, _), (aid, _) in self._aid.items():
            for rows in (tapped, used_up):
                rows.setdefault(place, []).append((aid, 1.0))
        for (place, ability), terms in limited.items():
            self._program.at_most(dict.fromkeys(terms), self._times(self._sources[place], ability))
        return {
            place: [
                self._program.at_most(dict.fromkeys(rows[place]), self._sources[place].count)
                for rows in (tapped, used_up)
                if place in rows
            ]
            for place in {*tapped, *used_up}
        }

    def _add_batches(self) -> dict[tuple[int, ManaAbility], int]:
        """For abilities that mix types: how often each is used, whatever types it makes."""
        singles: dict[tuple[int, ManaAbility], list[int]] = {}
        for use, count in zip(self._uses, self._count, strict=True):
            if use.ability.batch and use.act == FREE:
                singles.setdefault((use.source, use.ability), []).append(count)
        found = {}
        for (place, ability), counts in singles.items():
            times = found[place, ability] = self._program.variable(self._sources[place].count, whole=True)
            self._program.at_most([*((count, 1) for count in counts), (times, -ability.batch)])
        return found

    def _add_acts(self) -> None:
        """Each activation makes one of its choices, and equal ones are used in order."""
        before: list[int] = []
        for places in self._acts.values():
            if len(places) > 1:
                self._program.at_most([(self._count[at], 1) for at in places], 1)
            if before and self._uses[before[0]][:2] == self._uses[places[0]][:2]:
                terms = [(self._count[at], 1.0) for at in places]
                self._program.at_most([*terms, *((self._count[at], -1.0) for at in before)])
            before = places

    def _add_supply(self, pool: Mapping[Kind, int]) -> None:
        """Mana by where it is from: an activation, or all that costs no mana."""
        made: dict[tuple[int, Kind], list[tuple[int, float]]] = {(FREE, kind): [] for kind in pool}
        for at, use in enumerate(self._uses):
            snow = self._sources[use.source].snow
            for name, count in Counter(use.made).items():
                made.setdefault((use.act, (name, snow, use.ability.purpose)), []).append((self._count[at], -count))
        for (origin, kind), terms in made.items():
            flows = [(self._add_flow(origin, kind, need), 1.0) for need in self._needs_for(origin, kind)]
            if flows:
                self._program.at_most([*flows, *terms], pool.get(kind, 0) if origin == FREE else 0)

    def _add_order(self) -> None:
        """What pays for an activation comes before it."""
        between: dict[tuple[int, int], list[int]] = {}
        for (origin, _, need), flow in self._flow.items():
            if origin != FREE and need[0] == "cost":
                between.setdefault((origin, need[1][0]), []).append(flow)
        place = {act: self._program.variable(len(self._acts)) for act in self._acts}
        before = {pair: self._program.variable(1, whole=True) for pair in between}
        far = len(self._acts) + 1
        for (first, then), flows in between.items():
            comes = before[first, then]
            most = max(len(self._uses[at].made) for at in self._acts[first])
            self._program.at_most([*((flow, 1) for flow in flows), (comes, -most)])
            self._program.at_most([(place[first], 1), (place[then], -1), (comes, far)], far - 1)
            if first < then and (then, first) in before:
                self._program.at_most([(comes, 1), (before[then, first], 1)], 1)

    def _add_helpers(self, helpers: Sequence[tuple[int, int]]) -> None:
        """Each pays for symbols only: generic mana, and its slots."""
        for slots, count in helpers:
            self._program.at_most(self._helping(slots), count)
        for aid, slots in self._aid.values():
            self._program.at_most([*self._helping(slots), (aid, -1)])

    def _helping(self, slots: int) -> list[tuple[int, float]]:
        return [(self._add_into(need), 1.0) for need in self._requirements_for(slots | X_SLOT)]

    def _requirements_for(self, slots: int) -> Iterable[Need]:
        for requirement in self._requirements:
            if not requirement.slots or requirement.slots & slots:
                yield "symbol", requirement
            if requirement.group == "or generic":
                yield "two", requirement
        if self._needs.x:
            yield "x", None

    def _needs_for(self, origin: int, kind: Kind) -> Iterable[Need]:
        slots = BIT[kind[0]] | self._seen_as | (BIT["snow"] if kind[1] else 0)
        if kind[2] != "abilities":
            yield from self._requirements_for(slots | (X_SLOT if slots & self._needs.x_only else 0))
        if kind[2] == "cost":
            return
        for act, places in self._acts.items():
            if act != origin:
                for symbol in dict.fromkeys(self._uses[places[0]].ability.cost.symbols):
                    requirement = requirement_of(symbol)
                    if not requirement.slots or requirement.slots & slots:
                        yield "cost", (act, requirement)

    def _add_into(self, need: Need) -> int:
        flow = self._program.variable()
        self._into.setdefault(need, []).append(flow)
        return flow

    def _add_flow(self, origin: int, kind: Kind, need: Need) -> int:
        self._flow[origin, kind, need] = self._add_into(need)
        return self._flow[origin, kind, need]

    def _inflow(self, need: Need) -> list[tuple[int, float]]:
        return [(flow, 1.0) for flow in self._into.get(need, ())]

    def _add_needs(self) -> dict[Requirement, int]:
        rows: dict[Requirement, int] = {}
        for requirement, count in self._requirements.items():
            inflow = self._inflow(("symbol", requirement))
            if requirement.group == "or life" or requirement.slots & self._needs.life_for:
                self._life[requirement] = self._program.variable(count, whole=True)
                inflow.append((self._life[requirement], 1))
            if requirement.group == "or generic":
                two = self._program.variable(count, whole=True)
                inflow.append((two, 1))
                self._program.exactly([*self._inflow(("two", requirement)), (two, -2)])
            wanted = count * _amount(requirement)
            if inflow or wanted:
                rows[requirement] = self._program.exactly(inflow, wanted)
        if self._needs.x:
            self._program.exactly([*self._inflow(("x", None)), (self._x, -self._needs.x)])
        for act, places in self._acts.items():
            paid = self._uses[places[0]].ability.cost.symbols
            for symbol, count in Counter(map(requirement_of, paid)).items():
                done = [(self._count[at], -count * _amount(symbol)) for at in places]
                self._program.exactly([*self._inflow(("cost", (act, symbol))), *done])
        return rows

    def _add_life(self) -> None:
        life = [(variable, 2.0) for variable in self._life.values()]
        life += [(count, use.ability.life) for use, count in zip(self._uses, self._count, strict=True)]
        self._program.at_most(life, max(0, self._needs.life))

    def _weights(self, objective: Objective) -> dict[int, float]:
        life, damage = (_LIFE, _DAMAGE) if objective == "plan" else (1.0, 0.0)
        weights = dict.fromkeys(self._life.values(), 2 * life)
        for use, count in zip(self._uses, self._count, strict=True):
            ability = use.ability
            tapping = self._tapping(use.source) if ability.is_once else 1
            weight = life * ability.life + damage * ability.damage + tapping
            if times := self._batched.get((use.source, ability)):
                weights[times] = weight
            else:
                weights[count] = weight
        # What is tapped for a keyword stays: better than to use it up.
        return weights | {aid: self._tapping(place) - _KEPT for (place, _), (aid, _) in self._aid.items()}

    def _tapping(self, place: int) -> float:
        return _SOURCE + min(self._sources[place].worth, _MOST_WORTH)

    # ---------- reading ----------

    def _read(self, values: Sequence[float]) -> Chosen:
        uses = [
            (use, times)
            for use, count in zip(self._uses, self._count, strict=True)
            if (times := round(values[count])) and (use.source, use.ability) not in self._batched
        ]
        uses += self._read_batches(values)
        by_act = {use.act: place for place, (use, _) in enumerate(uses) if use.act != FREE}
        paid: dict[int, list[tuple[int, Kind, int]]] = {}
        for (origin, kind, need), flow in self._flow.items():
            if need[0] == "cost" and (count := round(values[flow])):
                paid.setdefault(by_act[need[1][0]], []).append((by_act.get(origin, FREE), kind, count))
        return Chosen(
            uses=tuple(uses),
            paid=paid,
            life=2 * sum(round(values[variable]) for variable in self._life.values()),
            helped={key: count for key, (aid, _) in self._aid.items() if (count := round(values[aid]))},
            x=round(values[self._x]),
        )

    def _read_batches(self, values: Sequence[float]) -> Iterator[tuple[Use, int]]:
        """Each use of an ability that mixes types, with the mana it makes."""
        for (place, ability), variable in self._batched.items():
            made = [
                name
                for use, count in zip(self._uses, self._count, strict=True)
                if (use.source, use.ability) == (place, ability)
                for name in use.made * round(values[count])
            ]
            for start in range(0, round(values[variable]) * ability.batch, ability.batch):
                yield Use(place, ability, tuple(made[start : start + ability.batch]), FREE), 1


def _amount(requirement: Requirement) -> int:
    """Mana that a requirement takes: one, or a number's."""
    return requirement.generic if not requirement.slots or requirement.slots & X_SLOT else 1
