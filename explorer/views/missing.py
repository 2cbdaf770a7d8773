"""What to say when a rule or an edition is not there, and where to go on from."""

from datetime import date

from explorer import addresses
from explorer.document.dates import long_date
from explorer.document.numbers import Kind, RuleNumber
from explorer.library import lookups, queries
from explorer.library.outline import extent_of
from explorer.library.queries import EditionInfo
from explorer.prose.wordings import opening_words
from explorer.views.lost import Entry, Lost, Way

FETCH = ".venv/bin/python manage.py fetch_rules"
HINT = (
    "This library holds excerpts. To have every rule, bring in a text file of the Comprehensive Rules with "
    "import_rules, or have the newest fetched from the publisher’s rules page:"
)
SHOWN = 40


def date_or_lost(text: str) -> date:
    """Return the date in an address, or say that there is no such day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        sentence = f"{shorten(text)} is not a day in the calendar. Editions are named by their effective date."
        raise Lost("There is no such day", sentence, [_editions()]) from None


def edition_or_lost(day: date) -> EditionInfo:
    """Return the edition of a date, or say which there are."""
    edition = queries.edition_of(day)
    if edition is None:
        raise no_such_edition(day)
    return edition


def no_such_edition(day: date) -> Lost:
    """Say that the library has no edition of a date, and which it has."""
    sentence = f"This library has no edition effective {long_date(day)}."
    return Lost("That edition is not here", sentence, [_editions(near=day)])


def empty_library() -> Lost:
    """Say that nothing has been loaded yet."""
    return Lost(
        "The library is empty",
        "No rule text has been loaded into this database yet.",
        hint="This loads the text that Pipwise comes with, and starts the site:",
        command=".venv/bin/python manage.py up",
    )


def not_a_number(text: str) -> Lost:
    """Say what a rule number looks like."""
    search = Entry("?", f"Search the rules for “{shorten(text)}”", addresses.search(text[:200]))
    return Lost(
        "That is not a rule number",
        f"“{shorten(text)}” is not a rule number such as 107, 107.4 or 107.4f.",
        [Way("You could", [search])],
    )


def no_such_rule(number: RuleNumber) -> Lost:
    """Say that no edition in the library has a number."""
    near = _nearest(number)
    way = Way("The nearest numbers", _entries(near))
    excerpts = not any(edition.complete for edition in queries.editions())
    sentence = f"No edition in this library has {number}."
    if excerpts:
        return Lost(f"{number} is not here", sentence, [way], hint=HINT, command=FETCH)
    return Lost(f"{number} is not here", sentence, [way])


def not_in_edition(number: RuleNumber, edition: EditionInfo) -> Lost:
    """Say that one edition lacks a number, and which editions have it."""
    held = queries.editions_with(str(number))
    having = [
        Entry(str(number), f"as of {long_date(other.date)}", addresses.rule(str(number), other.date))
        for other in reversed(held)
    ]
    near = _nearest(number, edition)
    near_entries = _entries(near, edition.date)
    named = long_date(edition.date)
    sentence = f"The edition effective {named} has no {number}."
    ways = [Way(f"Editions that have {number}", having), Way(f"The nearest in the edition of {named}", near_entries)]
    if not edition.complete:
        sentence = f"What this library holds of the edition effective {named}, {extent_of(edition)}, lacks {number}."
        return Lost(f"{number} is not in this edition", sentence, ways, hint=HINT, command=FETCH)
    return Lost(f"{number} is not in this edition", sentence, ways)


def no_such_letter(letter: str, edition: EditionInfo, index: str) -> Lost:
    """Say that no entry of a glossary begins with a letter."""
    named = long_date(edition.date)
    return Lost(
        "Nothing begins with that",
        f"In the glossary of the edition effective {named} no entry begins with “{shorten(letter)}”.",
        [Way("You could", [Entry("Aa", "See the letters that there are", index)])],
    )


def no_such_term(slug: str, edition: EditionInfo | None) -> Lost:
    """Say that the glossary has no such entry, and which editions do."""
    held = queries.editions_with_term(slug)
    having = [
        Entry("Aa", f"as of {long_date(other.date)}", addresses.term(slug, other.date)) for other in reversed(held)
    ]
    where = f"the edition effective {long_date(edition.date)}" if edition else "this library"
    words = slug.replace("-", " ")
    search = Entry("?", f"Search the rules for “{shorten(words)}”", addresses.search(words[:200]))
    return Lost(
        "That word is not in the glossary",
        f"The glossary of {where} has no entry “{shorten(words)}”.",
        [Way("Editions that have it", having), Way("You could", [search])],
    )


def shorten(text: str) -> str:
    """Return a text short enough to repeat in a sentence."""
    seen = "".join(letter if letter.isprintable() else "�" for letter in text)
    return seen if len(seen) <= SHOWN else f"{seen[: SHOWN - 1]}…"


def _nearest(number: RuleNumber, edition: EditionInfo | None = None) -> list[str]:
    """Return the numbers closest to one: of the same kind, where it is a section or a chapter."""
    if number.kind not in {Kind.CHAPTER, Kind.SECTION}:
        return queries.nearest_numbers(str(number), edition)
    sections = lookups.section_numbers(edition)
    if number.kind is Kind.CHAPTER:
        return sorted({str(section.chapter) for section in sections})
    closest = sorted(sections, key=lambda section: abs(section.section - number.section))[:5]
    return [str(section) for section in sorted(closest)]


def _entries(numbers: list[str], edition: date | None = None) -> list[Entry]:
    entries: list[Entry] = []
    for number in numbers:
        info = queries.edition_of(edition) if edition else queries.newest_with(number)
        found = queries.rule_in(info, number) if info else None
        words = opening_words(found) if found else ""
        entries.append(Entry(number, words, addresses.rule(number, edition)))
    return entries


def _editions(near: date | None = None) -> Way:
    """Return the editions of the library as a way on: the newest, or the ones nearest to a day."""
    editions = list(reversed(queries.editions()))
    if near:
        editions.sort(key=lambda edition: abs((edition.date - near).days))
    return Way(
        "Editions in this library",
        [
            Entry(
                str(edition.date.year),
                f"effective {long_date(edition.date)}",
                addresses.contents(edition.date),
            )
            for edition in editions[:8]
        ],
    )
