"""What dealt damage, where lines say so: `Grizzly Bears damaged 1 by Typhoid Rats`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from symbols.trials.board.naming import values_of_card
from symbols.trials.board.state import Thing
from symbols.trials.printed import FindCard

_ARTICLE: Final = re.compile(
    r"^(?:(?:an?|the|my|your|their|opponent's|an opponent's|combat|source|creature)\s+)+", re.I
)
_KEYWORDS: Final = ("deathtouch", "infect", "wither")


def with_sources(things: Sequence[Thing], find: FindCard, target: Callable[[Thing, str], Thing | None]) -> list[Thing]:
    """With what their sources make of damage; words of a source that nobody knows aren't read."""
    return [_with_source(one, find, target) if one.source else one for one in things]


def _with_source(thing: Thing, find: FindCard, target: Callable[[Thing, str], Thing | None]) -> Thing:
    name = _ARTICLE.sub("", thing.source).strip()
    known = target(thing, name)
    card = None if known else find(name)
    values = known.values if known else values_of_card(card) if card else None
    if values:
        keywords = {one for one in _KEYWORDS if values.has_ability(one)}
    else:
        keywords = {one for one in _KEYWORDS if re.search(rf"\b{one}\b", name, re.IGNORECASE)}
    # With deathtouch it doesn’t matter how much.
    if not thing.damage and "deathtouch" in keywords:
        thing = replace(thing, damage=1)
    if not thing.damage:
        return replace(thing, unread=(*thing.unread, "damaged", "by", thing.source))
    if not (values or keywords):
        return replace(thing, unread=(*thing.unread, "by", thing.source))
    return replace(_dealt(thing, keywords), damaged_by=(known.key,) if known else ())


def _dealt(thing: Thing, keywords: set[str]) -> Thing:
    """Damage of a source: with wither or infect it is -1/-1 counters (120.3d)."""
    thing = replace(thing, touched=thing.touched or ("deathtouch" in keywords and thing.damage > 0))
    if keywords & {"infect", "wither"} and thing.damage:
        return replace(thing.with_counters("-1/-1", thing.count("-1/-1") + thing.damage), damage=0)
    return thing
