"""Derived data: everything that is computed from the wordings and editions.

Each derivation updates its rows as editions come and go, within the same transaction. One whose version isn't the
stored one (its code or data changed, or it is new) is rebuilt by `prepare`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from django.conf import settings
from django.db import connection

from explorer.importing.locks import write_transaction
from explorer.importing.versions import versions_of
from explorer.library.derivation import Derivation, EditionTexts
from explorer.models import Derived, Edition, Wording

Progress = Callable[[str], None]
"""Called with a sentence on each step as it begins, or with the name of what is read, stored or derived."""
Share = Callable[[str, float], None]
"""Called with a sentence on what is being built, and the share done before it, from 0 to 1."""


def silent(*_: object) -> None:
    """Report no progress."""


# Whether more editions follow in this batch.
_together: ContextVar[bool] = ContextVar("together", default=False)
_registered: list[Callable[[], tuple[Derivation, ...]]] = []


def register(made: Callable[[], tuple[Derivation, ...]]) -> None:
    """Set the factory of all derivations, which is called when the first of them is needed."""
    _registered[:] = [made]


@cache
def derivations() -> tuple[Derivation, ...]:
    return _registered[0]()


@cache
def versions() -> Mapping[str, str]:
    """See `explorer.importing.versions`."""
    return versions_of(
        lambda: {one.name: type(one).__module__ for one in derivations()}, settings.DATA_DIR / "versions.json"
    )


def add(edition: Edition, wordings: Sequence[Wording], progress: Progress = silent) -> None:
    """Update every derivation for a new edition and its new wordings, within the transaction that stores it."""
    texts = EditionTexts(edition.pk)
    for derivation in derivations():
        if derivation.of_all_editions:
            continue
        progress(derivation.name)
        derivation.add(edition, texts, wordings)
    late = [one for one in derivations() if one.of_all_editions]
    # If the process ends before they catch up, the next `prepare` sees that they are behind.
    for one in late:
        Derived.objects.filter(name=one.name, version=versions()[one.name]).update(version=_behind(one))
    if not _together.get():
        _build(late)


def _behind(derivation: Derivation) -> str:
    """Version of rows that are current except for editions imported since."""
    return versions()[derivation.name][:-1] + Derived.MARK


@contextmanager
def together(progress: Share = silent) -> Iterator[None]:
    """Import several editions: derivations of all editions catch up once, at the end of the block."""
    if _together.get():
        yield
        return
    token, stopped = _together.set(True), False
    try:
        yield
    except KeyboardInterrupt:
        # Don't make Ctrl+C wait; the next command catches up.
        stopped = True
        raise
    finally:
        _together.reset(token)
        if not stopped and not connection.needs_rollback:
            _update(progress)


def forget(wording_ids: Sequence[int]) -> None:
    """Drop the rows of wordings, within the transaction that deletes them."""
    for derivation in derivations():
        derivation.forget(wording_ids)


def outdated() -> set[str]:
    """Names of the derivations whose rows don't match the current code and data."""
    return {name for name, _ in versions().items() - set(Derived.objects.values_list("name", "version"))}


def update(progress: Progress = silent) -> list[Derivation]:
    """Rebuild what is outdated, all or nothing, and return what that was."""
    return _update(lambda sentence, _: progress(sentence))


def renew_of_cards() -> None:
    """Rebuild what depends on the cards, within the transaction that replaced them."""
    _build([one for one in derivations() if one.of_cards])


def _update(progress: Share) -> list[Derivation]:
    if not outdated():
        return []
    with write_transaction():
        old = outdated()
        return _build([one for one in derivations() if one.name in old], progress)


def rebuild(progress: Progress = silent) -> list[Derivation]:
    with write_transaction():
        Derived.objects.all().delete()
        return _build(derivations(), lambda sentence, _: progress(sentence))


def _build(wanted: Sequence[Derivation], progress: Share = silent) -> list[Derivation]:
    total_work, done = sum(one.work for one in wanted), 0
    for derivation in wanted:
        stored = Derived.objects.filter(name=derivation.name).values_list("version", flat=True).first()
        parts = derivation.catch_up if stored == _behind(derivation) else derivation.rebuild_in_parts
        for part in parts():
            progress(part.sentence, (done + part.share * derivation.work) / total_work)
        done += derivation.work
        # A new row each time: `loaded.Library.made` sees by the last id whether anything was rebuilt.
        Derived.objects.filter(name=derivation.name).delete()
        Derived.objects.create(name=derivation.name, version=versions()[derivation.name])
    # Of derivations that no longer exist.
    Derived.objects.exclude(name__in=versions()).delete()
    return list(wanted)
