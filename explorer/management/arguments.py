"""Arguments that several commands take."""

import argparse
import datetime

_LONGEST_WAIT = 3600


def iso_date(text: str) -> datetime.date:
    """Return the date of an argument such as `2025-06-06`.

    Raises:
        argparse.ArgumentTypeError: it isn't one.
    """
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” isn’t a date such as 2025-06-06") from None


def seconds(text: str, *, none: bool = False) -> float:
    """Return how long to wait; with `none`, not at all will do.

    Raises:
        argparse.ArgumentTypeError: it isn't a time, or longer than an hour.
    """
    try:
        wait = float(text)
    except ValueError:
        wait = -1
    if not (0 < wait <= _LONGEST_WAIT or (none and wait == 0)):
        raise argparse.ArgumentTypeError(f"“{text}” isn’t a number of seconds up to {_LONGEST_WAIT}")
    return wait
