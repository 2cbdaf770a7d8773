"""The table of searches, and what a library answers to it."""

import datetime as dt
from pathlib import Path
from typing import NamedTuple

from explorer.library.loaded import library
from explorer.search import Hit, Results, Scope, search

TABLE = Path(__file__).parents[1] / "data" / "searches.txt"


class Row(NamedTuple):
    """Where to search, what was typed, and what must be among the first three."""

    where: str
    typed: str
    wanted: str


def rows() -> list[Row]:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [Row(*(piece.strip() for piece in line.split("|"))) for line in lines]


def scope(where: str) -> Scope:
    if where == "newest":
        return None
    if where == "all":
        return "all"
    found = library().on(dt.date.fromisoformat(where))
    assert found is not None, f"no edition of {where}"
    return found


def answer(row: Row, limit: int = 10) -> Results:
    return search(row.typed, scope(row.where), limit=limit)


def name(hit: Hit) -> str:
    return hit.number or f"glossary:{hit.slug}"
