"""A parsed cost: mana symbols and other parts (118.1).

r2/w   ->   symbols {R}{2/W}, canonical {2/W}{R}, mana value 3, white and red
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from symbols.engine.costs.order import in_printed_order
from symbols.engine.costs.parts import Energy, Loyalty, Part, PayLife, Tap, TextPart, Tickets, Untap
from symbols.engine.costs.slots import COLORS, Amount, Color
from symbols.engine.costs.symbols import MAX_DIGITS, ManaSymbol, generic_symbol
from symbols.engine.errors import BadRequest

NO_MANA_COST = "no mana cost"
PROTOTYPE = "prototype"
VARIABLES = ("X", "Y", "Z")
MAX_VARIABLE = 10**MAX_DIGITS - 1

Values = Mapping[str, int]
"""Value of each variable; missing ones are 0 (107.3g)."""

Span = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Cost:
    """Parsed cost (`reading.reader.read_cost`). Equal if symbols and parts are, however they were typed."""

    text: str
    symbols: tuple[ManaSymbol, ...] = ()  # the mana symbols, in input order; likewise the nonmana `parts`
    parts: tuple[Part, ...] = ()
    effect: str = ""  # text after the colon of an activated ability (602.1)
    activated: bool = False  # whether there was a colon, so that the text is an activated ability
    # Span of each symbol; empty if the text is nothing but braced symbols
    typed_spans: tuple[Span, ...] = field(default=(), repr=False)
    label: str = ""  # what precedes the cost, such as `Mana cost` or `Kicker`
    # Indexes of the symbols that belong to a waterbend cost, as in `{U}, Waterbend {3}` (701.67a)
    waterbent: tuple[int, ...] = ()
    reminder: str = ""  # reminder text after it, which asks for nothing (207.2a)

    @classmethod
    def of(cls, symbols: Iterable[ManaSymbol]) -> "Cost":
        chosen = tuple(symbols)
        return cls("".join(map(str, chosen)), chosen)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Start and end of each symbol in the input, in characters."""
        if self.typed_spans or not self.symbols:
            return self.typed_spans
        spans, place = [], 0
        for piece in self.text.split("}")[: len(self.symbols)]:
            spans.append((place, place + len(piece) + 1))
            place += len(piece) + 1
        return tuple(spans)

    @cached_property
    def all_symbols(self) -> tuple[str, ...]:
        """All symbols as typed, mana or not: `{T}`, `{E}`, `[+1]`."""
        placed = [(span[0], str(symbol)) for span, symbol in zip(self.spans, self.symbols, strict=True)]
        for part in self.parts:
            if isinstance(part, Energy | Tickets):
                placed += [(part.start, symbol) for symbol in part.symbols]
            elif isinstance(part, Tap | Untap | Loyalty):
                placed.append((part.start, part.text))
        return tuple(written for _, written in sorted(placed, key=lambda each: each[0]))

    @cached_property
    def canonical_symbols(self) -> tuple[ManaSymbol, ...]:
        return in_printed_order(self.symbols)

    @cached_property
    def canonical(self) -> str:
        """`{2}{W}, Sacrifice a creature`; `no mana cost` for nothing, which is unlike {0} (118.5, 118.6)."""
        mana = "".join(map(str, self.canonical_symbols))
        return ", ".join(filter(None, [mana, *(part.text for part in self.parts)])) or NO_MANA_COST

    def __str__(self) -> str:
        """Canonical text that parses to an equal cost, with its effect."""
        return f"{self.canonical}: {self.effect}".rstrip() if self.activated else self.canonical

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cost):
            return NotImplemented
        mine, theirs = self.canonical_symbols, other.canonical_symbols
        return mine == theirs and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((self.canonical_symbols, self.parts))

    def mana_value(self, values: Values | None = None) -> Amount:
        """With these values on the stack (202.3); without them X is 0, as in every other zone (202.3e)."""
        total: Amount = sum([symbol.mana_value for symbol in self.symbols])
        if values:
            total += sum(values.get(s.variable, 0) for s in self.symbols if s.variable)
        return total

    @cached_property
    def colors(self) -> tuple[Color, ...]:
        """Colors of an object with this mana cost (202.2), in WUBRG order."""
        present = {color for symbol in self.symbols for color in symbol.colors}
        return tuple(color for color in COLORS if color in present)

    @property
    def is_activation(self) -> bool:
        """Whether it can only be an activation cost: with a colon, or with {T}, {Q}, {E}, {TK} or loyalty (602.1a)."""
        return self.activated or any(isinstance(part, Tap | Untap | Energy | Tickets | Loyalty) for part in self.parts)

    @cached_property
    def may_be_mana_cost(self) -> bool:
        """Only a mana cost has a mana value and colors (202.1): `Prototype {2}{W}` may be one, not `Kicker {W}`."""
        label = self.label.casefold()
        labeled = label in ("", PROTOTYPE) or label.endswith(("mana cost", "casting cost"))
        return labeled and not self.parts and not self.activated

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """Anywhere in the cost, in alphabetical order (107.3a)."""
        names = {symbol.variable for symbol in self.symbols}
        names |= {part.variable for part in self.parts if isinstance(part, Energy | Tickets | Loyalty | PayLife)}
        names.update(*(part.variables for part in self.parts if isinstance(part, TextPart)))
        return tuple(name for name in VARIABLES if name in names)

    def filled_in(self, values: Values, *, keeps_others: bool = False) -> tuple[ManaSymbol, ...]:
        """In printed order, numbers added up: {X}{X}{2}{W} with X = 2 is {6}{W} (107.3i), and nothing is {0} (118.5).

        With `keeps_others`, variables without a value stay.
        """
        known = values if keeps_others else {**dict.fromkeys(VARIABLES, 0), **values}
        number, rest, has_number = 0, [], False
        for symbol in self.symbols:
            if symbol.variable and symbol.variable in known:
                number, has_number = number + known[symbol.variable], True
            elif symbol.kind == "generic":
                number, has_number = number + int(symbol.code), True
            else:
                rest.append(symbol)
        if number or (has_number and not rest):
            rest.append(generic_symbol(number))
        return in_printed_order(rest)


def checked_values(values: Mapping[str, object]) -> dict[str, int]:
    """X, Y or Z, each a whole number from 0 to 9,999,999 (107.1b)."""
    checked: dict[str, int] = {}
    for name, value in values.items():
        if name not in VARIABLES:
            raise BadRequest("unknown_variable", f"A variable is X, Y or Z, not {name!r}.")
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadRequest("bad_value", f"{name} must be a whole number (107.1a).")
        if value < 0:
            raise BadRequest("bad_value", f"{name} can’t be less than 0 (107.1b).")
        if value > MAX_VARIABLE:
            message = f"{name} can be at most {MAX_VARIABLE:,} here."
            raise BadRequest("value_too_large", message)
        checked[name] = value
    return checked
