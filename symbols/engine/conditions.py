"""Three-valued conditions: met, not met or unknown, with the reason and its rules.

{T} of an untapped creature that may have entered this turn   ->   unknown: summoning sickness (302.6) may apply
"""

from collections.abc import Iterable
from dataclasses import dataclass

Verdict = bool | None
"""None means unknown."""


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """False if any is False, else None if any is unknown."""
    outcomes = set(verdicts)
    if False in outcomes:
        return False
    return None if None in outcomes else True


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """True if any is True, else None if any is unknown."""
    outcomes = set(verdicts)
    if True in outcomes:
        return True
    return None if None in outcomes else False


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition with its outcome, a sentence for players that says why, and the rules behind it."""

    met: Verdict
    sentence: str
    rules: tuple[str, ...]
