"""Steps that answers take: sets of slots compared, reductions applied, bounds looked at. The same on any machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Steps:
    """Steps counted so far."""

    taken: int = 0


_counted: ContextVar[Steps] = ContextVar("steps")


@contextmanager
def counting() -> Iterator[Steps]:
    """Count the steps that are taken within; those counted around it are not told of them until its end."""
    around = _counted.get(None)
    within = Steps()
    token = _counted.set(within)
    try:
        yield within
    finally:
        _counted.reset(token)
        if around:
            around.taken += within.taken


def take(steps: int) -> None:
    """Count some steps."""
    if counted := _counted.get(None):
        counted.taken += steps
