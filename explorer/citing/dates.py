"""When a text says that it was written. Pure."""

import datetime
import re

from explorer.document.dates import MONTHS

_MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"\d{{4}}-\d\d-\d\d\b|{_MONTH}\s+{_DAY},?\s+\d{{4}}\b|{_DAY}\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}\b"
# “CR 704.5k (July 13, 2013)”, “[704.5k](https://…) (2013-07-13)”
_BESIDE = rf"(?:\]\([^()\s]*\))?[\s*_`]{{0,3}}\((?P<beside>{_DATE})"
_DATED_NUMBER = re.compile(_BESIDE, re.IGNORECASE)
# Any date may be about what the text tells; these are its own: “Posted on May 5, 2014”, `date: 2014-05-05`.
_OWN = r"""
\b(?:(?:last\s+)?(?:updated|written|published|posted|revised|edited|modified)|effective|current|as\s+of|dated?
  |rules?\s+(?:of|from)|CR)\b
(?:\s+(?:on|as\s+of|of|the|from))*[\s:=("'*_]*
"""
_SAID = re.compile(
    rf"{_OWN}(?P<after>{_DATE})|(?P<before>{_DATE})\s+(?:comprehensive\s+)?(?:rules|CR)\b|\d\.\d+[a-z]?{_BESIDE}",
    re.VERBOSE | re.IGNORECASE,
)


def date_said(text: str) -> datetime.date | None:
    """The latest date that a text gives as its own, or as that of the rules it is about."""
    found = (_date(match["after"] or match["before"] or match["beside"]) for match in _SAID.finditer(text))
    return max((day for day in found if day), default=None)


def is_dated(text: str, end: int) -> bool:
    """Whether a number that ends there has its edition beside it."""
    return _DATED_NUMBER.match(text, end) is not None


def _date(said: str) -> datetime.date | None:
    try:
        if said[4:5] == "-":
            return datetime.date.fromisoformat(said)
        [name] = re.findall(r"[a-z]{3,}", re.sub(r"\b\d+[a-z]+|\bof\b", "", said.lower()))
        day, year = map(int, re.findall(r"\d+", said))
        return datetime.date(year, MONTHS.index(name[:3]) + 1, day)
    except ValueError:
        return None
