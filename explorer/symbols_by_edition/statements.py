"""What an edition's text says of each symbol. Pure."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from symbols.catalog.definitions import Definition


def lacks(one: Definition, day: dt.date, known: bool | None) -> bool:  # noqa: FBT001
    """Whether an edition doesn't have a symbol, so that its words can't mean it.

    Args:
        known: what the edition says (`EditionSymbols.says`); where that is None, the date on which the symbol, or the
            first of its kind, appeared decides.
    """
    return one.since is not None and day < one.since if known is None else not known


def known_in(day: dt.date, said: Mapping[dt.date, bool]) -> bool | None:
    """Whether an edition has a symbol; None where that is unknown.

    If the edition itself doesn't tell, as excerpts rarely do, it lacks what neither the last edition before it nor the
    first after it has.

    Args:
        said: whether editions have the symbol, by date.
    """
    if day in said:
        return said[day]
    before = max((other for other in said if other < day), default=None)
    after = min((other for other in said if other > day), default=None)
    return False if before and not said[before] and not (after and said[after]) else None


@dataclass(frozen=True, slots=True)
class Statement:
    """What an edition says of a symbol.

    Attributes:
        known: whether it has it.
        written: its spelling there; empty where it has none or lacks the symbol.
        number: the rule with it; empty for the glossary, and where it lacks the symbol.
    """

    known: bool
    written: str = ""
    number: str = ""
