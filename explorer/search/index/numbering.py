"""The book index with the rule numbers of the edition that is searched."""

from functools import lru_cache

from explorer.library.history.places import keys_at
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.search.index.book import BOOK, EDITION, Book


@lru_cache(maxsize=8)
def book_in(loaded: Library, edition: EditionInfo | None) -> Book:
    """The index renumbered for an edition (None: the newest texts) by following the lineages of its rules, cached.

    Without lineages, the numbers are those of `EDITION`. One query, and one per generation of splits and mergers;
    none for the edition that the index was written for.
    """
    shown = edition or loaded.newest_complete
    written = loaded.on(EDITION)
    if not (shown and written and shown.complete and written.complete) or shown == written or loaded.behind:
        return BOOK
    # For older editions, `BOOK.since` has most numbers without a query.
    numbers = {number for one in BOOK.entries for number in one.rules}
    moved = {number for number in numbers if not BOOK.since.get(number, EDITION) <= shown.date < EDITION}
    keys = keys_at([(number, EDITION) for number in moved], shown.date)
    there = {number: keys.get((number, EDITION), "") for number in moved}
    return BOOK.renumbered(there, shown.date) if keys else BOOK
