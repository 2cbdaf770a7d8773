"""All that the page about a number that isn't there shows, asked of the library before it is shaped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.glossaries import terms_of
from explorer.library.history.life import Life, lives_under
from explorer.library.history.places import keys_at
from explorer.library.not_there import NotThere
from explorer.library.outline import extent_of
from explorer.library.queries import RuleText, is_loaded, rules_near
from symbols.similar import similar


@dataclass(frozen=True, slots=True)
class MissingRule:
    """Number that an edition lacks, or the newest rules, or all editions.

    Attributes:
        number: the number.
        near: the numbers closest to it, each with what it names, where that is known.
        lives: everything that ever had the number, where any edition lacks it.
        now: the number that its section and its chapter have in the newest edition, where they are there.
        extent: of an excerpt, what there is of it; else empty.
    """

    number: RuleNumber
    near: Sequence[tuple[str, RuleText | None]]
    lives: Sequence[Life]
    now: Mapping[str, str]
    extent: str

    @property
    def section_now(self) -> str:
        """Number of its section in the newest edition, where that is another one; else empty."""
        section = str(self.number.section)
        return "" if self.now.get(section, section) == section else self.now[section]

    @property
    def is_in_other_chapter(self) -> bool:
        """Whether its chapter is about something else in the newest edition."""
        chapter = str(self.number.chapter)
        return self.now.get(chapter, chapter) != chapter


def missing_rule(number: RuleNumber, error: NotThere) -> MissingRule:
    """Return what is known of a number that isn't there, in seven queries at most."""
    edition, newest = error.edition, error.library.newest
    section = RuleNumber(number.chapter, number.section)
    # Rules of another section are about something else; the sections around it say more. Excerpts lack most of those.
    sought = number if edition or not error.library.has_complete or is_loaded(section) else section
    near = rules_near(sought, error.library.editions, edition)
    if number.kind is not NumberKind.CHAPTER and not (edition.complete if edition else error.library.has_complete):
        # The chapters between aren’t there either.
        near = [one for one in near if RuleNumber.parse(one[0]).chapter == number.chapter]
    if edition is None:
        return MissingRule(number, near, (), {}, "")
    held = error.having[0].date if error.having and newest else None
    places = [(str(part), held) for part in (number.section, number.chapter)] if held else []
    now = keys_at(places, newest.date) if newest and places else {}
    return MissingRule(
        number,
        near,
        lives_under(str(number)),
        {key: there for (key, _), there in now.items()},
        "" if edition.complete else extent_of(edition),
    )


def entries_near(error: NotThere) -> Mapping[str, str]:
    """Return the entries with names most like one that isn't there, by their slugs, the nearest first."""
    glossary = error.edition or error.library.newest
    names = {entry.slug: entry.name for entry in terms_of(glossary)} if glossary else {}
    return {slug: names[slug] for slug in similar(error.slug, names, 3, at_least=0.75)}
