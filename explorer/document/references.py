"""Find references in a text to rules, sections, chapters and glossary entries.

References are offsets; the text itself never changes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from explorer.document.number_runs import SPAN, Separators, numbers_within, rest_of_run
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.tree import slugify

ReferenceKind = Literal["rule", "section", "chapter", "glossary"]

# 601.2b anywhere: only rules have such numbers. Not part of a longer one (32.70.233.277), a price or a percentage.
# Some editions print “rule702.72”.
_DOTTED = r"(?:(?<![\w.$€£{])|(?<=\brule))[1-9]\d\d\.[1-9]\d{0,2}(?:[a-z](?![a-z]))?(?!\w|\.\d|%)"
# 614 and 6 count only after “rule”, “section” or “chapter”, or before a title in quotes: “See 718, “Prototype””.
_BARE = r"(?P<word>rule|section|chapter)s?\s+(?P<bare>[1-9]\d\d|[1-9])(?![\w/%]|\.\d)"
_TITLED = r"(?<=\bSee\s)(?P<titled>[1-9]\d\d)(?=,\s[“\"])"
_FIRST = re.compile(rf"(?P<dotted>{_DOTTED})|{_TITLED}|\b(?i:{_BARE})")

_BETWEEN = r"(?:,?\s+(?:and|or|to|through)\s+|,\s+|\s?[-–—]\s?)"
# “614 and 615”, “306–311”
_NEXT_BARE = re.compile(rf"{_BETWEEN}(?P<next>[1-9]\d\d|[1-9])(?![\w/%]|\.\d)")
# “601.2f–h”, “608.3a and b” (but not “and a player”).
_NEXT_LETTER = re.compile(r"(?:[-–—]|,?\s+(?:and|or|through)\s+(?!a\b))(?P<next>[a-z])(?!\w)")
# “509.1–3”.
_NEXT_RULE = re.compile(r"[-–—](?P<next>[1-9]\d{0,2})(?![\w/%]|\.\d)")

# “701.42, “Meld,” and 729, “Merging with Permanents””.
_NEXT_TITLED = re.compile(r",\s[“\"][^”\"]{1,60}[”\"],?\s+and\s+(?P<next>[1-9]\d\d)(?=,\s[“\"])")
_SEPARATORS = Separators(_NEXT_LETTER, _NEXT_RULE, _NEXT_BARE, _NEXT_TITLED)

# “See Landwalk.”, “See also Tap, Tapped, and Untap.”
_WORD = r"[A-Z][\w’'-]*|[“\"‘'][A-Z][\w’'-]*[”\"’']|of|the|and|or|to|with|from"
_SEE = re.compile(
    r"(?:(?:^|(?<=[.)”\"]\s)|(?<=\())See|(?<=\()see)\s+(?:also\s+|glossary,\s+)?[“\"]?"
    rf"(?P<name>(?=[“\"‘']?[A-Z])(?:{_WORD})(?:,?\s(?:{_WORD}))*)[.)”\"]"
)
_COMMAS = re.compile(r",\s(?:and\s)?|\sand\s")


@dataclass(frozen=True, slots=True)
class FoundReference:
    """A reference in a text.

    Attributes:
        kind: `rule` includes subrules.
        target: the number, or the glossary entry's slug.
        within: for the second end of a range (`601.2f–h`), the numbers that may lie between its ends.
        parts: the pieces of a name with commas or “and” in it. Only the edition's glossary can tell whether
            “Controller, Owner” is one entry or two; try the whole name first.
    """

    start: int
    end: int
    kind: ReferenceKind
    target: str
    within: tuple[str, ...] = ()
    parts: tuple["FoundReference", ...] = ()


def find_references(text: str) -> list[FoundReference]:
    """Find all references, in order and without overlaps; their targets need not exist.

    Both ends of a range (`601.2f–h`) are references, each covering only its own number or letter.
    """
    found = list(_numbers(text))
    if "See " in text or "(see " in text:
        found += _names(text)
        found.sort(key=lambda reference: reference.start)
    return found


def _numbers(text: str) -> Iterator[FoundReference]:
    place = 0
    last: RuleNumber | None = None
    while (match := _FIRST.search(text, place)) is not None:
        group = "dotted" if match["dotted"] else "titled" if match["titled"] else "bare"
        number = RuleNumber.parse(match[group])
        span = last is not None and SPAN.fullmatch(text, place, match.start())
        within = numbers_within(last, number) if last is not None and span else ()
        place = match.end()
        if number.kind is NumberKind.CHAPTER and (match["word"] or "").lower() == "rule":
            last = None
            continue
        yield _reference(number, match.start(group), match.end(group), within)
        for one in rest_of_run(text, place, number, _SEPARATORS):
            number, place = one.number, one.end
            yield _reference(number, one.start, place, one.within)
        last = number


def _names(text: str) -> Iterator[FoundReference]:
    for match in _SEE.finditer(text):
        start, end = match.span("name")
        parts = tuple(_pieces(text, start, end)) if _COMMAS.search(match["name"]) else ()
        yield FoundReference(start, end, "glossary", slugify(match["name"]), parts=parts)


def _pieces(text: str, start: int, end: int) -> Iterator[FoundReference]:
    while start < end:
        gap = _COMMAS.search(text, start, end)
        stop = gap.start() if gap else end
        yield FoundReference(start, stop, "glossary", slugify(text[start:stop]))
        start = gap.end() if gap else end


def _reference(number: RuleNumber, start: int, end: int, within: tuple[str, ...]) -> FoundReference:
    kinds: dict[NumberKind, ReferenceKind] = {
        NumberKind.CHAPTER: "chapter",
        NumberKind.SECTION: "section",
        NumberKind.RULE: "rule",
        NumberKind.SUBRULE: "rule",
    }
    return FoundReference(start, end, kinds[number.kind], str(number), within)
