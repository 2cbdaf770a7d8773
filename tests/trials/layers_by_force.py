"""Layers by trying every order of effects: in a right one, each effect is the oldest that needn't wait."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any


@dataclass
class Thing:
    types: set[str]
    lands: set[str] = field(default_factory=set)
    colors: set[str] = field(default_factory=set)
    flies: bool = False
    power: int = 0
    toughness: int = 0
    says: list[int] = field(default_factory=list)

    @property
    def is_creature(self) -> bool:
        return "Creature" in self.types


Game = dict[int, Thing]
Effect = tuple[int, int]
"""Its source, whose number is the timestamp, and its place in `RULES`."""
Started = dict[Effect, frozenset[int]]


@dataclass(frozen=True)
class Rule:
    """An effect: its text, what it applies to, and what it does in which layer."""

    text: str
    fits: Callable[[Thing], bool]
    parts: Mapping[str, Callable[[Thing], None]]


def _become(**values: Any) -> Callable[[Thing], None]:
    def change(thing: Thing) -> None:
        for key, value in values.items():
            setattr(thing, key, deepcopy(value))

    return change


def _get(power: int, toughness: int) -> Callable[[Thing], None]:
    def change(thing: Thing) -> None:
        thing.power, thing.toughness = thing.power + power, thing.toughness + toughness

    return change


RULES = [
    Rule("All Islands are Swamps.", lambda one: "Island" in one.lands, {"4": _become(lands={"Swamp"}, says=[])}),
    Rule("All Swamps are Islands.", lambda one: "Swamp" in one.lands, {"4": _become(lands={"Island"}, says=[])}),
    Rule("All lands are Forests.", lambda one: "Land" in one.types, {"4": _become(lands={"Forest"}, says=[])}),
    Rule(
        "All lands are Swamps in addition to their other types.",
        lambda one: "Land" in one.types,
        {"4": lambda one: one.lands.add("Swamp")},
    ),
    Rule(
        "All Swamps are 1/1 black creatures that are still lands.",
        lambda one: "Swamp" in one.lands,
        {
            "4": lambda one: one.types.add("Creature"),
            "5": _become(colors={"B"}),
            "7b": _become(power=1, toughness=1),
        },
    ),
    Rule(
        "All enchantments are creatures in addition to their other types and have base power and toughness 2/3.",
        lambda one: "Enchantment" in one.types,
        {"4": lambda one: one.types.add("Creature"), "7b": _become(power=2, toughness=3)},
    ),
    Rule(
        "All creatures are enchantments in addition to their other types.",
        lambda one: one.is_creature,
        {"4": lambda one: one.types.add("Enchantment")},
    ),
    Rule(
        "All creatures lose all abilities and have base power and toughness 0/1.",
        lambda one: one.is_creature,
        {"6": _become(flies=False, says=[]), "7b": _become(power=0, toughness=1)},
    ),
    Rule(
        "Black creatures have flying.",
        lambda one: one.is_creature and "B" in one.colors,
        {"6": _become(flies=True)},
    ),
    Rule(
        "Creatures with flying are red.",
        lambda one: one.is_creature and one.flies,
        {"5": _become(colors={"R"})},
    ),
    Rule("All creatures lose flying.", lambda one: one.is_creature, {"6": _become(flies=False)}),
    Rule("Creatures with flying get +2/+1.", lambda one: one.is_creature and one.flies, {"7c": _get(2, 1)}),
    Rule("Red creatures get +0/+4.", lambda one: one.is_creature and "R" in one.colors, {"7c": _get(0, 4)}),
]


def _existing(game: Game, started: Started) -> list[Effect]:
    return sorted({(source, rule) for source, thing in game.items() for rule in thing.says} | set(started))


def _objects(effect: Effect, game: Game, started: Started) -> frozenset[int]:
    if effect in started:
        return started[effect]
    return frozenset(number for number, thing in game.items() if RULES[effect[1]].fits(thing))


def _apply(effect: Effect, layer: str, game: Game, started: Started) -> Game:
    after = deepcopy(game)
    for number in _objects(effect, game, started):
        RULES[effect[1]].parts[layer](after[number])
    return after


def _depends(one: Effect, other: Effect, layer: str, game: Game, started: Started) -> bool:
    after = _apply(other, layer, game, started)
    return one not in _existing(after, started) or _objects(one, after, started) != _objects(one, game, started)


def _first(remaining: list[Effect], layer: str, game: Game, started: Started) -> Effect:
    """The effect to apply next."""
    waits = {
        one: {other for other in remaining if other != one and _depends(one, other, layer, game, started)}
        for one in remaining
    }

    def reach(one: Effect, seen: frozenset[Effect] = frozenset()) -> frozenset[Effect]:
        for other in waits[one] - seen:
            seen = reach(other, seen | {other})
        return seen

    return min(one for one in remaining if all(one in reach(other) for other in waits[one]))


def by_force(game: Game) -> Game:
    started: Started = {}
    for layer in ("4", "5", "6", "7b", "7c"):
        here = [one for one in _existing(game, started) if layer in RULES[one[1]].parts]
        right = []
        for order in permutations(here):
            state, begun, is_right = game, dict(started), True
            for place, effect in enumerate(order):
                left = [one for one in order[place:] if one in _existing(state, begun)]
                if not left:
                    break
                if effect != _first(left, layer, state, begun):
                    is_right = False
                    break
                objects = _objects(effect, state, begun)
                state = _apply(effect, layer, state, begun)
                if objects:
                    begun[effect] = objects
            if is_right:
                right.append((state, begun))
        assert right
        assert all(state == right[0][0] for state, _ in right)
        game, started = right[0]
    return game
