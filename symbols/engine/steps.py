"""Deterministic work counter: sets of slots compared, reductions applied, bounds checked."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Steps:
    taken: int = 0


_counted: ContextVar[Steps] = ContextVar("steps")


@contextmanager
def counting() -> Iterator[Steps]:
    """Count the steps taken within. Nests: an outer count gets the inner steps when the inner one ends."""
    outer = _counted.get(None)
    inner = Steps()
    token = _counted.set(inner)
    try:
        yield inner
    finally:
        _counted.reset(token)
        if outer:
            outer.taken += inner.taken


def take(steps: int) -> None:
    if counted := _counted.get(None):
        counted.taken += steps
