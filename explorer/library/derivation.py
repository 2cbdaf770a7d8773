"""Shape of everything that is derived from the wordings and editions, and can be made again from nothing."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from explorer.library.texts import EditionTexts
from explorer.models import Edition, Wording

_T = TypeVar("_T")
# SQLite allows 999 values in one question unless it was built otherwise.
_CHUNK = 900


class Derivation:
    """Rows that follow from wordings, editions, code and data files.

    Attributes:
        name: its name, in a word or two that a progress bar can show: `references`.
    """

    name: str

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


def chunks(values: Iterable[_T], size: int = _CHUNK) -> Iterator[list[_T]]:
    """Yield values in lists of so many, by default as many as one query can ask about."""
    iterator = iter(values)
    while chunk := list(islice(iterator, size)):
        yield chunk
