"""The page about numbers: forms for 107.1, 107.2, and other numbers on cards."""

from typing import Any, Final

from symbols.data_files import read_data

NUMBERS: Final[list[dict[str, Any]]] = read_data("numbers.toml")["part"]


def is_about_numbers(slug: str) -> bool:
    return any(slug == one for part in NUMBERS for one, _ in part["trials"])
