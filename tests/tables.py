"""The tables of cases under `tests/data`."""

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


def rows(name: str, separator: str | None = "\t") -> list[list[str]]:
    """Return the rows of a table, without its comments."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split(separator) for line in lines if line and not line.startswith("#")]


@cache
def cases(name: str, section: str) -> list[Any]:
    """Return the cases of one test: under its name in a file of its module, each a line of JSON."""
    text = (DATA / f"{name}.txt").read_text(encoding="utf-8").split(f"= {section}\n")[1].split("\n= ")[0]
    return [json.loads(line) for line in text.splitlines() if line and not line.startswith("#")]
