"""Changes of each rule and glossary entry from one edition to another."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from explorer.lineages.absorption import merged, split
from explorer.lineages.assignment import RuleAssignment
from explorer.lineages.change_kind import ChangeKind
from explorer.lineages.glossary import match_terms
from explorer.lineages.nodes import tree
from explorer.lineages.normalizing import has_same_words, is_same_text, joined, without_citations
from explorer.lineages.provisions import Provision, Snapshot, sort_key

Corresponds = Callable[[str, str], bool]


class Change(NamedTuple):
    """One provision of an old edition and one of a new edition, and what the one became in the other.

    Attributes:
        kind: what happened. A rule that was merged into another gives one `merged`, beside the change of the one that
            lives on; a rule split off from another gives one `split`, beside the change of that other.
        old: the key in the old edition; empty for what was created.
        new: the key in the new edition; empty for what was removed.
        likeness: from 0 to 1. Of what was merged or split off, how much of it is in the other text.
    """

    kind: ChangeKind
    old: str
    new: str
    likeness: float = 0.0


def match(old: Snapshot, new: Snapshot) -> list[Change]:
    """Return what changed between two editions, in the order of the new one, what was removed last.

    Whatever stands under the same key in both and isn't mentioned is the same; `pairs` lists that too. A provision is
    edited when anything of its title, paragraphs or examples differs but quotes, dashes and spacing. A cited number
    that differs is an edit where the rule cited now isn't the one that was cited before, and none where that rule
    merely has another number. An edition that isn't complete doesn't say where rules that it doesn't hold have gone,
    so there a number that differs is no edit either.
    """
    found = RuleAssignment(tree(old.provisions), tree(new.provisions))
    taken_in = []
    for one in merged(found):
        if one.host in found.back:
            taken_in.append(one)
        else:
            found.pair(one.rule, one.host)
    linked = {a.key: (b.key, found.likeness(a, b)) for a, b in found.to.items()}
    numbers = {key: other for key, (other, _) in linked.items()}
    terms, merged_terms = match_terms(old.provisions, new.provisions, numbers)
    linked |= {a: (b, likeness) for a, b, likeness in terms}
    absorbed = [Change(ChangeKind.MERGED, one.rule.key, one.host.key, _rounded(one.share)) for one in taken_in]
    absorbed += [Change(ChangeKind.SPLIT, one.host.key, one.rule.key, _rounded(one.share)) for one in split(found)]
    absorbed += [Change(ChangeKind.MERGED, a, b, _rounded(likeness)) for a, b, likeness in merged_terms]
    also = {(change.old, change.new) for change in absorbed}

    def corresponds(cited: str, cited_now: str) -> bool:
        if cited not in old.by_key or cited_now not in new.by_key:
            return not (old.complete and new.complete)
        return numbers.get(cited) == cited_now or (cited, cited_now) in also

    changes = []
    for key, (other, likeness) in linked.items():
        kind = kind_of_change(old.by_key[key], new.by_key[other], corresponds)
        if kind is not ChangeKind.SAME:
            changes.append(Change(kind, key, other, _rounded(likeness)))
    changes += absorbed
    gone = old.by_key.keys() - linked.keys() - {one.old for one in absorbed if one.kind is ChangeKind.MERGED}
    born = new.by_key.keys() - {other for other, _ in linked.values()}
    born -= {one.new for one in absorbed if one.kind is ChangeKind.SPLIT}
    changes += [Change(ChangeKind.REMOVED, key, "") for key in gone]
    changes += [Change(ChangeKind.CREATED, "", key) for key in born]
    return sorted(changes, key=change_order)


def pairs(changes: Iterable[Change], old: Collection[str], new: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield each old key and the new one that lives on in its stead, also of what is the same in both editions.

    Args:
        changes: what `match` found.
        old: the keys of the old edition.
        new: those of the new one.
    """
    changed_old, changed_new = set(), set()
    for change in changes:
        if change.kind is not ChangeKind.SPLIT:
            changed_old.add(change.old)
        if change.kind is not ChangeKind.MERGED:
            changed_new.add(change.new)
        if change.old and change.new and change.kind not in (ChangeKind.SPLIT, ChangeKind.MERGED):
            yield change.old, change.new
    there = new if isinstance(new, (set, frozenset, dict)) else set(new)
    for key in old:
        if key in there and key not in changed_old and key not in changed_new:
            yield key, key


def kind_of_change(old: Provision, new: Provision, corresponds: Corresponds) -> ChangeKind:
    """Return what happened to a provision that lives on: moved, edited, both, or nothing."""
    moved, edited = old.key != new.key, is_edited(old, new, corresponds)
    if edited:
        return ChangeKind.MOVED_AND_EDITED if moved else ChangeKind.EDITED
    return ChangeKind.MOVED if moved else ChangeKind.SAME


def is_edited(old: Provision, new: Provision, corresponds: Corresponds) -> bool:
    """Return whether a provision says something else than before.

    Args:
        old: the provision before.
        new: the provision now.
        corresponds: whether a number cited before and one cited now are the same rule's.
    """
    if old.paragraphs == new.paragraphs and old.heading == new.heading:
        return False
    titles_differ = bool(old.heading and new.heading) and not is_same_text(old.heading, new.heading)
    before, now = joined(old.paragraphs, old.heading), joined(new.paragraphs, new.heading)
    if not has_same_words(before, now):
        return True
    if is_same_text(before, now):
        return titles_differ
    before, cited = without_citations(before)
    now, cited_now = without_citations(now)
    if titles_differ or len(cited) != len(cited_now) or not is_same_text(before, now):
        return True
    return any(
        mine.target != yours.target and not corresponds(mine.target, yours.target)
        for mine, yours in zip(cited, cited_now, strict=True)
    )


def change_order(change: Change) -> tuple[bool, tuple[int, str], tuple[int, str], str]:
    """Return what changes are sorted by: where they stand in the new edition, those of removed rules last."""
    return not change.new, sort_key(change.new), sort_key(change.old), change.kind


def _rounded(likeness: float) -> float:
    return round(likeness, 3)
