"""The document tree: chapters, sections, rules, subrules, and the glossary."""

import datetime
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from explorer.document.numbers import NumberKind, RuleNumber

# The document's name, also if a source omits it.
TITLE = "Magic: The Gathering Comprehensive Rules"

_LONGEST_SLUG = 100

ParagraphKind = Literal["text", "example"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a wording, as printed but for collapsed white space.

    An example includes the word it begins with: “Example: If a 3/4 creature …”.
    """

    kind: ParagraphKind
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A numbered item and its children.

    Attributes:
        number: corrected where the edition's is a typo.
        printed: the line up to its first word, with the space (“505.54. ”), if printed unusually; else empty.
        heading: the title of a chapter or section, or of a rule that is only a title (“702.9. Flying”); then it repeats
            the paragraph.
        paragraphs: text and examples in order; empty for most chapters and sections.
        dates: if the source dates its paragraphs, one per paragraph.
        breaks: line breaks of a wrapped source within a compound (“state-” | “based”): the paragraph's index and the
            offset in it.
    """

    number: RuleNumber
    printed: str = ""
    heading: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    dates: tuple[datetime.date | None, ...] = ()
    children: tuple["Entry", ...] = ()
    breaks: tuple[tuple[int, int], ...] = ()

    @property
    def kind(self) -> NumberKind:
        return self.number.kind

    def walk(self) -> Iterator["Entry"]:
        """Yield this entry and all its descendants, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A glossary entry.

    Attributes:
        name: as printed, maybe several (“Tap, Untap”).
        slug: unique in its document.
        obsolete: the glossary marks it “(Obsolete)”.
    """

    name: str
    slug: str
    paragraphs: tuple[Paragraph, ...]
    obsolete: bool = False
    breaks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """An edition of the Comprehensive Rules, or an excerpt of one.

    Attributes:
        statement: the line that states the effective date; empty in an excerpt.
        body: the chapters; in an excerpt, its topmost entries.
        glossary_heading: empty if there is no glossary.
        stops_at: where an incomplete document breaks off, or which part it lacks (see `explorer.document.extent`).
    """

    title: str
    effective: datetime.date
    body: tuple[Entry, ...]
    statement: str = ""
    introduction: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()
    glossary_heading: str = ""
    terms: tuple[GlossaryEntry, ...] = ()
    credits: tuple[str, ...] = ()
    complete: bool = True
    stops_at: str = ""

    def walk(self) -> Iterator[Entry]:
        for entry in self.body:
            yield from entry.walk()


@dataclass(frozen=True, slots=True)
class Counts:
    """Sizes of a document.

    Attributes:
        rules: distinct numbers of rules and subrules, as printed.
    """

    sections: int
    rules: int
    examples: int
    terms: int


def count(document: Document) -> Counts:
    sections: set[RuleNumber] = set()
    rules: set[RuleNumber] = set()
    examples = 0
    for entry in document.walk():
        examples += sum(paragraph.kind == "example" for paragraph in entry.paragraphs)
        if entry.kind is NumberKind.SECTION:
            sections.add(entry.number)
        elif entry.kind is not NumberKind.CHAPTER:
            printed = RuleNumber.try_parse(entry.printed) if entry.printed else None
            rules.add(printed or entry.number)
    return Counts(len(sections), len(rules), examples, len(document.terms))


def as_json(paragraphs: Iterable[Paragraph]) -> list[dict[str, str]]:
    """As stored in the database: `[{"kind": "text", "text": "…"}]`."""
    return [{"kind": paragraph.kind, "text": paragraph.text} for paragraph in paragraphs]


def from_json(stored: Iterable[dict[str, str]]) -> tuple[Paragraph, ...]:
    return tuple(Paragraph("example" if item["kind"] == "example" else "text", item["text"]) for item in stored)


def digest(paragraphs: Iterable[Paragraph]) -> str:
    """SHA-256 of a wording, in hexadecimal."""
    pairs = [(paragraph.kind, paragraph.text) for paragraph in paragraphs]
    canonical = json.dumps(pairs, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def slugify(name: str) -> str:
    """A name in a URL: lower-case letters, digits and single hyphens.

    Without any Latin letter or digit, `term`.
    """
    return plain_words(name).replace(" ", "-")[:_LONGEST_SLUG].strip("-") or "term"


def plain_words(name: str) -> str:
    """Normalize a name for comparison: lower-case letters, digits and single spaces, no accents."""
    folded = unicodedata.normalize("NFKD", name.replace("Æ", "Ae").replace("æ", "ae"))
    folded = folded.replace("\N{FRACTION SLASH}", "-")
    plain = folded.encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", " ", plain).strip()
