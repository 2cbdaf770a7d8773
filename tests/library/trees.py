"""Parts of editions as trees, for tests."""

from django.db.models import Q

from explorer.document.numbers import RuleNumber
from explorer.library.queries import EditionInfo, RuleText, entries_of, tree_of


def section_tree(edition: EditionInfo, number: str) -> RuleText | None:
    """Return what an edition has under a section's number, with everything under it.

    A rule's number gives that rule with its subrules, a chapter's the whole chapter. Where an
    excerpt has only parts of a section, the section stands there without a heading.

    Returns:
        None if the edition has nothing of it.
    """
    wanted = RuleNumber.try_parse(number)
    if wanted is None:
        return None
    found = entries_of(edition, Q(sort_key__gte=wanted.sort_key, sort_key__lt=wanted.sort_key_after))
    if not found:
        return None
    tree = tree_of(found)
    if len(tree) == 1 and tree[0].number == str(wanted):
        return tree[0]
    return RuleText(edition, str(wanted), wanted.kind, children=tuple(tree))
