"""Strict validation of records in data files; errors name the file and the entry."""

from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Any

Record = Mapping[str, Any]
"""TOML table of a data file."""

Kinds = Mapping[str, type | tuple[type, ...]]
"""Allowed fields of a record, with their types."""


class DataError(ValueError):
    """A data file is invalid; the message names the file and the entry."""


def names_in(folder: str) -> list[str]:
    """Return the sorted names of a folder's TOML files, without suffix."""
    names = (file.name for file in files("symbols").joinpath("data", folder).iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def check_fields(record: Record, kinds: Kinds, *, required: Collection[str], where: str) -> None:
    """Check the fields of a record.

    Raises:
        DataError: a field is missing, unknown or has the wrong type.
    """
    for key in required:
        if key not in record:
            raise DataError(f"{where}: “{key}” is missing.")
    for key, value in record.items():
        check_known([key], kinds, where)
        if not isinstance(value, kinds[key]) or (isinstance(value, bool) and kinds[key] is not bool):
            raise DataError(f"{where}: “{key}” can’t be {value!r}.")


def check_known(names: Collection[object], known: Collection[object], where: str) -> None:
    """Raise `DataError` if a name is unknown."""
    for name in names:
        if name not in known:
            raise DataError(f"{where}: {name!r} is unknown; there are {', '.join(map(str, known))}.")
