"""Abilities that trigger as state-based actions put permanents elsewhere (603.6c, 603.10a)."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from symbols.trials.board.checking import Check
from symbols.trials.board.effects import extra_triggers
from symbols.trials.board.era import Era, data
from symbols.trials.board.performing import Round
from symbols.trials.board.scanning import compiled
from symbols.trials.board.state import State, Thing
from symbols.trials.board.state_triggers import StateTrigger
from symbols.trials.layers.subjects import Filter, read_filter
from symbols.trials.layers.values import SELF, Values

_DIES: Final = compiled("dies")
_SELF: Final = compiled("itself")
_DYING: Final = compiled("dying_keywords")
_LEAVING: Final = compiled("leaving_keywords")
_RETURNING: Final = {"undying": "+1/+1", "persist": "-1/-1"}
"""Keywords that return a permanent, unless it had a counter."""
_ATTACHED: Final = re.compile(r"^(?:enchanted|equipped) \w+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Triggered:
    """An ability that triggered: whose, its text, and the keyword that it stands for."""

    key: str
    label: str
    controller: str
    text: str
    times: int = 1
    also: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """What leaves the battlefield in a round, and what of that dies."""

    before: Check
    left: Collection[str]
    dead: Collection[str]

    @classmethod
    def of(cls, one: Round) -> "Gone":
        moving = [each for each in one.performed if each.moves and each.key in one.before.values]
        return cls(one.before, [one.key for one in moving], [one.key for one in moving if one.moves == "graveyard"])

    def is_death(self, key: str) -> bool:
        """Whether a creature dies."""
        return key in self.dead and self.before.values[key].is_creature

    def times(self, causes: Sequence[str], player: str) -> int:
        """How often an ability of a player's permanent triggers (603.2d)."""
        deaths = sum(map(self.is_death, causes))
        return len(causes) + (deaths * extra_triggers(self.before, player) if deaths else 0)


def triggers_of(one: Round) -> Iterator[Triggered]:
    """All that trigger in a round. They look back at the board before it."""
    gone = Gone.of(one)
    for thing in one.before.state.permanents:
        values = one.before.values[thing.key]
        for ability in values.abilities:
            text = ability.text
            causes = [*_keyword(text, thing, gone), *_causes(text, thing, gone)]
            if times := gone.times(causes, thing.controller):
                yield Triggered(thing.key, thing.label, thing.controller, text.replace(SELF, values.name), times)


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


def _keyword(text: str, thing: Thing, gone: Gone) -> Iterator[str]:
    """Its own key, if it's a keyword that triggers as its permanent goes, by the counters that it had (704.8)."""
    returns = next((kind for keyword, kind in _RETURNING.items() if text.lower().startswith(keyword)), "")
    is_dying = _DYING.match(text) or (returns and not thing.count(returns))
    if (is_dying and thing.key in gone.dead) or (_LEAVING.match(text) and thing.key in gone.left):
        yield thing.key


def _causes(text: str, thing: Thing, gone: Gone) -> list[str]:
    """Keys of what goes and makes an ability trigger, once each."""
    match = _DIES.match(text)
    if match is None:
        return []
    how = match["how"].lower()
    if "anywhere" in how and thing.key in gone.left and not _is_self(match["who"]):
        # It doesn't look back.
        return []
    parts = [part.strip() for part in re.split(r",? or ", match["who"])]
    # “a creature or planeswalker you control” is one filter.
    whom = parts if any(map(_is_self, parts)) else [match["who"]]
    found = []
    for key in gone.left if how.startswith("leave") else gone.dead:
        values = gone.before.values.get(key)
        if values is None or (how in {"dies", "die"} and not (values.is_creature or "Planeswalker" in values.types)):
            continue
        if any(_fits(who, key, thing, values) for who in whom):
            found.append(key)
    if match["who"].lower().startswith("one or more"):
        return sorted(found, key=gone.is_death)[-1:]
    return found


def _is_self(who: str) -> bool:
    return _SELF.match(who) is not None


def _fits(who: str, key: str, thing: Thing, values: Values) -> bool:
    if _is_self(who) or who == thing.values.name:
        return key == thing.key
    if _ATTACHED.match(who):
        return key == thing.attached
    who = re.sub(r"^(?:an?|each|any|one or more) ", "", who)
    wanted = read_filter(re.sub(r"\bcard(s?)\b", r"nontoken permanent\1", who))
    is_source = key == thing.key
    return isinstance(wanted, Filter) and wanted.fits(values, is_source=is_source, controller=thing.controller)
