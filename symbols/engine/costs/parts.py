"""Parts of a cost that are not mana: tapping, energy, tickets, loyalty, life, and everything kept as text.

    {T}, Pay 2 life, Sacrifice a creature   ->   a tap, 2 life, and a text

Every part knows how it is officially written (`text`) and where it stood in the input (`start`, `end`, in
characters). Two parts are equal when they ask for the same, wherever they stood.
"""

import re
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

Sign = Literal["+", "-", "0"]

MOST_IN_A_ROW: Final = 20
"""The most energy or ticket symbols that are written one after the other; more are written as an amount."""

_NAMED = re.compile(r"(?<![\w{/+-])[XYZ](?![\w}/])")


@dataclass(frozen=True, slots=True, kw_only=True)
class _AtPlace:
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Tap(_AtPlace):
    """`{T}`: tap this permanent (107.5)."""

    text: ClassVar[str] = "{T}"


@dataclass(frozen=True, slots=True)
class Untap(_AtPlace):
    """`{Q}`: untap this permanent (107.6)."""

    text: ClassVar[str] = "{Q}"


@dataclass(frozen=True, slots=True)
class _Counters(_AtPlace):
    unit: ClassVar[str]
    count: int | None
    variable: str | None = None

    @property
    def text(self) -> str:
        """Notation of the part: so many symbols, or the amount before one symbol where there are many, or none."""
        if self.variable is None and self.count and self.count <= MOST_IN_A_ROW:
            return self.unit * self.count
        return f"Pay {self.variable or self.count or 0} {self.unit}"

    @property
    def symbols(self) -> tuple[str, ...]:
        """Symbols in `text`."""
        in_a_row = self.variable is None and self.count and self.count <= MOST_IN_A_ROW
        return (self.unit,) * (self.count or 1) if in_a_row else (self.unit,)


@dataclass(frozen=True, slots=True)
class Energy(_Counters):
    """`{E}{E}`, `Pay six {E}`, `Pay X {E}`: remove that many energy counters from yourself (107.14).

    Attributes:
        count: how many; None when a variable says it.
        variable: the variable that says it (107.3a).
    """

    unit: ClassVar[str] = "{E}"


@dataclass(frozen=True, slots=True)
class Tickets(_Counters):
    """`{TK}{TK}`: remove that many ticket counters from yourself (107.17a).

    Attributes:
        count: how many; None when a variable says it.
        variable: the variable that says it (107.3a).
    """

    unit: ClassVar[str] = "{TK}"


@dataclass(frozen=True, slots=True)
class Loyalty(_AtPlace):
    """`[+1]`, `[-X]`, `[0]`: put loyalty counters on this permanent, or remove them from it (107.7, 606.4).

    Attributes:
        sign: `+` to put, `-` to remove, `0` for neither.
        amount: how many counters; None when a variable says it.
        variable: the variable that says it (107.3a), in `[-X]`.
    """

    sign: Sign
    amount: int | None
    variable: str | None = None

    @property
    def text(self) -> str:
        """Notation of the part."""
        number = self.variable or self.amount or 0
        return "[0]" if self.sign == "0" else f"[{self.sign}{number}]"


@dataclass(frozen=True, slots=True)
class PayLife(_AtPlace):
    """`Pay 2 life` (118.3b, 119.4). A variable, as in `Pay X life`, takes the place of the amount."""

    amount: int | None
    variable: str | None = None

    @property
    def text(self) -> str:
        """Notation of the part."""
        return f"Pay {self.variable or self.amount or 0} life"


@dataclass(frozen=True, slots=True)
class TextPart(_AtPlace):
    """Part that is kept in words (118.1): `Sacrifice a creature`."""

    text: str

    @property
    def variables(self) -> tuple[str, ...]:
        """Variables that the words name without defining them: X of `Discard X cards` (107.3a)."""
        return tuple(name for name in _NAMED.findall(self.text) if f"where {name} is" not in self.text)


Part = Tap | Untap | Energy | Tickets | Loyalty | PayLife | TextPart
