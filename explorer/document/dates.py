"""Dates in a document: its effective date, and the marks that date a single paragraph."""

import datetime
import re
from collections.abc import Sequence
from functools import lru_cache

from explorer.document.lines import Line
from explorer.document.numbers import DocumentError

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"({'|'.join(MONTHS)})[a-z]*\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(\d{4})(?!\d)"
# “June 6, 2025”, also “6 June 2025” and “2025-06-06”.
_DATE = rf"(?:{_MONTH}\s*{_DAY}(?:\s?,\s?|\s+){_YEAR}|{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}|{_YEAR}-(\d\d)-(\d\d)\b)"
# “These rules are effective as of June 6, 2025.”; until 2009, “current as of”.
_STATEMENT = re.compile(rf"\b(?:effective|current|in effect)\b[\s\w:(]{{0,20}}?\b{_DATE}", re.IGNORECASE)

# “[CompRules 2007/05/01]”, in excerpts from searches of rulings.
_MARK = re.compile(r"\s*\[CompRules (\d{4})/(\d\d)/(\d\d)\]$")


def states_date(text: str) -> bool:
    return _STATEMENT.search(text) is not None


def find_date(lines: Sequence[Line]) -> datetime.date | None:
    """The effective date that some lines state, if any; `DocumentError` if it is impossible."""
    for index, line in enumerate(lines):
        # The line may break before the date.
        following = lines[index + 1].text if index + 1 < len(lines) else ""
        found = _STATEMENT.search(f"{line.text} {following}")
        if found is None:
            continue
        try:
            return _date_of(found)
        except ValueError:
            raise DocumentError(f"“{found[0]}” isn’t a date.", line.number) from None
    return None


def read_date(text: str) -> datetime.date:
    """The first date in a text; `ValueError` if it has none, or an impossible one."""
    found = re.search(rf"\b{_DATE}", text, re.IGNORECASE)
    if found is None:
        raise ValueError(text)
    return _date_of(found)


def _date_of(found: re.Match[str]) -> datetime.date:
    month, day, year, other_day, other_month, other_year, iso_year, iso_month, iso_day = found.groups()
    named = (month or other_month or "").lower()
    return datetime.date(
        int(year or other_year or iso_year),
        MONTHS.index(named) + 1 if named else int(iso_month),
        int(day or other_day or iso_day),
    )


def take_date(text: str) -> tuple[str, datetime.date | None]:
    """Split a paragraph into its text and the date of the mark at its end, if any."""
    found = _MARK.search(text)
    if found is None:
        return text, None
    year, month, day = (int(part) for part in found.groups())
    try:
        return text[: found.start()], datetime.date(year, month, day)
    except ValueError:
        return text, None


def date_mark(date: datetime.date) -> str:
    return f"[CompRules {date:%Y/%m/%d}]"


@lru_cache(maxsize=512)
def long_date(day: datetime.date) -> str:
    return f"{day:%B} {day.day}, {day.year}"
