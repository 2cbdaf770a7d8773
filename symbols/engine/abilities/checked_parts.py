"""Nonmana parts to pay, each with the result of its check.

{T}, Sacrifice two creatures   ->   {T}: payable or not, if known; the creatures: unknown without their number
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from symbols.engine.abilities.activation import PartCheck, Permanent, Player
from symbols.engine.abilities.loyalty import greatest_loyalty_value, total_loyalty
from symbols.engine.conditions import Verdict
from symbols.engine.costs.cost import Values
from symbols.engine.costs.parts import Energy, Loyalty, PayLife, Tap, TextPart, Tickets, Untap
from symbols.engine.reading.in_words import (
    AMOUNT_OF,
    ANY_NUMBER,
    VERBS,
    exiled_from_graveyard,
    least_count,
    required_count,
)
from symbols.engine.totals.changes import CostPart


@dataclass(frozen=True, slots=True)
class CheckedPart:
    paid: CostPart
    check: PartCheck

    @property
    def text(self) -> str:
        """Official notation."""
        return self.paid.part.text

    @property
    def payable(self) -> Verdict:
        """None if unknown."""
        return self.check.payable

    @property
    def input(self) -> str:
        """Request key that would let it be checked; empty if it has been, or if none would."""
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
            case TextPart() as part if (asked := required_count(part)) and asked.verb in VERBS:
                return f"to_{asked.verb}"
            case TextPart() if AMOUNT_OF.fullmatch(self.text) or ANY_NUMBER.match(self.text):
                return "amount"
            case TextPart():
                return "rest"
        return ""

    @property
    def required(self) -> int | None:
        """How much of what `input` counts is enough for it; None if that isn't a number."""
        match self.paid.part:
            case Energy(count=count) | Tickets(count=count):
                return count
            case TextPart() as part if (asked := required_count(part)) and not asked.variables:
                return asked.number
        return None

    def as_json(self) -> dict[str, object]:
        return {
            "part": self.text,
            "of": self.paid.source,
            "payable": self.payable,
            "sentence": self.check.sentence,
            "rules": list(self.check.rules),
        }


def greatest_x(
    parts: Iterable[CheckedPart], values: Values, permanent: Permanent, player: Player
) -> int | float | None:
    """Greatest X for which all parts but life can be paid, as far as known (107.3a).

    `math.inf` if nothing known limits it; None if not even X = 0 can be paid.
    """
    each = [checked for checked in parts if not isinstance(checked.paid.part, PayLife)]
    at_zero = {**values, "X": 0}
    limits: list[int | float | None] = [inf]
    loyalty = [checked.paid.part for checked in each if isinstance(checked.paid.part, Loyalty)]
    if loyalty and (again := permanent.once_each_turn) and again.met is False:
        return None
    if permanent.loyalty is not None:
        enough = permanent.loyalty + total_loyalty(loyalty, at_zero) >= 0
        limits.append(greatest_loyalty_value(loyalty, permanent.loyalty, "X", values) if enough else None)
    for kind, had in ((Energy, player.energy), (Tickets, player.tickets)):
        counters = [checked.paid.part for checked in each if isinstance(checked.paid.part, kind)]
        limits.append(_greatest_of_counters(counters, had, at_zero))
    words = [checked.paid.part for checked in each if isinstance(checked.paid.part, TextPart)]
    limits += [_greatest_in_words(words, verb, had, at_zero) for verb, had in player.there.items()]
    exiled, exiled_by_one = (exiled_from_graveyard(words, {**values, "X": x}) for x in (0, 1))
    limits.append(_greatest(player.graveyard, exiled, exiled_by_one - exiled))
    counted = (Energy, Tickets, Loyalty, TextPart)
    if any(checked.payable is False and not isinstance(checked.paid.part, counted) for checked in each):
        return None
    known = [limit for limit in limits if limit is not None]
    return min(known) if len(known) == len(limits) else None


def _greatest_in_words(parts: Iterable[TextPart], verb: str, had: int, at_zero: Values) -> int | float | None:
    asked = [limits for part in parts if (limits := least_count(part)) and limits.verb == verb]
    times = sum(limits.variables.count("X") for limits in asked)
    return _greatest(had, sum(limits.count(at_zero) for limits in asked), times)


def _greatest_of_counters(parts: Iterable[Energy | Tickets], had: int | None, at_zero: Values) -> int | float | None:
    needed = times = 0
    for part in parts:
        needed += at_zero.get(part.variable, 0) if part.variable else part.count or 0
        times += part.variable == "X"
    return _greatest(had, needed, times)


def _greatest(had: int | None, needed: int, times: int) -> int | float | None:
    """Greatest X with `had` resources, where X = 0 takes `needed` and each further X takes `times`."""
    if had is None:
        return inf
    if had < needed:
        return None
    return (had - needed) // times if times else inf
