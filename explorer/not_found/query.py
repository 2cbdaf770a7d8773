"""Queries of the page about a missing rule number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.glossaries import terms_of
from explorer.library.history.life import Life, lives_under
from explorer.library.history.places import keys_at
from explorer.library.not_there import NotInLibrary
from explorer.library.outline import extent_of
from explorer.library.queries import RuleText, is_loaded, rules_near
from symbols.similar import similar


@dataclass(frozen=True, slots=True)
class MissingRule:
    """A number that an edition lacks, or all of them.

    Attributes:
        near: the closest numbers, with their rules where those are loaded.
        lives: everything that ever had the number.
        now: numbers of its section and its chapter in the newest edition, by their old ones.
        extent: what an excerpt contains; else empty.
    """

    number: RuleNumber
    near: Sequence[tuple[str, RuleText | None]]
    lives: Sequence[Life]
    now: Mapping[str, str]
    extent: str

    @property
    def section_now(self) -> str:
        """Its section's number in the newest edition, if that changed; else empty."""
        section = str(self.number.section)
        return "" if self.now.get(section, section) == section else self.now[section]

    @property
    def is_in_other_chapter(self) -> bool:
        """Whether its chapter's number belongs to another chapter in the newest edition."""
        chapter = str(self.number.chapter)
        return self.now.get(chapter, chapter) != chapter


def missing_rule(number: RuleNumber, error: NotInLibrary) -> MissingRule:
    """At most seven queries."""
    edition, newest = error.edition, error.library.newest
    section = RuleNumber(number.chapter, number.section)
    # If the section is missing, neighboring sections help more than rules of other ones. Excerpts lack most sections.
    sought = number if edition or not error.library.has_complete or is_loaded(section) else section
    near = rules_near(sought, error.library.editions, edition)
    if number.kind is not NumberKind.CHAPTER and not (edition.has_all_rules if edition else error.library.has_complete):
        # Chapters in between may be missing, too.
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
        "" if edition.has_all_rules else extent_of(edition),
    )


def entries_near(error: NotInLibrary) -> Mapping[str, str]:
    """Glossary entries with the most similar names, by slug, closest first."""
    glossary = error.edition or error.library.newest
    names = {entry.slug: entry.name for entry in terms_of(glossary)} if glossary else {}
    return {slug: names[slug] for slug in similar(error.slug, names, 3, at_least=0.75)}
