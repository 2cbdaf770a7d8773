"""Read the TOML data files of both packages."""

from importlib.resources import files
from typing import Any

import tomli


def read_data(name: str, package: str = "symbols") -> dict[str, Any]:
    """Parse a file in a package's `data` folder, such as `trials/halves.toml`.

    Write the file's name as one string literal: `explorer.importing.versions` finds a module's data files by these.
    """
    return tomli.loads(files(package).joinpath("data", name).read_text(encoding="utf-8"))
