"""Not-found pages: a rule, an edition, a word, a symbol or a trial that isn’t here, with links to go on from."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from explorer import addresses
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.errors import LinkList, NotFound, PageLink
from explorer.library import queries
from explorer.library.not_there import NotThere
from explorer.library.outline import extent_of
from explorer.library.queries import EditionInfo
from explorer.prose.wordings import opening_words
from symbols.catalog.finding import LONGEST, nearest
from symbols.rendering import pip

FETCH = ".venv/bin/python manage.py fetch_rules"
HINT = (
    "This library holds excerpts. To have every rule, bring in a text file of the Comprehensive Rules with "
    "import_rules, or have the newest fetched from the publisher’s rules page:"
)
SHOWN = 40

_Arguments = ParamSpec("_Arguments")
_View = Callable[Concatenate[HttpRequest, _Arguments], HttpResponse]


def answers_not_found(view: _View[_Arguments]) -> _View[_Arguments]:
    """Return a view that answers with a page of its own where the library doesn't have what it asks for."""

    @wraps(view)
    def answer(request: HttpRequest, /, *arguments: _Arguments.args, **options: _Arguments.kwargs) -> HttpResponse:
        try:
            return view(request, *arguments, **options)
        except NotThere as error:
            raise _page_about(error) from None

    return answer


def _page_about(error: NotThere) -> NotFound:
    if error.day:
        return no_such_edition(error.day)
    if error.number:
        if error.edition is None:
            return no_such_rule(error.number)
        return not_in_edition(error.number, error.edition)
    if error.letter and error.edition:
        return no_such_letter(error.letter, error.edition, addresses.glossary(error.pin))
    return no_such_term(error.slug, error.edition) if error.slug else empty_library()


def date_or_404(text: str) -> date:
    """Return the date in an address.

    Raises:
        NotFound: there is no such day.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        sentence = f"{shorten(text)} is not a day in the calendar. Editions are named by their effective date."
        raise NotFound("There is no such day", sentence, [_editions()]) from None


def edition_or_404(day: date) -> EditionInfo:
    """Return the edition of a date.

    Raises:
        NotFound: it isn’t loaded; the page lists those that are.
    """
    edition = queries.edition_of(day)
    if edition is None:
        raise no_such_edition(day)
    return edition


def no_such_edition(day: date) -> NotFound:
    """Report that the library has no edition of a date, and which it has."""
    sentence = f"This library has no edition effective {long_date(day)}."
    return NotFound("That edition is not here", sentence, [_editions(near=day)])


def empty_library() -> NotFound:
    """Report that nothing has been loaded yet."""
    return NotFound(
        "The library is empty",
        "No rule text has been loaded into this database yet.",
        hint="This loads the text that Pipwise comes with, and starts the site:",
        command=".venv/bin/python manage.py up",
    )


def not_a_number(text: str) -> NotFound:
    """Return what a rule number looks like."""
    search = PageLink("?", f"Search the rules for “{shorten(text)}”", addresses.search(text[:200]))
    return NotFound(
        "That is not a rule number",
        f"“{shorten(text)}” is not a rule number such as 107, 107.4 or 107.4f.",
        [LinkList("You could", [search])],
    )


def no_such_rule(number: RuleNumber) -> NotFound:
    """Report that no edition in the library has a number."""
    near = _nearest(number)
    way = LinkList("The nearest numbers", _entries(near))
    excerpts = not any(edition.complete for edition in queries.editions())
    sentence = f"No edition in this library has {number}."
    if excerpts:
        return NotFound(f"{number} is not here", sentence, [way], hint=HINT, command=FETCH)
    return NotFound(f"{number} is not here", sentence, [way])


def not_in_edition(number: RuleNumber, edition: EditionInfo) -> NotFound:
    """Report that one edition lacks a number, and which editions have it."""
    held = queries.editions_with(str(number))
    having = [
        PageLink(str(number), f"as of {long_date(other.date)}", addresses.rule(str(number), other.date))
        for other in reversed(held)
    ]
    near = _nearest(number, edition)
    near_entries = _entries(near, edition.date)
    named = long_date(edition.date)
    sentence = f"The edition effective {named} has no {number}."
    ways = [
        LinkList(f"Editions that have {number}", having),
        LinkList(f"The nearest in the edition of {named}", near_entries),
    ]
    if not edition.complete:
        sentence = f"What this library holds of the edition effective {named}, {extent_of(edition)}, lacks {number}."
        return NotFound(f"{number} is not in this edition", sentence, ways, hint=HINT, command=FETCH)
    return NotFound(f"{number} is not in this edition", sentence, ways)


def no_such_letter(letter: str, edition: EditionInfo, index: str) -> NotFound:
    """Report that no entry of a glossary begins with a letter."""
    named = long_date(edition.date)
    return NotFound(
        "Nothing begins with that",
        f"In the glossary of the edition effective {named} no entry begins with “{shorten(letter)}”.",
        [LinkList("You could", [PageLink("Aa", "See the letters that there are", index)])],
    )


def no_such_term(slug: str, edition: EditionInfo | None) -> NotFound:
    """Report that the glossary has no such entry, and which editions do."""
    held = queries.editions_with_term(slug)
    having = [
        PageLink("Aa", f"as of {long_date(other.date)}", addresses.term(slug, other.date)) for other in reversed(held)
    ]
    where = f"the edition effective {long_date(edition.date)}" if edition else "this library"
    words = slug.replace("-", " ")
    search = PageLink("?", f"Search the rules for “{shorten(words)}”", addresses.search(words[:200]))
    return NotFound(
        "That word is not in the glossary",
        f"The glossary of {where} has no entry “{shorten(words)}”.",
        [LinkList("Editions that have it", having), LinkList("You could", [search])],
    )


def no_such_symbol(asked: str) -> NotFound:
    """Report that nothing is written so, and offer the nearest symbols."""
    shown = shorten(asked)
    near = [PageLink(pip(one.code, decorative=True), one.name, addresses.symbol(one.slug)) for one in nearest(asked)]
    search = PageLink("?", f"Look for “{shown}” among the symbols", addresses.symbols(asked[:LONGEST]))
    return NotFound(
        "There is no such symbol",
        f"No symbol is written “{shown}”.",
        [LinkList("The nearest symbols", near), LinkList("You could", [search])],
    )


def no_such_trial(slug: str, near: Sequence[PageLink]) -> NotFound:
    """Report that nothing is tried under a name, and offer the nearest."""
    every = PageLink("…", "Everything that can be tried", addresses.trials())
    return NotFound(
        "There is nothing of that name to try",
        f"No trial is called “{shorten(slug)}”.",
        [LinkList("The nearest", near), LinkList("You could", [every])],
    )


def shorten(text: str) -> str:
    """Return a text short enough to repeat in a sentence."""
    seen = "".join(letter if letter.isprintable() else "�" for letter in text)
    return seen if len(seen) <= SHOWN else f"{seen[: SHOWN - 1]}…"


def _nearest(number: RuleNumber, edition: EditionInfo | None = None) -> list[str]:
    """Return the numbers closest to one: of the same kind, where it is a section or a chapter."""
    if number.kind not in {NumberKind.CHAPTER, NumberKind.SECTION}:
        return queries.nearest_numbers(str(number), edition)
    sections = queries.section_numbers(edition)
    if number.kind is NumberKind.CHAPTER:
        return sorted({str(section.chapter) for section in sections})
    closest = sorted(sections, key=lambda section: abs(section.section - number.section))[:5]
    return [str(section) for section in sorted(closest)]


def _entries(numbers: list[str], edition: date | None = None) -> list[PageLink]:
    found_links: list[PageLink] = []
    for number in numbers:
        info = queries.edition_of(edition) if edition else queries.newest_with(number)
        found = queries.rule_in(info, number) if info else None
        words = opening_words(found) if found else ""
        found_links.append(PageLink(number, words, addresses.rule(number, edition)))
    return found_links


def _editions(near: date | None = None) -> LinkList:
    """Return the editions of the library as a way on: the newest, or the ones nearest to a day."""
    editions = list(reversed(queries.editions()))
    if near:
        editions.sort(key=lambda edition: abs((edition.date - near).days))
    return LinkList(
        "Editions in this library",
        [
            PageLink(
                str(edition.date.year),
                f"effective {long_date(edition.date)}",
                addresses.contents(edition.date),
            )
            for edition in editions[:8]
        ],
    )
