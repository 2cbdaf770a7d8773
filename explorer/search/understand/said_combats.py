"""Understand who attacks and who blocks: `5/5 trample deathtouch blocked by 2/2 and 3/3`, `a 2/2 blocks my 3/3`."""

import re
from collections.abc import Callable, Mapping

from symbols.trials.combat import normalized

_A = r"(?:(?:an?|my|the|your|their)\s+)?"
_SIZE = re.compile(r"(?<![\w/+])-?\d{1,3}/-?\d{1,3}(?:['’]?s)?(?![\w/])")
_LEAD = re.compile(
    r"^(?:(?:what\s+(?:happens|dies|if)|how\s+much(?:\s+damage)?(?:\s+(?:gets|goes|tramples)\s+(?:through|over))?|who\s+\w+"
    rf"|does|do|can|will|if|when|with)\s+)*{_A}",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[?!., ]*(?:(?:who|what|which)\s+(?:dies|wins|lives|survives|happens)|how\s+much(?:\s+damage)?(?:\s+\w+){0,7}"
    r"|(?:does|will)\s+it\s+(?:die|live|survive))?[?!., ]*$",
    re.IGNORECASE,
)
_DOUBLE = re.compile(r"\b(?:double|triple|gang)[- ](?=block)", re.IGNORECASE)
_BLOCKED_BY = re.compile(rf"\s+(?:(?:is|are|gets|being)\s+)?blocked\s+by\s+{_A}", re.IGNORECASE)
_BLOCKS = re.compile(rf"\s+(?:can\s+)?(?:blocks?|blocking)\s+{_A}", re.IGNORECASE)
_BLOCK_WITH = re.compile(rf"^(?:i\s+)?block\s+{_A}(.+?)\s+with\s+{_A}([\w-]*\s*{_SIZE.pattern}.*)$", re.IGNORECASE)
_WE = r"(?:(?:i|we|they|you|(?:my\s+|the\s+)?opponents?)\s+)?"
_ATTACK_WITH = re.compile(
    rf"^{_WE}attack(?:s|ing|ers?)?:?\s+(?:with\s+)?{_A}(.+?)[,;]?\s+(?:and\s+)?{_WE}block(?:s|ing|ers?)?:?\s+(?:with\s+)?{_A}(.+)$",
    re.IGNORECASE,
)
_ATTACKS = re.compile(rf"^(.+?)\s+attacks?[,;]?\s+(?:and\s+)?{_A}(.+?)\s+blocks?$", re.IGNORECASE)
_AGAINST = re.compile(rf"\s+(?:vs\.?|versus|against)\s+{_A}", re.IGNORECASE)
_KILLS = re.compile(
    rf"(?P<blocks>\s+block(?:er|ing)?)?\s+(?:kills?|beats?|survives?|dies?\s+to|trades?\s+with)\s+{_A}", re.IGNORECASE
)
_ROLE = re.compile(r"\s+(blocker|attacker)s?$", re.IGNORECASE)
_UNBLOCKED = re.compile(r"\s+(?:is\s+|are\s+)?(?:unblocked|attacks?|not\s+blocked)$", re.IGNORECASE)
_DEFENDER = re.compile(
    rf"\s+(?:attacks?|attacking)\s+{_A}(?P<kind>planeswalker|battle)(?:\s+(?:with|of|at))?\s+(?P<counters>\d{{1,3}})"
    r"(?:\s+(?:loyalty|defense))?(?:\s+counters?)?(?:\s*,?\s*(?:and\s+)?(?:is\s+)?(?=blocked))?",
    re.IGNORECASE,
)
_MOST_TYPED = 200


def read_combat(typed: str, is_card: Callable[[str], bool] = lambda _: False) -> Mapping[str, str] | None:
    """Attackers and blockers for the Try it; None for other texts. A side without a size must be a card."""
    if len(typed) > _MOST_TYPED or "{" in typed:
        return None
    text = _DOUBLE.sub("", _TAIL.sub("", _LEAD.sub("", typed.strip(), count=1), count=1))
    attacked = _DEFENDER.search(text)
    if attacked:
        text = f"{text[: attacked.start()]} {text[attacked.end() :]}".strip()
    sides = _sides(text, is_card, is_unblocked=attacked is not None)
    # A name that isn't a whole one is known by what it fights.
    if sides is None or not (any(map(_SIZE.search, sides)) or all(map(is_card, sides))):
        return None
    return _fields(*sides, attacked)


def _sides(text: str, is_card: Callable[[str], bool], *, is_unblocked: bool) -> tuple[str, str] | None:
    """Attackers and blockers."""
    if len(sides := _BLOCKED_BY.split(text)) == 2:
        return sides[0], sides[1]
    if match := _BLOCK_WITH.search(text) or _ATTACK_WITH.search(text) or _ATTACKS.search(text):
        return match[1], match[2]
    if (kills := _KILLS.search(text)) and all(map(_SIZE.search, one := [text[: kills.start()], text[kills.end() :]])):
        role = _ROLE.search(one[1])
        one[1] = _ROLE.sub("", one[1])
        is_blocking = kills["blocks"] or (role and role[1].lower() == "attacker")
        return (one[1], one[0]) if is_blocking else (one[0], one[1])
    if len(sides := _BLOCKS.split(text)) == 2:
        return sides[1], sides[0]
    if len(sides := _AGAINST.split(text)) == 2 and all(_SIZE.search(side) or is_card(side) for side in sides):
        return sides[0], sides[1]
    if _UNBLOCKED.search(text):
        return _UNBLOCKED.sub("", text), ""
    return (text, "") if is_unblocked else None


def _fields(attacker: str, blockers: str, attacked: re.Match[str] | None) -> Mapping[str, str]:
    fields = {"attackers": attacker.strip(), "blockers": ""}
    if blockers:
        lines = normalized({"attackers": [f"{attacker} blocked by {blockers}"]})
        fields = {key: "\n".join(lines[key]) for key in fields}
    if attacked:
        fields["defender"] = f"{attacked['kind'].lower()} {attacked['counters']}"
    return fields
