"""Derived data: all that follows from the wordings and editions, and can be made again from nothing.

Each derivation keeps its own rows in step while editions come and go, within the transaction that brings them, so that
no page has to. One whose version is not the stored one (something that it reads has changed, or it is new) is made
again from nothing when the library is prepared.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import TypeVar

from django.utils.module_loading import import_string

from explorer.library.locks import write_transaction
from explorer.library.versions import version_of
from explorer.models import Derived, Edition, Wording

Progress = Callable[[str], None]
_T = TypeVar("_T")
# SQLite allows 999 values in one question unless it was built otherwise.
_CHUNK = 900

# Where each derivation is: module and name of its class. They are made in this order.
_DERIVATIONS = (
    "explorer.library.stored_references.References",
    "explorer.search.index.SearchIndex",
    "explorer.citations.rows.CitedRules",
    "explorer.symbology.derivations.EditionSymbolsDerivation",
    "explorer.symbology.derivations.SymbolUsesDerivation",
    "explorer.symbology.derivations.SymbolRowsDerivation",
)


class Derivation:
    """Rows that follow from wordings, editions, code and data files.

    Attributes:
        name: its name, in a word or two that a progress bar can show: `references`.
    """

    name: str

    def add(self, edition: Edition, wordings: Sequence[Wording]) -> None:
        """Take in an edition as the last step of storing it, when its rules and terms are there.

        Args:
            edition: the edition.
            wordings: those that the library did not have before.
        """

    def forget(self, wording_ids: Sequence[int]) -> None:
        """Drop what follows from wordings that are about to be deleted, where that does not go with them by itself."""

    def rebuild(self) -> None:
        """Make everything again from the library as it is."""
        raise NotImplementedError


@cache
def derivations() -> tuple[Derivation, ...]:
    """Return every derivation, in the order in which they are made."""
    return tuple(import_string(place)() for place in _DERIVATIONS)


@cache
def versions() -> dict[str, str]:
    """Return the version of each derivation by its name; see `explorer.library.versions`."""
    return {one.name: version_of(type(one).__module__) for one in derivations()}


def add(edition: Edition, wordings: Sequence[Wording]) -> None:
    """Give every derivation a new edition. Call it within the transaction that stores the edition."""
    for derivation in derivations():
        derivation.add(edition, wordings)


def forget(wording_ids: Sequence[int]) -> None:
    """Have every derivation drop wordings that are about to go. Call it within the transaction that deletes them."""
    for derivation in derivations():
        derivation.forget(wording_ids)


def outdated() -> list[Derivation]:
    """Return the derivations whose rows are not those that today's code and data would make."""
    stored = dict(Derived.objects.values_list("name", "version"))
    return [one for one in derivations() if stored.get(one.name) != versions()[one.name]]


def update(progress: Progress | None = None) -> list[Derivation]:
    """Make again what is outdated, all or nothing, and return what that was.

    Args:
        progress: called with what is being made, one sentence a piece.
    """
    if not outdated():
        return []
    with write_transaction():
        return _make(outdated(), progress)


def rebuild(progress: Progress | None = None) -> list[Derivation]:
    """Make everything again from the wordings, all or nothing, and return what was made; `progress` as for `update`."""
    with write_transaction():
        return _make(derivations(), progress)


def _make(wanted: Sequence[Derivation], progress: Progress | None) -> list[Derivation]:
    for derivation in wanted:
        if progress is not None:
            progress(f"Deriving the {derivation.name} from the text")
        derivation.rebuild()
        Derived.objects.update_or_create(name=derivation.name, defaults={"version": versions()[derivation.name]})
    # Whatever is not made any more would only mislead.
    Derived.objects.exclude(name__in=versions()).delete()
    return list(wanted)


def chunks(values: Iterable[_T], size: int = _CHUNK) -> Iterator[list[_T]]:
    """Yield values in lists of so many, by default as many as one query can ask about."""
    iterator = iter(values)
    while chunk := list(islice(iterator, size)):
        yield chunk
