"""Nonmana parts of a cost: tapping, energy, tickets, loyalty, life, and anything else as text.

    {T}, Pay 2 life, Sacrifice a creature   ->   Tap, PayLife(2), TextPart("Sacrifice a creature")

Each part has its official notation (`text`) and its span in the input (`start`, `end`, in characters), which equality
ignores.
"""

import re
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

Sign = Literal["+", "-", "0"]

MOST_IN_A_ROW: Final = 20
"""The most energy or ticket symbols written one by one; more are written as an amount."""

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
        """`{E}{E}`, or `Pay 30 {E}` and `Pay X {E}`."""
        if self.variable is None and self.count and self.count <= MOST_IN_A_ROW:
            return self.unit * self.count
        return f"Pay {self.variable or self.count or 0} {self.unit}"

    @property
    def symbols(self) -> tuple[str, ...]:
        in_a_row = self.variable is None and self.count and self.count <= MOST_IN_A_ROW
        return (self.unit,) * (self.count or 1) if in_a_row else (self.unit,)


@dataclass(frozen=True, slots=True)
class Energy(_Counters):
    """`{E}{E}`, `Pay six {E}`, `Pay X {E}` (107.14); `count` is None for a variable."""

    unit: ClassVar[str] = "{E}"


@dataclass(frozen=True, slots=True)
class Tickets(_Counters):
    """`{TK}{TK}` (107.17a); `count` is None for a variable."""

    unit: ClassVar[str] = "{TK}"


@dataclass(frozen=True, slots=True)
class Loyalty(_AtPlace):
    """`[+1]`, `[-X]`, `[0]` (107.7, 606.4); `amount` is None for a variable."""

    sign: Sign
    amount: int | None
    variable: str | None = None

    @property
    def text(self) -> str:
        number = self.variable or self.amount or 0
        return "[0]" if self.sign == "0" else f"[{self.sign}{number}]"


@dataclass(frozen=True, slots=True)
class PayLife(_AtPlace):
    """`Pay 2 life` (118.3b, 119.4); `amount` is None for a variable."""

    amount: int | None
    variable: str | None = None

    @property
    def text(self) -> str:
        return f"Pay {self.variable or self.amount or 0} life"


@dataclass(frozen=True, slots=True)
class TextPart(_AtPlace):
    """Any other part, as text (118.1): `Sacrifice a creature`."""

    text: str

    @property
    def variables(self) -> tuple[str, ...]:
        """X of `Discard X cards`, unless the text defines it (107.3a)."""
        return tuple(name for name in _NAMED.findall(self.text) if f"where {name} is" not in self.text)


Part = Tap | Untap | Energy | Tickets | Loyalty | PayLife | TextPart
