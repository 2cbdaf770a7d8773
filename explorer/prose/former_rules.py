"""Rules that had a number before, each with what became of it. Asks nobody."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from explorer import addresses
from explorer.document.dates import long_date
from explorer.history.provisions import plain_name
from explorer.library.history.life import Life
from explorer.library.loaded import Library
from explorer.library.pages.history import moment_of
from explorer.library.queries import EditionInfo
from explorer.prose.life import when


@dataclass(frozen=True, slots=True)
class FormerRule:
    """Rule that had a number before, or after, the edition that is read.

    Attributes:
        words: in which editions it had the number, and what became of it.
        number: its number today; empty where it is gone.
        address: its text today, or the last that it had.
        history: its history.
    """

    words: str
    number: str
    address: str
    history: str


def former_rules(
    number: str, lives: Sequence[Life], having: Collection[EditionInfo], loaded: Library, shown: Life | None = None
) -> Sequence[FormerRule]:
    """Return what had a number, the newest first, but for the one that is shown.

    Args:
        number: the number.
        lives: everything that ever had it.
        having: the editions that have the number; excerpts may lack what was in the rules of their day.
        loaded: the editions that are loaded.
        shown: the life that is left out.
    """
    return [_former(number, life, having, loaded) for life in lives if shown is None or life.lineage != shown.lineage]


def _former(number: str, life: Life, having: Collection[EditionInfo], loaded: Library) -> FormerRule:
    days = [edition.date for edition in having if (step := life.at(edition.date)) and step.key == number]
    first, last = min(days), max(days)
    newest = loaded.newest
    now = life.at(newest.date) if newest else None
    held = f"in the {long_date(last)} rules" if first == last else f"from {long_date(first)} to {long_date(last)}"
    if now is None and life.removal is not None:
        became = f"removed {when(moment_of(life.removal, loaded))}"
    elif now is not None and now.key == number:
        held, became = f"since {long_date(first)}", "another rule"
    elif now is not None:
        became = f"{plain_name(now.key)} now"
    else:
        became = "not in the newest excerpt"
    return FormerRule(
        words=f"{number} {held}: {became}",
        number=plain_name(now.key) if now else "",
        address=addresses.provision(now.key) if now else addresses.provision(number, last),
        history=addresses.history(number, last),
    )
