"""What follows from the wordings: references, the search index, whatever else can be made again from nothing.

Each derivation keeps its own rows in step while editions come and go, within the transaction that brings them. One
whose version is not the stored one (its code has changed, or it is new) is made again from nothing when the library is
prepared.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from django.utils.module_loading import import_string

from explorer.library.locks import write_transaction
from explorer.models import Derived, Wording

Progress = Callable[[str], None]

# Where each derivation stands: module and name of the object. They are made in this order.
_DERIVATIONS = (
    "explorer.library.citing.REFERENCES",
    "explorer.citations.rows.CITED_RULES",
    "explorer.search.index.INDEX",
)


class Derivation(Protocol):
    """Something that follows from the wordings and from the rows of rules and terms that have them."""

    @property
    def name(self) -> str:
        """What it is called, in a word or two that a progress bar can show: `references`."""

    @property
    def version(self) -> str:
        """Anything that changes when the same wordings would give other rows; at most 64 letters."""

    def add(self, wordings: Sequence[Wording]) -> None:
        """Take in wordings that are new, as the last step of storing an edition: its rules and terms are there."""

    def forget(self, wording_ids: Sequence[int]) -> None:
        """Drop what follows from wordings that are about to be deleted, since no edition has them any more."""

    def rebuild(self) -> None:
        """Make everything again from the library as it is."""


@cache
def derivations() -> tuple[Derivation, ...]:
    """Return every derivation, in the order in which they are made."""
    return tuple(import_string(place) for place in _DERIVATIONS)


def add(wordings: Sequence[Wording]) -> None:
    """Tell every derivation of new wordings. Call it within the transaction that stores them."""
    for derivation in derivations():
        derivation.add(wordings)


def forget(wording_ids: Sequence[int]) -> None:
    """Tell every derivation of wordings that are about to go. Call it within the transaction that deletes them."""
    for derivation in derivations():
        derivation.forget(wording_ids)


def is_stale() -> bool:
    """Tell whether something has to be made again."""
    return bool(_stale())


def refresh(progress: Progress | None = None) -> bool:
    """Make again what was made by other code than today's, all of it or nothing.

    Args:
        progress: told what is being made, one sentence a piece.

    Returns:
        Whether there was anything to do.
    """
    if not is_stale():
        return False
    with write_transaction():
        stale = _stale()
        _make(stale, progress)
    return bool(stale)


def rebuild(progress: Progress | None = None) -> list[Derivation]:
    """Make everything again from the wordings, all of it or nothing, and return what was made."""
    with write_transaction():
        return _make(derivations(), progress)


def _stale() -> list[Derivation]:
    stored = dict(Derived.objects.values_list("name", "version"))
    return [derivation for derivation in derivations() if stored.get(derivation.name) != derivation.version]


def _make(wanted: Sequence[Derivation], progress: Progress | None) -> list[Derivation]:
    for derivation in wanted:
        if progress is not None:
            progress(f"Deriving the {derivation.name} from the text")
        derivation.rebuild()
        Derived.objects.update_or_create(name=derivation.name, defaults={"version": derivation.version})
    # Whatever is not made any more would only mislead.
    Derived.objects.exclude(name__in=[derivation.name for derivation in derivations()]).delete()
    return list(wanted)
