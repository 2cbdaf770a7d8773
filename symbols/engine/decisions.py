"""Which of the decisions that the rules have changed hold under an edition (`symbols/data/decisions.toml`)."""

from collections.abc import Mapping
from datetime import date
from typing import Final, Literal

from symbols.data_files import read_data

Decision = Literal[
    "combined_loyalty",
    "front_face_value",
    "unspent_mana_is_free",
    "combined_halves",
    "answers_of_halves",
    "paying_after_total",
]

_SINCE: Final[Mapping[str, date]] = {name: row["since"] for name, row in read_data("decisions.toml").items()}


def decides(decision: Decision, day: date | None) -> bool:
    """Whether the rules of a day, or the newest, decide so."""
    return day is None or day >= _SINCE[decision]
