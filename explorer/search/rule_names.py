"""Short names of rules, for places without room for their text."""

from collections.abc import Collection, Mapping

from django.utils.text import capfirst

from explorer.cards.shown_rulings import RuleNamed
from explorer.library.loaded import Library
from explorer.library.queries import RuleText, rules_at
from explorer.search import book_in
from explorer.search.index.book import Book
from explorer.web import addresses
from explorer.wording.labels import short_label, subject
from explorer.wording.wordings import without_italics


def name_of_rule(rule: RuleText, book: Book) -> str:
    """A rule's heading, our label or its first index name; empty if it has none."""
    label = short_label(rule)
    if rule.heading or label != subject(rule.text):
        return without_italics(label)
    names, _ = book.names_of(rule.number) if book.names_same_rule(rule.number, rule.edition.date) else ((), ())
    return names[0] if names else ""


def rules_named(numbers: Collection[str], loaded: Library) -> Mapping[str, RuleNamed]:
    """Links to rules of the newest complete edition, by number, in one query."""
    edition = loaded.newest_complete
    if edition is None:
        return {}
    book = book_in(loaded, None)
    rules = rules_at([(edition.date, number) for number in sorted(numbers)], [edition])
    return {
        rule.number: RuleNamed(rule.number, capfirst(name_of_rule(rule, book)), addresses.rule(rule.number))
        for rule in rules
    }
