"""Find a text's date of writing, and the dates beside its rule numbers. Pure."""

import datetime
import re
from calendar import monthrange
from collections.abc import Iterator

from explorer.document.dates import MONTHS

_LAST_MONTH = 12
_MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = (
    rf"\d{{4}}-\d\d-\d\d(?!\d)|{_MONTH}\s+{_DAY},?\s+\d{{4}}\b|{_DAY}\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}\b"
    # “5/24/2014”, “May 2014”
    rf"|\d{{1,2}}/\d{{1,2}}/\d{{4}}\b|{_MONTH},?\s+\d{{4}}\b"
)
_YEAR = r"20\d\d\b(?![-/.,]\d)"
# “CR 704.5k (July 13, 2013)”, “(704.5k, July 13, 2013)”, “[704.5k](https://…) (2013)”,
# “[704.5k](/rules/2013-07-13/704.5k/)”
_BESIDE = rf"""
(?:\]\([^()\s]*\))?[\s*_`]{{0,3}}[(\[](?P<beside>{_DATE}|{_YEAR})(?=\s*(?:[)\]]|rules\b|CR\b))
|[,;]\s(?P<within>{_DATE})(?=\s*[)\]])
|\]\([^()\s]*/rules/(?P<linked>\d{{4}}-\d\d-\d\d)/[^()\s]*\)
"""
_DATED_NUMBER = re.compile(_BESIDE, re.VERBOSE | re.IGNORECASE)
# “As of CR 2019-10-04 this is 704.5m”, “in the May 2014 rules, rule 704.5k”
_DATE_BEFORE = re.compile(
    rf"""\b(?:as\s+of|in|under|by)\s+(?:the\s+)?(?:(?:CR|rules)\s+(?:of\s+)?(?P<after>{_DATE})|(?P<before>{_DATE})\s+(?:rules|CR)
    |(?<=as\sof\s)(?P<as_of>{_DATE}))\s*[,:]?\s*(?:(?:this|it|that|which)\s+(?:is|was)\s+)?(?:now\s+)?(?:(?:rule|CR)\s+)?\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_BEFORE_LENGTH = 80
# Any date may be about what the text tells; these are its own: “Posted on May 5, 2014”, `date: 2014-05-05`.
_BETWEEN = r"\b(?:\s+by\s+[\w.]+,?)?(?:\s+(?:on|as\s+of|of|the|from|in)){0,4}[\s:=(\"'*_]{0,12}"
_WRITTEN = re.compile(
    rf"""
    \b(?:(?:last\s+)?(?:updated|written|(?:date)?published|posted|revised|revision|edited|(?:date)?modified)|current
    |(?:pub)?date(?:d|time)?)
    {_BETWEEN}(?P<written>{_DATE}|{_YEAR})
    """,
    re.VERBOSE | re.IGNORECASE,
)
# “MTG Rulings, October 3, 2005”, “By Jane Doe | May 5, 2014”, “May 5, 2014 by Jane Doe”
_BYLINE = re.compile(
    rf"""
    \W*(?:(?:[^\n]*[^\w\s])?\s*|by\b[^\n]*\s(?:on\s+)?)(?P<ending>{_DATE})\W*
    |\W*(?P<beginning>{_DATE})\s*(?:[^\w\s]|by\b)[^\n]*
    """,
    re.VERBOSE | re.IGNORECASE,
)
_FIRST_LINES, _LONGEST_LINE = 5, 100
_NUMBER = re.compile(r"\b\d{3}\.\d")
_TAG = re.compile(r"<[^<>]*>")
# “the rules of 2009” may be history.
_RULES = re.compile(
    rf"""
    \b(?:as\s+of|effective){_BETWEEN}(?P<as_of>{_DATE}|{_YEAR})
    |\b(?:rules?\s+(?:of|from)|CR){_BETWEEN}(?P<after>{_DATE})|(?P<before>{_DATE})\s+(?:comprehensive\s+)?(?:rules|CR)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OF_NUMBERS = re.compile(rf"\d\.\d+[a-z]?(?:{_BESIDE})", re.VERBOSE | re.IGNORECASE)


def stated_date(text: str) -> datetime.date | None:
    """The latest date a text gives as its own; else that of the rules it is about; else beside a number."""
    own = [*_dates(_WRITTEN, text), *_byline(text)]
    for days in (own, _dates(_RULES, text), _dates(_OF_NUMBERS, text)):
        if (day := max(days, default=None)) is not None:
            return day
    return None


def date_beside(text: str, end: int) -> datetime.date | None:
    """Date directly after a number that ends at `end`: “704.5k (July 13, 2013)”."""
    match = _DATED_NUMBER.match(text, end)
    return _date(match[match.lastgroup or 0]) if match else None


def date_before(text: str, start: int) -> datetime.date | None:
    """Date directly before a number that starts at `start`: “in the May 2014 rules, 704.5k”."""
    before = text[max(0, start - _BEFORE_LENGTH) : start]
    match = _DATE_BEFORE.search(before) if "20" in before else None
    return _date(match[match.lastgroup or 0]) if match else None


def _dates(shape: re.Pattern[str], text: str) -> Iterator[datetime.date]:
    found = (_date(match[match.lastgroup or 0]) for match in shape.finditer(text))
    return (day for day in found if day)


def _byline(text: str) -> Iterator[datetime.date]:
    """Dates in the first few lines, if a line has little else."""
    lines = (line for line in text.lstrip()[: _FIRST_LINES * _LONGEST_LINE * 2].splitlines() if line.strip())
    for line in [line for line, _ in zip(lines, range(_FIRST_LINES), strict=False)]:
        plain = _TAG.sub("", line).strip()
        match = _BYLINE.fullmatch(plain) if len(plain) <= _LONGEST_LINE and not _NUMBER.search(plain) else None
        day = _date(match[match.lastgroup or 0]) if match else None
        if day:
            yield day


def _date(text: str) -> datetime.date | None:
    """Parse a date; a month or a year means its last day."""
    try:
        if text[4:5] == "-":
            return datetime.date.fromisoformat(text)
        *rest, year = map(int, re.findall(r"\d+", text))
        name = re.search(rf"(?:{'|'.join(MONTHS)})", text.lower())
        month = MONTHS.index(name[0]) + 1 if name else rest.pop(0) if rest else _LAST_MONTH
        return datetime.date(year, month, rest[0] if rest else monthrange(year, month)[1])
    except ValueError:
        return None
