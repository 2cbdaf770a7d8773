"""Abilities that trigger as state-based actions put permanents elsewhere (603.6c, 603.10a)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from symbols.trials.board.era import Era, data
from symbols.trials.board.performing import Performed, Round
from symbols.trials.board.scanning import compiled
from symbols.trials.board.state import State, Thing
from symbols.trials.board.state_triggers import StateTrigger
from symbols.trials.layers.subjects import Filter, read_filter
from symbols.trials.layers.values import SELF, Values

_DIES: Final = compiled("dies")
_SELF: Final = compiled("itself")
_ATTACHED: Final = re.compile(r"^(?:enchanted|equipped) \w+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Triggered:
    """An ability that triggered: whose, its text, and its rule if it's a keyword."""

    key: str
    label: str
    controller: str
    text: str
    times: int = 1
    also: str = ""


def triggers_of(one: Round) -> Iterator[Triggered]:
    """All that trigger in a round. They look back at the board before it."""
    dead = {performed.key: performed for performed in one.performed if performed.moves == "graveyard"}
    left = {performed.key: performed for performed in one.performed if performed.moves}
    for thing in one.before.state.permanents:
        values = one.before.values[thing.key]
        if thing.key in dead:
            yield from _returns(thing, values)
        for ability in values.abilities:
            if times := _times(ability.text, thing, one, left if "leaves" in ability.text[:80] else dead):
                yield Triggered(
                    thing.key, thing.label, thing.controller, ability.text.replace(SELF, values.name), times
                )


def waiting_in(state: State, era: Era) -> Iterator[Triggered]:
    """What triggered as damage was dealt, before the first check."""
    for thing in state.permanents:
        if thing.touched and era.deathtouch_triggers:
            source = next((state.things[key] for key in thing.damaged_by), None)
            controller = source.controller if source else thing.controller
            yield _waiting("deathtouch", thing, source.label if source else "its source", controller)
        if thing.triggers:
            yield _waiting(thing.triggers, thing, thing.label, thing.controller)


def of_state(one: StateTrigger) -> Triggered:
    thing = one.thing
    return Triggered(
        thing.key, thing.label, thing.controller, one.ability.text.replace(SELF, thing.values.name or thing.label)
    )


def _waiting(key: str, thing: Thing, label: str, controller: str) -> Triggered:
    return Triggered(thing.key, label, controller, data()["waiting"][key]["text"], also=key)


def _returns(thing: Thing, values: Values) -> Iterator[Triggered]:
    """Undying and persist, by the counters that it had (704.8)."""
    for keyword, kind in (("undying", "+1/+1"), ("persist", "-1/-1")):
        if values.has_ability(keyword) and not thing.count(kind) and values.is_creature:
            yield Triggered(thing.key, thing.label, thing.controller, keyword, also=keyword)


def _times(text: str, thing: Thing, one: Round, gone: Mapping[str, Performed]) -> int:
    match = _DIES.match(text)
    if match is None:
        return 0
    parts = [part.strip() for part in re.split(r",? or ", match["who"])]
    # “a creature or planeswalker you control” is one filter.
    whom = parts if any(map(_is_self, parts)) else [match["who"]]
    is_death = match["how"].lower() in {"dies", "die"}
    found = 0
    for key in gone:
        values = one.before.values.get(key)
        if values is None or (is_death and not (values.is_creature or "Planeswalker" in values.types)):
            continue
        found += any(_fits(who, key, thing, values) for who in whom)
    return min(found, 1) if match["who"].lower().startswith("one or more") else found


def _is_self(who: str) -> bool:
    return _SELF.match(who) is not None


def _fits(who: str, key: str, thing: Thing, values: Values) -> bool:
    if _is_self(who) or who == thing.values.name:
        return key == thing.key
    if _ATTACHED.match(who):
        return key == thing.attached
    wanted = read_filter(re.sub(r"^(?:an?|each|any|one or more) ", "", who))
    is_source = key == thing.key
    return isinstance(wanted, Filter) and wanted.fits(values, is_source=is_source, controller=thing.controller)
