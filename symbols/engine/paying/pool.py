"""The mana and life that a player has to pay with.

WWU, of which U is snow   ->   two mana for white, one for blue or snow
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.requirements import BIT, TYPE_BITS
from symbols.engine.costs.slots import COLORS, MANA_NAMES, MANA_TYPES, ManaType
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.errors import BadRequest
from symbols.engine.paying.others import LIMIT, NO_OTHER_PAYERS, Helper, OtherPayers

AsThough = Literal["as it is", "any color", "any type"]
Counts = tuple[int, int, int, int, int, int]

STARTING_LIFE = 20
"""The default life total (103.4, 119.1)."""

_COLOR_BITS = sum(BIT[color] for color in COLORS)
_SEEN_AS: dict[AsThough, int] = {"as it is": 0, "any color": _COLOR_BITS, "any type": TYPE_BITS}


@dataclass(frozen=True, slots=True)
class Mana:
    """An amount of mana of one type, all or none of it from snow sources (107.4h)."""

    type: ManaType
    snow: bool
    count: int

    def times(self, count: int) -> "Mana":
        return Mana(self.type, self.snow, count)

    def as_json(self) -> dict[str, str | bool | int]:
        return {"type": self.type, "snow": self.snow, "count": self.count}


Unit = Mana | Helper
"""Equal mana or helpers. Each pays for one mana, at least generic."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Mana and life to pay with."""

    mana: Counts = (0, 0, 0, 0, 0, 0)  # amounts in the order W U B R G C, including mana from snow sources
    snow: Counts = (0, 0, 0, 0, 0, 0)  # how much of each is from snow sources
    life: int = STARTING_LIFE  # life total (119); may be negative
    # `as it is`, or spent as though it were mana of `any color` or `any type` (118.14, 609.4b). Snow is about a mana's
    # source, not its type, so it doesn't change (107.4h).
    as_though: AsThough = "as it is"
    others: OtherPayers = NO_OTHER_PAYERS  # what can pay other than mana

    def __post_init__(self) -> None:
        for name, mana, snow in zip(MANA_TYPES, self.mana, self.snow, strict=True):
            if not 0 <= mana < LIMIT or snow < 0:
                raise BadRequest("bad_pool", f"The amount of {{{name}}} must be from 0 to {LIMIT - 1:,}.")
            if snow > mana:
                message = (
                    f"You have {mana:,} {MANA_NAMES[name]} mana, so {snow:,} can’t be from snow sources (107.4h). "
                    "Count snow mana in both."
                )
                raise BadRequest("snow_not_in_pool", message)
        if abs(self.life) >= LIMIT:
            raise BadRequest("bad_life", f"The life total must be at most {LIMIT - 1:,}.")
        if self.as_though not in get_args(AsThough):
            raise BadRequest("bad_as_though", f"Mana can be spent {', '.join(get_args(AsThough))}.")

    @classmethod
    def holding(
        cls,
        mana: Mapping[ManaType, int],
        snow: Mapping[ManaType, int] | None = None,
        life: int = STARTING_LIFE,
        as_though: AsThough = "as it is",
        others: OtherPayers | None = None,
    ) -> "Pool":
        """`Pool.holding({"W": 2, "U": 1}, snow={"U": 1})`."""
        return cls(_counts(mana), _counts(snow or {}), life, as_though, others or NO_OTHER_PAYERS)

    @classmethod
    def of_costs(
        cls,
        mana: Cost | None,
        snow: Cost | None = None,
        life: int | None = None,
        as_though: AsThough = "as it is",
        others: OtherPayers | None = None,
    ) -> "Pool":
        """Pool from mana as costs: `{W}{W}{U}`, `{3}` for three colorless mana (106.10). `snow` alone is all of it."""
        from_snow = _mana_in(snow, "snow")
        everything = from_snow if mana is None else _mana_in(mana, "pool")
        return cls.holding(everything, from_snow, STARTING_LIFE if life is None else life, as_though, others)

    @property
    def units(self) -> tuple[tuple[Unit, int], ...]:
        """All kinds, with the slots that each can pay: nonsnow mana, snow mana, then the others."""
        seen_as = _SEEN_AS[self.as_though]
        result: list[tuple[Unit, int]] = []
        for snow in (False, True):
            for place, name in enumerate(MANA_TYPES):
                count = self.snow[place] if snow else self.mana[place] - self.snow[place]
                if count:
                    slots = BIT[name] | seen_as | (BIT["snow"] if snow else 0)
                    result.append((Mana(name, snow, count), slots))
        return (*result, *self.others.units)

    @property
    def total(self) -> int:
        return sum(unit.count for unit, _ in self.units)

    def as_json(self) -> dict[str, object]:
        mana = {name: count for name, count in zip(MANA_TYPES, self.mana, strict=True) if count}
        snow = {name: count for name, count in zip(MANA_TYPES, self.snow, strict=True) if count}
        return {"mana": mana, "snow": snow, "life": self.life, **self.others.as_json()}


def _counts(mana: Mapping[ManaType, int]) -> Counts:
    unknown = set(mana) - set(MANA_TYPES)
    if unknown:
        raise BadRequest("bad_pool", f"Mana is of the types {', '.join(MANA_TYPES)} (106.1b).")
    white, blue, black, red, green, colorless = (mana.get(name, 0) for name in MANA_TYPES)
    return (white, blue, black, red, green, colorless)


def _mana_in(cost: Cost | None, field: str) -> dict[ManaType, int]:
    """Mana that `{2}{W}{W}` stands for."""
    counts: dict[ManaType, int] = {}
    if cost is None:
        return counts
    if cost.parts:
        part = cost.parts[0]
        message = f"Type only mana here; “{part.text}” isn’t mana."
        raise BadRequest("bad_pool", message, start=part.start, end=part.end).in_field(field)
    for symbol, (start, end) in zip(cost.symbols, cost.spans, strict=True):
        named = _type_of(symbol)
        if named is None:
            message = f"{symbol} doesn’t say which type of mana. Type W, U, B, R, G or C."
            if symbol.kind == "snow":
                message = "Type snow mana by its type here, and again as snow mana (107.4h)."
            error = BadRequest("bad_pool", message, start=start, end=end, expected="W, U, B, R, G or C")
            raise error.in_field(field)
        name, count = named
        counts[name] = counts.get(name, 0) + count
    return counts


def _type_of(symbol: ManaSymbol) -> tuple[ManaType, int] | None:
    """None if the symbol doesn't give a type of mana."""
    option = symbol.options[0]
    if symbol.kind == "generic":
        return "C", int(option.amount)
    return (symbol.code, 1) if symbol.code in MANA_TYPES else None
