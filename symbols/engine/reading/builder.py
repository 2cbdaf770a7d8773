"""Collect the symbols and parts of a cost as they are read.

{E}{E}{W}   ->   the symbol {W}, and one part that asks for two energy counters
"""

from dataclasses import dataclass, field, replace

from symbols.engine.costs.cost import Span
from symbols.engine.costs.parts import Energy, Part, Tap, Tickets, Untap
from symbols.engine.costs.symbols import MAX_DIGITS, ManaSymbol
from symbols.engine.errors import TooLarge
from symbols.engine.reading.spelling import OtherSymbol, Piece


@dataclass
class CostBuilder:
    """Cost in the making: what has been read so far.

    Attributes:
        symbols: the mana symbols, as typed.
        spans: where each of them stands.
        parts: everything else.
        waterbent: the places of the symbols that are of a waterbend cost.
    """

    symbols: list[ManaSymbol] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    waterbent: list[int] = field(default_factory=list)

    def extend(self, other: "CostBuilder") -> None:
        """Add all that was read of another piece."""
        self.waterbent += [len(self.symbols) + place for place in other.waterbent]
        self.symbols += other.symbols
        self.spans += other.spans
        for part in other.parts:
            self.add_part(part)

    def add_part(self, part: Part) -> None:
        """Add a part; counters of one kind are one part, because they are removed together."""
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
        """Add a symbol."""
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
    """Report that an amount of life or a number of counters is too large."""
    article = "An amount" if what == "life" else "A number"
    message = f"{article} of {what} can have at most {MAX_DIGITS} digits."
    return TooLarge("number_too_large", message, start=start, end=end)
