"""Replace rule numbers in a text, and nothing else. Pure."""

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from explorer.citing.finding import FoundNumber
from explorer.document.number_runs import DASHES, numbers_within
from explorer.document.numbers import RuleNumber


@dataclass(frozen=True, slots=True)
class Updated:
    """An updated text, and the indexes of range ends that were left, since today's numbers aren't a range."""

    text: str
    left: frozenset[int] = frozenset()


Now = Callable[[int, str], str]
"""Today's number, from the index of a found number and the old number (its own, or one within its range)."""
Origin = Callable[[str], str]
"""The old number, from today's; empty for a new rule."""


def update(text: str, numbers: Sequence[FoundNumber], now: Now, origin: Origin) -> Updated:
    parts: list[str] = []
    place = 0
    left: set[int] = set()
    for _, group in groupby(enumerate(numbers), lambda one: one[1].run):
        run = list(group)
        broken = [
            (first[0], last[0])
            for first, last in pairwise(run)
            if (last[1].within or _is_end(last[1], first[1], text)) and not _keeps_range(first, last, now, origin)
        ]
        left |= {last for _, last in broken}
        unchanged = {index for ends in broken for index in ends}
        prefix = ""
        for index, found in run:
            own = str(found.number)
            today = own if index in unchanged else now(index, own)
            # A number such as “704.5zz” doesn't parse.
            new = found.number if today == own else RuleNumber.parse(today)
            written = _written(new, found, prefix, text[found.start : found.end])
            prefix = _prefix(new)
            parts += text[place : found.start], written
            place = found.end
    return Updated("".join([*parts, text[place:]]), frozenset(left))


def _is_end(found: FoundNumber, first: FoundNumber, text: str) -> bool:
    """Whether a number ends a range without others within, such as “704.5f–g”."""
    between = html.unescape(text[first.end : found.start]).strip(" ()")
    return between in {"to", "through", "thru"} or (between != "" and not between.strip(DASHES))


def _keeps_range(first: tuple[int, FoundNumber], last: tuple[int, FoundNumber], now: Now, origin: Origin) -> bool:
    """Whether today's numbers are a range too; new rules may be within it."""
    (begin, one), (end, other) = first, last
    old = [str(one.number), *(each for each in other.within if each[-1] not in _SKIPPED), str(other.number)]
    new = [now(begin, old[0]), *(now(end, each) for each in old[1:])]
    if new == old:
        return True
    start, end_number = RuleNumber.parse(new[0]), RuleNumber.parse(new[-1])
    if start.parent != end_number.parent or start >= end_number:
        return False
    whole = [new[0], *(each for each in numbers_within(start, end_number) if each[-1] not in _SKIPPED), new[-1]]
    remaining = iter(whole)
    in_order = all(each in remaining for each in new)
    return in_order and all(each in new or origin(each) in {"", *old} for each in whole)


_SKIPPED = "lo"
# “704.5k”, “704.5(k)”, “704.5 (K)”, “704.5.k”
_SHAPE = re.compile(r"\d+\.\d+(?P<before>\W*)(?P<letter>[a-zA-Z])(?P<after>\W*)")


def _written(new: RuleNumber, found: FoundNumber, prefix: str, as_was: str) -> str:
    """Write a number in its old style, or in full if its prefix changed."""
    if found.style == "letter" and new.letter and prefix == _prefix(new):
        return new.letter
    if found.style == "rule" and not new.letter and prefix == _prefix(new):
        return str(new.rule)
    shape = _SHAPE.fullmatch(as_was)
    if shape is None or not new.letter:
        return str(new)
    letter = new.letter.upper() if shape["letter"].isupper() else new.letter
    return f"{new.section}.{new.rule}{shape['before']}{letter}{shape['after']}"


def _prefix(number: RuleNumber) -> str:
    return str(number.parent or "")
