"""Parts of editions as trees, for tests."""

from datetime import date

from django.db.models import Q

from explorer.document.numbers import RuleNumber
from explorer.library.loaded import library
from explorer.library.queries import EditionInfo, RuleText, entries_of, tree_of


def edition(day: str) -> EditionInfo:
    return library().effective(date.fromisoformat(day))


def section_tree(edition: EditionInfo, number: str) -> RuleText:
    """A chapter, section or rule with everything under it; parts of a section in an excerpt under an empty heading."""
    wanted = RuleNumber.parse(number)
    tree = tree_of(entries_of(edition, Q(sort_key__gte=wanted.sort_key, sort_key__lt=wanted.sort_key_after)))
    assert tree
    if len(tree) == 1 and tree[0].number == str(wanted):
        return tree[0]
    return RuleText(edition, str(wanted), wanted.kind, children=tuple(tree))
