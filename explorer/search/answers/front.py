"""The front page below its search box: chapters, examples, latest changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.document.numbers import RuleNumber
from explorer.history.query import Timeline, timeline
from explorer.history.years_page import ShownLatest, show_latest
from explorer.library.loaded import Library
from explorer.library.place import EditionPlace
from explorer.library.queries import EditionInfo
from explorer.rules.contents.page import ContentsChapter, show_contents_page
from explorer.rules.contents.query import ContentsPage, contents_page
from explorer.web import addresses

CHAPTERS = range(1, 10)
EXAMPLE = "{2/W}{2/W} with WWC"
"""The chip that is answered while nothing is typed."""
_CHIPS = ("704.5j", "how does ward work", EXAMPLE)
_CHIPS_OF_EXCERPTS = ("107.4f", "mana symbol", EXAMPLE)


@dataclass(frozen=True, slots=True)
class FrontChapter:
    """A chapter with the span of its sections; no address if none is loaded."""

    number: int
    words: str
    span: str
    address: str


@dataclass(frozen=True, slots=True)
class Front:
    """The front page below its search box.

    Attributes:
        glossary: text and URL, if there is a glossary.
        chips: example queries and their URLs.
        latest: None unless two complete editions are loaded.
    """

    newest: EditionInfo | None
    chapters: Sequence[FrontChapter]
    glossary: tuple[str, str] | None
    chips: Sequence[tuple[str, str]]
    latest: ShownLatest | None = None


@dataclass(frozen=True, slots=True)
class FrontFacts:
    """What the front page needs from the database; `changes` is None if they aren't shown."""

    contents: ContentsPage
    changes: Timeline | None


def read_front(loaded: Library, *, answered: bool = False) -> FrontFacts | None:
    """Query what the front page shows below its search box; two queries at most once changes are cached.

    With `answered`, an answer comes first and the changes are omitted. None for an empty library.
    """
    if loaded.newest is None:
        return None
    place = EditionPlace(library=loaded, edition=loaded.newest, pinned=False)
    return FrontFacts(contents_page(place), timeline(loaded) if place.edition.complete and not answered else None)


def show_front(facts: FrontFacts | None) -> Front:
    if facts is None:
        return Front(None, (), None, ())
    edition = facts.contents.place.edition
    page = show_contents_page(facts.contents)
    chapters = {int(chapter.number): chapter for chapter in page.chapters}
    chips = _CHIPS if edition.complete else _CHIPS_OF_EXCERPTS
    return Front(
        newest=edition,
        chapters=[_chapter(number, chapters.get(number)) for number in CHAPTERS],
        glossary=(page.glossary_note, page.glossary_address) if page.glossary_address else None,
        chips=[(chip, addresses.home(chip)) for chip in chips],
        latest=show_latest(facts.changes) if facts.changes else None,
    )


def _chapter(number: int, chapter: ContentsChapter | None) -> FrontChapter:
    sections = [RuleNumber.parse(entry.number).section for entry in chapter.entries] if chapter else []
    if chapter is None or not sections:
        return FrontChapter(number, HEADINGS[number], "", "")
    first, last = sections[0], sections[-1]
    span = f"{first} only" if first == last else f"{first}–{last}"
    return FrontChapter(number, chapter.words or HEADINGS[number], span, chapter.address or addresses.contents())


HEADINGS = {
    1: "Game Concepts",
    2: "Parts of a Card",
    3: "Card Types",
    4: "Zones",
    5: "Turn Structure",
    6: "Spells, Abilities, and Effects",
    7: "Additional Rules",
    8: "Multiplayer Rules",
    9: "Casual Variants",
}
"""Chapter titles since 2009, for chapters that aren't loaded."""
