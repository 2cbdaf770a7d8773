"""Options of a check: the rows of `check_options.toml`, from which requests, forms, commands and the API are built."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from symbols.data_files import read_data

Kind = Literal[
    "mana",  # in the pool
    "cost",
    "costs",  # any number, each with how often it is paid
    "keyword cost",  # costs for a keyword such as kicker
    "reductions",  # costs, each with an optional restriction
    "number",  # any integer
    "count",  # 0 or more
    "flag",
    "yes or no",  # or unknown
    "choice",
    "colors",
    "types of mana",  # colors and colorless
    "creatures",  # colors of each
    "date",  # of an edition
    "sources",  # of mana, by name or by ability
    "announced",  # how each symbol with a choice is paid
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOption:
    """Row of `check_options.toml`, whose header describes the columns."""

    key: str
    kind: Kind
    group: str
    label: str
    help: str
    main: int = 0
    ask: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    rule: str = ""
    example: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    called: str = "That number"
    keyword: str = ""
    once: bool = False
    beyond_first: str = ""
    card: Mapping[str, str] | None = None
    eases: bool = False
    of_card: bool = False

    @property
    def is_repeated(self) -> bool:
        """Whether it may be given several times."""
        return self.kind in ("costs", "keyword cost", "reductions")


_DATA: Final[Mapping[str, Any]] = read_data("check_options.toml")


def _option(row: Mapping[str, Any]) -> CheckOption:
    rule, text = row.get("rule", ""), row["help"]
    text = text.replace("RULE", rule) if "RULE" in text or not rule else f"{text} ({rule})"
    return CheckOption(**{**row, "help": text})


OPTIONS: Final[Mapping[str, CheckOption]] = {row["key"]: _option(row) for row in _DATA["option"]}
"""By key, in query string order."""

GROUPS: Final[Sequence[str]] = tuple(dict.fromkeys(option.group for option in OPTIONS.values()))

MAIN: Final[Sequence[CheckOption]] = sorted(
    (option for option in OPTIONS.values() if option.main), key=lambda option: option.main
)
