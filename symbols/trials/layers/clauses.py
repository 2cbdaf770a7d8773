"""Clauses: what effects apply to, and what they do to it."""

from dataclasses import dataclass

from symbols.trials.layers.operations import Operation
from symbols.trials.layers.sizes import Count, Double, Modify, SetPowerToughness
from symbols.trials.layers.subjects import Attachments, Counted, Filter, One, Subject
from symbols.trials.layers.types import EveryType, SetColors, SetTypes


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence.

    Attributes:
        condition: of its subject: “as long as enchanted permanent is a creature”.
        needs: what has to be on the board, and how many: “as long as you control a Mountain”.
        lasts: whether it has a duration or a target, so that it's from a spell or ability that resolved (611.2).
        counters: kind and number of counters that it puts on its subject.
        instead: whether it replaces the clause before it, if its condition is met.
        sentence: as it was written.
    """

    subject: Subject
    parts: tuple[Operation, ...] = ()
    condition: Filter | None = None
    needs: tuple[Counted, range] | None = None
    lasts: bool = False
    counters: tuple[str, int] | None = None
    instead: bool = False
    sentence: str = ""

    @property
    def counts(self) -> bool:
        """Whether it counts permanents of the board."""
        return any(
            isinstance(one, Double)
            or (isinstance(one, Modify) and one.each is not None)
            or (isinstance(one, SetPowerToughness) and isinstance(one.power or one.toughness, Count))
            for one in self.parts
        )

    @property
    def reads_board(self) -> bool:
        """Whether what it does to an object may depend on others."""
        return self.condition is not None or self.needs is not None or self.counts

    @property
    def reads_size(self) -> bool:
        """Whether what it applies to, or does, may depend on power and toughness."""
        read = [self.subject, self.condition, *(self.needs or ())[:1]]
        for one in self.parts:
            if isinstance(one, Modify):
                read.append(one.each)
            elif isinstance(one, SetPowerToughness):
                read += [amount.of for amount in (one.power, one.toughness) if isinstance(amount, Count)]
        read += [one.wanted for one in read if isinstance(one, Attachments)]
        return any(isinstance(one, Double) for one in self.parts) or any(
            isinstance(one, Filter) and one.reads_size for one in read
        )

    @property
    def defines(self) -> bool:
        """Whether it is a characteristic-defining ability, if it's the object's own (604.3a)."""
        own = self.subject is One.SELF and self.condition is None and self.needs is None
        return own and bool(self.parts) and all(map(_defines, self.parts))


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text: its clauses, and the sentences that may change characteristics but aren't understood."""

    clauses: tuple[Clause, ...] = ()
    unread: tuple[str, ...] = ()


def _defines(part: Operation) -> bool:
    match part:
        case SetPowerToughness():
            return part.kind == "defined"
        case SetTypes():
            return not part.types and not part.supertypes
        case EveryType() | SetColors():
            return True
        case _:
            return False
