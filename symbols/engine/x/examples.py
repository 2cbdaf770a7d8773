"""Situations that come up at the table, ready to look at; and one for each rule on the map."""

from dataclasses import dataclass
from typing import Any, Final

from symbols.data_files import read_data
from symbols.engine.x.situation import Situation


@dataclass(frozen=True, slots=True)
class Example:
    """Situation that shows a rule.

    Attributes:
        rule: the rule that decides, or has a part; its number in the edition of 2025-06-06.
        situation: the situation.
        name: a card, or what happens; empty for a rule's own example.
        words: what is asked, in a few words; for a subrule, the question that it answers.
        cost: a cost with the letter in it, as it stands there; empty where there is none.
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
"""Examples to look at, the best known first."""

SUBRULES: Final = tuple(map(_example, _DATA["subrule"]))
"""The subrules of 107.3, from 107.3a to 107.3p, in their order."""

OTHER_RULES: Final = tuple(map(_example, _DATA["other"]))
"""The other rules on the map, each with a situation that it decides."""
