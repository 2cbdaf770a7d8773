"""Strict checks of the records in data files: a mistake is named with file and entry."""

from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Any

Record = Mapping[str, Any]
"""Table of a data file."""


Kinds = Mapping[str, type | tuple[type, ...]]
"""Fields that a record may have, each with its type."""


class DataError(ValueError):
    """Error: a data file is wrong; the message names the file and the entry."""


def names_in(folder: str) -> list[str]:
    """Return the names of the data files in a folder, without their ending."""
    names = (file.name for file in files("symbols").joinpath("data", folder).iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def check_fields(record: Record, kinds: Kinds, *, required: Collection[str], where: str) -> None:
    """Check the fields of a record.

    Raises:
        DataError: one is missing, unknown or of another kind.
    """
    for key in required:
        if key not in record:
            raise DataError(f"{where}: “{key}” is missing.")
    for key, value in record.items():
        check_known([key], kinds, where)
        if not isinstance(value, kinds[key]) or (isinstance(value, bool) and kinds[key] is not bool):
            raise DataError(f"{where}: “{key}” can’t be {value!r}.")


def check_known(names: Collection[object], known: Collection[object], where: str) -> None:
    """Check that everything named is known.

    Raises:
        DataError: something is not.
    """
    for name in names:
        if name not in known:
            raise DataError(f"{where}: {name!r} is unknown; there are {', '.join(map(str, known))}.")
