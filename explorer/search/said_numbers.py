"""Rule numbers however they are said: `104 3 f`, `1043f`, `104.3(f)`, “one oh four three f”, with a year or a date."""

import calendar
import datetime as dt
import re
from dataclasses import dataclass

from explorer.document.numbers import RuleNumber

# People cite rules as “rule 107.4f”, “CR 107.4f”, “§107.4f”; a stroke may be meant to lead into the box.
LEAD = re.compile(r"^\s*(?:/|comprehensive\s+rules?|rules?|cr|c\.r\.|section|chapter|§)\s*(?=\d)", re.IGNORECASE)
_LEADING_WORDS = re.compile(r"^(?:comprehensive\s+rules?|rules?|cr|section|number|§|what\s+(?:is|was|does|did))\s+")
_WRITTEN = re.compile(r"([1-9]\d\d)[\s.,:/\-–]*(\d{1,3})[\s.\-–]*\(?([a-z])?\)?\.?")
_DIGITS = re.compile(r"([1-9]\d\d)\.?(\d{1,3})\.?([a-z])?")
_SPOKEN_WORD = re.compile(r"[a-z]+|\d+|\.")

_UNITS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SPOKEN = {word: value for value, word in enumerate(_UNITS.split())} | {"oh": 0, "o": 0}
_TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS.split(), 2)}
_POINTS = frozenset({"point", "dot", "."})

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name}
_WHEN = r"""
(?: (?P<iso>(?:19|20)\d\d-\d\d?-\d\d?)
  | (?:(?P<month>[a-z]{3,9})\.?\s+(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+)?)?(?P<year>(?:19|20)\d\d) )
"""
_AFTER = re.compile(
    rf"(?P<number>.+?),?\s+(?:(?:back\s+)?(?:in|of|as\s+of|from|on|at|since|during)\s+)?{_WHEN}", re.VERBOSE
)
_BEFORE = re.compile(rf"(?:in\s+)?{_WHEN}[\s:,]+(?P<number>.+)", re.VERBOSE)


@dataclass(frozen=True, slots=True)
class Span:
    """Day, month or year that was named: from its first day to its last one."""

    first: dt.date
    last: dt.date

    @property
    def is_day(self) -> bool:
        """Whether it is one day."""
        return self.first == self.last

    def __str__(self) -> str:
        return self.first.isoformat() if self.is_day else str(self.first.year)


@dataclass(frozen=True, slots=True)
class SaidNumber:
    """Rule number that somebody said.

    Attributes:
        number: the number.
        plain: whether it was written as the rules write it, so that it is nothing else.
        span: the time that was named with it; None where there was none.
    """

    number: RuleNumber
    plain: bool = True
    span: Span | None = None


def read_number(typed: str) -> SaidNumber | None:
    """Return the rule number that a text is, with the time that it names; None where it is no number."""
    text = " ".join(typed.lower().split()).rstrip("?!. ")
    if found := _number(text):
        return found
    for shape in (_AFTER, _BEFORE):
        match = shape.fullmatch(text)
        if match and (span := _span(match)) and (found := _number(match["number"])):
            return SaidNumber(found.number, found.plain, span)
    return None


def _number(text: str) -> SaidNumber | None:
    bare = _LEADING_WORDS.sub("", LEAD.sub("", text))
    if number := RuleNumber.try_parse(bare):
        return SaidNumber(number)
    match = _WRITTEN.fullmatch(bare) or _DIGITS.fullmatch(_spoken(bare))
    if match and (number := RuleNumber.try_parse(f"{match[1]}.{match[2]}{match[3] or ''}")):
        return SaidNumber(number, plain=bare != text)
    return None


def _spoken(text: str) -> str:
    """Return the digits and the letter that number words say: “one oh four three f” is `1043f`; else nothing."""
    out = ""
    words = _SPOKEN_WORD.findall(text)
    before = ""
    for word in words:
        value = _SPOKEN.get(word, _TENS.get(word, int(word) if word.isdigit() else None))
        if word == "hundred" and out:
            out += "00"
        elif word == "and" and before == "hundred":
            continue
        elif value is not None and before == "hundred":
            out = out[: -len(str(value))] + str(value)
        elif value is not None and before in _TENS and 0 < value < 10:
            out = out[:-1] + str(value)
        elif value is not None:
            out += str(value)
        elif word in _POINTS:
            out += "." if not out.endswith(".") else ""
        elif len(word) == 1 and out:
            out += word
        else:
            return ""
        before = word
    return out


def _span(match: re.Match[str]) -> Span | None:
    try:
        if match["iso"]:
            year, month, day = map(int, match["iso"].split("-"))
            return Span(dt.date(year, month, day), dt.date(year, month, day))
        year = int(match["year"])
        if not match["month"]:
            return Span(dt.date(year, 1, 1), dt.date(year, 12, 31))
        month = _MONTHS[match["month"]]
        if match["day"]:
            return Span(dt.date(year, month, int(match["day"])), dt.date(year, month, int(match["day"])))
        return Span(dt.date(year, month, 1), dt.date(year, month, calendar.monthrange(year, month)[1]))
    except (KeyError, ValueError):
        return None
