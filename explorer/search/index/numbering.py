"""Index as at the back of a book, with the numbers that the rules in it have in the edition that is searched."""

from functools import lru_cache

from explorer.library.history.places import keys_at
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.search.index.book import BOOK, EDITION, Book


@lru_cache(maxsize=8)
def book_in(loaded: Library, edition: EditionInfo | None) -> Book:
    """Return the index with the numbers of an edition, to which the lineages of its rules lead.

    Where no lineage leads there, the numbers are those of `EDITION`. One query, and one more for each generation of
    splits and mergers; none for the edition that the index is written for.

    Args:
        loaded: the editions that are loaded.
        edition: the edition; None for the newest text of everything.
    """
    shown = edition or loaded.newest_complete
    written = loaded.on(EDITION)
    if not (shown and written and shown.complete and written.complete) or shown == written or loaded.behind:
        return BOOK
    # In older editions it is known without lineages since when most numbers have been the same.
    numbers = {number for one in BOOK.entries for number in one.rules}
    moved = {number for number in numbers if not BOOK.since.get(number, EDITION) <= shown.date < EDITION}
    keys = keys_at([(number, EDITION) for number in moved], shown.date)
    there = {number: keys.get((number, EDITION), "") for number in moved}
    return BOOK.renumbered(there, shown.date) if keys else BOOK
