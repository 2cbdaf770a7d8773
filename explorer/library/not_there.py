"""Things that the library doesn't have, with the facts that help to find something near it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.document.numbers import RuleNumber
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo


@dataclass(kw_only=True, eq=False)
class NotThere(Exception):  # noqa: N818 - nothing is wrong with the program
    """Absence of what a page was asked for; without any other facts, the library is empty.

    Attributes:
        library: the editions that are loaded.
        number: the rule, section or chapter that was asked for.
        slug: the glossary entry that was asked for; likewise `letter`, what a letter of the glossary was given as.
        edition: the edition that lacks it; None where no edition has it.
        having: the editions that do have it, newest first.
        day: the effective date that no edition has.
        pin: the edition that the page asked for stays within; None where it doesn't.
    """

    library: Library
    number: RuleNumber | None = None
    slug: str = ""
    letter: str = ""
    edition: EditionInfo | None = None
    having: Sequence[EditionInfo] = ()
    day: date | None = None
    pin: date | None = None
