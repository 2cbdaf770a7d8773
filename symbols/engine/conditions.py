"""Yes, no, or not known: what the engine says of a condition, with the reason and the rules for it.

{T} of an untapped creature that may have come this turn   ->   not known: 302.6 asks whether it did
"""

from collections.abc import Iterable
from dataclasses import dataclass

Verdict = bool | None
"""True, False, or None for unknown."""


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Return whether all conditions hold: no if one does not, else not known if one is not known."""
    found = set(verdicts)
    if False in found:
        return False
    return None if None in found else True


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Return whether one of the conditions holds: yes if one does, else not known if one is not known."""
    found = set(verdicts)
    if True in found:
        return True
    return None if None in found else False


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition and what became of it.

    Attributes:
        met: whether it holds.
        sentence: why, for a player.
        rules: the rules that say so.
    """

    met: Verdict
    sentence: str
    rules: tuple[str, ...]
