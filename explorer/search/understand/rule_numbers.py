"""Parse rule numbers in any notation: `104 3 f`, `1043f`, `104.3(f)`, “one oh four three f”, also with a date."""

import calendar
import datetime as dt
import re
from dataclasses import dataclass

from explorer.document.numbers import RuleNumber
from explorer.search.words.splitting import trimmed
from symbols.data_files import read_data
from symbols.sentences import NUMBER_WORDS

# “rule 107.4f”, “CR 107.4f”, “§107.4f”; some type “/” to focus the search box.
LEAD = re.compile(
    r"^\s*(?:/|#|(?:comprehensive\s+rules?|rules?|cr|c\.r\.|section|chapter|§)\s*[#:]?)\s*(?=\d)", re.IGNORECASE
)
_LEADING_WORDS = re.compile(
    r"^(?:(?:comprehensive\s+rules?|rules?|cr|section|number|§|what\s+(?:is|was|does|did|do)|what[’']s|(?:show|tell|give)\s+me"
    r"|show|see|find|read|open|go\s+to|the|history\s+of|text\s+of|wording\s+of|about|current|newest|latest|today[’']s)\s+)+"
)
_TRAILING_WORDS = re.compile(
    r"(?<=[\da-z)])(?:,?\s+(?:says?|means?|do|reads?|look\s+like|history|texts?|wordings?|rules?|today|now|nowadays|currently))+$"
)
_WRITTEN = re.compile(r"([1-9]\d\d)[\s.,:/\-–]*(\d{1,3})[\s.\-–]*\(?([a-z])?\)?\.?")
_DIGITS = re.compile(r"([1-9]\d\d)\.?(\d{1,3})\.?([a-z])?")
_SECTION = re.compile(r"[1-9]\d\d")
# Numbers in a sentence: with a period, or after “rule” etc. Not quoted, in a cost or price, or part of something else.
_MENTIONED = re.compile(
    r"""(?<![\w.,/{}$€£+−–"“-])
    (?: (?:comprehensive\s+rules?|rules?|cr|c\.r\.|section|§)\s*(?P<cited>[1-9]\d\d(?:\.\d{1,3})?)
      | (?P<written>[1-9]\d\d\.\d{1,3})
      | (?<!.)(?P<lone>[1-9]\d\d)(?=[a-z]$) )
    \.?\(?(?P<letter>[a-z])?\)?(?![\w/}%"”])
    """,
    re.VERBOSE,
)
_SPOKEN_WORD = re.compile(r"[a-z]+|\d+|\.")

_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SPOKEN = {word: value for value, word in enumerate(NUMBER_WORDS[:20])} | {"oh": 0, "o": 0}
_TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS.split(), 2)}
_POINTS = frozenset({"point", "dot", "."})

# Times in sentences.
_DATA = read_data("dates.toml", "explorer")
_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name}
_YEAR = r"(?:1[5-9]|2[01])\d\d"
_MONTH = "|".join(_MONTHS)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
# “The year 2007”, “the 2007 rules”.
_WHEN = rf"""
(?:(?:the|year|of)\s+){{0,4}}
(?: (?P<iso>{_YEAR}(?P<stroke>[-/.])\d\d?(?:(?P=stroke)\d\d?)?)
  | (?P<american>(?:\d\d?/){{1,2}}{_YEAR}|\d\d?/\d\d?/\d\d)
  | (?:(?:(?P<before>{_DAY})\s+(?:of\s+)?)?(?P<month>{_MONTH})\.?,?\s+(?:of\s+)?(?:(?P<day>{_DAY}),?\s+)?)?
    (?:(?P<year>{_YEAR})|['’](?P<short>\d\d)) )
(?:\s+(?:rules?|edition|version)(?![^\s),]))?
"""
# “under the rules of”
_RULES_OF = r"(?:(?:under|by|per|with|in|using|according\s+to)\s+(?:the\s+)?rules\s+)?"
_IN = (
    r"(?:(?P<prior>before|prior\s+to)|(?P<later>after)"
    r"|(?:back\s+)?(?:in|of|as\s+of|from|on|at|since|during|under|by|according\s+to))"
)
_AFTER = re.compile(rf"(?P<number>.+?)(?:,?\s+|\s*(?=\())(?P<in>{_RULES_OF}(?:{_IN}\s+)?)\(?{_WHEN}\)?", re.VERBOSE)
# “in 2014, can I …”
_TIME_FIRST = re.compile(rf"{_RULES_OF}{_IN}\s+{_WHEN}(?:,\s*|\s+(?={_DATA['question']}))(?P<number>.+)", re.VERBOSE)
_NAMED_EDITION = re.compile(
    rf"\b(in|of|under|by|before|after|since)( the)? ({'|'.join(_DATA['editions'])})(?= rules|,|$)"
)
_BEFORE_AMOUNTS = frozenset(_DATA["counted"].split())
_BEFORE = re.compile(
    rf"(?:(?:(?P<prior>before)|(?P<later>after)|in|on|as\s+of)\s+)?{_WHEN}(?:\s+of)?[\s:,]+(?P<number>.+)", re.VERBOSE
)
_DATE = re.compile(rf"(?:(?:the|in|(?P<prior>before)|(?P<later>after))\s+){{0,4}}{_WHEN}", re.VERBOSE)
# “601-603”, “601.2a-c”
_RANGE = re.compile(
    r"(?<![\w.-])([1-9]\d\d)(\.\d{1,3})?([a-z])?\s*(?:-|–|to|through)\s*([1-9]\d\d(?:\.\d{1,3})?|[a-z])(?![\w.-])"
)
_MAX_RANGE = 9


@dataclass(frozen=True, slots=True)
class Span:
    """A day, month or year, as its first and last day."""

    first: dt.date
    last: dt.date

    @property
    def is_day(self) -> bool:
        return self.first == self.last

    def __str__(self) -> str:
        return self.first.isoformat() if self.is_day else str(self.first.year)


@dataclass(frozen=True, slots=True)
class ParsedNumber:
    """A rule number in a query; `plain` if it is written as in the rules, so that it can't mean anything else."""

    number: RuleNumber
    plain: bool = True
    span: Span | None = None


def read_number(typed: str) -> ParsedNumber | None:
    """The rule number that a text consists of, with its time, if any; None for other texts."""
    text = _plain(typed)
    if found := _number(text):
        return found
    for shape in (_AFTER, _BEFORE):
        match = shape.fullmatch(text)
        if match and (span := _span(match)) and (found := _number(match["number"])):
            return ParsedNumber(found.number, found.plain, span)
    return None


def read_date(typed: str) -> Span | None:
    """The day, month or year that a text consists of, if any."""
    match = _DATE.fullmatch(_plain(typed))
    return _span(match) if match else None


def read_dated_words(typed: str) -> tuple[str, Span] | None:
    """Split a text with a time: “deathtouch in 2007”, “in 2007, how did …”; None without a time."""
    text = _NAMED_EDITION.sub(lambda found: f"{found[1]} {_DATA['editions'][found[3]]}", _plain(typed))
    match = _AFTER.fullmatch(text)
    if (
        match
        and match["year"]
        and not (match["in"] or match["month"])
        and match["number"].split()[-1] in _BEFORE_AMOUNTS
    ):
        return None
    match = match or _TIME_FIRST.fullmatch(text)
    span = _span(match) if match else None
    return (match["number"], span) if match and span else None


def find_numbers(typed: str) -> tuple[str, ...]:
    """The rule numbers in a sentence, in order, each once, as in the rules: `104.3f`.

    Includes impossible ones (`104f`), so that users can be told, but no costs, prices, or powers and toughnesses.
    """
    text = _plain(typed)
    if match := _RANGE.search(text):
        return _between(match)
    found = (
        (match["cited"] or match["written"] or match["lone"], match["letter"]) for match in _MENTIONED.finditer(text)
    )
    return tuple(dict.fromkeys(number + (letter or "") for number, letter in found))


def beside_numbers(typed: str) -> str:
    """A text without the numbers of `find_numbers`."""
    text = _plain(typed)
    return (_RANGE if _RANGE.search(text) else _MENTIONED).sub(" ", text)


def _plain(typed: str) -> str:
    return trimmed(typed.lower())


def _between(match: re.Match[str]) -> tuple[str, ...]:
    section, rule, letter, last = match.groups()
    if rule and letter and last.isalpha():
        letters = [chr(code) for code in range(ord(letter), ord(last) + 1) if chr(code) not in "lo"]
        return tuple(f"{section}{rule}{one}" for one in letters[:_MAX_RANGE])
    if rule and not letter and last.startswith(f"{section}."):
        return tuple(f"{section}.{one}" for one in range(int(rule[1:]), int(last[4:]) + 1))[:_MAX_RANGE]
    if rule or letter or not last.isdigit():
        return ()
    return tuple(str(number) for number in range(int(section), int(last) + 1))[:_MAX_RANGE]


def _number(text: str) -> ParsedNumber | None:
    stripped = _LEADING_WORDS.sub("", LEAD.sub("", text))
    bare = LEAD.sub("", _TRAILING_WORDS.sub("", stripped))
    if (several := _RANGE.fullmatch(bare)) and _between(several):
        return None
    if number := RuleNumber.try_parse(bare):
        # A chapter's number before a word is a count: “3 rules”.
        return ParsedNumber(number) if number.section or bare == stripped else None
    spoken = _spoken(bare)
    match = _WRITTEN.fullmatch(bare) or _DIGITS.fullmatch(spoken)
    if match and (number := RuleNumber.try_parse(f"{match[1]}.{match[2]}{match[3] or ''}")):
        return ParsedNumber(number, plain=bare != text)
    if _SECTION.fullmatch(spoken) and bare.replace(" ", "").replace("-", "").isalpha():
        return ParsedNumber(RuleNumber.of(int(spoken)), plain=False)
    return None


def _spoken(text: str) -> str:
    """Parse number words: “one oh four three f” is `1043f`; empty if there are other words."""
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
    span = _parse_span(match)
    if span is None or not (match["prior"] or match["later"]):
        return span
    day = span.first - dt.timedelta(days=1) if match["prior"] else span.last + dt.timedelta(days=1)
    return Span(day, day)


def _parse_span(match: re.Match[str]) -> Span | None:
    try:
        if match["iso"]:
            return _span_of(*map(int, re.split("[-/.]", match["iso"])))
        if match["american"]:
            *days, year = map(int, match["american"].split("/"))
            # Not American: the day comes first, if it can't be a month.
            return _span_of(_full_year(year), *(days if days[0] <= 12 else reversed(days)))
        year = _full_year(int(match["year"] or match["short"]))
        if not match["month"]:
            return _span_of(year)
        day = match["before"] or match["day"]
        return _span_of(year, _MONTHS[match["month"]], *([int(day.rstrip("sthndr"))] if day else []))
    except (KeyError, ValueError):
        return None


def _full_year(year: int) -> int:
    """Complete a year of two digits; Magic began in 1993."""
    return year if year >= 100 else year + (1900 if year >= 90 else 2000)


def _span_of(year: int, month: int = 0, day: int = 0) -> Span:
    """A day, or the whole month or year."""
    if day:
        return Span(dt.date(year, month, day), dt.date(year, month, day))
    last = month or 12
    return Span(dt.date(year, month or 1, 1), dt.date(year, last, calendar.monthrange(year, last)[1]))
