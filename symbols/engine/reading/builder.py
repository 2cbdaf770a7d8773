"""Accumulate symbols and parts while a cost is parsed.

{E}{E}{W}   ->   the symbol {W}, and one part for two energy counters
"""

from dataclasses import dataclass, field, replace

from symbols.engine.costs.cost import Span
from symbols.engine.costs.parts import Energy, Part, Tap, Tickets, Untap
from symbols.engine.costs.symbols import MAX_DIGITS, ManaSymbol
from symbols.engine.errors import TooLarge
from symbols.engine.reading.spelling import OtherSymbol, Piece


@dataclass
class CostBuilder:
    """Partially parsed cost; the fields are those of `Cost`."""

    symbols: list[ManaSymbol] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    waterbent: list[int] = field(default_factory=list)

    def extend(self, other: "CostBuilder") -> None:
        self.waterbent += [len(self.symbols) + place for place in other.waterbent]
        self.symbols += other.symbols
        self.spans += other.spans
        for part in other.parts:
            self.add_part(part)

    def add_part(self, part: Part) -> None:
        """Energy counters are merged into one part, since they are removed together; likewise tickets."""
        for index, old in enumerate(self.parts):
            if isinstance(old, Energy | Tickets) and isinstance(part, Energy | Tickets) and type(old) is type(part):
                if old.count is None or part.count is None:
                    continue
                count = old.count + part.count
                if count >= 10**MAX_DIGITS:
                    raise too_many_digits("counters", part.start, part.end)
                self.parts[index] = replace(old, count=count, end=part.end)
                return
        self.parts.append(part)

    def add(self, piece: Piece, start: int, end: int) -> None:
        if isinstance(piece, ManaSymbol):
            self.symbols.append(piece)
            self.spans.append((start, end))
        else:
            self.add_part(_part_of(piece, start, end))


def _part_of(symbol: OtherSymbol, start: int, end: int) -> Part:
    match symbol.code:
        case "T":
            return Tap(start=start, end=end)
        case "Q":
            return Untap(start=start, end=end)
        case "E":
            return Energy(symbol.count, start=start, end=end)
        case "TK":
            return Tickets(symbol.count, start=start, end=end)


def too_many_digits(what: str, start: int, end: int) -> TooLarge:
    """Error: too much life or too many counters."""
    article = "An amount" if what == "life" else "A number"
    message = f"{article} of {what} can have at most {MAX_DIGITS} digits."
    return TooLarge("number_too_large", message, start=start, end=end)
