"""What can pay other than one's own mana: creatures, artifacts, cards, another player, and life for a color.

    {3}{G} with three creatures {G}{W}{C} and convoke: the green one pays {G}, the others two of {3}

All of it applies once the total cost is locked in (601.2f-h), so it changes how the cost is paid, never the cost.
Before July 2013, convoke and delve reduced the total cost instead (`reducing`).
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

from symbols.engine.citations import Citation
from symbols.engine.costs.requirements import BIT
from symbols.engine.costs.slots import COLORS, MANA_NAMES, MANA_TYPES, Color, ManaType
from symbols.engine.costs.symbols import MAX_DIGITS
from symbols.engine.errors import BadRequest
from symbols.engine.reading.keywords import KEYWORDS
from symbols.sentences import join_words

Way = Literal["convoke", "improvise", "waterbend", "delve", "assist"]

WAYS: tuple[Way, ...] = get_args(Way)
"""In the order in which they are used; another player's mana comes last."""

LIMIT = 10**MAX_DIGITS
_MOST_CREATURES = 1000

_NOUNS: dict[Way, tuple[str, str]] = {
    "convoke": ("creature", "creatures"),
    "improvise": ("artifact", "artifacts"),
    "waterbend": ("artifact or creature", "artifacts or creatures"),
    "delve": ("card", "cards"),
    "assist": ("mana of another player", "mana of another player"),
}
_TAPPING: tuple[Way, ...] = ("convoke", "improvise", "waterbend")
_AFTER_TOTAL: dict[Way, str] = {"convoke": "702.51b", "improvise": "702.126b", "delve": "702.66b"}
_REDUCING: dict[Way, Citation] = {
    "convoke": Citation(
        "Each creature you tap for convoke takes {1}, or one mana of one of its colors, off the total cost.",
        "502.46a",
    ),
    "delve": Citation("Each card you exile with delve takes {1} off the total cost.", "502.64a"),
}
_PIECE = re.compile(r"\{([^{}]*)\}|([0-9]+|[wubrgc](?:/[wubrgc])*)|[\s,;]+", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Helper:
    """A number of equal creatures, artifacts or cards, or another player's mana."""

    way: Way
    colors: tuple[Color, ...]  # for `convoke`, the colors of each creature
    count: int

    @property
    def reduces(self) -> bool:
        """Whether it reduced the total cost before July 2013, instead of paying for it."""
        return self.way in _REDUCING

    @property
    def noun(self) -> str:
        """`2 green creatures`."""
        adjective = join_words([MANA_NAMES[color] for color in self.colors], "and")
        if self.way == "convoke" and not self.colors:
            adjective = "colorless"
        return " ".join(filter(None, [f"{self.count:,}", adjective, self.kind]))

    @property
    def kind(self) -> str:
        """`creatures`."""
        return _NOUNS[self.way][self.count != 1]

    def times(self, count: int) -> "Helper":
        return Helper(self.way, self.colors, count)

    def as_json(self) -> dict[str, object]:
        colors = {"colors": list(self.colors)} if self.way == "convoke" else {}
        return {"with": self.way, **colors, "count": self.count}


@dataclass(frozen=True, slots=True)
class OtherPayers:
    """What can pay beyond one's own mana."""

    # Colors of each untapped creature (702.51); a colorless one pays for generic mana only
    convoke: tuple[tuple[Color, ...], ...] = ()
    improvise: int = 0  # number of untapped artifacts (702.126)
    waterbend: int = 0  # number of untapped artifacts and creatures (701.67)
    delve: int = 0  # number of cards in the graveyard (702.66)
    assist: int = 0  # most generic mana that another player pays (702.132)
    life_for: tuple[Color, ...] = ()  # colors whose mana in the total cost can each be paid with 2 life instead
    x_only: tuple[ManaType, ...] = ()  # types of mana that may be spent on X; empty for any
    reducing: bool = False  # whether convoke and delve reduce the total cost, as before July 2013

    def __post_init__(self) -> None:
        for way in WAYS[1:]:
            if not 0 <= getattr(self, way) < LIMIT:
                raise BadRequest("bad_count", f"That number must be from 0 to {LIMIT - 1:,}.").in_field(way)

    @property
    def units(self) -> tuple[tuple[Helper, int], ...]:
        """Each kind with the slots that it can pay besides generic mana."""
        sorts = Counter(self.convoke)
        result = [(Helper("convoke", colors, count), sum(BIT[c] for c in colors)) for colors, count in sorts.items()]
        result += [(Helper(way, (), getattr(self, way)), 0) for way in WAYS[1:] if getattr(self, way)]
        return tuple(result)

    @property
    def ways(self) -> tuple[Way, ...]:
        return tuple(way for way in WAYS if getattr(self, way))

    @property
    def nouns(self) -> list[str]:
        """`["creatures", "cards"]`."""
        tapped = [way for way in self.ways if way in _TAPPING]
        if "waterbend" not in tapped or len(self.ways) == 1:
            return [_NOUNS[way][1] for way in self.ways]
        return ["artifacts or creatures to tap", *(_NOUNS[way][1] for way in self.ways if way not in _TAPPING)]

    def without(self, spent: Counter[tuple[Way, tuple[Color, ...]]]) -> "OtherPayers":
        """What remains after using the given numbers by keyword and colors."""
        kept: list[tuple[Color, ...]] = []
        used = Counter({colors: count for (way, colors), count in spent.items() if way == "convoke"})
        for colors in self.convoke:
            if used[colors]:
                used[colors] -= 1
            else:
                kept.append(colors)
        numbers = {way: getattr(self, way) - spent[way, ()] for way in WAYS[1:]}
        return replace(self, convoke=tuple(kept), **numbers)

    def as_json(self) -> dict[str, object]:
        creatures = [list(colors) for colors in self.convoke]
        numbers = {way: getattr(self, way) for way in WAYS[1:] if getattr(self, way)}
        return ({"convoke": creatures} if creatures else {}) | numbers

    def citations(self) -> Iterator[Citation]:
        for way in self.ways:
            if self.reducing and way in _REDUCING:
                yield _REDUCING[way]
                continue
            yield from KEYWORDS[way].citations
            if way in _AFTER_TOTAL:
                fact = f"{way.capitalize()} applies once the total cost is locked in, and doesn’t change it."
                yield Citation(fact, _AFTER_TOTAL[way])
        if len(tapping := [way for way in _TAPPING if getattr(self, way)]) > 1:
            yield Citation(
                f"You can tap a permanent only once, so count it for only one of {join_words(tapping)}.", "118.3"
            )
        if self.life_for:
            names = join_words([MANA_NAMES[color] for color in self.life_for], "or")
            yield Citation(
                f"For each {names} mana in the total cost you may pay 2 life rather than that mana.", "101.1"
            )
        if self.x_only:
            names = join_words([MANA_NAMES[mana] for mana in self.x_only], "or")
            yield Citation(f"Only {names} mana may be spent on X, which is still generic mana.", "101.1")


NO_OTHER_PAYERS = OtherPayers()


def read_creatures(text: str) -> tuple[tuple[Color, ...], ...]:
    """Colors of each creature: `{W}{G/W}{C}`, or `W G/W C`; `{2}` is two colorless ones."""
    result: list[tuple[Color, ...]] = []
    place = 0
    while place < len(text):
        piece = _PIECE.match(text, place)
        group = (piece[1] or piece[2] or "").strip().upper() if piece else ""
        names = group.split("/")
        if piece and group.isascii() and group.isdigit() and len(group) <= MAX_DIGITS:
            result += [()] * min(int(group), _MOST_CREATURES + 1)
        elif piece and (group == "C" or set(names) <= set(COLORS)):
            result.append(tuple(color for color in COLORS if color in names))
        elif not piece or group or piece[1] is not None:
            message = "Type the colors of each creature: {W} for a white one, {G/W} for two colors, {C} for none."
            end = piece.end() if piece else place + 1
            raise BadRequest("bad_creature", message, start=place, end=end)
        place = piece.end() if piece else len(text)
    if len(result) > _MOST_CREATURES:
        raise BadRequest("bad_creature", f"There can be {_MOST_CREATURES:,} creatures at most.")
    return tuple(result)


def read_types(text: str, allowed: tuple[ManaType, ...] = MANA_TYPES) -> tuple[ManaType, ...]:
    """`B`, `{B}{R}`."""
    letters = re.sub(r"[\s,;{}/]", "", text).upper()
    if not set(letters) <= set(allowed):
        raise BadRequest("bad_colors", f"Type colors as letters: {join_words(allowed, 'or')}.")
    return tuple(name for name in allowed if name in letters)
