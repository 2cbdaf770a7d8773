"""What a page of a document is made of, in reading order."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Style = Literal["", "bold", "slanted"]
Row = tuple[str | None, ...]
"""Cells of a table; None continues the one to its left. A line break in a cell is one that its words didn't need."""


class PolicyError(Exception):
    """The document can't be read; the message is a sentence for the user."""


class Link(NamedTuple):
    """Part of a text that links to a web address."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line; lengths in points.

    Attributes:
        style: of its first letter.
        lead: how many of its first characters have that style, if it is one.
        styled: whether all of it is bold or slanted, as headings are.
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
    """Rows with equally many cells; `head` is how many of the first are its head, `links` are in its words."""

    page: int
    rows: tuple[Row, ...]
    head: int = 0
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, whose words no text has."""

    page: int


Piece = Line | Table | Figure
