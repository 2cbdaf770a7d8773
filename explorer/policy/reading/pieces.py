"""Pieces of a page: lines, tables and figures."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Style = Literal["", "bold", "italic"]
Row = tuple[str | None, ...]
"""Cells of a table; None continues the one to its left. Line breaks are those that weren't forced by the width."""


class PolicyError(Exception):
    """The document can't be read; the message is a sentence for the user."""


class Link(NamedTuple):
    """Part of a text that links to a web address."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line; lengths are in points.

    Attributes:
        style: of the first letter.
        lead: number of leading bold or italic characters.
        styled: all of it is bold or italic, as in headings.
    """

    page: int
    text: str
    left: float
    right: float
    top: float
    size: float
    style: Style = ""
    lead: int = 0
    styled: bool = False
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of equal length; `head` is the number of header rows, and `links` are offsets in its words."""

    page: int
    rows: tuple[Row, ...]
    head: int = 0
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """An image."""

    page: int


Piece = Line | Table | Figure
