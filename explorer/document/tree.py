"""Official document as a tree: chapters, sections, rules, subrules, and the glossary."""

import datetime
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from explorer.document.numbers import NumberKind, RuleNumber

# What the document is called, also where a source leaves it out.
TITLE = "Magic: The Gathering Comprehensive Rules"

_LONGEST_SLUG = 100

ParagraphKind = Literal["text", "example"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a wording, white space collapsed and otherwise as printed.

    An example keeps the word it begins with: “Example: If a 3/4 creature …”.
    """

    kind: ParagraphKind
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered item, with what stands under it.

    Attributes:
        number: the number the item has in its edition.
        printed: the line as printed up to its first word, the space included (“505.54. ”), where
            that is not the usual way to print this number; empty otherwise.
        heading: a title. Chapters and sections have one, and so does a rule whose wording is
            nothing but a title (“702.9. Flying”): there it repeats the one paragraph.
        paragraphs: the wording: text and examples in order. Empty for most chapters and sections.
        dates: for a source that dates its paragraphs, one date for each paragraph.
        children: sections of a chapter, rules of a section, subrules of a rule.
        breaks: where a source with lines of fixed width breaks one in the middle of a compound
            (“state-” | “based”): which paragraph, and how many of its letters come before.
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
        """Kind of what the entry is."""
        return self.number.kind

    def walk(self) -> Iterator["Entry"]:
        """Yield this entry and everything under it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """One entry of the glossary.

    Attributes:
        name: as printed, several names for one entry included (“Tap, Untap”).
        slug: the name in an address; different for every entry of one document.
        paragraphs: what the glossary says of it.
        obsolete: whether the glossary itself marks the name as obsolete.
        breaks: as an entry's.
    """

    name: str
    slug: str
    paragraphs: tuple[Paragraph, ...]
    obsolete: bool = False
    breaks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One edition of the Comprehensive Rules, or an excerpt of one.

    Attributes:
        title: the line that is its title, as printed; empty where the source has none.
        effective: the day from which it holds.
        statement: the line that says so; empty in an excerpt.
        introduction: the paragraphs before the table of contents, headings included.
        contents: the lines of the table of contents, its heading included.
        body: the chapters; in an excerpt, whatever stands highest in it.
        glossary_heading: what stands over the glossary; empty where there is no glossary.
        terms: the glossary, in printed order.
        credits: everything after the glossary, headings included.
        complete: whether it is a whole edition.
        stops_at: for a document that breaks off, where it does; for one that goes on without a part of it, which
            (see `explorer.document.extent`); empty otherwise.
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
        """Yield every numbered entry, in the order of the document."""
        for entry in self.body:
            yield from entry.walk()


@dataclass(frozen=True, slots=True)
class Counts:
    """Amounts of what a document has.

    Attributes:
        sections: distinct section numbers.
        rules: distinct numbers of rules and subrules, as printed.
        examples: examples outside the glossary.
        terms: glossary entries.
    """

    sections: int
    rules: int
    examples: int
    terms: int


def count(document: Document) -> Counts:
    """Count the sections, rules, examples and terms of a document."""
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
    """Return paragraphs as they are stored: a list of `{"kind", "text"}`."""
    return [{"kind": paragraph.kind, "text": paragraph.text} for paragraph in paragraphs]


def from_json(stored: Iterable[dict[str, str]]) -> tuple[Paragraph, ...]:
    """Return stored paragraphs as they were."""
    return tuple(Paragraph("example" if item["kind"] == "example" else "text", item["text"]) for item in stored)


def digest(paragraphs: Iterable[Paragraph]) -> str:
    """Return the SHA-256 of a wording, in hexadecimal. Equal wordings, and only those, share it."""
    pairs = [(paragraph.kind, paragraph.text) for paragraph in paragraphs]
    canonical = json.dumps(pairs, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def slugify(name: str) -> str:
    """Return a name as it stands in an address: small letters, digits and single hyphens.

    A name without a letter or digit of the Latin alphabet becomes `term`.
    """
    return plain_words(name).replace(" ", "-")[:_LONGEST_SLUG].strip("-") or "term"


def plain_words(name: str) -> str:
    """Return a name as names are compared: small letters and digits, without accents and punctuation, single spaces."""
    folded = unicodedata.normalize("NFKD", name.replace("Æ", "Ae").replace("æ", "ae"))
    folded = folded.replace("\N{FRACTION SLASH}", "-")
    plain = folded.encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", " ", plain).strip()
