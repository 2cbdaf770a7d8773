"""Cards with two mana costs. What is cast gives the mana value and colors on the stack, the layout those elsewhere.

{1}{R} // {2}{U}, a split card with its right half cast: mana value 3 on the stack, 5 elsewhere (709.3b, 709.4b)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final, Literal, get_args

from symbols.data_files import read_data
from symbols.engine.citations import Citation
from symbols.engine.costs.cost import Cost, Values
from symbols.engine.costs.slots import COLORS, Amount, Color
from symbols.engine.decisions import decides
from symbols.engine.errors import BadRequest

Layout = Literal["split", "adventure", "omen", "prototype", "transform", "modal", "room", "prepare"]
Cast = Literal["1", "2", "both"]

LAYOUTS: tuple[Layout, ...] = get_args(Layout)
CASTS: tuple[Cast, ...] = get_args(Cast)
SEPARATOR = "//"

_DATA: Final = read_data("layouts.toml")


@dataclass(frozen=True, eq=False)
class TwoParts:
    """Card with two mana costs, and which part is cast: both of a split card alone, if fused (702.102)."""

    first: Cost  # mana cost of the left half or front face; for an adventurer, omen or prototype card its normal one
    second: Cost
    layout: Layout = "split"
    cast: Cast = "1"
    edition: date | None = None  # effective date of the rules; None for the newest

    def __post_init__(self) -> None:
        if self.cast == "both" and self.layout != "split":
            message = "Only both halves of a split card can be cast together, fused (702.102a)."
            raise BadRequest("not_fused", message).in_field("cast")
        for part in (self.first, self.second):
            if not part.may_be_mana_cost:
                message = f"Each part needs a mana cost; “{part.canonical}” isn’t one."
                raise BadRequest("not_a_mana_cost", message).in_field("cost")

    @cached_property
    def combined(self) -> Cost:
        return Cost.of((*self.first.symbols, *self.second.symbols))

    @cached_property
    def on_stack(self) -> Cost:
        """Mana cost of what is cast (202.1, 709.3b, 715.3b)."""
        return {"1": self.first, "2": self.second, "both": self.combined}[self.cast]

    @property
    def elsewhere(self) -> Cost:
        """Mana cost in a hand, library, graveyard or exile."""
        return self.combined if self.layout in ("split", "room") else self.first

    @property
    def values_of_halves(self) -> tuple[Amount, ...]:
        """Its mana values outside the stack while each half had its own (708.2 until 2017)."""
        if self.layout != "split" or not decides("answers_of_halves", self.edition):
            return ()
        if decides("combined_halves", self.edition):
            return ()
        return self.first.mana_value(), self.second.mana_value()

    def mana_value_on_stack(self, values: Values) -> Amount:
        """A back face has the front face's mana value (202.3b); until 2016, without a mana cost, it had 0."""
        if self.is_back_face:
            return self.first.mana_value() if self._has_front_value else 0
        return self.on_stack.mana_value(values)

    @property
    def is_land(self) -> bool:
        """Whether it's a modal face or an adventurer without a mana cost: never on the stack (305.1)."""
        return self.layout in ("modal", "adventure") and not self.on_stack.symbols

    @property
    def is_back_face(self) -> bool:
        """Of a transforming card: no X of its front face is announced (202.3b)."""
        return self.layout == "transform" and self.cast == "2"

    @property
    def _has_front_value(self) -> bool:
        return decides("front_face_value", self.edition)

    @property
    def mana_value_on_battlefield(self) -> Amount:
        """A prototype, a modal face and a Room's half keep their own (718.3b, 712.8f, 709.5)."""
        if self.is_back_face and not self._has_front_value:
            return 0
        return (self.on_stack if self.layout in ("prototype", "modal", "room") else self.elsewhere).mana_value()

    @property
    def colors_on_stack(self) -> tuple[Color, ...] | None:
        """None for a back face without a mana cost, which may have a color indicator."""
        if self.is_back_face and not self.second.symbols:
            return None
        return self.on_stack.colors

    @property
    def colors_elsewhere(self) -> tuple[Color, ...]:
        return tuple(color for color in COLORS if color in self.elsewhere.colors)

    @property
    def symbols(self) -> tuple[str, ...]:
        return (*self.first.all_symbols, *self.second.all_symbols)

    @property
    def text(self) -> str:
        return f"{self.first.text.strip()} {SEPARATOR} {self.second.text.strip()}".strip()

    @property
    def canonical(self) -> str:
        return f"{self.first.canonical} {SEPARATOR} {self.second.canonical}"

    def citations(self) -> Iterator[Citation]:
        if self.cast == "both":
            yield Citation("The total cost of a fused split spell includes the mana cost of each half.", "702.102c")
            yield Citation("A fused split spell has the combined mana cost of its halves.", "709.4d")
        elif self.is_back_face and not self._has_front_value:
            yield Citation("Its other face has no mana cost, so the mana value is 0.", "202.3a")
        elif self.cast == "2" or self.layout in ("split", "room", "modal"):
            yield Citation(*_DATA["layout"][self.layout]["second"])
        if self.layout == "split" and not decides("combined_halves", self.edition):
            apart = "each" if self.values_of_halves else "sum"
            yield from (Citation(*each) for each in _DATA["halves_apart"][apart])
            return
        yield Citation(*_DATA["layout"][self.layout]["elsewhere"])
        if self.layout == "split":
            yield Citation(
                "On the stack, a split card’s mana value comes from what you cast; elsewhere, from both halves.",
                "202.3d",
            )
        if self.layout == "room":
            yield from (Citation(*each) for each in _DATA["on_battlefield"]["room"])
        if self.is_back_face:
            yield Citation("A back face’s colors come from its color indicator, if it has no mana cost.", "202.2e")
