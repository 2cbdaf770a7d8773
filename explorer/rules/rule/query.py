"""Queries of the page of a section, rule or subrule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.history.life import Life
from explorer.library.history.places import Became
from explorer.library.links import (
    CitingText,
    LinkFacts,
    Outline,
    citations,
    citing_edition,
    facts_from,
    headings_from,
    numbers_named,
    outline_of,
    places_of,
    relevant_editions,
    sections_of,
)
from explorer.library.place import RulePlace
from explorer.library.queries import EditionInfo, RuleText, entries_of, tree_of
from explorer.models import Rule


@dataclass(frozen=True, slots=True)
class RulePage:
    """What the page of a section, rule or subrule shows.

    Attributes:
        tree: the section or rule with everything under it. For a section that an excerpt has only parts of, those
            parts under an empty heading.
        requested: a rule or subrule; None for a section.
        rules: the rules of the section, without subrules.
        headings: of the section, its chapter, and the sections that cite it, from this edition; for an excerpt also
            from the newest that has them.
        previous: the section or rule before it in the same edition; likewise `next`.
        lives: of everything that ever had the number, newest first.
        became: in an old edition, what became of the page's rules since.
    """

    place: RulePlace
    tree: RuleText
    requested: RuleText | None
    rules: Sequence[RuleText]
    outline: Outline
    headings: Mapping[str, str]
    previous: RuleText | None
    next: RuleText | None
    citations: Sequence[CitingText]
    links: LinkFacts
    lives: Sequence[Life]
    became: Mapping[str, Became]

    @property
    def life(self) -> Life | None:
        day, number = self.place.edition.date, str(self.place.number)
        return next((life for life in self.lives if life.has(number, day)), None)

    @property
    def section(self) -> RuleNumber:
        return RuleNumber.of(self.place.number.section)

    @property
    def has_many(self) -> bool:
        """Whether the page's subject is more than one text: a section, or a rule with subrules."""
        kind = self.place.number.kind
        return kind is NumberKind.SECTION or (kind is NumberKind.RULE and len(self.shown) > 1)

    @property
    def own(self) -> list[RuleText]:
        """The subject's text: a rule with its subrules, a subrule alone."""
        return [self.requested] if self.requested and self.requested.kind is NumberKind.SUBRULE else self.shown

    @property
    def shown(self) -> list[RuleText]:
        return with_text(self.tree)


def rule_page(place: RulePlace, labeled_in: date) -> RulePage:
    """At most six queries.

    Args:
        labeled_in: the date of the edition that our labels were written for.

    Raises:
        NotInLibrary: the edition doesn't have the number.
    """
    edition, number = place.edition, place.number
    section = RuleNumber.of(number.section)
    top = number.whole
    is_other = edition.has_all_rules and edition.date != labeled_in
    later = labeled_in if is_other and place.library.on(labeled_in) else None
    found = entries_of(edition, _under(top) if number.kind is NumberKind.SECTION else _around(edition, top), later)
    trees = tree_of(rule for rule in found if top.contains(rule.parsed))
    whole = len(trees) == 1 and trees[0].number == str(top)
    tree = trees[0] if whole else RuleText(edition, str(top), top.kind, children=tuple(trees))
    shown = with_text(tree)
    requested = next((rule for rule in shown if rule.number == str(number)), None)
    if not trees or (number.kind is not NumberKind.SECTION and requested is None):
        raise place.not_there
    outline = outline_of(edition)
    around = [rule for rule in found if rule.kind is NumberKind.RULE]
    cites = citations(edition, cited_numbers(number, shown), _excerpts(place))
    headings = {str(section), str(RuleNumber(number.chapter))} | sections_of(cites)
    numbers = numbers_named(paragraph.text for rule in shown for paragraph in rule.paragraphs)
    wanted_places = numbers if edition.has_all_rules else {*numbers, *headings, *(one.target for one in cites)}
    places = places_of(wanted_places, relevant_editions(edition, place.library, pinned=place.pinned))
    previous, following = _neighbours(edition, number, outline, around)
    lives, fates = place.lives_and_fates(str(number), shown, ever=True)
    return RulePage(
        place=place,
        tree=tree,
        requested=requested,
        rules=tree.children
        if number.kind is NumberKind.SECTION
        else [rule for rule in around if rule.parsed.section == section.section],
        outline=outline,
        headings=headings_from(headings, outline, places, edition),
        previous=previous,
        next=following,
        citations=citing_edition((one for one in cites if one.elsewhere or one.number != one.target), edition, places),
        links=facts_from(numbers, places, edition, place.library, pinned=place.pinned),
        lives=lives,
        became=fates,
    )


def with_text(tree: RuleText) -> list[RuleText]:
    """The rules and subrules of a tree that have text, in order."""
    own = [tree] if tree.kind in {NumberKind.RULE, NumberKind.SUBRULE} and tree.paragraphs else []
    return own + [entry for child in tree.children for entry in with_text(child)]


def _under(number: RuleNumber) -> Q:
    """A number and everything under it."""
    return Q(sort_key__gte=number.sort_key, sort_key__lt=number.sort_key_after)


def _around(edition: EditionInfo, rule: RuleNumber) -> Q:
    """A rule with its subrules, the other rules of its section, and the rules on either side of that."""
    section = RuleNumber.of(rule.section)
    rules = Rule.objects.filter(edition_id=edition.id, kind=Rule.Kind.RULE)
    before = rules.filter(sort_key__lt=section.sort_key).order_by("-sort_key").values("sort_key")[:1]
    after = rules.filter(sort_key__gte=section.sort_key_after).order_by("sort_key").values("sort_key")[:1]
    beside = Q(kind=Rule.Kind.RULE) & (_under(section) | Q(sort_key=before) | Q(sort_key=after))
    return _under(rule) | beside


def cited_numbers(number: RuleNumber, shown: Sequence[RuleText]) -> list[str]:
    """The numbers whose citations the page lists.

    A rule comes with its subrules, a subrule with its rule. Citations between a rule and its own subrules count, those
    of a number by itself don't.
    """
    if number.kind is NumberKind.SUBRULE:
        return [str(number), str(number.parent)]
    if number.kind is NumberKind.RULE:
        return [str(number), *(rule.number for rule in shown if rule.kind is NumberKind.SUBRULE)]
    return [str(number)]


def _excerpts(place: RulePlace) -> Sequence[EditionInfo]:
    """Other excerpts whose references may lead here: only for the newest text in a library of excerpts."""
    return () if place.pinned or place.edition.has_all_rules else place.library.excerpts


def _neighbours(
    edition: EditionInfo, number: RuleNumber, outline: Outline, rules: Sequence[RuleText]
) -> tuple[RuleText | None, RuleText | None]:
    """What comes before and after. For a subrule, the neighbors of its rule."""
    if number.kind is NumberKind.SECTION:
        before, after = outline.around(number)
        previous, following = (
            near and RuleText(edition, str(near), NumberKind.SECTION, outline.sections[near])
            for near in (before, after)
        )
        return previous, following
    own = number.whole
    ordered = sorted(rules, key=lambda rule: rule.parsed.sort_key)
    earlier = [rule for rule in ordered if rule.parsed.sort_key < own.sort_key]
    later = [rule for rule in ordered if rule.parsed.sort_key > own.sort_key]
    return (earlier[-1] if earlier else None), (later[0] if later else None)
