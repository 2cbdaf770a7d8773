"""The tables of cases under `tests/data`."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def rows(name: str, separator: str | None = "\t") -> list[list[str]]:
    """Return the rows of a table, without its comments."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split(separator) for line in lines if line and not line.startswith("#")]
