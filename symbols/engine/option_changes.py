"""How each option changes the total cost (601.2f): functions from its value to changes, with citations."""

from collections.abc import Callable
from typing import Any, Final

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.symbols import generic_symbol
from symbols.engine.errors import BadRequest
from symbols.engine.reading.keywords import KEYWORDS
from symbols.engine.totals.changes import CostChanges

Change = Callable[[Any], CostChanges]
"""Takes the value as parsed for the option's kind: a cost, costs, a number or a flag."""


def affinity(count: int) -> CostChanges:
    """{1} less for each permanent (702.41a)."""
    if count < 0:
        raise BadRequest("bad_count", "The number of permanents must be 0 or more.")
    return CostChanges(reductions=(Cost.of([generic_symbol(count)]),), named=KEYWORDS["affinity"].citations[:1])


CHANGES: Final[dict[str, Change]] = {
    "reduce": lambda costs: CostChanges(reductions=costs),
    "increase": lambda costs: CostChanges(increases=costs),
    "additional": lambda costs: CostChanges(additional=costs),
    "alternative": lambda cost: CostChanges(alternative=cost),
    "free": lambda is_free: CostChanges(without_paying=is_free),
    "minimum": lambda least: CostChanges(minimum=least),
    "commander_casts": lambda count: CostChanges(commander_casts=count),
    "kicker": lambda costs: CostChanges(additional=costs, named=KEYWORDS["kicker"].citations),
    "multikicker": lambda costs: CostChanges(additional=costs, named=KEYWORDS["multikicker"].citations),
    "replicate": lambda costs: CostChanges(additional=costs, named=KEYWORDS["replicate"].citations),
    "strive": lambda costs: CostChanges(increases=costs, named=KEYWORDS["strive"].citations),
    "escalate": lambda costs: CostChanges(additional=costs, named=KEYWORDS["escalate"].citations),
    "affinity": affinity,
}
"""By option key, in the order in which they are applied."""


ADDED_TO: Final[dict[str, str]] = {
    "reduce": "reductions",
    "increase": "increases",
    "additional": "additional",
    "kicker": "additional",
    "multikicker": "additional",
    "replicate": "additional",
    "strive": "increases",
    "escalate": "additional",
    "affinity": "reductions",
}
"""By option key, the field of `CostChanges` that its costs are added to, in that order."""


def added(first: CostChanges, second: CostChanges) -> CostChanges:
    """Both changes combined; two alternative costs are an error (118.9a)."""
    return CostChanges(
        alternative=first.alternative if second.alternative is None else second.alternative,
        without_paying=first.without_paying or second.without_paying,
        additional=first.additional + second.additional,
        increases=first.increases + second.increases,
        reductions=first.reductions + second.reductions,
        minimum=max(first.minimum, second.minimum),
        commander_casts=first.commander_casts + second.commander_casts,
        named=first.named + second.named,
    )
