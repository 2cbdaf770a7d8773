"""Marks that some sources set after a paragraph: since when it has been worded like this."""

import datetime
import re

# “[CompRules 2007/05/01]”, as searches of rulings printed it.
_MARK = re.compile(r"\s*\[CompRules (\d{4})/(\d\d)/(\d\d)\]$")


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
