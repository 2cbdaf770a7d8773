"""Find rule numbers in any text: prose, Markdown, HTML, source code. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from explorer.citing.context import Needs, lead_before, needs
from explorer.citing.markup import with_spaced_entities
from explorer.document.number_runs import DASHES, SPAN, RunNumber, Separators, numbers_within, rest_of_run
from explorer.document.numbers import NumberKind, RuleNumber

Style = Literal["full", "letter", "rule"]
"""The written part of a number: all of it, only its letter (“601.2b, f”), or only its rule (“509.1–3”)."""

_NUMBER = re.compile(
    r"""[1-9]\d\d
    (?: (?P<rule>\.[1-9]\d{0,2})
        (?: (?P<letter>[a-zA-Z])(?![a-zA-Z]) | (?P<letters>(?!ff|st|nd|rd|th)[a-z]{2})(?!\w)
          | [ ]?\((?P<paren>[a-zA-Z])\) | \.(?P<dotted>[a-z])(?!\w|\.\w) )? )?
    (?! [^\W_¹²³⁰⁴-⁹] | _+[^\W_] | \.\d | % )""",
    re.VERBOSE,
)
# “601.2 b/f”, but not “101.5 m/s”; after a word such as “rule”, also “601.2 b”, but not “601.2 a player”.
_APART = re.compile(r" ([a-fhjln-rt-z])(?=/[a-z](?!\w))")
_APART_AFTER_LEAD = re.compile(r" ([b-hj-z]|a(?=[)\],;:/]))(?![\w'’-]|\.\w)")
_NEXT_ARGUMENT = re.compile(r"\d[fdm],\s*\Z")
_ARGUMENT_LENGTH = 32

_AND = r"and/or|and|or|to|through|thru|&"
_BETWEEN = rf"[{DASHES}]+|\s+[–—]+\s+|,?\s+(?:{_AND})\s+|[,;]\s*|/|&"
# “601.2b, f”, “704.5f and g”, “601.2f–h”, but not “704.5f, a player”, “704.5f, I think” or “601.2b, i.e.”.
_NEXT_LETTER = re.compile(
    rf"(?:[{DASHES}]+|[/&]|(?:{_BETWEEN})(?!a\b|i\s+(?!and\b|or\b)[a-z]))(?P<next>[a-z])(?![\w’']|[/-](?![a-z](?!\w))|\.\w)"
)
# “601.2(b), (f)”
_NEXT_IN_PARENTHESES = re.compile(rf"\)?\s?(?:{_BETWEEN})\s?\((?P<next>[a-z])(?=\))")
# “509.1–3”, “509.1/2”
_NEXT_RULE = re.compile(rf"(?:[{DASHES}]+|/)(?P<next>[1-9]\d{{0,2}})(?![\w/%]|\.\d)")
# “rules 601 and 602”, “CR 601–603”, “CR 601/602”, “rules 601; 602”
_NEXT_SECTION = re.compile(
    rf"(?:[,;]?\s+(?:{_AND})\s+|[,;]\s+|\s?(?:[{DASHES}]+|[/&])\s?)(?P<next>[1-9]\d\d)(?![\w/%]|\.\d)"
)
_SEPARATORS = Separators(_NEXT_LETTER, _NEXT_RULE, _NEXT_SECTION)
_IN_PARENTHESES = Separators(_NEXT_IN_PARENTHESES, _NEXT_RULE, _NEXT_SECTION)
_LIST = re.compile(
    rf"\)?[^\S\n]{{0,8}}(?:[{DASHES}]{{1,8}}|[/&])[^\S\n]{{0,8}}|\)?(?:,?\s+(?:{_AND})\s+|,\s*)(?:rules?\s+|CR\s+)?"
)
# Longer ranges, such as “100.2–300”, aren't of rules.
_MOST_WITHIN = 60


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """A rule number in a text.

    Attributes:
        start: of the written part: “h” in “601.2f–h”.
        within: at the end of a range, the numbers between its ends.
        run: index of its list or range, counting single numbers too.
    """

    start: int
    end: int
    number: RuleNumber
    style: Style = "full"
    within: tuple[str, ...] = ()
    run: int = 0
    needs: Needs = ""


def find_citations(text: str) -> list[FoundNumber]:
    """Find rule numbers in order, without overlaps, whether or not they exist.

    Section numbers (613) count only after a word such as “rule” or “CR”.
    """
    text = with_spaced_entities(text)
    found: list[FoundNumber] = []
    place = run = 0
    while (match := _NUMBER.search(text, place)) is not None:
        letter, place = _letter(text, match)
        needed = needs(text, match, letter, place)
        if needed is None and found and found[-1].style == "rule" and _continues(text, found, match.start()):
            # “613.6–7, 613.9”: no row of decimals.
            needed = found[-1].needs
        if needed is None or _continues_code(text, found, match):
            continue
        number = RuleNumber.of(int(match[0][:3]), int((match["rule"] or ".0")[1:]), letter)
        within = _range_to(text, found[-1], number, match.start()) if found else ()
        continues = bool(within) or _continues(text, found, match.start())
        if continues and not found[-1].needs:
            needed = ""
        run += not continues
        found.append(FoundNumber(match.start(), place, number, "full", within, run, needed))
        for one in _rest(text, place, number, _IN_PARENTHESES if match["paren"] else _SEPARATORS):
            short: Style = "letter" if one.number.letter else "rule" if one.number.rule else "full"
            found.append(FoundNumber(one.start, one.end, one.number, short, one.within, run, needed))
            place = one.end
    return found


def _letter(text: str, match: re.Match[str]) -> tuple[str, int]:
    """A number's letter, and its end in the text."""
    letter, end = match["letter"] or match["paren"] or match["dotted"] or match["letters"] or "", match.end()
    if letter or not match["rule"]:
        return letter, end
    apart = _APART.match(text, end) or (lead_before(text, match.start()) and _APART_AFTER_LEAD.match(text, end))
    return (apart[1], apart.end()) if apart else ("", end)


def _continues_code(text: str, found: list[FoundNumber], match: re.Match[str]) -> bool:
    """Whether a number is a later argument of a call: `lerp(704.5f, 100.2f)`."""
    if (match["letter"] or " ") not in "fdm":
        return False
    before = _NEXT_ARGUMENT.search(text, max(0, match.start() - _ARGUMENT_LENGTH), match.start())
    return before is not None and not (found and found[-1].end == before.start() + 2)


def _rest(text: str, place: int, number: RuleNumber, separators: Separators) -> Iterator[RunNumber]:
    last = number
    if len(number.letter) > 1:
        return
    for one in rest_of_run(text, place, number, separators):
        if len(one.within) > _MOST_WITHIN or one.number == last:
            return
        last = one.number
        yield one


def _range_to(text: str, last: FoundNumber, number: RuleNumber, start: int) -> tuple[str, ...]:
    """Numbers within a range whose ends are both written in full: “601.2f through 601.2h”."""
    if number.kind is NumberKind.SECTION or max(len(number.letter), len(last.number.letter)) > 1:
        return ()
    if not SPAN.fullmatch(text, last.end, start) or number <= last.number:
        return ()
    within = numbers_within(last.number, number)
    return within if len(within) <= _MOST_WITHIN else ()


def _continues(text: str, found: list[FoundNumber], start: int) -> bool:
    return bool(found) and _LIST.fullmatch(text, found[-1].end, start) is not None
