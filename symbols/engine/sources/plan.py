"""A solution as steps in the order in which they are done: which source makes what, and what pays for it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from symbols.engine.costs.slots import MANA_TYPES
from symbols.engine.paying.payment import Payment
from symbols.engine.sources.ability import Made
from symbols.engine.sources.model import Chosen, Kind, Source

POOL = "pool"


class Maker(NamedTuple):
    """What made some mana: a source, and the number of the step in which it did; 0 for the pool."""

    source: str
    step: int


POOL_MAKER = Maker(POOL, 0)


@dataclass(frozen=True, slots=True)
class PaidMana:
    """Mana that pays for an ability: its type and the source that made it, or `pool`."""

    type: str
    source: str

    def as_json(self) -> dict[str, str]:
        return {"type": self.type, "source": self.source}


@dataclass(frozen=True, slots=True)
class Step:
    """One activation.

    Attributes:
        place: of its source in the list.
        number: from 1, in the order in which things are done.
    """

    number: int
    place: int
    source: str
    ability: str
    makes: Made
    paid_with: tuple[PaidMana, ...] = ()
    life: int = 0
    pain: int = 0
    sacrifices: bool = False
    snow: bool = False

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
    """What is done, and what stays.

    Attributes:
        steps: those without a mana cost first, then the others, each after what pays for it.
        made_by: for each kind of mana that is left for the cost, what made it, once for each mana.
        open: names of the sources that stay as they are, with their numbers.
    """

    steps: tuple[Step, ...]
    made_by: Mapping[Kind, tuple[Maker, ...]]
    open: tuple[tuple[str, int], ...]

    @property
    def life(self) -> int:
        return sum(step.life for step in self.steps)


def plan_of(chosen: Chosen, sources: Sequence[Source], pool: Mapping[Kind, int]) -> Plan:
    """Put a solution in order. What an ability makes pays for those after it, or for the cost."""
    # Mana at hand by kind and by the use that made it, each with the name of its source.
    there: dict[tuple[int, Kind], list[Maker]] = {(-1, kind): [POOL_MAKER] * count for kind, count in pool.items()}
    steps: list[Step] = []
    waiting = dict(enumerate(chosen.uses))
    while waiting:
        ready = [at for at in waiting if all(origin not in waiting for origin, _, _ in chosen.paid.get(at, ()))]
        # Free ones first: their mana is one pile.
        at = min(ready, key=lambda place: (bool(waiting[place][0].ability.cost.symbols), place))
        use, times = waiting.pop(at)
        source, ability = sources[use.source], use.ability
        paid = tuple(_paid(chosen.paid.get(at, ()), there))
        for _ in range(times):
            steps.append(
                Step(
                    number=len(steps) + 1,
                    place=use.source,
                    source=source.name,
                    ability=ability.text,
                    makes=use.made,
                    paid_with=paid,
                    life=ability.life,
                    pain=ability.pain,
                    sacrifices=ability.sacrifices,
                    snow=source.snow,
                )
            )
            for name in use.made:
                pile = at if ability.cost.symbols else -1
                there.setdefault((pile, (name, source.snow)), []).append(Maker(source.name, len(steps)))
    left: dict[Kind, list[Maker]] = {}
    for (_, kind), makers in there.items():
        left.setdefault(kind, []).extend(makers)
    used = Counter(step.place for step in steps)
    kept = [(source.name, source.count - used[place]) for place, source in enumerate(sources)]
    return Plan(
        tuple(steps), {kind: tuple(makers) for kind, makers in left.items()}, tuple(one for one in kept if one[1] > 0)
    )


def _paid(flows: Sequence[tuple[int, Kind, int]], there: dict[tuple[int, Kind], list[Maker]]) -> Iterator[PaidMana]:
    for origin, kind, count in sorted(flows, key=lambda flow: MANA_TYPES.index(flow[1][0])):
        for _ in range(count):
            yield PaidMana(kind[0], there[origin, kind].pop().source)


def makers_by_symbol(payment: Payment, plan: Plan) -> list[list[Maker]]:
    """For each symbol of a payment, what made the mana that pays it, in its order."""
    left = {kind: list(makers) for kind, makers in plan.made_by.items()}
    return [
        [left[mana.type, mana.snow].pop() for mana in line.mana for _ in range(mana.count)] for line in payment.symbols
    ]
