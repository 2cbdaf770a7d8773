"""Data files of the package."""

import tomllib
from importlib.resources import files
from typing import Any


def read_data(name: str) -> dict[str, Any]:
    """Return a data file, such as `trials/halves.toml`.

    The versions of derived data find what a module reads by the whole names of files in its code.
    """
    return tomllib.loads(files("symbols").joinpath("data", name).read_text(encoding="utf-8"))
