"""Page of a section, rule or subrule as the template shows it. No queries."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.tree import slugify
from explorer.library.history.places import Became
from explorer.library.links import extent
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
from explorer.rules.rule.query import RulePage, cited_numbers
from explorer.web import addresses
from explorer.wording.life import ShownLife
from explorer.wording.mentions import SymbolMention
from explorer.wording.wordings import (
    Resolver,
    ShownRule,
    own_label,
    short_label,
    show_rules,
    summary_of,
    symbols_named,
    without_italics,
)
from symbols.rendering import render_text

# Sections with so many rules that have headings are listed by name: keywords and keyword actions.
_BY_NAME_FROM = 20
_UNLABELED = (NumberKind.SECTION, NumberKind.SUBRULE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRulePage(ReadingPage):
    """Page of a section, rule or subrule.

    Attributes:
        label: what the rule is about, as plain text; empty for sections and subrules.
        bar: the rule or section that the bar at the foot of a phone names.
        chapter: None where the library doesn't have its heading.
        listed: the rules of the section; by name, the first under each letter comes with that letter.
        credit: who wrote the labels; empty where all are official headings.
        by_name: whether the rules are listed by name, as most have headings.
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
    """Build what the template shows; `lacking` are the symbols that the edition doesn't have yet."""
    place, number = page.place, str(page.place.number)
    section, chapter = page.section, RuleNumber(page.section.chapter)
    is_section = place.number.kind is NumberKind.SECTION
    texts = page.shown
    heading = page.headings.get(str(section), "")
    switch = rule_switch(place)
    listed = [_listed(rule, page) for rule in page.rules]
    by_name = sum(rule.is_title for rule in page.rules) >= _BY_NAME_FROM
    return ShownRulePage(
        edition=place.edition,
        pinned=place.pinned,
        extent="" if place.edition.has_all_rules else extent(place.edition, page.outline),
        switch=switch,
        address=addresses.rule(number, place.pin),
        as_of=_as_of(page, switch, life),
        subject=number,
        label="" if place.number.kind in _UNLABELED else without_italics(short_label(_rule_of_page(page))),
        bar=numbered_heading(section, heading, place)
        if is_section
        else next((entry for entry in listed if entry.current), numbered_heading(place.number, "", place)),
        title=without_italics(heading),
        summary=summary_of((page.requested or (texts or [page.tree])[0]).text),
        is_section=is_section,
        rules=show_rules(texts, Resolver(page.links), number, page.became),
        symbols=symbols_named(page.own, lacking),
        section=numbered_heading(section, heading, place),
        chapter=numbered_heading(chapter, page.headings[str(chapter)], place)
        if str(chapter) in page.headings
        else None,
        credit=_credit(page, listed),
        listed=_by_name(listed) if by_name else [("", entry) for entry in listed],
        by_name=by_name,
        cited=cited_by(cited_numbers(place.number, texts), page.citations, page.headings, place),
        previous=_neighbor(page.previous, page),
        next=_neighbor(page.next, page),
    )


def _rule_of_page(page: RulePage) -> RuleText:
    """The page's rule: of a subrule, the one that it is under."""
    return page.tree if page.tree.paragraphs or page.tree.heading or page.requested is None else page.requested


def _as_of(page: RulePage, switch: EditionSwitch, life: ShownLife | None) -> AsOf | None:
    place = page.place
    newest = place.library.newest
    if place.is_newest or newest is None:
        return None
    having = [other for other in switch.editions if other.has_it]
    newest_row = place.library.newest_of(place.wordings)
    number, day = str(place.number), long_date(newest.date)
    # The number may belong to another rule now, so ask this rule's life first.
    since = life.since if life else ""
    # Rules missing from an excerpt may have changed too.
    known = newest.has_all_rules or any(one.reworded for one in page.became.values())
    if page.has_many and page.became and known:
        sentence = " ".join(filter(None, (since, _changes_since(page.became))))
    elif since:
        sentence = since
    elif newest_row is not None and newest_row != place.edition:
        same = place.wordings[newest_row.id] == place.wordings.get(place.edition.id)
        sentence = (
            f"{number} has {'the same' if same else 'different'} wording in the {long_date(newest_row.date)} rules."
        )
        if page.has_many:
            sentence = f"Newer: the {long_date(newest_row.date)} rules."
    elif newest.has_all_rules:
        sentence = f"The newest rules ({day}) have no {number}."
    else:
        sentence = "Pipwise has no newer wording for this number."
    return AsOf(
        sentence,
        life.newest if life and since else switch.newest_address if newest_row != place.edition else "",
        next((other for other in having if other.date < place.edition.date), None),
        next((other for other in reversed(having) if other.date > place.edition.date), None),
    )


def _changes_since(became: Mapping[str, Became]) -> str:
    """“Of 12 rules here, 3 were reworded and 1 was removed since.”."""
    removed = sum(not one.keys for one in became.values())
    reworded = sum(one.reworded for one in became.values() if one.keys)
    counts = [
        f"{count} {'was' if count == 1 else 'were'} {what}"
        for count, what in ((reworded, "reworded"), (removed, "removed"))
        if count
    ]
    rules = f"{len(became)} rules" if len(became) > 1 else "1 rule"
    return f"Of {rules} here, {' and '.join(counts)} since." if counts else "These rules haven’t been reworded since."


def _listed(rule: RuleText, page: RulePage) -> NumberedHeading:
    """A rule in the section's index. On the section's own page it links to an anchor."""
    number = page.place.number
    is_section = number.kind is NumberKind.SECTION
    current = not is_section and rule.number == str(number.whole)
    return NumberedHeading(
        rule.number,
        _label(rule),
        f"#{rule.number}" if is_section else addresses.rule(rule.number, page.place.pin),
        current=current,
        letters=_subrule_links(page) if current else (),
    )


def _by_name(listed: Sequence[NumberedHeading]) -> list[tuple[str, NumberedHeading]]:
    ordered = sorted(((slugify(entry.words), entry) for entry in listed), key=itemgetter(0))
    groups = groupby(ordered, key=lambda one: one[0][:1].upper())
    return [("" if at else letter, entry) for letter, group in groups for at, (_, entry) in enumerate(group)]


def _subrule_links(page: RulePage) -> list[tuple[str, str, bool]]:
    requested = str(page.place.number)
    subrules = [rule.number for rule in page.shown if rule.kind is NumberKind.SUBRULE]
    return [
        (
            number.removeprefix(str(RuleNumber.parse(number).parent)),
            addresses.rule(number, page.place.pin),
            number == requested,
        )
        for number in subrules
    ]


def _credit(page: RulePage, listed: Sequence[NumberedHeading]) -> str:
    if not any(own_label(rule) for rule in page.rules):
        return ""
    cut = any(entry.words.endswith("…") for entry in listed)
    return "Labels are ours. Those ending in “…” are the rule’s first words." if cut else "Labels are ours."


def _label(rule: RuleText) -> SafeString:
    return render_text(short_label(rule), rule.edition.date)


def _neighbor(near: RuleText | None, page: RulePage) -> NumberedHeading | None:
    if near is None:
        return None
    place = page.place
    return NumberedHeading(
        near.number,
        _label(near),
        addresses.rule(near.number, place.pin),
        gap=is_neighbour_missing(place.edition, str(place.number.whole), near.number),
    )
