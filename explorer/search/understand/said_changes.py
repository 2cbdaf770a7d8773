"""Parse a creature and a change of its power and toughness: `3/4 gets -5/-0`; or why a creature dies."""

import re
from collections.abc import Mapping

_SIGNS = str.maketrans("−–", "--")
_CHANGE = re.compile(
    r"""
    (?:(?:what\s+(?:happens|is)|how\s+big\s+is)\s+)?(?:(?:if|when|to|does|do|will|would|can|is)\s+)?
    (?:an?\s+|my\s+|the\s+|your\s+|their\s+|his\s+|her\s+)?
    (?P<power>-?\d{1,4})\s*/\s*(?P<toughness>-?\d{1,4})
    (?:\s+creature)?(?:\s+(?:die|survive|live))?(?:\s+(?:that|which|and|it|if\s+it|when\s+it|after|to))?
    (?:\s+(?:gets?|got|getting|given|with|has|receives?|takes?|\+))?
    \s+(?:(?P<times>an?|[a-z]{3,5}|\d{1,2})\s+)?
    (?P<gets>[+-]\d{1,4}|0+)\s*/\s*(?P<andt>[+-]\d{1,4}|0+)(?P<counters>\s+counters?(?:\s+on\s+it)?)?
    (?:\s+(?P<again>twice|thrice|[a-z]{3,5}\s+times|\d{1,2}\s+times))?
    (?:\s*,?\s*(?:(?:and\s+)?(?:then|later)|(?P<too>and))\s+(?:gets?\s+|an?\s+)?(?P<then>[+-]\d{1,4}|0+)\s*/\s*(?P<thent>[+-]\d{1,4}|0+)(?:\s+counter)?)?
    (?:\s+until\s+end\s+of\s+turn)?
    (?:\s*,?\s*(?:does|will|would|is|can)\s+it\s+(?:die|survive|live|dead|still\s+alive))?
    """,
    re.VERBOSE,
)
_TOGETHER = re.compile(
    r"([+-]\d{1,4})/([+-]\d{1,4}),?\s+and\s+([+-]\d{1,4})/([+-]\d{1,4})(?!\s+(?:counter|twice|thrice|\w+\s+times))"
)
_DEATH = re.compile(
    r"(?:why\s+)?(?:(?:does|did|do|would|will|has|is)\s+)?(?:an?\s+|my\s+|the\s+|your\s+|their\s+|his\s+|her\s+)?"
    r"-?\d{1,4}\s*/\s*(?P<toughness>-?\d{1,4})(?:\s+(?:creature|token))*\s+(?:die[sd]?|dead|dying)"
)
_NUMBERS = "one two three four five six seven eight nine ten"
_COUNTS = {"a": 1, "an": 1} | {word: count for count, word in enumerate(_NUMBERS.split(), 1)}
_COUNTS |= {"twice": 2, "thrice": 3}

TRIAL = "negative-power"
"""The trial that answers such queries."""


def read_change(typed: str) -> Mapping[str, str] | None:
    """Inputs for the trial `TRIAL`; None for other texts."""
    text = " ".join(typed.lower().translate(_SIGNS).split()).rstrip("?!. ")
    while joined := _TOGETHER.search(text):
        one, two, three, four = map(int, joined.groups())
        text = f"{text[: joined.start()]}{one + three:+d}/{two + four:+d}{text[joined.end() :]}"
    match = _CHANGE.fullmatch(text)
    # Only counters are counted by a number before the change, and a change has a sign.
    if (
        match is None
        or (match["times"] and not match["counters"])
        or (not match["times"] and (match["counters"] or "").split()[:1] == ["counters"])
        or not {match["gets"][0], match["andt"][0]} & {*"+-"}
    ):
        return None
    times = _times(match["times"] or "one") * _times((match["again"] or "one").removesuffix("times").strip())
    if not times:
        return None
    numbers = {key: int(match[key] or "0") for key in ("power", "toughness", "gets", "andt", "then", "thent")}
    numbers |= {"gets": times * numbers["gets"], "andt": times * numbers["andt"]}
    if match["too"]:
        for now, then in (("gets", "then"), ("andt", "thent")):
            numbers |= {now: numbers[now] + numbers[then], then: 0}
    return {key: str(value) for key, value in numbers.items()}


def read_death(typed: str) -> str:
    """The index entry for why a creature with some power and toughness dies; empty for other texts."""
    match = _DEATH.fullmatch(" ".join(typed.lower().translate(_SIGNS).split()).rstrip("?!. "))
    if match is None:
        return ""
    return "why does my creature die" if int(match["toughness"]) > 0 else "zero toughness"


def _times(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS.get(word, 0)
