"""How each option changes the total cost (601.2f): functions from its value to changes, with citations."""

from collections.abc import Callable
from typing import Any, Final

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.symbols import generic_symbol
from symbols.engine.errors import BadRequest
from symbols.engine.options import OPTIONS
from symbols.engine.reading.keywords import KEYWORDS
from symbols.engine.totals.changes import CostChanges

Change = Callable[[Any], CostChanges]
"""From a value as parsed for the option's kind: a cost, costs, a number or a flag."""


def affinity(count: int) -> CostChanges:
    """{1} less for each permanent (702.41a)."""
    if count < 0:
        raise BadRequest("bad_count", "The number of permanents must be 0 or more.")
    return CostChanges(reductions=(Cost.of([generic_symbol(count)]),), named=KEYWORDS["affinity"].citations[:1])


_FIELDS: Final = {
    "reduce": "reductions",
    "increase": "increases",
    "additional": "additional",
    "alternative": "alternative",
    "free": "without_paying",
    "minimum": "minimum",
    "commander_casts": "commander_casts",
    "kicker": "additional",
    "multikicker": "additional",
    "replicate": "additional",
    "strive": "increases",
    "escalate": "additional",
    "affinity": "reductions",
}
"""By option key, the field of `CostChanges` that it sets, in the order in which they are applied."""


def _setting(key: str, field: str) -> Change:
    named = KEYWORDS[key].citations if OPTIONS[key].kind == "keyword cost" else ()
    return lambda value: CostChanges(**{field: value, "named": named})


CHANGES: Final = {key: affinity if key == "affinity" else _setting(key, field) for key, field in _FIELDS.items()}

ADDED_TO: Final = {key: field for key, field in _FIELDS.items() if field in {"reductions", "increases", "additional"}}
"""By option key, the field of `CostChanges` that its costs are added to, in that order."""


def added(first: CostChanges, second: CostChanges) -> CostChanges:
    """Two alternative costs are an error (118.9a)."""
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
