"""Things that the library doesn't have, with the facts that help to find something near it."""

from datetime import date

from explorer.document.numbers import RuleNumber
from explorer.library.queries import EditionInfo


class NotThere(Exception):  # noqa: N818 - nothing is wrong with the program
    """Absence of what a page was asked for; without any facts, it is empty.

    Attributes:
        number: the rule, section or chapter that was asked for.
        slug: the glossary entry that was asked for; likewise `letter`, what a letter of the glossary was given as.
        edition: the edition that lacks it; None where no edition has it.
        day: the effective date that no edition has.
        pin: the edition that the page asked for stays within; None where it doesn't.
    """

    def __init__(
        self,
        *,
        number: RuleNumber | None = None,
        slug: str = "",
        letter: str = "",
        edition: EditionInfo | None = None,
        day: date | None = None,
        pin: date | None = None,
    ) -> None:
        super().__init__(str(number or slug or letter or day or "the library is empty"))
        self.number = number
        self.slug = slug
        self.letter = letter
        self.edition = edition
        self.day = day
        self.pin = pin
