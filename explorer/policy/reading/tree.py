"""A document as a list of sections, as `explorer.policy.reading.sections` parses it."""

import datetime
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from explorer.policy.reading.pieces import Link, Row

Kind = Literal["text", "heading", "item", "example", "table", "figure"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Part of a section.

    Attributes:
        mark: of a list item, as printed: `•` or `A.`.
        lead: length of a run-in heading; of a bold heading, all of it.
        rows: of a table.
        head: number of header rows.
        links: offsets in `text`; of a table, in `words()`.
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
        """Plain text, one line per table row."""
        rows = (" | ".join(cell.replace("\n", " / ") for cell in row if cell is not None) for row in self.rows)
        return " ".join(filter(None, (self.mark, self.text))) + "\n".join(rows)


@dataclass(frozen=True, slots=True)
class Section:
    """Chapter, section or appendix.

    Attributes:
        number: `4`, `4.2`, `appendix-b`; without a number, the slug of its title.
        printed: its number as printed, if it has one: `4.2.`, `Appendix B—`.
        title: empty before the first heading.
        penalty: of an infraction.
    """

    number: str
    printed: str
    title: str
    penalty: str = ""
    paragraphs: tuple[Paragraph, ...] = ()

    @property
    def chapter(self) -> str:
        """Number of its chapter; empty for a chapter, an introduction or an appendix."""
        return self.number.partition(".")[0] if "." in self.number else ""

    def heading(self) -> str:
        space = "" if re.search(r"\w—$", self.printed) else " "
        penalty = f"({self.penalty})" if self.penalty else ""
        return " ".join(filter(None, (f"{self.printed}{space}{self.title}".strip(), penalty)))

    def body(self) -> Iterator[str]:
        """Plain text of all but its heading, to be quoted."""
        if self.penalty:
            yield f"Penalty: {self.penalty}"
        for paragraph in self.paragraphs:
            yield "[Figure]" if paragraph.kind == "figure" else paragraph.words()

    def words(self) -> Iterator[str]:
        """Plain text of its heading and paragraphs."""
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
        notice: paragraphs of the trademark notice.
    """

    kind: str
    title: str
    dated: str
    effective: datetime.date
    sections: tuple[Section, ...]
    notice: tuple[str, ...] = ()

    def text(self) -> str:
        """Plain text, with a blank line between paragraphs."""
        sections = (words for section in self.sections for words in section.words())
        return "\n\n".join((self.title, self.dated, *sections, *self.notice)) + "\n"


def slug_of(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
