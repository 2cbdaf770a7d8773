"""Example situations, and one for each rule on the map."""

from dataclasses import dataclass
from typing import Any, Final

from symbols.data_files import read_data
from symbols.engine.x.situation import Situation


@dataclass(frozen=True, slots=True)
class Example:
    """Situation that shows a rule, numbered as in the edition of 2025-06-06: the one that decides or contributes.

    Attributes:
        name: a card, or what happens; "" for a rule's own example.
        words: the question in short; for a subrule, the question that it answers.
    """

    rule: str
    situation: Situation
    name: str = ""
    words: str = ""
    cost: str = ""


def _example(record: dict[str, Any]) -> Example:
    return Example(situation=Situation.from_query(record.pop("asks")), **record)


_DATA: Final = read_data("x_examples.toml")

EXAMPLES: Final = tuple(map(_example, _DATA["example"]))
"""Best known first."""

SUBRULES: Final = tuple(map(_example, _DATA["subrule"]))
"""107.3a to 107.3p, in order."""

OTHER_RULES: Final = tuple(map(_example, _DATA["other"]))
"""The other rules on the map, each with a situation that it decides."""
