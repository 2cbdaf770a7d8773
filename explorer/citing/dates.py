"""When a text says that it was written. Pure."""

import datetime
import re
from calendar import monthrange

from explorer.document.dates import MONTHS

_LAST_MONTH = 12
_MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = (
    rf"\d{{4}}-\d\d-\d\d\b|{_MONTH}\s+{_DAY},?\s+\d{{4}}\b|{_DAY}\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}\b"
    # “5/24/2014”, “May 2014”
    rf"|\d{{1,2}}/\d{{1,2}}/\d{{4}}\b|{_MONTH},?\s+\d{{4}}\b"
)
_YEAR = r"20\d\d\b(?![-/.,]\d)"
# “CR 704.5k (July 13, 2013)”, “[704.5k](https://…) (2013)”
_BESIDE = rf"(?:\]\([^()\s]*\))?[\s*_`]{{0,3}}\((?P<beside>{_DATE}|{_YEAR})(?=\s*(?:\)|rules\b|CR\b))"
_DATED_NUMBER = re.compile(_BESIDE, re.IGNORECASE)
# Any date may be about what the text tells; these are its own: “Posted on May 5, 2014”, `date: 2014-05-05`.
_BETWEEN = r"\b(?:\s+by\s+[\w.]+,?)?(?:\s+(?:on|as\s+of|of|the|from|in))*[\s:=(\"'*_]*"
_WRITTEN = rf"""
\b(?:(?:last\s+)?(?:updated|written|published|posted|revised|revision|edited|modified)|effective|current|as\s+of|dated?)
{_BETWEEN}(?P<written>{_DATE}|{_YEAR})
"""
# “the rules of 2009” may be history.
_RULES = rf"""
\b(?:rules?\s+(?:of|from)|CR){_BETWEEN}(?P<after>{_DATE})|(?P<before>{_DATE})\s+(?:comprehensive\s+)?(?:rules|CR)\b
"""
_SAID = re.compile(rf"{_WRITTEN}|{_RULES}|\d\.\d+[a-z]?{_BESIDE}", re.VERBOSE | re.IGNORECASE)


def date_said(text: str) -> datetime.date | None:
    """The latest date that a text gives as its own, or as that of the rules it is about."""
    found = (_date(match[match.lastgroup or 0]) for match in _SAID.finditer(text))
    return max((day for day in found if day), default=None)


def date_beside(text: str, end: int) -> datetime.date | None:
    """The date in parentheses after a number that ends there."""
    match = _DATED_NUMBER.match(text, end)
    return _date(match["beside"]) if match else None


def _date(said: str) -> datetime.date | None:
    """A date; of a month or a year, its last day."""
    try:
        if said[4:5] == "-":
            return datetime.date.fromisoformat(said)
        *rest, year = map(int, re.findall(r"\d+", said))
        name = re.search(rf"(?:{'|'.join(MONTHS)})", said.lower())
        month = MONTHS.index(name[0]) + 1 if name else rest.pop(0) if rest else _LAST_MONTH
        return datetime.date(year, month, rest[0] if rest else monthrange(year, month)[1])
    except ValueError:
        return None
