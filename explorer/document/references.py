"""Places where a text names a rule, a section, a chapter or a glossary entry.

References lie beside the text, as offsets into it; the text itself is never changed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from explorer.document.numbers import Kind, RuleNumber
from explorer.document.tree import slugify

ReferenceKind = Literal["rule", "section", "chapter", "glossary"]

# 601.2b, wherever it stands: only rules have numbers like this. Not a part of a longer one
# (32.70.233.277), of a price or of a percentage.
_DOTTED = r"(?<![\w.$€£{])[1-9]\d\d\.[1-9]\d{0,2}(?:[a-z](?![a-z]))?(?!\w|\.\d|%)"
# 614 and 6 only count after the word that says what they are.
_BARE = r"(?P<word>rule|section|chapter)s?\s+(?P<bare>[1-9]\d\d|[1-9])(?![\w/%]|\.\d)"
_FIRST = re.compile(rf"(?P<dotted>{_DOTTED})|\b(?i:{_BARE})")

_BETWEEN = r"(?:,?\s+(?:and|or|to|through)\s+|,\s+|\s?[-–—]\s?)"
# “614 and 615”, “306–311”: more numbers without a full stop in them.
_NEXT_BARE = re.compile(rf"{_BETWEEN}(?P<next>[1-9]\d\d|[1-9])(?![\w/%]|\.\d)")
# “601.2f–h”, “608.3a and b” (but not “and a player”).
_NEXT_LETTER = re.compile(r"(?:[-–—]|,?\s+(?:and|or|through)\s+(?!a\b))(?P<next>[a-z])(?!\w)")
# “509.1–3”.
_NEXT_RULE = re.compile(r"[-–—](?P<next>[1-9]\d{0,2})(?![\w/%]|\.\d)")

# “See Landwalk.” names another entry of the glossary.
_WORD = r"[A-Z][\w’'-]*|[“\"][A-Z][\w’'-]*[”\"]|of|the|and|or|to|with|from"
_SEE = re.compile(rf"(?:^|(?<=[.)”\"]\s)|(?<=\())See\s+[“\"]?(?P<name>(?:{_WORD})(?:,?\s(?:{_WORD}))*)[.)”\"]")


@dataclass(frozen=True, slots=True)
class Reference:
    """One place where a text names something else.

    Attributes:
        start: where the number or the name begins, counted in letters from 0.
        end: where it ends.
        kind: `rule` (or subrule), `section`, `chapter`, `glossary`.
        target: the number, or the name of a glossary entry as it stands in an address.
    """

    start: int
    end: int
    kind: ReferenceKind
    target: str


def find_references(text: str) -> list[Reference]:
    """Return every reference of a text, in order and without overlaps.

    Of a range (`601.2f–h`) both ends are references, each covering just its own number or letter.
    Whether there is such a rule is not asked.
    """
    found = list(_numbers(text))
    if "See " in text:
        found += _names(text)
        found.sort(key=lambda reference: reference.start)
    return found


def _numbers(text: str) -> Iterator[Reference]:
    place = 0
    while (match := _FIRST.search(text, place)) is not None:
        group = "dotted" if match["dotted"] else "bare"
        number = RuleNumber.parse(match[group])
        place = match.end()
        if number.kind is Kind.CHAPTER and (match["word"] or "").lower() == "rule":
            continue
        yield _reference(number, match.start(group), match.end(group))
        while (more := _next(text, place, number)) is not None:
            number, start, place = more
            yield _reference(number, start, place)


def _next(text: str, place: int, number: RuleNumber) -> tuple[RuleNumber, int, int] | None:
    """Return the number that a list or a range goes on with, and where it stands."""
    if not number.rule:
        match = _NEXT_BARE.match(text, place)
        if match is None or len(match["next"]) != len(str(number)):
            return None
        following = RuleNumber.parse(match["next"])
    elif number.letter:
        match = _NEXT_LETTER.match(text, place)
        if match is None:
            return None
        following = RuleNumber.of(number.section, number.rule, match["next"])
    else:
        match = _NEXT_RULE.match(text, place)
        if match is None:
            return None
        following = RuleNumber.of(number.section, int(match["next"]))
    if following <= number and match[0].strip()[0] in "-–—":
        return None
    return following, match.start("next"), match.end("next")


def _names(text: str) -> Iterator[Reference]:
    for match in _SEE.finditer(text):
        target = slugify(match["name"])
        yield Reference(match.start("name"), match.end("name"), "glossary", target)


def _reference(number: RuleNumber, start: int, end: int) -> Reference:
    kinds: dict[Kind, ReferenceKind] = {
        Kind.CHAPTER: "chapter",
        Kind.SECTION: "section",
        Kind.RULE: "rule",
        Kind.SUBRULE: "rule",
    }
    return Reference(start, end, kinds[number.kind], str(number))
