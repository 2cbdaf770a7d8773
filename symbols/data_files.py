"""Data files of both packages."""

import tomllib
from importlib.resources import files
from typing import Any


def read_data(name: str, package: str = "symbols") -> dict[str, Any]:
    """Return a data file of a package, such as `trials/halves.toml`.

    The versions of derived data find what a module reads by the whole names of files in its code.
    """
    return tomllib.loads(files(package).joinpath("data", name).read_text(encoding="utf-8"))
