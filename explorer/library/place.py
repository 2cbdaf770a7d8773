"""Places of pages in the library: an edition, or a number or glossary entry in it and in the others."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from explorer.document.numbers import RuleNumber
from explorer.library.history.life import Life, lives_and_fates
from explorer.library.history.places import Became
from explorer.library.loaded import Library, library, library_with, library_with_term
from explorer.library.not_there import NotThere
from explorer.library.queries import EditionInfo, RuleText
from explorer.lineages.provisions import term_key


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionPlace:
    """Edition of the library.

    Attributes:
        library: the editions that are loaded.
        edition: the one to read.
        pinned: whether the page stays within it.
    """

    library: Library
    edition: EditionInfo
    pinned: bool

    @property
    def is_newest(self) -> bool:
        """Whether the edition is the newest that is loaded."""
        return self.edition == self.library.newest

    @property
    def newer(self) -> EditionInfo | None:
        """Newest edition, whole or not, where it isn't the one to read."""
        return None if self.is_newest else self.library.newest

    def lives_and_fates(
        self, key: str, rules: Iterable[RuleText], *, ever: bool
    ) -> tuple[list[Life], Mapping[str, Became]]:
        """Return lives, and what became of rules of this edition in a newer one, where there is one; in one query.

        Args:
            key: the key whose lives are asked for.
            rules: the rules.
            ever: whether the life of all that was ever under the key is asked for, not only of what the edition has.
        """
        later = self.newer.date if self.newer else None
        return lives_and_fates(key, {rule.number for rule in rules}, self.edition.date, later, ever=ever)

    @property
    def pin(self) -> date | None:
        """Edition that addresses name; None where they lead to the newest text."""
        return self.edition.date if self.pinned else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePlace(EditionPlace):
    """Number in an edition.

    Attributes:
        number: the number.
        wordings: the wording under the number in each edition that has it, by the edition's row.
    """

    number: RuleNumber
    wordings: Mapping[int, int | None] = field(compare=False)

    @property
    def key(self) -> str:
        """Key of the number in the history."""
        return str(self.number)

    @property
    def not_there(self) -> NotThere:
        """Error to raise where the edition turns out to lack the number."""
        having = self.library.among(self.wordings)
        return NotThere(library=self.library, number=self.number, edition=self.edition, having=having, pin=self.pin)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermPlace(EditionPlace):
    """Glossary entry in an edition.

    Attributes:
        slug: the entry.
        wordings: its wording in each edition that has it, by the edition's row.
    """

    slug: str
    wordings: Mapping[int, int | None] = field(compare=False)

    @property
    def key(self) -> str:
        """Key of the entry in the history."""
        return term_key(self.slug)

    @property
    def not_there(self) -> NotThere:
        """Error to raise where the edition turns out to lack the entry."""
        having = self.library.among(self.wordings)
        lacking = self.edition if self.pinned else None
        return NotThere(library=self.library, slug=self.slug, edition=lacking, having=having)


def find_number(number: RuleNumber, day: date | None) -> RulePlace:
    """Return where a number is to be read, in one query: in the edition of a day, or the newest rules that have it.

    Raises:
        NotThere: no edition has the number, or the newest rules don't, or there is no edition of that day.
    """
    loaded, wordings = library_with(str(number))
    edition = loaded.on(day) if day else loaded.shown_of(wordings)
    if edition is None:
        lacking = None if day or not wordings else loaded.undated[-1]
        raise NotThere(library=loaded, day=day, number=number, edition=lacking, having=loaded.among(wordings))
    return RulePlace(library=loaded, edition=edition, pinned=day is not None, number=number, wordings=wordings)


def find_term(slug: str, day: date | None) -> TermPlace:
    """Return where a glossary entry is to be read, in one query: in the edition of a day, or the newest rules with it.

    Where those lack it, that is the newest edition with a glossary.

    Raises:
        NotThere: there is no edition of that day, or none with a glossary.
    """
    loaded, wordings = library_with_term(slug)
    edition = loaded.on(day) if day else loaded.shown_of(wordings) or loaded.newest_with_glossary
    if edition is None:
        raise NotThere(library=loaded, day=day, slug=slug, having=loaded.among(wordings))
    return TermPlace(library=loaded, edition=edition, pinned=day is not None, slug=slug, wordings=wordings)


def find_edition(day: date | None, *, with_glossary: bool = False) -> EditionPlace:
    """Return the edition of a day, else the newest; or the newest with a glossary, if there is any. One query.

    Raises:
        NotThere: there is no edition of that day, or none at all.
    """
    loaded = library()
    newest = (loaded.newest_with_glossary if with_glossary else None) or loaded.newest
    edition = loaded.on(day) if day else newest
    if edition is None:
        raise NotThere(library=loaded, day=day)
    return EditionPlace(library=loaded, edition=edition, pinned=day is not None)
