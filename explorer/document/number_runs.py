"""Runs of rule numbers: what may follow a number in a list or range, such as “601.2f–h” or “614 and 615”."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.document.numbers import NumberKind, RuleNumber

DASHES = "-\u2010\u2011\u2012–—\u2212"
"""The hyphen and what is set in its place: a hyphen that doesn't break, dashes, a minus sign."""
SPAN = re.compile(rf"[^\S\n]{{0,8}}[{DASHES}]{{1,8}}[^\S\n]{{0,8}}|\s(?:to|through|thru)\s(?:rule\s)?")
"""Between the ends of a range: “418.5b-418.5g”, “601.2f through 601.2h”."""


@dataclass(frozen=True, slots=True)
class Separators:
    """Patterns that match a separator and, as `next`, what follows a subrule, a rule or a section.

    Attributes:
        titled: the next section where numbers have titles: “, “Meld,” and 729”.
    """

    letter: re.Pattern[str]
    rule: re.Pattern[str]
    section: re.Pattern[str]
    titled: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class RunNumber:
    """A further number of a run.

    Attributes:
        start: where its own part is: only “h” in “601.2f–h”.
        within: at the end of a range, the numbers that may lie between its ends.
    """

    number: RuleNumber
    start: int
    end: int
    within: tuple[str, ...]


def rest_of_run(text: str, place: int, number: RuleNumber, separators: Separators) -> Iterator[RunNumber]:
    while (more := _next(text, place, number, separators)) is not None:
        following, start, end = more
        between = numbers_within(number, following) if SPAN.fullmatch(text[place:start].strip("()")) else ()
        number, place = following, end
        yield RunNumber(number, start, end, between)


def _next(text: str, place: int, number: RuleNumber, separators: Separators) -> tuple[RuleNumber, int, int] | None:
    """The next number of a list or range after `number`, with its start and end."""
    match = separators.titled.match(text, place) if separators.titled else None
    if match is not None:
        return RuleNumber.parse(match["next"]), match.start("next"), match.end("next")
    match = (separators.letter if number.letter else separators.rule if number.rule else separators.section).match(
        text, place
    )
    if match is None:
        return None
    following = _continued(number, match["next"])
    if following is None or (following <= number and match[0].strip()[0] in DASHES):
        return None
    return following, match.start("next"), match.end("next")


def _continued(number: RuleNumber, written: str) -> RuleNumber | None:
    if number.letter:
        return RuleNumber.of(number.section, number.rule, written)
    if number.rule:
        return RuleNumber.of(number.section, int(written))
    return RuleNumber.parse(written) if len(written) == len(str(number)) else None


def numbers_within(first: RuleNumber, last: RuleNumber) -> tuple[str, ...]:
    if first.kind is not last.kind or first.kind is NumberKind.CHAPTER:
        return ()
    if first.letter:
        if (first.section, first.rule) != (last.section, last.rule):
            return ()
        letters = map(chr, range(ord(first.letter) + 1, ord(last.letter)))
        return tuple(str(RuleNumber.of(first.section, first.rule, letter)) for letter in letters)
    if first.rule:
        if first.section != last.section:
            return ()
        return tuple(str(RuleNumber.of(first.section, rule)) for rule in range(first.rule + 1, last.rule))
    return tuple(str(RuleNumber.of(section)) for section in range(first.section + 1, last.section))
