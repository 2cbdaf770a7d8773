"""Shape of everything that is derived from the wordings and editions, and can be made again from nothing."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from explorer.library.texts import EditionTexts
from explorer.models import Edition, Wording

_T = TypeVar("_T")
# SQLite allows 999 values in one question unless it was built otherwise.
_CHUNK = 900


class Part(NamedTuple):
    """Part of what is made: a sentence for whoever waits, and which share of all was made before it, from 0 to 1."""

    sentence: str
    share: float


class Derivation:
    """Rows that follow from wordings, editions, code and data files.

    Attributes:
        name: its name, in a word or two that a progress bar can show: `references`.
        work: how long it takes to make again, beside the others.
        of_all_editions: whether it follows from all editions together. Then nothing is added for one edition; once all
            have come that come together, it catches up.
        of_cards: whether it follows from the cards too, so that an import of cards makes it again.
    """

    name: str
    work = 1
    of_all_editions = False
    of_cards = False

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        """Take in an edition as the last step of storing it, when its rules and terms are there.

        Args:
            edition: the edition.
            texts: what it says, read once for all derivations.
            wordings: those that the library did not have before.
        """

    def forget(self, wording_ids: Sequence[int]) -> None:
        """Drop what follows from wordings that are about to be deleted, where that does not go with them by itself."""

    def rebuild(self) -> None:
        """Make everything again from the library as it is."""
        raise NotImplementedError

    def rebuild_in_parts(self) -> Iterator[Part]:
        """Do what `rebuild` does, and yield before each part of it that takes long."""
        yield Part(f"Building {self.name}", 0)
        self.rebuild()

    def catch_up(self) -> Iterator[Part]:
        """Do the same where the rows are right but for the editions that came or went since they were made."""
        yield from self.rebuild_in_parts()


def chunks(values: Iterable[_T], size: int = _CHUNK) -> Iterator[list[_T]]:
    """Yield values in lists of so many, by default as many as one query can ask about."""
    iterator = iter(values)
    while chunk := list(islice(iterator, size)):
        yield chunk
