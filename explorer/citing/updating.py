"""A text with today's numbers, and nothing else touched. Pure."""

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
    """A text, and the indexes of the ends of ranges left as they are, since today's numbers are none."""

    text: str
    left: frozenset[int] = frozenset()


Now = Callable[[int, str], str]
"""Today's number for the index of a found number and it or one within its range; itself where it stays."""
Origin = Callable[[str], str]
"""The former number of today's; empty for a rule that is new."""


def update(text: str, numbers: Sequence[FoundNumber], now: Now, origin: Origin) -> Updated:
    """Write today's numbers into a text."""
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
        kept = {index for ends in broken for index in ends}
        prefix = ""
        for index, found in run:
            own = str(found.number)
            today = own if index in kept else now(index, own)
            # “704.5zz”, which is none, doesn't parse.
            new = found.number if today == own else RuleNumber.parse(today)
            written = _written(new, found, prefix, text[found.start : found.end])
            prefix = _prefix(new)
            parts += text[place : found.start], written
            place = found.end
    return Updated("".join([*parts, text[place:]]), frozenset(left))


def _is_end(found: FoundNumber, first: FoundNumber, text: str) -> bool:
    """Whether a number ends a range without any others within, such as “704.5f–g”."""
    between = html.unescape(text[first.end : found.start]).strip(" ()")
    return between in {"to", "through", "thru"} or (between != "" and not between.strip(DASHES))


def _keeps_range(first: tuple[int, FoundNumber], last: tuple[int, FoundNumber], now: Now, origin: Origin) -> bool:
    """Whether today's numbers of a range are one, at most with rules between them that are new."""
    (begin, one), (end, other) = first, last
    old = [str(one.number), *_there(other), str(other.number)]
    new = [now(begin, old[0]), *(now(end, each) for each in old[1:])]
    if new == old:
        return True
    begins, ends = RuleNumber.parse(new[0]), RuleNumber.parse(new[-1])
    if begins.parent != ends.parent or begins >= ends:
        return False
    whole = [new[0], *(each for each in numbers_within(begins, ends) if each[-1] not in _SKIPPED), new[-1]]
    remaining = iter(whole)
    in_order = all(each in remaining for each in new)
    return in_order and all(each in new or origin(each) in {"", *old} for each in whole)


_SKIPPED = "lo"
# “704.5k”, “704.5(k)”, “704.5 (K)”, “704.5.k”
_SHAPE = re.compile(r"\d+\.\d+(?P<before>\W*)(?P<letter>[a-zA-Z])(?P<after>\W*)")


def _there(found: FoundNumber) -> list[str]:
    return [each for each in found.within if each[-1] not in _SKIPPED]


def _written(new: RuleNumber, found: FoundNumber, prefix: str, as_was: str) -> str:
    """A number in the style in which it was written; in full where what is before it is another rule's."""
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
