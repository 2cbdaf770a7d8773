"""Queries of the glossary's pages."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase

from django.db.models import Q

from explorer.document.numbers import RuleNumber
from explorer.document.tree import slugify
from explorer.library.glossaries import entries_naming, glossary_of, rules_using, terms_of
from explorer.library.history.life import Life
from explorer.library.history.places import Became
from explorer.library.links import (
    LinkFacts,
    Outline,
    extent,
    headings_from,
    link_facts,
    numbers_named,
    outline_of,
    places_of,
)
from explorer.library.place import EditionPlace, NotInLibrary, TermPlace
from explorer.library.queries import EditionInfo, RuleText, TermText, entries_of

SHORT = 60
"""Up to this many entries, the glossary is shown in full; beyond it, as an index."""

OTHER = "0"
"""The "letter" of names that begin with none."""

_MOST_CITED = 3
_MOST_EXAMPLES = 5
# How many subrules to quote of a rule that is only a title.
_FIRST_SUBRULES = 2


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """What a glossary page shows.

    Attributes:
        extent: what an excerpt contains; empty for a complete edition.
        names: every entry, in printed order.
        entries: those shown in full.
    """

    place: EditionPlace
    extent: str
    letter: str
    names: Sequence[TermText]
    entries: Sequence[TermText]
    links: LinkFacts


@dataclass(frozen=True, slots=True)
class TermPage:
    """What a glossary entry's page shows.

    Attributes:
        extent: what an excerpt contains; empty for a complete edition.
        using: (number, heading) of the rules that use the term; None for a term too common to look for.
        naming: the entries that refer to it.
        cited: the rules that it cites; each one that is only a title is followed by its first subrules.
        more: how many subrules of such a title aren't in `cited`, by number.
        headings: of all these rules' sections.
        became: in an old edition, what became of the quoted rules since.
    """

    place: TermPlace
    extent: str
    entry: TermText
    previous: TermText | None
    next: TermText | None
    using: Sequence[tuple[str, str]] | None
    naming: Sequence[TermText]
    cited: Sequence[RuleText]
    more: Mapping[str, int]
    examples: Sequence[RuleText]
    headings: Mapping[str, str]
    links: LinkFacts
    life: Life | None
    became: Mapping[str, Became]


def initial(name: str) -> str:
    """The letter that a name is listed under: its first one, without accents, else `OTHER`."""
    # The appended digit is for names without any letter.
    first = slugify(f"{name} {OTHER}")[0].upper()
    return first if first.isalpha() else OTHER


def glossary_page(place: EditionPlace, typed: str = "") -> GlossaryPage:
    """The whole glossary, or the entries under one letter, in at most three queries.

    Args:
        typed: the letter, as it stands in the URL; empty for the whole glossary.

    Raises:
        NotInLibrary: no entry begins with the letter.
    """
    letter = initial(typed[:20]) if typed else ""
    names = terms_of(place.edition)
    entries = [entry for entry in names if initial(entry.name) == letter] if letter else names
    if letter and not entries:
        raise NotInLibrary(library=place.library, letter=typed, edition=place.edition, pin=place.pin)
    shown = entries if letter or len(names) <= SHORT else ()
    held = "" if place.edition.complete else extent(place.edition, outline_of(place.edition))
    return GlossaryPage(place, held, letter, names, shown, _links(shown, place))


def term_page(place: TermPlace) -> TermPage:
    """At most nine queries.

    Raises:
        NotInLibrary: the edition doesn't have the entry.
    """
    edition = place.edition
    names = terms_of(edition)
    at = next((at for at, entry in enumerate(names) if entry.slug == place.slug), None)
    if at is None:
        raise place.not_there
    using = rules_using(edition, place.slug)
    outline = outline_of(edition)
    named = [number for number in numbers_named(_texts(names[at : at + 1])) if "." in number][:_MOST_CITED]
    letters = {number: [f"{number}{letter}" for letter in ascii_lowercase] for number in named}
    most = _MOST_EXAMPLES + _FIRST_SUBRULES * len(named)
    first = [number for number, _ in using or () if number not in named][:most]
    texts = {
        rule.number: rule for rule in entries_of(edition, Q(number__in=[*named, *first, *chain(*letters.values())]))
    }
    below = {
        number: [texts[one] for one in letters[number] if one in texts] if texts[number].is_title else []
        for number in named
        if number in texts
    }
    cited = [one for number, under in below.items() for one in (texts[number], *under[:_FIRST_SUBRULES])]
    examples = [texts[number] for number in first if texts[number] not in cited][:_MOST_EXAMPLES]
    lives, fates = place.lives_and_fates(place.key, [*cited, *examples], ever=False)
    return TermPage(
        place=place,
        extent="" if edition.complete else extent(edition, outline),
        entry=names[at],
        previous=names[at - 1] if at else None,
        next=names[at + 1] if at + 1 < len(names) else None,
        using=using,
        naming=entries_naming(edition, place.slug),
        cited=cited,
        more={number: len(under) - _FIRST_SUBRULES for number, under in below.items() if len(under) > _FIRST_SUBRULES},
        examples=examples,
        headings=_headings([*(number for number, _ in using or ()), *named], outline, place),
        links=_links([names[at], *cited, *examples], place),
        life=next(iter(lives), None),
        became=fates,
    )


def term_meant(place: TermPlace) -> str | None:
    """The slug of the entry that has `place.slug` as another form of its name, as "creatures" of "creature"."""
    return glossary_of(place.edition).find(place.slug)


def entry_meant(place: TermPlace) -> TermText:
    """The entry with this name, or of which it is another form.

    Raises:
        NotInLibrary: the edition doesn't have it.
    """
    wanted = place.slug if place.edition.id in place.wordings else term_meant(place)
    entry = next((one for one in terms_of(place.edition) if one.slug == wanted), None)
    if entry is None:
        raise place.not_there
    return entry


def _texts(entries: Iterable[TermText | RuleText]) -> list[str]:
    return [paragraph.text for entry in entries for paragraph in entry.paragraphs]


def _links(entries: Iterable[TermText | RuleText], place: EditionPlace) -> LinkFacts:
    return link_facts(_texts(entries), place.edition, pinned=place.pinned, loaded=place.library)


def _headings(rules: Collection[str], outline: Outline, place: EditionPlace) -> Mapping[str, str]:
    sections = {str(RuleNumber.parse(number).section) for number in rules}
    edition: EditionInfo = place.edition
    places = {} if edition.has_all_rules else places_of(sections, place.library.editions)
    return headings_from(sections, outline, places, edition)
