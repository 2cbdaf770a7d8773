"""Derived data: all that follows from the wordings and editions, and can be made again from nothing.

Each derivation keeps its own rows in step while editions come and go, within the transaction that brings them, so that
no page has to. One whose version is not the stored one (something that it reads has changed, or it is new) is made
again from nothing when the library is prepared.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from django.conf import settings
from django.db import connection

from explorer.importing.locks import write_transaction
from explorer.importing.versions import versions_of
from explorer.library.derivation import Derivation
from explorer.library.texts import EditionTexts
from explorer.models import Derived, Edition, Wording

Progress = Callable[[str], None]
Share = Callable[[str, float], None]
"""Called with a sentence on what is being made, and which share of all was made before it, from 0 to 1."""

# Whether more editions are about to come.
_together: ContextVar[bool] = ContextVar("together", default=False)
_registered: list[Callable[[], tuple[Derivation, ...]]] = []


def register(made: Callable[[], tuple[Derivation, ...]]) -> None:
    """Take in what makes all derivations, in their order; it is asked when the first of them is needed."""
    _registered[:] = [made]


@cache
def derivations() -> tuple[Derivation, ...]:
    """Return every derivation, in the order in which they are made."""
    return _registered[0]()


@cache
def versions() -> Mapping[str, str]:
    """Return the version of each derivation by its name; see `explorer.importing.versions`."""
    return versions_of(
        lambda: {one.name: type(one).__module__ for one in derivations()}, settings.DATA_DIR / "versions.json"
    )


def add(edition: Edition, wordings: Sequence[Wording], progress: Progress | None = None) -> None:
    """Give every derivation a new edition. Call it within the transaction that stores the edition.

    Args:
        edition: the edition, stored.
        wordings: those that the library did not have before.
        progress: called with the name of each derivation as it begins, but for those of all editions together.
    """
    texts = EditionTexts(edition.pk)
    for derivation in derivations():
        if derivation.of_all_editions:
            continue
        if progress is not None:
            progress(derivation.name)
        derivation.add(edition, texts, wordings)
    late = [one for one in derivations() if one.of_all_editions]
    # Should the process end before they catch up, whoever prepares the library next sees to it.
    for one in late:
        Derived.objects.filter(name=one.name, version=versions()[one.name]).update(version=_behind(one))
    if not _together.get():
        _make(late, None)


def _behind(derivation: Derivation) -> str:
    """Return the version of rows that are right but for editions that came since."""
    return versions()[derivation.name][:-1] + Derived.MARK


@contextmanager
def together(progress: Share | None = None) -> Iterator[None]:
    """Take in several editions: what follows from all of them catches up at the end of the block, once.

    Args:
        progress: called with what is being made then.
    """
    if _together.get():
        yield
        return
    token, stopped = _together.set(True), False
    try:
        yield
    except KeyboardInterrupt:
        # Nobody should wait now; the next command catches up.
        stopped = True
        raise
    finally:
        _together.reset(token)
        if not stopped and not connection.needs_rollback:
            _update(progress)


def forget(wording_ids: Sequence[int]) -> None:
    """Have every derivation drop wordings that are about to go. Call it within the transaction that deletes them."""
    for derivation in derivations():
        derivation.forget(wording_ids)


def outdated() -> set[str]:
    """Return the names of the derivations whose rows are not those that today's code and data would make."""
    return {name for name, _ in versions().items() - set(Derived.objects.values_list("name", "version"))}


def update(progress: Progress | None = None) -> list[Derivation]:
    """Make again what is outdated, all or nothing, and return what that was.

    Args:
        progress: called with what is being made, one sentence a piece.
    """
    return _update(_sentences(progress))


def renew_of_cards() -> None:
    """Make again what follows from the cards, which were replaced; every page counts as another one then.

    Call it within the transaction that replaced them.
    """
    _make([one for one in derivations() if one.of_cards], None)


def _update(progress: Share | None) -> list[Derivation]:
    if not outdated():
        return []
    with write_transaction():
        old = outdated()
        return _make([one for one in derivations() if one.name in old], progress)


def rebuild(progress: Progress | None = None) -> list[Derivation]:
    """Make everything again from the wordings, all or nothing, and return what was made; `progress` as for `update`."""
    with write_transaction():
        Derived.objects.all().delete()
        return _make(derivations(), _sentences(progress))


def _sentences(progress: Progress | None) -> Share | None:
    return None if progress is None else lambda sentence, _: progress(sentence)


def _make(wanted: Sequence[Derivation], progress: Share | None) -> list[Derivation]:
    whole, done = sum(one.work for one in wanted), 0
    for derivation in wanted:
        stored = Derived.objects.filter(name=derivation.name).values_list("version", flat=True).first()
        parts = derivation.catch_up if stored == _behind(derivation) else derivation.rebuild_in_parts
        for part in parts():
            if progress is not None:
                progress(part.sentence, (done + part.share * derivation.work) / whole)
        done += derivation.work
        # A row of its own each time: the last of them says whether anything was made since (`loaded.Library.made`).
        Derived.objects.filter(name=derivation.name).delete()
        Derived.objects.create(name=derivation.name, version=versions()[derivation.name])
    # Whatever is not made any more would only mislead.
    Derived.objects.exclude(name__in=versions()).delete()
    return list(wanted)
