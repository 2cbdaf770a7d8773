"""Guess which edition a text cites."""

import datetime
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache

from explorer.citing.numbers import KnownNumbers
from explorer.citing.words import Quoted
from explorer.library.queries import EditionInfo

_MOST_QUOTES = 200
# A matching quote is stronger evidence than an existing number.
_QUOTE_WEIGHT = 2
# Share of the best score at which the edition of a date in the text is taken.
_BELIEVED = 0.9

QuotedNumbers = tuple[tuple[str, ...], Quoted]
"""A quote with the numbers beside it."""


def guess_edition(
    known: KnownNumbers, numbers: Collection[str], quotes: Sequence[QuotedNumbers], stated: datetime.date | None
) -> EditionInfo:
    """The newest edition in which most numbers exist and most quotes fit.

    Args:
        stated: date in the text; its edition is taken if it fits nearly as well.
    """
    counts = known.count_by_edition(set(numbers))
    fits = _count_fitting_quotes(known, quotes[:_MOST_QUOTES])
    scores = [count + _QUOTE_WEIGHT * fits[edition.id] for count, edition in zip(counts, known.editions, strict=True)]
    best = max(scores)
    if stated is not None:
        place = max(0, bisect_right([edition.date for edition in known.editions], stated) - 1)
        if scores[place] >= _BELIEVED * best:
            return known.editions[place]
    return next(
        edition for score, edition in zip(reversed(scores), reversed(known.editions), strict=True) if score == best
    )


def _count_fitting_quotes(known: KnownNumbers, quotes: Sequence[QuotedNumbers]) -> Counter[int]:
    """Number of fitting quotes by the edition's primary key."""
    known.load_lines(number for numbers, _ in quotes for number in numbers)
    fits = Counter[int]()
    for numbers, quoted in quotes:
        # Many editions share a line.
        is_in = cache(quoted.is_in)
        fits.update({edition for number in numbers for edition, line in known.lines(number).items() if is_in(line)})
    return fits
