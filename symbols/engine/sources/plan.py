"""A solution as steps in order: which source makes what, and what pays for it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from symbols.engine.costs.slots import MANA_TYPES, Color, ManaType
from symbols.engine.paying.others import OtherPayers, Way
from symbols.engine.paying.payment import Payment
from symbols.engine.sources.ability import Made
from symbols.engine.sources.model import Chosen, Kind
from symbols.engine.sources.source import Source

POOL = "pool"


class Maker(NamedTuple):
    """Source of some mana, and the number of the step in which it made it; 0 for the pool."""

    source: str
    step: int


POOL_MAKER = Maker(POOL, 0)


@dataclass(frozen=True, slots=True)
class PaidMana:
    """Mana that pays for an ability: its type, the source that made it, or `pool`, and the step in which it did."""

    type: str
    source: str
    step: int

    def as_json(self) -> dict[str, str]:
        return {"type": self.type, "source": self.source}


@dataclass(frozen=True, slots=True)
class Step:
    """One activation."""

    number: int  # from 1, in order
    place: int  # of its source in the list
    source: str  # its name with notes
    ability: str
    makes: Made
    paid_with: tuple[PaidMana, ...] = ()
    life: int = 0
    damage: int = 0
    verb: str = "Tap"  # `Tap`, `Sacrifice`, `Exile`, `Return` or `Use`
    snow: bool = False
    other_costs: tuple[str, ...] = ()  # what else its ability costs, in words
    helps: Way | None = None  # the keyword for which it is tapped, if it makes no mana
    colors: tuple[Color, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {
            "source": self.source,
            "ability": self.ability,
            "makes": list(self.makes),
            "paid_with": [mana.as_json() for mana in self.paid_with],
            "life": self.life,
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """What to use, in order, and what stays."""

    # Each after what pays for it, and as late as possible; abilities without a mana cost come last
    steps: tuple[Step, ...]
    # For each kind of mana left for the cost, what made it, once for each mana
    made_by: Mapping[tuple[ManaType, bool], tuple[Maker, ...]]
    open: tuple[tuple[str, int], ...]  # names of the sources that stay untapped, with their numbers

    @property
    def life(self) -> int:
        return sum(step.life for step in self.steps)

    @property
    def key(self) -> object:
        """Equal for plans that use the same for different purposes."""
        return tuple(sorted((step.place, step.ability, step.makes) for step in self.steps))

    def helping(self, others: OtherPayers) -> OtherPayers:
        creatures = tuple(step.colors for step in self.steps if step.helps == "convoke")
        artifacts = sum(1 for step in self.steps if step.helps == "improvise")
        return replace(others, convoke=(*others.convoke, *creatures), improvise=others.improvise + artifacts)


def plan_of(chosen: Chosen, sources: Sequence[Source], pool: Mapping[Kind, int]) -> Plan:
    """Put a solution in order: each ability after what pays for it, and as late as possible."""
    order = _Order(chosen, sources, pool)
    waiting = [at for at, (use, _) in enumerate(chosen.uses) if use.ability.cost.symbols]
    while waiting:
        at = next(at for at in waiting if all(origin not in waiting for origin, _, _ in chosen.paid.get(at, ())))
        waiting.remove(at)
        order.do(at, tuple(order.pay(chosen.paid.get(at, ()))))
    for at in list(order.free):
        while order.free[at]:
            order.do(at)
    steps = [*order.steps, *_helping(chosen, sources, len(order.steps))]
    left: dict[tuple[ManaType, bool], list[Maker]] = {}
    for (_, (name, snow, purpose)), makers in order.mana.items():
        if purpose != "abilities":
            left.setdefault((name, snow), []).extend(makers)
    taps = Counter(step.place for step in steps if step.verb in ("Tap", "Use"))
    used = taps | Counter(step.place for step in steps if step.verb not in ("Tap", "Use"))
    kept = [(source.typed, source.count - used[place]) for place, source in enumerate(sources) if source.abilities]
    return Plan(
        tuple(steps), {kind: tuple(makers) for kind, makers in left.items()}, tuple(one for one in kept if one[1] > 0)
    )


class _Order:
    """Steps so far, and the mana that they made: by the use that made it, -1 for the pool and what costs no mana.

    Attributes:
        free: how often each use without a mana cost is still to be done.
    """

    def __init__(self, chosen: Chosen, sources: Sequence[Source], pool: Mapping[Kind, int]) -> None:
        self.chosen, self.sources = chosen, sources
        self.steps: list[Step] = []
        self.mana: dict[tuple[int, Kind], list[Maker]] = {
            (-1, kind): [POOL_MAKER] * count for kind, count in pool.items()
        }
        self.free = {at: times for at, (use, times) in enumerate(chosen.uses) if not use.ability.cost.symbols}

    def do(self, at: int, paid: tuple[PaidMana, ...] = ()) -> None:
        use, _ = self.chosen.uses[at]
        if use.ability.used_up:
            # What is used up is tapped before.
            for other, times in list(self.free.items()):
                if other != at and self.chosen.uses[other][0].source == use.source:
                    while self.free[other] and times and not self.chosen.uses[other][0].ability.used_up:
                        self.do(other)
        source, ability = self.sources[use.source], use.ability
        self.steps.append(
            Step(
                number=len(self.steps) + 1,
                place=use.source,
                source=source.typed,
                ability=ability.text,
                makes=use.made,
                paid_with=paid,
                life=ability.life,
                damage=ability.damage,
                verb=ability.used_up.capitalize() or ("Tap" if ability.taps else "Use"),
                snow=source.snow,
                other_costs=ability.other_costs,
            )
        )
        if at in self.free:
            self.free[at] -= 1
        for name in use.made:
            pile = at if ability.cost.symbols else -1
            kind = name, source.snow, ability.purpose
            self.mana.setdefault((pile, kind), []).append(Maker(source.typed, len(self.steps)))

    def pay(self, flows: Sequence[tuple[int, Kind, int]]) -> Iterator[PaidMana]:
        """Mana for an ability, made first where it is missing."""
        for origin, kind, count in sorted(flows, key=lambda flow: MANA_TYPES.index(flow[1][0])):
            for _ in range(count):
                if not self.mana.get((origin, kind)):
                    self.do(next(at for at, times in self.free.items() if times and self._makes(at, kind)))
                yield PaidMana(kind[0], *self.mana[origin, kind].pop())

    def _makes(self, at: int, kind: Kind) -> bool:
        use, _ = self.chosen.uses[at]
        return kind[0] in use.made and (self.sources[use.source].snow, use.ability.purpose) == kind[1:]


def _helping(chosen: Chosen, sources: Sequence[Source], before: int) -> Iterator[Step]:
    """Sources tapped for a keyword, while the total cost is paid."""
    each = [(place, way) for (place, way), count in chosen.helped.items() for _ in range(count)]
    for number, (place, way) in enumerate(each, before + 1):
        source = sources[place]
        yield Step(number, place, source.typed, way, (), helps=way, colors=source.creature or ())


def makers_by_symbol(payment: Payment, plan: Plan) -> list[list[Maker]]:
    """For each symbol of a payment, what made its mana."""
    left = {kind: list(makers) for kind, makers in plan.made_by.items()}
    return [
        [left[mana.type, mana.snow].pop() for mana in line.mana for _ in range(mana.count)] for line in payment.symbols
    ]
