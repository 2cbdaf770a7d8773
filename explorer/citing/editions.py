"""Guess which edition a text cites."""

import datetime
from bisect import bisect_right
from collections.abc import Collection, Sequence

from explorer.citing.numbers import KnownNumbers
from explorer.citing.words import Quoted
from explorer.library.queries import EditionInfo

_MOST_QUOTES = 200
# A quote that fits says more than a number that exists.
_QUOTE_WEIGHT = 2
# Share of the best score from which a date in the text is believed.
_BELIEVED = 0.9

QuotedNumbers = tuple[tuple[str, ...], Quoted]
"""The numbers beside quoted words, and these."""


def guess_edition(
    known: KnownNumbers, numbers: Collection[str], quotes: Sequence[QuotedNumbers], said: datetime.date | None
) -> EditionInfo:
    """The newest edition in which most numbers exist and most quotes fit.

    Args:
        said: when the text says that it was written; believed if that edition fits nearly as well.
    """
    counts = known.how_many(set(numbers))
    fits = _fitting(known, quotes[:_MOST_QUOTES])
    scores = [
        count + _QUOTE_WEIGHT * fits.get(edition.id, 0) for count, edition in zip(counts, known.editions, strict=True)
    ]
    best = max(scores)
    if said is not None:
        place = max(0, bisect_right([edition.date for edition in known.editions], said) - 1)
        if scores[place] >= _BELIEVED * best:
            return known.editions[place]
    return next(
        edition for score, edition in zip(reversed(scores), reversed(known.editions), strict=True) if score == best
    )


def _fitting(known: KnownNumbers, quotes: Sequence[QuotedNumbers]) -> dict[int, int]:
    """How many quotes fit, by the edition's primary key."""
    known.learn_lines(number for numbers, _ in quotes for number in numbers)
    fits: dict[int, int] = {}
    for numbers, quoted in quotes:
        seen: dict[str, bool] = {}
        having = set()
        for number in numbers:
            for edition, line in known.lines(number).items():
                if line not in seen:
                    seen[line] = quoted.is_in(line)
                if seen[line]:
                    having.add(edition)
        for edition in having:
            fits[edition] = fits.get(edition, 0) + 1
    return fits
