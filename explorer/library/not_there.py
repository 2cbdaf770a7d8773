"""The error for a rule, glossary entry or edition that the library doesn't have."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.document.numbers import RuleNumber
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo


@dataclass(kw_only=True, eq=False)
class NotInLibrary(Exception):  # noqa: N818 - nothing is wrong with the program
    """No such rule, term or edition. If only `library` is set, the library is empty.

    Attributes:
        letter: the requested letter of the glossary, as given.
        edition: the edition that lacks it; None if no edition has it.
        having: the editions that have it, newest first.
        day: the requested effective date, if no edition has it.
        pin: the edition that the requested page is pinned to, if any.
    """

    library: Library
    number: RuleNumber | None = None
    slug: str = ""
    letter: str = ""
    edition: EditionInfo | None = None
    having: Sequence[EditionInfo] = ()
    day: date | None = None
    pin: date | None = None
