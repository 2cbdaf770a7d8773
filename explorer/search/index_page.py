"""What pages show of the index: its letters and entries, and names of rules from it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst

from explorer.cards.shown_rulings import RuleNamed
from explorer.document.tree import slugify
from explorer.library.loaded import Library
from explorer.library.queries import RuleText, rules_at
from explorer.rules.glossary.query import initial
from explorer.search import book_in
from explorer.search.index.book import Book, BookEntry
from explorer.web import addresses
from explorer.wording.wordings import short_label, subject, without_italics
from symbols.sentences import with_minus

# Other names to list: shorter than this many words, and at most this many.
_TOO_MANY_WORDS = 3
_MAX_NAMES = 3
# Entries per letter on the page of all letters.
_MAX_KNOWN = 8


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """An index entry; each rule has a number, and a URL if it is loaded."""

    slug: str
    name: str
    gloss: str
    also: Sequence[str]
    rules: Sequence[tuple[str, str]]
    see: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class IndexLetter:
    """A letter of the index.

    Attributes:
        letter: `0` for other characters.
        known: name and URL of the entries with the most names.
    """

    letter: str
    address: str
    count: int
    known: Sequence[tuple[str, str]]
    current: bool


def show_letter(letter: str, entries: Sequence[BookEntry], requested: str) -> IndexLetter:
    known = sorted(entries, key=lambda one: -len(one.also))[:_MAX_KNOWN]
    return IndexLetter(
        letter,
        addresses.index(letter),
        len(entries),
        [(with_minus(one.name), entry_address(one.name)) for one in entries if one in known],
        letter == requested,
    )


def entry_address(name: str) -> str:
    return addresses.index(initial(name), slugify(name))


def show_index_entry(entry: BookEntry, rules: Collection[str], there: Collection[str]) -> ShownEntry:
    """Prepare an entry; `rules` are the numbers that have a page, `there` the names of all entries."""
    return ShownEntry(
        slug=slugify(entry.name),
        name=with_minus(entry.name),
        gloss=entry.gloss,
        also=[with_minus(name) for name in entry.also if len(name.split()) < _TOO_MANY_WORDS][:_MAX_NAMES],
        rules=[(number, addresses.rule(number) if number in rules else "") for number in entry.rules],
        see=[(with_minus(name), entry_address(name)) for name in entry.see if name in there],
    )


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
