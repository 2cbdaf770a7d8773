"""What a page of a document is made of, in reading order."""

from dataclasses import dataclass


class PolicyError(Exception):
    """The document can't be read; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line; lengths in points.

    Attributes:
        lead: how many of its first characters are bold.
        styled: whether all of it is bold or slanted, as headings are.
    """

    page: int
    text: str
    left: float
    right: float
    top: float
    size: float
    lead: int = 0
    styled: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    page: int
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, whose words no text has."""

    page: int


Piece = Line | Table | Figure
