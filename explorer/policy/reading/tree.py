"""A document as a list of sections. `explorer.policy.reading.sections` makes it of a PDF's lines."""

import datetime
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from explorer.policy.reading.pieces import Link, Row

Kind = Literal["text", "heading", "item", "example", "table", "figure"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Part of a section; its words are `mark`, `text` and `rows`.

    Attributes:
        mark: of a list's item, as printed: `•` or `A.`.
        lead: how many of the first characters of the text are a heading in its line; of a heading all, if it's bold.
        rows: of a table.
        head: how many of its rows are its head.
        links: in its text; of a table, in its words.
    """

    kind: Kind
    text: str = ""
    mark: str = ""
    lead: int = 0
    rows: tuple[Row, ...] = ()
    head: int = 0
    links: tuple[Link, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Paragraph":
        rows = tuple(tuple(row) for row in stored.get("rows", ()))
        return cls(**{**stored, "rows": rows, "links": tuple(Link(*link) for link in stored.get("links", ()))})

    def words(self) -> str:
        """As plain text, a table's row on each line."""
        rows = (" | ".join(cell.replace("\n", " / ") for cell in row if cell is not None) for row in self.rows)
        return " ".join(filter(None, (self.mark, self.text))) + "\n".join(rows)


@dataclass(frozen=True, slots=True)
class Section:
    """Chapter, section or appendix.

    Attributes:
        number: `4`, `4.2`, `appendix-b`; of one without a number, its title as a slug.
        printed: how its number is printed, if it has one: `4.2.`, `Appendix B—`.
        title: empty for what precedes the first heading.
        penalty: that of an infraction.
    """

    number: str
    printed: str
    title: str
    penalty: str = ""
    paragraphs: tuple[Paragraph, ...] = ()

    @property
    def chapter(self) -> str:
        """Number of the chapter above; empty for one that has none."""
        return self.number.partition(".")[0] if "." in self.number else ""

    def heading(self) -> str:
        space = "" if re.search(r"\w—$", self.printed) else " "
        penalty = f"({self.penalty})" if self.penalty else ""
        return " ".join(filter(None, (f"{self.printed}{space}{self.title}".strip(), penalty)))

    def body(self) -> Iterator[str]:
        """All but its number and title, as plain text, to be quoted."""
        if self.penalty:
            yield f"Penalty: {self.penalty}"
        for paragraph in self.paragraphs:
            yield "[Figure]" if paragraph.kind == "figure" else paragraph.words()

    def words(self) -> Iterator[str]:
        """Its heading and its paragraphs, as plain text."""
        if self.heading():
            yield self.heading()
        for paragraph in self.paragraphs:
            if paragraph.words():
                yield paragraph.words()


@dataclass(frozen=True, slots=True)
class PolicyDocument:
    """One edition of a document.

    Attributes:
        kind: `mtr`, `ipg` or `jar`.
        dated: the line with its date, as printed.
        notice: whose trademarks it names.
    """

    kind: str
    title: str
    dated: str
    effective: datetime.date
    sections: tuple[Section, ...]
    notice: tuple[str, ...] = ()

    def text(self) -> str:
        """All of its words, a blank line between paragraphs."""
        sections = (words for section in self.sections for words in section.words())
        return "\n\n".join((self.title, self.dated, *sections, *self.notice)) + "\n"


def slug_of(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
