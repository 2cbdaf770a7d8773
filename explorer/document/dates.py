"""Dates in a document: from when it is effective, and since when a paragraph has been worded as it is."""

import datetime
import re
from collections.abc import Sequence
from functools import lru_cache

from explorer.document.document_error import DocumentError
from explorer.document.lines import Line

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(\d{4})(?!\d)"
# “These rules are effective as of June 6, 2025.”; until 2009, “current as of”. Dates as written in
# America, as elsewhere, and in digits.
_STATEMENT = re.compile(
    r"\b(?:effective|current|in effect)\b[\s\w:(]{0,20}?\b"
    rf"(?:{_MONTH}\s*{_DAY}(?:\s?,\s?|\s+){_YEAR}|{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}|{_YEAR}-(\d\d)-(\d\d)\b)",
    re.IGNORECASE,
)

# “[CompRules 2007/05/01]”, as searches of rulings printed it.
_MARK = re.compile(r"\s*\[CompRules (\d{4})/(\d\d)/(\d\d)\]$")


def states_date(text: str) -> bool:
    """Return whether a text says from when the rules are effective."""
    return _STATEMENT.search(text) is not None


def find_date(lines: Sequence[Line]) -> datetime.date | None:
    """Return the date from which some lines say that the rules are effective; None where they don't.

    Raises:
        DocumentError: what they say is no date.
    """
    for index, line in enumerate(lines):
        # The sentence may be broken before its date.
        following = lines[index + 1].text if index + 1 < len(lines) else ""
        found = _STATEMENT.search(f"{line.text} {following}")
        if found is None:
            continue
        month, day, year, other_day, other_month, other_year, iso_year, iso_month, iso_day = found.groups()
        named = (month or other_month or "").lower()
        try:
            return datetime.date(
                int(year or other_year or iso_year),
                _MONTHS.index(named) + 1 if named else int(iso_month),
                int(day or other_day or iso_day),
            )
        except ValueError:
            raise DocumentError(f"“{found[0]}” isn’t a date.", line.number) from None
    return None


def take_date(text: str) -> tuple[str, datetime.date | None]:
    """Return a paragraph without the mark at its end, and the date that the mark gave."""
    found = _MARK.search(text)
    if found is None:
        return text, None
    year, month, day = (int(part) for part in found.groups())
    try:
        return text[: found.start()], datetime.date(year, month, day)
    except ValueError:
        return text, None


def date_mark(date: datetime.date) -> str:
    """Return the mark for a date."""
    return f"[CompRules {date:%Y/%m/%d}]"


@lru_cache(maxsize=512)
def long_date(day: datetime.date) -> str:
    """Write a date as the rules do: June 6, 2025."""
    return f"{day:%B} {day.day}, {day.year}"
