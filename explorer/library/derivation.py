"""The interface of data derived from wordings and editions, which can always be rebuilt."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from explorer.library.texts import EditionTexts
from explorer.models import Edition, Wording

_T = TypeVar("_T")
# SQLite's default limit is 999 parameters.
_CHUNK = 900


class Part(NamedTuple):
    """Progress of a rebuild: a message for the user, and the share completed before this part, from 0 to 1."""

    sentence: str
    share: float


class Derivation:
    """Rows derived from wordings, editions, code and data files.

    Attributes:
        name: in a word or two for a progress bar: `references`.
        work: relative time that a rebuild takes.
        of_all_editions: it depends on all editions together. Then `add` does nothing, and `catch_up` is called once
            after all editions of an import.
        of_cards: it depends on the cards, too, so an import of cards rebuilds it.
    """

    name: str
    work = 1
    of_all_editions = False
    of_cards = False

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        """Add an edition, as the last step of storing it, when its rules and terms exist.

        Args:
            texts: its texts, shared by all derivations.
            wordings: only those that are new to the library.
        """

    def forget(self, wording_ids: Sequence[int]) -> None:
        """Drop rows of wordings that are about to be deleted, unless they cascade."""

    def rebuild(self) -> None:
        raise NotImplementedError

    def rebuild_in_parts(self) -> Iterator[Part]:
        """Do what `rebuild` does, and yield before each slow part."""
        yield Part(f"Building {self.name}", 0)
        self.rebuild()

    def catch_up(self) -> Iterator[Part]:
        """Like `rebuild_in_parts`, but rows are right except for editions added or removed since."""
        yield from self.rebuild_in_parts()


def chunks(values: Iterable[_T], size: int = _CHUNK) -> Iterator[list[_T]]:
    """Split values into lists, by default of as many as one query can take."""
    iterator = iter(values)
    while chunk := list(islice(iterator, size)):
        yield chunk
