"""Arguments that several commands take."""

import argparse
import datetime


def iso_date(text: str) -> datetime.date:
    """Return the date of an argument such as `2025-06-06`.

    Raises:
        argparse.ArgumentTypeError: it isn't one.
    """
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” isn’t a date such as 2025-06-06") from None
