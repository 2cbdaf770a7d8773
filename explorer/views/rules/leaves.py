"""The text of a page of rules: a section, or a rule with its subrules.

Large sections take a while to set (702 has more than seven hundred subrules), so the last ones are kept in memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from explorer import addresses
from explorer.document.numbers import Kind, RuleNumber
from explorer.library import lookups, queries
from explorer.library.queries import EditionInfo, RuleText
from explorer.prose import presenting
from explorer.prose.presenting import ShownRule
from explorer.symbology.mentions import Mention
from explorer.templatetags.trying import can_try
from explorer.views import not_found
from symbols.rendering import render_text

_SUMMARY = 300
_WORDS = 34
_KEPT = 48


@dataclass(frozen=True, slots=True)
class Line:
    """A rule in the list beside the text."""

    number: str
    words: SafeString
    address: str
    current: bool = False


@dataclass(frozen=True, slots=True)
class Leaves:
    """A section or a rule, ready for its page.

    Attributes:
        html: the rules.
        summary: the first words of what was asked for.
        rules: of a section, its rules.
        subrules: of a rule, the numbers of its subrules.
        symbols: the symbols, and kinds of them, that what was asked for is about.
        tries: whether there is something to try among them.
    """

    html: SafeString
    summary: str
    rules: Sequence[Line]
    subrules: Sequence[str]
    symbols: Sequence[Mention]
    tries: bool


def leaf_of(wanted: RuleNumber, edition: EditionInfo, *, pinned: bool, library: tuple[str, ...]) -> Leaves:
    """Return what a page of rules shows.

    Args:
        wanted: a section, a rule, or a subrule, which is shown in its rule.
        edition: the edition to show it from.
        pinned: whether links stay within the edition.
        library: the SHA-256 of every edition there is, oldest first: where links lead may change when others come.

    Raises:
        NotFound: the edition does not have it.
    """
    if wanted.kind is Kind.SECTION and not settings.DEBUG:
        return _kept(wanted, edition, pinned, library)
    return _set(wanted, edition, pinned=pinned, current=edition.sha256 == library[-1])


def rules_around(section: RuleNumber, at: RuleNumber | None, edition: EditionInfo, *, pinned: bool) -> list[Line]:
    """Return the rules of a section, each a way to its page."""
    pin = edition.date if pinned else None
    rules = lookups.rules_of(edition, section)
    return [_line(rule, addresses.rule(rule.number, pin), current=rule.number == str(at)) for rule in rules]


@lru_cache(maxsize=_KEPT)
def _kept(wanted: RuleNumber, edition: EditionInfo, pinned: bool, library: tuple[str, ...]) -> Leaves:  # noqa: FBT001
    return _set(wanted, edition, pinned=pinned, current=edition.sha256 == library[-1])


def _set(wanted: RuleNumber, edition: EditionInfo, *, pinned: bool, current: bool) -> Leaves:
    context = wanted.parent if wanted.kind is Kind.SUBRULE else wanted
    tree = queries.section_tree(edition, str(context))
    entries = _flat(tree) if tree else []
    asked = [entry for entry in entries if entry.number == str(wanted)]
    is_section = wanted.kind is Kind.SECTION
    if tree is None or not (is_section or asked):
        raise not_found.not_in_edition(wanted, edition)
    texts = [paragraph.text for entry in entries for paragraph in entry.paragraphs]
    resolver = presenting.Resolver.for_texts(texts, edition, pinned=pinned, current=current)
    shown = presenting.show_rules(entries, resolver, at=str(wanted))
    return Leaves(
        html=_html(shown, edition, pinned=pinned, current=current, tries=can_try(shown)),
        summary=(asked or entries or [tree])[0].text[:_SUMMARY],
        rules=[_line(rule, f"#{rule.number}") for rule in tree.children] if is_section else (),
        subrules=[entry.number for entry in entries if entry.kind is Kind.SUBRULE],
        symbols=presenting.symbols_named(asked if wanted.kind is Kind.SUBRULE else entries),
        tries=can_try(shown),
    )


def _html(shown: Sequence[ShownRule], edition: EditionInfo, *, pinned: bool, current: bool, tries: bool) -> SafeString:
    context = {"rules": shown, "edition": edition, "pinned": pinned, "is_current": current, "tries": tries}
    return render_to_string("rules/_leaves.html", context)


def _line(rule: RuleText, address: str, *, current: bool = False) -> Line:
    words = render_text(presenting.opening_words(rule, _WORDS), rule.edition.date)
    return Line(rule.number, words, address, current)


def _flat(tree: RuleText) -> list[RuleText]:
    """Return a rule and what stands under it in order; a section only for what it holds."""
    own = [tree] if tree.kind in {Kind.RULE, Kind.SUBRULE} and tree.paragraphs else []
    return own + [entry for child in tree.children for entry in _flat(child)]
