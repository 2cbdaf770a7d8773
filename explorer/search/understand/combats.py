"""Understand who attacks and who blocks: `5/5 trample deathtouch blocked by 2/2 and 3/3`, `a 2/2 blocks my 3/3`."""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from typing import Final

from explorer.search.understand.rule_numbers import Span, read_dated_words
from explorer.search.words.splitting import trimmed
from symbols.sentences import COUNT_OR_ARTICLE
from symbols.trials.combat import normalized
from symbols.trials.combat.creature import MOST_CREATURES

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
_BLOCKS = re.compile(rf"\s+(?:(?:can|is|are)\s+)?(?:blocks?|blocking)\s+{_A}", re.IGNORECASE)
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
_DAMAGED = re.compile(r"^damaged\s+(?=-?\d)", re.IGNORECASE)
_AMOUNT = r"(?<![/\d])\d{1,3}(?![/\d])"
_AMOUNTS = rf"({_AMOUNT}(?:(?:\s*,\s*|\s+and\s+|\s+){_AMOUNT})+)"
_LEGAL = re.compile(
    rf"^(?:(?:is|are|can\s+i\s+(?:assign|deal|divide))\s+){_AMOUNTS}\s+(?:legal\s+)?(?:for|with|from)\s+{_A}",
    re.IGNORECASE,
)
_DIVIDED = re.compile(rf"(?<=\w)[,:]?\s+(?:divided\s+|as\s+|assigns\s+)?{_AMOUNTS}$", re.IGNORECASE)
_THROUGH = re.compile(
    rf"^how\s+much(?:\s+damage)?\s+(?:does|do|will|can)\s+{_A}(.+?)\s+(?:deals?|tramples?|gets?|goes)(?:\s+damage)?\s+"
    rf"(?:through|over)\s+{_A}(.+?)[?. ]*$",
    re.IGNORECASE,
)
_ATTACKS_BLOCKED = re.compile(r"\s+attacks?\s*,?\s+(?:and\s+)?(?=(?:(?:is|are|gets)\s+)?blocked\s+by)", re.IGNORECASE)
_TRAMPLER = re.compile(r"\btrampler\b", re.IGNORECASE)
_NEXT = re.compile(rf"\s*[,;]?\s*(?:and\s+)?(?={_SIZE.pattern}[^,;]*?\s+(?:is\s+|are\s+)?blocked\s+by)", re.IGNORECASE)
_BESIDE = re.compile(rf"({_SIZE.pattern})\s+(?={_SIZE.pattern})")
_GROUP = re.compile(rf"(?P<count>\w+)\s+(?P<one>{_SIZE.pattern}.*)")
# A creature may be sacrificed with damage on the stack: then that's about it.
_DAMAGE_ON_STACK = r"(?:combat\s+)?damage\s+(?:is\s+|was\s+|uses\s+|used\s+|on\s+)+the\s+stack"
_ON_STACK = re.compile(
    rf",?\s+(?<!sacrificed )(?<!left )(?<!leaves )(?:with|when|if|while)\s+{_DAMAGE_ON_STACK}$"
    rf"|^with\s+{_DAMAGE_ON_STACK},?\s+",
    re.IGNORECASE,
)
LAST_ON_STACK: Final = dt.date(2009, 7, 10)
"""Combat damage used the stack until then."""
_MOST_TYPED = 200


def without_time(typed: str) -> tuple[str, Span | None]:
    """A text without the time of its rules: `in 2009`, `with damage on the stack`; and the time, if it has one."""
    text, span = trimmed(typed), None
    if dated := read_dated_words(text):
        begun = text.lower().find(dated[0])
        text, span = text[begun : begun + len(dated[0])], dated[1]
    if on_stack := _ON_STACK.search(text):
        text = text[: on_stack.start()] + text[on_stack.end() :]
        span = span or Span(LAST_ON_STACK, LAST_ON_STACK)
    return (text, span) if span else (typed, None)


def read_combat(typed: str, is_card: Callable[[str], bool] = lambda _: False) -> Mapping[str, str] | None:
    """Attackers and blockers for the Try it; None for other texts. A side without a size must be a card."""
    if len(typed) > _MOST_TYPED or "{" in typed:
        return None
    text = _THROUGH.sub(r"\1 blocked by \2", _TRAMPLER.sub("trample", typed.strip()))
    divided = _LEGAL.search(text)
    text = text[divided.end() :] if divided else text
    text = _DOUBLE.sub("", _TAIL.sub("", _LEAD.sub("", text, count=1), count=1))
    text = _ATTACKS_BLOCKED.sub(" ", text)
    if divided is None and (divided := _DIVIDED.search(text)):
        text = text[: divided.start()]
    text = _BESIDE.sub(r"\1, ", text)
    fields = _several(text) or _one(text, is_card)
    return {**fields, "divide": ", ".join(re.findall(r"\d+", divided[1]))} if fields and divided else fields


def _several(text: str) -> Mapping[str, str] | None:
    """Several attackers, each with its blockers: `3/3 blocked by 2/2, 5/5 blocked by 4/4`."""
    if len(_BLOCKED_BY.findall(text)) < 2:
        return None
    lines = [line for line in _NEXT.split(text) if line]
    if not all(len(sides := _BLOCKED_BY.split(line)) == 2 and all(map(_SIZE.search, sides)) for line in lines):
        return None
    found = normalized({"attackers": ["\n".join(lines)]})
    return {key: "\n".join(found[key]) for key in ("attackers", "blockers")}


def _one(text: str, is_card: Callable[[str], bool]) -> Mapping[str, str] | None:
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
    if blockers and (count := _paired(attacker, blockers)):
        attacker, blockers = (re.sub(r"^\w+\s+", "", side.strip()) for side in (attacker, blockers))
        fields = {
            "attackers": "\n".join([attacker] * count),
            "blockers": "\n".join(f"{blockers} -> {at}" for at in range(1, count + 1)),
        }
    elif blockers:
        lines = normalized({"attackers": [f"{attacker} blocked by {blockers}"]})
        fields = {key: "\n".join(lines[key]) for key in fields}
    if attacked:
        fields["defender"] = f"{attacked['kind'].lower()} {attacked['counters']}"
    return fields


def _paired(attackers: str, blockers: str) -> int:
    """How many attackers are blocked by one each, as many as there are: `four 2/2 blocked by four 1/1`; else 0."""
    groups = [_GROUP.fullmatch(side.strip()) for side in (attackers, blockers)]
    said = [one["count"].lower() if one else "" for one in groups]
    counts = [int(one) if one.isdecimal() else COUNT_OR_ARTICLE.get(one, 0) for one in said]
    several = any(one and len(_SIZE.findall(one["one"])) > 1 for one in groups)
    return counts[0] if not several and counts[0] == counts[1] and 1 < counts[0] <= MOST_CREATURES else 0
