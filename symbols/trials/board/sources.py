"""What dealt damage, where lines say so: `Grizzly Bears damaged 1 by Typhoid Rats`, and the other way around."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from symbols.trials.board.naming import values_of_card
from symbols.trials.board.players import player_in
from symbols.trials.board.scanning import UnreadableError, compiled
from symbols.trials.board.state import GameObject
from symbols.trials.printed import FindCard

FindListed = Callable[[GameObject, str], GameObject | None]
"""Returns the object on the board that a line calls the source of its damage."""

_DEALT: Final = compiled("dealt_to")
_BEFORE_TARGET: Final = re.compile(r"^(?:the|a|an|my|your|their|opponent's|line|#) ?", re.IGNORECASE)
_BEFORE_SOURCE: Final = re.compile(
    r"^(?:(?:an?|the|my|your|their|opponent's|an opponent's|combat|source|creature)\s+)+", re.IGNORECASE
)
_KEYWORDS: Final = ("deathtouch", "infect", "wither")


def with_target_first(text: str, others: Sequence[str], names: Collection[str]) -> str:
    """`Rats dealt 1 damage to Bears` -> `Bears damaged 1 by Rats`; other lines as they are.

    Raises:
        UnreadableError: what was dealt damage has another line.
    """
    match = None if '"' in text else _DEALT.match(text)
    if match is None:
        return text
    by, whom, much = match["by"], match["whom"], match["much"] or ""
    if whom in names or (player_in(whom) and not re.search(r"\d", whom)):
        is_commander = match["as"] or re.search(r"\b(?:commander|general)\b", by, re.IGNORECASE)
        if not is_commander:
            raise UnreadableError(f"say how much life that leaves, such as {whom} 5 life.")
        named = by if not match["as"] else f"commander {by}"
        return f"{whom} {much}{match['kind']} from {named}"
    name = _BEFORE_TARGET.sub("", whom).lower()
    if name.isdigit() or any(_BEFORE_TARGET.sub("", one).lower().startswith(name) for one in others):
        raise UnreadableError(f"say that on the other line: damaged {much}by {by}.")
    return f"{whom} damaged {much}by {by}"


def with_sources(objects: Sequence[GameObject], find: FindCard, find_listed: FindListed) -> list[GameObject]:
    """Apply deathtouch, infect and wither of the sources that lines name; unknown sources become unread words."""
    return [_with_source(one, find, find_listed) if one.source else one for one in objects]


def _with_source(obj: GameObject, find: FindCard, find_listed: FindListed) -> GameObject:
    name = _BEFORE_SOURCE.sub("", obj.source).strip()
    known = find_listed(obj, name)
    card = None if known else find(name)
    values = known.values if known else values_of_card(card) if card else None
    has = values.has_ability if values else lambda one: re.search(rf"\b{one}\b", name, re.IGNORECASE) is not None
    keywords = set(filter(has, _KEYWORDS))
    # With deathtouch it doesn’t matter how much.
    if not obj.damage and "deathtouch" in keywords:
        obj = replace(obj, damage=1)
    if not obj.damage:
        return replace(obj, unread=(*obj.unread, "damaged", "by", obj.source))
    if not (values or keywords):
        return replace(obj, unread=(*obj.unread, "by", obj.source))
    return replace(_dealt(obj, keywords), damaged_by=(known.key,) if known else ())


def _dealt(obj: GameObject, keywords: set[str]) -> GameObject:
    """Damage of a source: with wither or infect it is -1/-1 counters (120.3d)."""
    obj = replace(obj, deathtouched=obj.deathtouched or ("deathtouch" in keywords and obj.damage > 0))
    if keywords & {"infect", "wither"} and obj.damage:
        return replace(obj.with_counters("-1/-1", obj.count("-1/-1") + obj.damage), damage=0)
    return obj
