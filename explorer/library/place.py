"""What a page shows: an edition, or a rule or glossary entry in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from explorer.document.numbers import RuleNumber
from explorer.library.history.life import Life, lives_and_fates
from explorer.library.history.places import Became
from explorer.library.loaded import Library, library, library_with, library_with_term
from explorer.library.queries import EditionInfo, RuleText
from explorer.lineages.provisions import term_key


@dataclass(kw_only=True, eq=False)
class NotInLibrary(Exception):  # noqa: N818 - nothing is wrong with the program
    """No such rule, term or edition. If only `library` is set, the library is empty.

    Attributes:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionPlace:
    """An edition; `pinned` if the URL names it, so that links stay in it."""

    library: Library
    edition: EditionInfo
    pinned: bool

    @property
    def is_newest(self) -> bool:
        return self.edition == self.library.newest

    @property
    def newer(self) -> EditionInfo | None:
        return None if self.is_newest else self.library.newest

    def lives_and_fates(
        self, key: str, rules: Iterable[RuleText], *, ever: bool
    ) -> tuple[list[Life], Mapping[str, Became]]:
        """Histories of `key`, and what became of this edition's rules in a newer one, if any; in one query.

        `ever`: include everything that was ever under the key, not only what this edition has.
        """
        later = self.newer.date if self.newer else None
        return lives_and_fates(key, {rule.number for rule in rules}, self.edition.date, later, ever=ever)

    @property
    def pin(self) -> date | None:
        """The date in URLs; None if they lead to the newest text."""
        return self.edition.date if self.pinned else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePlace(EditionPlace):
    """A number in an edition; `wordings` are keys by the key of each edition that has the number."""

    number: RuleNumber
    wordings: Mapping[int, int | None] = field(compare=False)

    @property
    def key(self) -> str:
        return str(self.number)

    @property
    def not_there(self) -> NotInLibrary:
        having = self.library.among(self.wordings)
        return NotInLibrary(library=self.library, number=self.number, edition=self.edition, having=having, pin=self.pin)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermPlace(EditionPlace):
    """A glossary entry in an edition; `wordings` as of `RulePlace`."""

    slug: str
    wordings: Mapping[int, int | None] = field(compare=False)

    @property
    def key(self) -> str:
        return term_key(self.slug)

    @property
    def not_there(self) -> NotInLibrary:
        having = self.library.among(self.wordings)
        lacking = self.edition if self.pinned else None
        return NotInLibrary(library=self.library, slug=self.slug, edition=lacking, having=having)


def find_number(number: RuleNumber, day: date | None) -> RulePlace:
    """Find a number in the edition of a day, which may lack it, or in the newest rules. One query.

    Raises:
        NotInLibrary: no such edition, or, without a day, the newest rules lack the number.
    """
    loaded, wordings = library_with(str(number))
    edition = loaded.on(day) if day else loaded.shown_of(wordings)
    if edition is None:
        lacking = None if day or not wordings else loaded.undated[-1]
        raise NotInLibrary(library=loaded, day=day, number=number, edition=lacking, having=loaded.among(wordings))
    return RulePlace(library=loaded, edition=edition, pinned=day is not None, number=number, wordings=wordings)


def find_term(slug: str, day: date | None) -> TermPlace:
    """Find a glossary entry in the edition of a day, or in the newest with a glossary, which may lack it. One query.

    Raises:
        NotInLibrary: no such edition, or none with a glossary.
    """
    loaded, wordings = library_with_term(slug)
    edition = loaded.on(day) if day else loaded.shown_of(wordings) or loaded.newest_with_glossary
    if edition is None:
        raise NotInLibrary(library=loaded, day=day, slug=slug, having=loaded.among(wordings))
    return TermPlace(library=loaded, edition=edition, pinned=day is not None, slug=slug, wordings=wordings)


def find_edition(day: date | None, *, with_glossary: bool = False) -> EditionPlace:
    """The edition of a day, or the newest, or newest with a glossary. One query; `NotInLibrary` if there is none."""
    loaded = library()
    newest = (loaded.newest_with_glossary if with_glossary else None) or loaded.newest
    edition = loaded.on(day) if day else newest
    if edition is None:
        raise NotInLibrary(library=loaded, day=day)
    return EditionPlace(library=loaded, edition=edition, pinned=day is not None)
