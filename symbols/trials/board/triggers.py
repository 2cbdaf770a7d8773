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
from symbols.trials.board.state import GameObject, State
from symbols.trials.board.state_triggers import StateTrigger
from symbols.trials.layers.phrases import ABILITY_WORD
from symbols.trials.layers.subjects import read_filter
from symbols.trials.layers.values import SELF

_DIES: Final = compiled("dies")
_SELF: Final = compiled("itself")
_BESIDES: Final = compiled("besides_dying")
_ARTICLE: Final = re.compile(r"^(?:an?|each|any|one or more) ")
_CARD: Final = re.compile(r"\bcard(s?)\b")
_DEALT: Final = re.compile(r" dealt damage by (?P<by>.+?) this turn$")
_OWNED: Final = re.compile(r" you own$| owned by (?P<other>another player)$")
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
        return key in self.dead and self.before.values[key].is_creature

    def times(self, causes: Sequence[str], player: str) -> int:
        """How often an ability of a player's permanent triggers (603.2d)."""
        deaths = sum(map(self.is_death, causes))
        return len(causes) + (deaths * extra_triggers(self.before, player) if deaths else 0)


def triggers_of(one: Round) -> Iterator[Triggered]:
    """All that trigger in a round. They look back at the board before it."""
    gone = Gone.of(one)
    for obj in one.before.state.permanents:
        values = one.before.values[obj.key]
        for ability in values.abilities:
            text = ability.text
            causes = [*_keyword(text, obj, gone), *_causes(text, obj, gone)]
            if times := gone.times(causes, obj.controller):
                yield Triggered(obj.key, obj.label, obj.controller, text.replace(SELF, values.name), times)


def waiting_in(state: State, era: Era) -> Iterator[Triggered]:
    """What triggered as damage was dealt, before the first check."""
    for obj in state.permanents:
        if obj.deathtouched and era.deathtouch_triggers:
            source = next((state.objects[key] for key in obj.damaged_by), None)
            controller = source.controller if source else obj.controller
            yield _waiting("deathtouch", obj, source.label if source else "its source", controller)
        if obj.triggers:
            yield _waiting(obj.triggers, obj, obj.label, obj.controller)


def of_state(one: StateTrigger) -> Triggered:
    obj = one.obj
    return Triggered(obj.key, obj.label, obj.controller, one.ability.text.replace(SELF, obj.values.name or obj.label))


def _waiting(key: str, obj: GameObject, label: str, controller: str) -> Triggered:
    return Triggered(obj.key, label, controller, data()["waiting"][key]["text"], also=key)


def _keyword(text: str, obj: GameObject, gone: Gone) -> Iterator[str]:
    """Its own key, if the ability is a keyword such as undying that triggers as it leaves (704.8)."""
    returns = next((kind for keyword, kind in _RETURNING.items() if text.lower().startswith(keyword)), "")
    is_dying = _DYING.match(text) or (returns and not obj.count(returns))
    if (is_dying and obj.key in gone.dead) or (_LEAVING.match(text) and obj.key in gone.left):
        yield obj.key


def _causes(text: str, obj: GameObject, gone: Gone) -> list[str]:
    """Keys of the leaving permanents for which an ability triggers."""
    text = _BESIDES.sub(lambda match: f"{match['when']}{match['self'] or ''}", ABILITY_WORD.sub("", text))
    match = _DIES.match(text)
    if match is None:
        return []
    if match["whence"] == "anywhere" and obj.key in gone.left and not _is_self(match["who"]):
        # It doesn't look back.
        return []
    parts = [part.strip() for part in re.split(r",? or ", match["who"])]
    # “a creature or planeswalker you control” is one filter.
    whom = parts if any(map(_is_self, parts)) else [match["who"]]
    going = gone.left if match["how"].lower().startswith("leave") else gone.dead
    found = [
        key for key in going if _is_meant(match, key, obj, gone) and any(_fits(who, key, obj, gone) for who in whom)
    ]
    if match["who"].lower().startswith("one or more"):
        return sorted(found, key=gone.is_death)[-1:]
    return found


def _is_meant(match: re.Match[str], key: str, obj: GameObject, gone: Gone) -> bool:
    """Whether it leaves in the way that an ability asks for: to whose graveyard, with which counters."""
    values, dying = gone.before.values[key], gone.before.state.objects[key]
    if match["how"].lower() in {"dies", "die"} and not (values.is_creature or "Planeswalker" in values.types):
        return False
    whose = match["whose"]
    if whose in {"your", "an opponent's"} and (dying.owner == obj.controller) is not (whose == "your"):
        return False
    if match["had"]:
        return (dying.count(match["had"]) > 0) is not (match["count"] == "no")
    wanted = read_filter(match["was"]) if match["was"] else None
    return wanted is None or wanted.fits(values, is_source=key == obj.key, controller=obj.controller)


def _is_self(who: str) -> bool:
    return _SELF.match(who) is not None


def _fits(who: str, key: str, obj: GameObject, gone: Gone) -> bool:
    if _is_self(who) or who == obj.values.name:
        return key == obj.key
    if _ATTACHED.match(who):
        return key == obj.attached
    dying = gone.before.state.objects[key]
    if dealt := _DEALT.search(who):
        source = obj.attached if _ATTACHED.match(dealt["by"]) else obj.key
        return source in dying.damaged_by and _fits(who[: dealt.start()], key, obj, gone)
    if owned := _OWNED.search(who):
        is_own = owned["other"] is None
        return (dying.owner == obj.controller) is is_own and _fits(who[: owned.start()], key, obj, gone)
    who = _CARD.sub(r"nontoken permanent\1", _ARTICLE.sub("", who))
    wanted, values = read_filter(who), gone.before.values[key]
    return wanted is not None and wanted.fits(values, is_source=key == obj.key, controller=obj.controller)
