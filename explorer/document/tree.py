"""The document tree: chapters, sections, rules, subrules, and the glossary."""

import datetime
import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from string import ascii_lowercase
from typing import Literal, TypeVar

from explorer.document.numbers import SKIPPED_LETTERS, NumberKind, RuleNumber

# The document's name, also if a source omits it.
TITLE = "Magic: The Gathering Comprehensive Rules"

_LONGEST_SLUG = 100
_Nested = TypeVar("_Nested")

ParagraphKind = Literal["text", "example"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a wording, white space collapsed; an example includes the word “Example:”."""

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
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A glossary entry; `name` may be several (“Tap, Untap”), and `slug` is unique in its document."""

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
        stops_at: where an incomplete document breaks off, or which part it lacks (see `explorer.document.tree`).
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
    """Sizes of a document; `rules` are distinct numbers of rules and subrules, as printed."""

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


def nest(
    entries: Iterable[_Nested],
    number_of: Callable[[_Nested], RuleNumber],
    with_children: Callable[[_Nested, tuple[_Nested, ...]], _Nested],
) -> list[_Nested]:
    """Put each entry, in document order, under the nearest earlier one whose number contains it."""
    roots: list[_Nested] = []
    # Stack of open entries with their children so far, outermost first.
    above: list[tuple[_Nested, list[_Nested]]] = []

    def close() -> None:
        entry, children = above.pop()
        (above[-1][1] if above else roots).append(with_children(entry, tuple(children)) if children else entry)

    for entry in entries:
        while above and not _lies_under(number_of(above[-1][0]), number_of(entry)):
            close()
        above.append((entry, []))
    while above:
        close()
    return roots


def _lies_under(one: RuleNumber, other: RuleNumber) -> bool:
    """Whether `other` belongs under `one`. A repeated number is a sibling of the first."""
    if one.rule:
        return other.letter != "" and not one.letter and one.rule == other.rule and one.section == other.section
    if one.section:
        return other.rule > 0 and one.section == other.section
    return other.section > 0 and one.chapter == other.chapter


def as_json(paragraphs: Iterable[Paragraph]) -> list[dict[str, str]]:
    """As stored in the database: `[{"kind": "text", "text": "…"}]`."""
    return [{"kind": paragraph.kind, "text": paragraph.text} for paragraph in paragraphs]


def from_json(stored: Iterable[dict[str, str]]) -> tuple[Paragraph, ...]:
    return tuple(Paragraph("example" if item["kind"] == "example" else "text", item["text"]) for item in stored)


def digest(paragraphs: Iterable[Paragraph]) -> str:
    pairs = [(paragraph.kind, paragraph.text) for paragraph in paragraphs]
    canonical = json.dumps(pairs, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def slugify(name: str) -> str:
    """A name in a URL: lower-case letters, digits and single hyphens; `term` if it has none of them."""
    return plain_words(name).replace(" ", "-")[:_LONGEST_SLUG].strip("-") or "term"


def plain_words(name: str) -> str:
    """Normalize a name for comparison: lower-case letters, digits and single spaces, no accents."""
    folded = unicodedata.normalize("NFKD", name.replace("Æ", "Ae").replace("æ", "ae"))
    folded = folded.replace("\N{FRACTION SLASH}", "-")
    plain = folded.encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", " ", plain).strip()


_WITHOUT = "without "
# More make the sentence unreadable.
_MOST_RANGES = 5
_MOST_GAPS = 10


def going_on_without(what: str, end: str = "") -> str:
    """The `stops_at` of a document without `what` (“section 603”), which may also break off at `end`."""
    return f"{_WITHOUT}{what}{f', and breaks off at {end}' if end else ''}"


def breaks_off(stops_at: str) -> bool:
    return bool(stops_at) and not stops_at.startswith(_WITHOUT)


def what_is_lacking(stops_at: str) -> str:
    """The part a document lacks in the middle; empty if it only breaks off."""
    return stops_at.removeprefix(_WITHOUT) if stops_at.startswith(_WITHOUT) else ""


def in_words(stops_at: str) -> str:
    """“breaks off at rule 101.2” or “lacks section 603”."""
    lacking = what_is_lacking(stops_at)
    return f"lacks {lacking}" if lacking else f"breaks off at {stops_at}"


class Completeness(IntEnum):
    """How much of an edition a document has.

    Attributes:
        ALL_RULES: the glossary is missing, or breaks off within its last entry.
        WHOLE: at most a part of the credits is missing.
    """

    EXCERPT = 0
    ALL_RULES = 1
    WHOLE = 2


def completeness(stops_at: str, *, complete: bool) -> Completeness:
    if complete or stops_at.startswith("the credits"):
        return Completeness.WHOLE
    return Completeness.ALL_RULES if has_all_rules(stops_at) else Completeness.EXCERPT


def has_all_rules(stops_at: str) -> bool:
    return what_is_lacking(stops_at) == "the glossary" or stops_at.startswith(("the glossary entry ", "the credits"))


def sections_in_words(sections: Iterable[RuleNumber]) -> str:
    numbers = sorted(sections)
    # “section 603”, “sections 507, 603–605”
    shown = list(map(run_in_words, runs(numbers)))
    more = " and others" if len(shown) > _MOST_RANGES else ""
    return f"section{'s' * (len(numbers) > 1)} {', '.join(shown[:_MOST_RANGES])}{more}"


def gaps(numbers: Iterable[RuleNumber]) -> list[str]:
    """Numbers skipped between those that a document has: “603.3–603.5”, “214.8j”. Official editions skip a few."""
    rules: dict[int, set[int]] = {}
    letters: dict[tuple[int, int], set[str]] = {}
    for number in numbers:
        if number.rule:
            rules.setdefault(number.section, set()).add(number.rule)
        if number.letter:
            letters.setdefault((number.section, number.rule), set()).add(number.letter)
    missing = [
        *(RuleNumber.of(section, rule) for section, there in rules.items() for rule in _lacking_rules(there)),
        *(RuleNumber.of(*rule, letter) for rule, there in letters.items() for letter in _lacking_letters(there)),
    ]
    return list(map(run_in_words, runs(sorted(missing))))


def gaps_in_words(lacking: Sequence[str]) -> str:
    """“numbers 603.3–603.5, 214.8j aren’t in the document”; empty without gaps."""
    if not lacking:
        return ""
    one = len(lacking) == 1 and "–" not in lacking[0]
    more = f" and {len(lacking) - _MOST_GAPS} more" if len(lacking) > _MOST_GAPS else ""
    shown = ", ".join(lacking[:_MOST_GAPS])
    return f"number{' ' if one else 's '}{shown}{more} {'isn’t' if one else 'aren’t'} in the document"


def _lacking_rules(there: Collection[int]) -> list[int]:
    return [number for number in range(1, max(there)) if number not in there]


def _lacking_letters(there: Collection[str]) -> list[str]:
    before = ascii_lowercase[: ascii_lowercase.index(max(there))]
    return [letter for letter in before if letter not in there and letter not in SKIPPED_LETTERS]


def runs(numbers: Sequence[RuleNumber]) -> list[list[RuleNumber]]:
    """Split sorted numbers of one kind where one is missing."""
    found: list[list[RuleNumber]] = []
    for number in numbers:
        if found and number.follows(found[-1][-1]) and number.kind is found[-1][-1].kind:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def run_in_words(run: Sequence[RuleNumber], to: str = "–") -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]}{to}{run[-1]}"
