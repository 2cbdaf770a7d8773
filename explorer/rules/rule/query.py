"""All that the page of a section, a rule or a subrule shows, asked of the library once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Q

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.citing_texts import CitingText, citations, citing_edition, headings_from, sections_of
from explorer.library.history.life import Life
from explorer.library.history.places import Became
from explorer.library.links import LinkFacts, editions_to_ask, facts_from, numbers_named, places_of
from explorer.library.outline import Common, Outline, common_outline, in_outline, outline_from
from explorer.library.place import RulePlace
from explorer.library.queries import EditionInfo, RuleText, entries_of, stands_below, tree_of
from explorer.models import Rule


@dataclass(frozen=True, slots=True)
class RulePage:
    """Everything that the page of a section, a rule or a subrule shows.

    Attributes:
        place: what was asked for.
        tree: the section, or the rule, with everything under it. Of a section that an excerpt has in parts, the parts
            without a heading.
        asked: the very rule or subrule that was asked for; None for a section.
        rules: the rules of the section, without their subrules.
        outline: the chapters and sections of the edition.
        headings: of the section, its chapter, and the sections that cite it: those in the edition, for an excerpt also
            the newest in the library.
        previous: the section or rule before it, in the same edition; likewise `next`.
        citations: what cites the rules of the page.
        links: what the links in its texts depend on.
        lives: everything that ever had the number, the newest first.
        became: of an old edition, what became of the rules that the page shows.
    """

    place: RulePlace
    tree: RuleText
    asked: RuleText | None
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
        """Life of what has the number in the edition that is read."""
        day, number = self.place.edition.date, str(self.place.number)
        return next((life for life in self.lives if life.has(number, day)), None)

    @property
    def section(self) -> RuleNumber:
        """Section that the page is of."""
        return RuleNumber.of(self.place.number.section)

    @property
    def has_many(self) -> bool:
        """Whether what was asked for is more than one text: a section, or a rule with subrules."""
        kind = self.place.number.kind
        return kind is NumberKind.SECTION or (kind is NumberKind.RULE and len(self.shown) > 1)

    @property
    def shown(self) -> list[RuleText]:
        """Rules whose text the page shows, in order."""
        return with_text(self.tree)


def rule_page(place: RulePlace, labeled_in: date) -> RulePage:
    """Return what the page of a section, a rule or a subrule shows, in five queries at most.

    Args:
        place: what was asked for.
        labeled_in: the effective date of the edition whose rules have labels.

    Raises:
        NotThere: the edition doesn't have it.
    """
    edition, number = place.edition, place.number
    section = RuleNumber.of(number.section)
    top = number.parent if number.kind is NumberKind.SUBRULE and number.parent else number
    is_other = edition.complete and edition.date != labeled_in
    later = labeled_in if is_other and place.library.on(labeled_in) else None
    kept, siblings = common_outline(edition), _siblings(place.library, edition, section, later)
    found = _read(edition, section, top, later, with_outline=kept.read is None, with_siblings=siblings.read is None)
    own = [rule for rule in found if rule.number == str(top) or stands_below(rule, top)]
    trees = tree_of(own)
    whole = len(trees) == 1 and trees[0].number == str(top)
    tree = trees[0] if whole else RuleText(edition, str(top), top.kind, children=tuple(trees))
    shown = with_text(tree)
    asked = next((rule for rule in shown if rule.number == str(number)), None)
    if not own or (number.kind is not NumberKind.SECTION and asked is None):
        raise place.not_there
    outline = kept.read = kept.read or outline_from((rule.number, rule.heading) for rule in found)
    around = siblings.read or [rule for rule in found if rule.kind is NumberKind.RULE]
    if number.kind is not NumberKind.SECTION:
        siblings.read = around
    cites = citations(edition, _targets(number, shown), _excerpts(place))
    headings = {str(section), str(RuleNumber(number.chapter))} | sections_of(cites)
    numbers = numbers_named(paragraph.text for rule in shown for paragraph in rule.paragraphs)
    asked_for = numbers if edition.complete else numbers | headings | {one.target for one in cites}
    places = places_of(asked_for, editions_to_ask(edition, place.library, pinned=place.pinned))
    previous, following = _neighbours(edition, number, outline, around)
    lives, fates = place.lives_and_fates(str(number), shown, ever=True)
    return RulePage(
        place=place,
        tree=tree,
        asked=asked,
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
    """Return a rule and what is under it in order; a section only for what it holds."""
    own = [tree] if tree.kind in {NumberKind.RULE, NumberKind.SUBRULE} and tree.paragraphs else []
    return own + [entry for child in tree.children for entry in with_text(child)]


@lru_cache(maxsize=512)
def _siblings(*section: object) -> Common[Sequence[RuleText]]:  # noqa: ARG001 - each has its own
    """Return where the rules of a section, and the ones on either side of it, are kept while the library stays."""
    return Common()


def _read(
    edition: EditionInfo,
    section: RuleNumber,
    top: RuleNumber,
    later: date | None,
    *,
    with_outline: bool,
    with_siblings: bool,
) -> list[RuleText]:
    """Return what a page is made of, in one query.

    That is what is under a section or a rule.

    Args:
        edition: the edition.
        section: the section.
        top: the section, or the rule.
        later: another edition in which the numbers are asked for too.
        with_outline: whether the outline of the edition is read, too.
        with_siblings: whether the rules of the section are, and the ones on either side of it.
    """
    wanted = Q(sort_key__gte=top.sort_key, sort_key__lt=top.sort_key_after)
    if with_outline:
        wanted |= in_outline([edition])
    if with_siblings and top.kind is not NumberKind.SECTION:
        rules = Rule.objects.filter(edition_id=edition.id, kind=Rule.Kind.RULE)
        before = rules.filter(sort_key__lt=section.sort_key).order_by("-sort_key").values("sort_key")[:1]
        after = rules.filter(sort_key__gte=section.sort_key_after).order_by("sort_key").values("sort_key")[:1]
        wanted |= Q(kind=Rule.Kind.RULE, sort_key__gte=section.sort_key, sort_key__lt=section.sort_key_after)
        wanted |= Q(sort_key=before) | Q(sort_key=after)
    return entries_of(edition, wanted, later)


def _targets(number: RuleNumber, shown: Sequence[RuleText]) -> list[str]:
    """Return the numbers of which a page says what cites them: its own, and those of the rules around it."""
    if number.kind is NumberKind.SUBRULE:
        return [str(number), str(number.parent)]
    if number.kind is NumberKind.RULE:
        return [str(number), *(rule.number for rule in shown if rule.kind is NumberKind.SUBRULE)]
    return [str(number)]


def _excerpts(place: RulePlace) -> Sequence[EditionInfo]:
    """Return the excerpts whose references may lead here: only the newest text of a library of excerpts has those."""
    return () if place.pinned or place.edition.complete else place.library.excerpts


def _neighbours(
    edition: EditionInfo, number: RuleNumber, outline: Outline, rules: Sequence[RuleText]
) -> tuple[RuleText | None, RuleText | None]:
    """Return what comes before and after a section or a rule; a subrule's page turns to the next rule."""
    if number.kind is NumberKind.SECTION:
        before, after = outline.around(number)
        previous, following = (
            near and RuleText(edition, str(near), NumberKind.SECTION, outline.sections[near])
            for near in (before, after)
        )
        return previous, following
    own = number.parent if number.kind is NumberKind.SUBRULE and number.parent else number
    ordered = sorted(rules, key=lambda rule: rule.parsed.sort_key)
    earlier = [rule for rule in ordered if rule.parsed.sort_key < own.sort_key]
    later = [rule for rule in ordered if rule.parsed.sort_key > own.sort_key]
    return (earlier[-1] if earlier else None), (later[0] if later else None)
