"""Page of a section, a rule or a subrule made ready to be rendered. Asks nobody."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.tree import slugify
from explorer.library.history.places import Became
from explorer.library.outline import extent
from explorer.library.queries import RuleText, is_neighbour_missing
from explorer.rules.reading_page import (
    AsOf,
    CitingGroup,
    EditionSwitch,
    NumberedHeading,
    ReadingPage,
    cited_by,
    numbered_heading,
    rule_switch,
)
from explorer.rules.rule.query import RulePage
from explorer.web import addresses
from explorer.wording.labels import own_label, short_label
from explorer.wording.life import ShownLife
from explorer.wording.links import Resolver
from explorer.wording.mentions import SymbolMention
from explorer.wording.wordings import ShownRule, show_rules, summary_of, symbols_named, without_italics
from symbols.rendering import render_text

# From so many rules with headings of their own, a section is read by name: keywords and keyword actions.
_BY_NAME = 20
_UNLABELED = (NumberKind.SECTION, NumberKind.SUBRULE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRulePage(ReadingPage):
    """Page of a section, a rule or a subrule, ready to be rendered.

    Attributes:
        subject: the number.
        label: what it is about, without markup; empty for a section and for a subrule.
        bar: the rule, or the section, that the bar at the foot of a phone names.
        summary: the first words of what was asked for, without markup.
        is_section: whether it is a section.
        rules: the text.
        symbols: the symbols, and kinds of them, that what was asked for is about.
        section: the section.
        chapter: its chapter; None where the library doesn't have its heading.
        listed: the rules of the section, each with the letter that begins with it, where they are listed by name.
        credit: whose the labels there are; empty where none is ours.
        by_name: whether they are: where most have headings of their own.
        cited: what cites the rules of the page.
        previous: the way to the page before; likewise `next`.
    """

    subject: str
    label: str
    bar: NumberedHeading
    summary: str
    is_section: bool
    rules: Sequence[ShownRule]
    symbols: Sequence[SymbolMention]
    section: NumberedHeading
    chapter: NumberedHeading | None
    listed: Sequence[tuple[str, NumberedHeading]]
    credit: str
    by_name: bool
    cited: Sequence[CitingGroup]
    previous: NumberedHeading | None
    next: NumberedHeading | None


def show_rule_page(page: RulePage, lacking: Collection[str], life: ShownLife | None) -> ShownRulePage:
    """Return the page of a section, a rule or a subrule, ready to be rendered.

    Args:
        page: what it shows.
        lacking: the symbols that the edition does not have (`explorer.symbols_by_edition.editions.lacking_in`).
        life: the life of what was asked for.
    """
    place, number = page.place, str(page.place.number)
    section, chapter = page.section, RuleNumber(page.section.chapter)
    is_section = place.number.kind is NumberKind.SECTION
    texts = page.shown
    named = [page.asked] if page.asked and page.asked.kind is NumberKind.SUBRULE else texts
    heading = page.headings.get(str(section), "")
    switch = rule_switch(place)
    listed = [_listed(rule, page) for rule in page.rules]
    by_name = sum(rule.is_title for rule in page.rules) >= _BY_NAME
    return ShownRulePage(
        edition=place.edition,
        pinned=place.pinned,
        extent="" if place.edition.complete else extent(place.edition, page.outline),
        switch=switch,
        address=addresses.rule(number, place.pin),
        as_of=_as_of(page, switch, life),
        subject=number,
        label="" if place.number.kind in _UNLABELED else without_italics(short_label(_rule_read(page))),
        bar=numbered_heading(section, heading, place)
        if is_section
        else next((entry for entry in listed if entry.current), numbered_heading(place.number, "", place)),
        title=without_italics(heading),
        summary=summary_of((page.asked or (texts or [page.tree])[0]).text),
        is_section=is_section,
        rules=show_rules(texts, Resolver(page.links), number, page.became),
        symbols=symbols_named(named, lacking),
        section=numbered_heading(section, heading, place),
        chapter=numbered_heading(chapter, page.headings[str(chapter)], place)
        if str(chapter) in page.headings
        else None,
        credit=_credit(page, listed),
        listed=_by_name(listed) if by_name else [("", entry) for entry in listed],
        by_name=by_name,
        cited=cited_by(_cited_numbers(page), page.citations, page.headings, place),
        previous=_turn(page.previous, page),
        next=_turn(page.next, page),
    )


def _rule_read(page: RulePage) -> RuleText:
    """Return the rule that is read, or that the subrule is of."""
    return page.tree if page.tree.paragraphs or page.tree.heading or page.asked is None else page.asked


def _as_of(page: RulePage, switch: EditionSwitch, life: ShownLife | None) -> AsOf | None:
    """Return what is said above text that is not the newest edition's; None above the newest."""
    place = page.place
    newest = place.library.newest
    if place.is_newest or newest is None:
        return None
    having = [other for other in switch.editions if other.has_it]
    day_read = place.edition.date
    newest_row = place.library.newest_of(place.wordings)
    number, day = str(place.number), long_date(newest.date)
    # The number may be another rule's now: its life knows what became of this one.
    since = life.since if life else ""
    # What an excerpt lacks may have changed as well.
    known = newest.complete or any(one.reworded for one in page.became.values())
    if page.has_many and page.became and known:
        sentence = " ".join(filter(None, (since, _amounts(page.became))))
    elif since:
        sentence = since
    elif newest_row is not None and newest_row != place.edition:
        same = place.wordings[newest_row.id] == place.wordings.get(place.edition.id)
        sentence = (
            f"{number} has {'the same' if same else 'different'} wording in the {long_date(newest_row.date)} rules."
        )
        if page.has_many:
            sentence = f"Newer: the {long_date(newest_row.date)} rules."
    elif newest.complete:
        sentence = f"The newest rules, {day}, have no {number}."
    else:
        sentence = "Newer rules for this number aren’t loaded."
    return AsOf(
        sentence,
        life.newest if life and since else switch.newest_address if newest_row != place.edition else "",
        next((other for other in having if other.date < day_read), None),
        next((other for other in reversed(having) if other.date > day_read), None),
    )


def _amounts(became: Mapping[str, Became]) -> str:
    """Return how many of the rules shown have other words now, or are gone."""
    removed = sum(not one.keys for one in became.values())
    reworded = sum(one.reworded for one in became.values() if one.keys)
    amounts = [
        f"{count} {'was' if count == 1 else 'were'} {what}"
        for count, what in ((reworded, "reworded"), (removed, "removed"))
        if count
    ]
    rules = f"{len(became)} rules" if len(became) > 1 else "1 rule"
    return f"Of {rules} here, {' and '.join(amounts)} since." if amounts else "These rules haven’t been reworded since."


def _cited_numbers(page: RulePage) -> list[str]:
    """Return the numbers of which the page says what cites them, in their order.

    For a rule, these are also its subrules; for a subrule, the rule above it. What a rule and its subrules say of each
    other counts too, as the count says how much cites a number; only a number that names itself doesn't.
    """
    number = page.place.number
    if number.kind is NumberKind.SUBRULE:
        return [str(number), str(number.parent)]
    below = (
        [rule.number for rule in page.shown if rule.kind is NumberKind.SUBRULE]
        if number.kind is NumberKind.RULE
        else []
    )
    return [str(number), *below]


def _listed(rule: RuleText, page: RulePage) -> NumberedHeading:
    """Return a rule in the section's index: a place on the section's page, a way to another page elsewhere.

    The rule that is read shows its letters.
    """
    number = page.place.number
    is_section = number.kind is NumberKind.SECTION
    own = number.parent if number.kind is NumberKind.SUBRULE else number
    current = not is_section and rule.number == str(own)
    return NumberedHeading(
        rule.number,
        _label(rule),
        f"#{rule.number}" if is_section else addresses.rule(rule.number, page.place.pin),
        current=current,
        letters=_letters(page) if current else (),
    )


def _by_name(listed: Sequence[NumberedHeading]) -> list[tuple[str, NumberedHeading]]:
    """Return the rules of a section by name, the first under each letter with that letter."""
    ordered = sorted(((slugify(entry.words), entry) for entry in listed), key=itemgetter(0))
    groups = groupby(ordered, key=lambda one: one[0][:1].upper())
    return [("" if at else letter, entry) for letter, group in groups for at, (_, entry) in enumerate(group)]


def _letters(page: RulePage) -> list[tuple[str, str, bool]]:
    """Return the subrules of the rule that is read, by their letters."""
    read = str(page.place.number)
    below = [rule.number for rule in page.shown if rule.kind is NumberKind.SUBRULE]
    return [
        (
            number.removeprefix(str(RuleNumber.parse(number).parent)),
            addresses.rule(number, page.place.pin),
            number == read,
        )
        for number in below
    ]


def _credit(page: RulePage, listed: Sequence[NumberedHeading]) -> str:
    if not any(own_label(rule) for rule in page.rules):
        return ""
    cut = any(entry.words.endswith("…") for entry in listed)
    return "Labels by Pipwise. Those with “…” are a rule’s first words." if cut else "Labels by Pipwise."


def _label(rule: RuleText) -> SafeString:
    return render_text(short_label(rule), rule.edition.date)


def _turn(near: RuleText | None, page: RulePage) -> NumberedHeading | None:
    if near is None:
        return None
    place = page.place
    own = place.number.parent if place.number.kind is NumberKind.SUBRULE else place.number
    return NumberedHeading(
        near.number,
        _label(near),
        addresses.rule(near.number, place.pin),
        gap=is_neighbour_missing(place.edition, str(own), near.number),
    )
