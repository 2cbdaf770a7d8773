"""Not-found pages: a rule, edition, glossary entry, symbol or Try it form that isn't here, with suggestions."""

from collections.abc import Mapping, Sequence
from datetime import date

from django.conf import settings

from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.glossaries import terms_of
from explorer.library.history.life import applied_on, lives_under
from explorer.library.history.places import keys_at
from explorer.library.links import extent_of
from explorer.library.loaded import Library, library
from explorer.library.place import NotInLibrary
from explorer.library.queries import EditionInfo, RuleText, is_loaded, rules_near
from explorer.web import addresses
from explorer.web.downloads import FETCH, HINT
from explorer.web.errors import ErrorPage, LinkList, NotFound, PageLink, shorten
from explorer.wording.life import former_rules
from explorer.wording.wordings import short_label
from symbols.catalog.finding import LONGEST, nearest
from symbols.engine import EngineError
from symbols.rendering import pip
from symbols.similar import CLOSE, similar


def page_about_edition(error: EngineError) -> ErrorPage:
    loaded = library()
    near = loaded.nearest(date.fromisoformat(error.suggestion)) if error.suggestion else loaded.newest_first
    return ErrorPage(error.code, "That edition isn’t loaded", error.message, [editions_in(near)])


def not_found_page(error: NotInLibrary) -> NotFound:
    if error.day:
        return no_such_edition(error.day, error.library)
    if error.number:
        return no_such_rule(error.number, error)
    if error.letter and error.edition:
        return no_such_letter(error.letter, error.edition, addresses.glossary(error.pin))
    return no_such_term(error, _entries_near(error)) if error.slug else empty_library()


def no_such_edition(day: date, loaded: Library) -> NotFound:
    sentence = f"Pipwise doesn’t have the {long_date(day)} rules."
    if (then := applied_on(day, loaded)) not in {None, day}:
        sentence = f"The {long_date(then)} rules applied then. Pipwise doesn’t have them."
    return NotFound("That edition isn’t loaded", sentence, [editions_in(loaded.nearest(day))])


def empty_library() -> NotFound:
    return NotFound(
        "No rules loaded",
        "This database is empty.",
        hint="To load the rules that Pipwise comes with, run:",
        command=f"{settings.PROGRAM} up",
    )


def not_a_number(text: str) -> NotFound:
    search = PageLink("", f"Search the rules for “{shorten(text)}”", addresses.search(text[:200]))
    return NotFound(
        "That isn’t a rule number",
        f"“{shorten(text)}” isn’t a rule number. Type one such as 107, 107.4 or 107.4f.",
        [LinkList("You could", [search])],
    )


def no_such_rule(number: RuleNumber, error: NotInLibrary) -> NotFound:
    """The page for a number that this edition, or all of them, lack. At most seven queries."""
    edition = error.edition
    newest = edition if edition and error.pin is None else None
    near = [
        PageLink(other, short_label(rule) if rule else "", addresses.rule(other, error.pin))
        for other, rule in _numbers_near(number, error)
    ]
    hints = _hints(error.library)
    if edition is None:
        sentence = f"No loaded edition has {number}."
        ways = [LinkList("Closest numbers", near)]
        title = f"{number} isn’t loaded" if hints else f"There’s no {number}"
        return NotFound(title, sentence, ways, **hints)
    named = long_date(edition.date)
    having = [
        PageLink(str(number), f"{long_date(other.date)} rules", addresses.rule(str(number), other.date))
        for other in error.having
    ]
    section, chapter = _parts_now(number, error)
    former = _former_ways(number, section, error)
    if chapter != str(number.chapter):
        # The neighboring numbers there are about something else.
        near = []
    if newest:
        update = PageLink("", "Update a text that cites this", addresses.citations(error.having[0].date))
        ways = [
            former,
            LinkList("Earlier rules with it", having),
            LinkList("Closest numbers in the newest rules", near),
            LinkList("You could", [update]),
        ]
        sentence = f"The {named} rules don’t have {number}. Earlier rules do."
        return NotFound(f"{number} isn’t in the newest rules", sentence, ways)
    ways = [
        former,
        LinkList(f"Editions with {number}", having),
        LinkList(f"Closest numbers in the {named} rules", near),
    ]
    sentence = f"The {named} rules have no {number}."
    if not edition.has_all_rules:
        sentence = f"Pipwise has only an excerpt of the {named} rules: {extent_of(edition)}. It lacks {number}."
    return NotFound(f"{number} isn’t in this edition", sentence, ways, **hints)


def _numbers_near(number: RuleNumber, error: NotInLibrary) -> Sequence[tuple[str, RuleText | None]]:
    """The closest numbers, with their rules where those are loaded."""
    edition = error.edition
    section = RuleNumber(number.chapter, number.section)
    # If the section is missing, neighboring sections help more than rules of other ones. Excerpts lack most sections.
    sought = number if edition or not error.library.has_complete or is_loaded(section) else section
    near = rules_near(sought, error.library.editions, edition)
    if number.kind is not NumberKind.CHAPTER and not (edition.has_all_rules if edition else error.library.has_complete):
        # Chapters in between may be missing, too.
        near = [one for one in near if RuleNumber.parse(one[0]).chapter == number.chapter]
    return near


def _parts_now(number: RuleNumber, error: NotInLibrary) -> tuple[str, str]:
    """Numbers of its section and its chapter in the newest edition."""
    parts, newest = (str(number.section), str(number.chapter)), error.library.newest
    if newest is None or not error.having:
        return parts
    now = keys_at([(part, error.having[0].date) for part in parts], newest.date)
    places = {key: there for (key, _), there in now.items()}
    return places.get(parts[0], parts[0]), places.get(parts[1], parts[1])


def _former_ways(number: RuleNumber, section: str, error: NotInLibrary) -> LinkList:
    """What a number was in editions that have it, what that is today, and where its section is."""
    named = str(number)
    was = former_rules(named, lives_under(named), error.having, error.library)
    links = [PageLink(one.number or named, one.words, one.address) for one in was]
    if section != str(number.section):
        links.append(PageLink(section, "Its section now", addresses.rule(section)))
    return LinkList(f"What {named} was", links)


def no_such_letter(letter: str, glossary: EditionInfo | None, index: str) -> NotFound:
    """Without a glossary, the letter is one of the index."""
    where = f"glossary entry in the {long_date(glossary.date)} rules" if glossary else "index entry"
    see_all = PageLink("Aa", "See all letters", index)
    return NotFound(
        "No such entries", f"No {where} starts with “{shorten(letter)}”.", [LinkList("You could", [see_all])]
    )


def _entries_near(error: NotInLibrary) -> Mapping[str, str]:
    """Glossary entries with the most similar names, by slug, closest first."""
    glossary = error.edition or error.library.newest
    names = {entry.slug: entry.name for entry in terms_of(glossary)} if glossary else {}
    return {slug: names[slug] for slug in similar(error.slug, names, 3, at_least=CLOSE)}


def no_such_term(error: NotInLibrary, entries: Mapping[str, str]) -> NotFound:
    slug, edition, having = error.slug, error.edition, error.having
    day = edition.date if edition else None
    near = [PageLink("", name, addresses.term(other, day)) for other, name in entries.items()]
    there = [PageLink("Aa", f"{long_date(other.date)} rules", addresses.term(slug, other.date)) for other in having]
    where = f"The {long_date(edition.date)} rules have no" if edition else "No loaded edition has a"
    if having and not edition:
        where = "The newest rules have no"
    words = slug.replace("-", " ")
    named = f"glossary entry “{shorten(words)}”"
    search = PageLink("", f"Search the rules for “{shorten(words)}”", addresses.search(words[:200]))
    ways = [
        LinkList("Editions that have it", there),
        LinkList("Closest entries", near),
        LinkList("You could", [search]),
    ]
    hints = _hints(error.library)
    if edition and not edition.complete:
        rules = f"{long_date(edition.date)} rules"
        sentence = (
            f"The document of the {rules} {edition.shortfall}, and has no {named}."
            if edition.has_all_rules
            else f"Pipwise has only an excerpt of the {rules}, without a {named}."
        )
        return NotFound("That entry isn’t loaded", sentence, ways, **hints)
    title = "That entry isn’t loaded" if hints else "That word isn’t in the glossary"
    return NotFound(title, f"{where} {named}.", ways, **hints)


def _hints(loaded: Library) -> dict[str, str]:
    """How to download the full rules, where none are loaded."""
    return {} if loaded.has_complete else {"hint": HINT, "command": FETCH}


def no_such_symbol(typed: str) -> NotFound:
    shown = shorten(typed)
    near = [PageLink(pip(one.code, decorative=True), one.name, addresses.symbol(one.slug)) for one in nearest(typed)]
    search = PageLink("", f"Search symbols for “{shown}”", addresses.symbols(typed[:LONGEST]))
    return NotFound(
        "There’s no such symbol",
        f"“{shown}” isn’t a symbol.",
        [LinkList("Closest symbols", near), LinkList("You could", [search])],
    )


def no_such_trial(slug: str, near: Sequence[PageLink]) -> NotFound:
    every = PageLink("…", "See every Try it", addresses.trials())
    return NotFound(
        "There’s no page here",
        f"There’s no Try it called “{shorten(slug)}”.",
        [LinkList("Closest", near), LinkList("You could", [every])],
    )


def editions_in(editions: Sequence[EditionInfo]) -> LinkList:
    return LinkList(
        "Loaded editions",
        [
            PageLink(str(edition.date.year), f"{long_date(edition.date)} rules", addresses.contents(edition.date))
            for edition in editions[:8]
        ],
    )
