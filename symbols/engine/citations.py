"""Citations: a fact, and the rule that says so."""

from collections.abc import Iterable
from typing import NamedTuple


class Citation(NamedTuple):
    """Fact and the rule it follows from, numbered as in the edition of 2025-06-06."""

    fact: str
    rule: str

    def as_json(self) -> dict[str, str]:
        return {"fact": self.fact, "rule": self.rule}


def distinct(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(citations))
