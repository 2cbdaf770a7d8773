"""Parts of a cost with what came of them, and the greatest X that they allow (107.3a)."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

from symbols.engine.abilities.activation import PartCheck, Permanent, Player, check_parts
from symbols.engine.conditions import Verdict
from symbols.engine.costs.cost import MAX_VARIABLE, Values
from symbols.engine.costs.parts import Energy, Loyalty, Part, PayLife, Tap, TextPart, Tickets, Untap
from symbols.engine.reading.text_parts import AMOUNT_OF, ANY_NUMBER, VERBS, required_count
from symbols.engine.totals.changes import CostPart


@dataclass(frozen=True, slots=True)
class CheckedPart:
    paid: CostPart
    check: PartCheck

    @property
    def text(self) -> str:
        return self.paid.part.text

    @property
    def payable(self) -> Verdict:
        return self.check.payable

    @property
    def input(self) -> str:
        """Request key that would let it be checked; empty if it has been, or if there is none."""
        return "" if self.payable is not None else self.option

    @property
    def option(self) -> str:
        """Request key that tells whether it can be paid; empty if none does."""
        match self.paid.part:
            case Tap() | Untap():
                return "tapped"
            case Loyalty():
                return "loyalty"
            case Energy():
                return "energy"
            case Tickets():
                return "tickets"
            case TextPart() as part if (counted := required_count(part)) and counted.verb in VERBS:
                return f"to_{counted.verb}"
            case TextPart() if AMOUNT_OF.fullmatch(self.text) or ANY_NUMBER.match(self.text):
                return "amount"
            case TextPart():
                return "rest"
        return ""

    @property
    def required(self) -> int | None:
        """How much of what `input` counts is enough; None if that isn't a number."""
        match self.paid.part:
            case Energy(count=count) | Tickets(count=count):
                return count
            case TextPart() as part if (counted := required_count(part)) and not counted.variables:
                return counted.number
        return None

    def as_json(self) -> dict[str, object]:
        return {
            "part": self.text,
            "of": self.paid.source,
            "payable": self.payable,
            "sentence": self.check.sentence,
            "rules": list(self.check.rules),
        }


def greatest_x(parts: Iterable[Part], values: Values, permanent: Permanent, player: Player) -> int | float | None:
    """For all parts but life (107.3a). `math.inf` if nothing known limits it; None if not even X = 0 can be paid."""
    each = [part for part in parts if not isinstance(part, PayLife)]
    # Whether the player can do what isn't counted doesn't depend on X.
    known = replace(player, rest=None)

    def fails(x: int) -> bool:
        return check_parts(each, permanent=permanent, player=known, values={**values, "X": x}).payable is False

    if fails(0):
        return None
    tried = range(1, MAX_VARIABLE + 2 if any("X" in _named(part) for part in each) else 1)
    greatest = bisect_left(tried, 1, key=fails)
    return inf if greatest == len(tried) else greatest


def _named(part: Part) -> tuple[str, ...]:
    if isinstance(part, TextPart):
        return part.variables
    return () if isinstance(part, Tap | Untap) or part.variable is None else (part.variable,)
