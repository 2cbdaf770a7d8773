"""Argument types of several commands."""

import argparse
import datetime

_MAX_SECONDS = 3600


def iso_date(text: str) -> datetime.date:
    """Date such as `2025-06-06`.

    Raises:
        argparse.ArgumentTypeError: it isn't one.
    """
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” isn’t a date such as 2025-06-06") from None


def seconds(text: str, *, none: bool = False) -> float:
    """Seconds up to an hour; 0 only if `none`.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    try:
        wait = float(text)
    except ValueError:
        wait = -1
    if not (0 < wait <= _MAX_SECONDS or (none and wait == 0)):
        raise argparse.ArgumentTypeError(f"“{text}” isn’t a number of seconds up to {_MAX_SECONDS}")
    return wait
