"""Fact in an answer, and the rule that says so."""

from collections.abc import Iterable
from typing import NamedTuple


class Citation(NamedTuple):
    """Fact and the number of the rule that it follows from, in the edition of 2025-06-06."""

    fact: str
    rule: str

    def as_json(self) -> dict[str, str]:
        """Return the object of design part 3.8: `{"fact": …, "rule": …}`."""
        return {"fact": self.fact, "rule": self.rule}


def distinct(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Return the citations without repetitions, in the order in which they first came."""
    return tuple(dict.fromkeys(citations))
