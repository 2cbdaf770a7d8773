"""Match two editions: what became of each rule and glossary entry."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from explorer.document.extent import Completeness
from explorer.lineages.absorption import merged, split
from explorer.lineages.assignment import RuleAssignment
from explorer.lineages.change_kind import UNCHANGED, ChangeKind
from explorer.lineages.glossary import match_terms
from explorer.lineages.nodes import tree
from explorer.lineages.normalizing import has_same_words, is_same_text, joined, without_citations
from explorer.lineages.provisions import Provision, Snapshot, is_term, sort_key

Corresponds = Callable[[str, str], bool]


class Change(NamedTuple):
    """What became of a provision.

    Attributes:
        kind: a merged rule gives one `merged` besides the change of the rule it was merged into; a rule split off gives
            one `split` besides the change of its origin.
        old: the key in the old edition; empty if created.
        new: the key in the new edition; empty if removed.
        likeness: similarity from 0 to 1; of a merger or split, the share of the rule that is in the other text.
    """

    kind: ChangeKind
    old: str
    new: str
    likeness: float = 0.0


def match(old: Snapshot, new: Snapshot) -> list[Change]:
    """Compare two editions. Changes are in the order of the new one, removals last.

    Keys in both editions without a change are the same; `pairs` includes those, too. A provision is edited if its
    title, paragraphs or examples differ in more than quotes, dashes and spacing. A different cited number is an edit
    only if it means another rule, not if the rule cited has been renumbered. Rules that an incomplete edition lacks may
    be anywhere, so numbers cited there are assumed to be the same.
    """
    found = RuleAssignment(tree(old.provisions), tree(new.provisions))
    absorbed_old = []
    for one in merged(found):
        if one.host in found.back:
            absorbed_old.append(one)
        else:
            found.pair(one.rule, one.host)
    linked = {a.key: (b.key, found.likeness(a, b)) for a, b in found.to.items()}
    numbers = {key: other for key, (other, _) in linked.items()}
    terms, merged_terms = match_terms(_terms(old, new), _terms(new, old), numbers)
    linked |= {a: (b, likeness) for a, b, likeness in terms}
    absorbed = [Change(ChangeKind.MERGED, one.rule.key, one.host.key, _rounded(one.share)) for one in absorbed_old]
    absorbed += [Change(ChangeKind.SPLIT, one.host.key, one.rule.key, _rounded(one.share)) for one in split(found)]
    absorbed += [Change(ChangeKind.MERGED, a, b, _rounded(likeness)) for a, b, likeness in merged_terms]
    also = {(change.old, change.new) for change in absorbed}

    def corresponds(cited: str, cited_now: str) -> bool:
        if cited not in old.by_key or cited_now not in new.by_key:
            return not (old.has_all_rules and new.has_all_rules)
        return numbers.get(cited) == cited_now or (cited, cited_now) in also

    changes = []
    for key, (other, likeness) in linked.items():
        kind = kind_of_change(old.by_key[key], new.by_key[other], corresponds)
        if kind not in UNCHANGED:
            changes.append(Change(kind, key, other, _rounded(likeness)))
    changes += absorbed
    gone = old.by_key.keys() - linked.keys() - {one.old for one in absorbed if one.kind is ChangeKind.MERGED}
    born = new.by_key.keys() - {other for other, _ in linked.values()}
    born -= {one.new for one in absorbed if one.kind is ChangeKind.SPLIT}
    changes += [Change(ChangeKind.REMOVED, key, "") for key in gone]
    changes += [Change(ChangeKind.CREATED, "", key) for key in born]
    return sorted(changes, key=change_order)


def _terms(of: Snapshot, other: Snapshot) -> list[Provision]:
    """Glossary entries, without those beyond the end of another's glossary: no other entry there can be the same."""
    terms = [one for one in of.provisions if is_term(one.key)]
    if other.completeness is Completeness.ALL_RULES:
        return [one for one in terms if one.key in other.by_key or other.would_have(one.key)]
    return terms


def pairs(changes: Iterable[Change], old: Collection[str], new: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield old and new keys of each provision that continues, given the result of `match` and all keys."""
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
    """What happened to a provision that continues; `corresponds` compares cited numbers.

    Only where nothing else happened, new numbers of the rules that it refers to are a change of their own.
    """
    kind = _kind_of_text_change(old, new, corresponds)
    if old.key == new.key:
        return kind
    return ChangeKind.MOVED_AND_EDITED if kind is ChangeKind.EDITED else ChangeKind.MOVED


def _kind_of_text_change(old: Provision, new: Provision, corresponds: Corresponds) -> ChangeKind:
    if old.paragraphs == new.paragraphs and old.heading == new.heading:
        return ChangeKind.SAME
    titles_differ = bool(old.heading and new.heading) and not is_same_text(old.heading, new.heading)
    before, now = joined(old.paragraphs, old.heading), joined(new.paragraphs, new.heading)
    if titles_differ or not has_same_words(before, now):
        return ChangeKind.EDITED
    if is_same_text(before, now):
        return ChangeKind.SAME
    before, cited = without_citations(before)
    now, cited_now = without_citations(now)
    if len(cited) != len(cited_now) or not is_same_text(before, now):
        return ChangeKind.EDITED
    renumbered = [pair for pair in zip(cited, cited_now, strict=True) if pair[0] != pair[1]]
    if all(corresponds(mine, yours) for mine, yours in renumbered):
        return ChangeKind.REFERENCES if renumbered else ChangeKind.SAME
    return ChangeKind.EDITED


def renumbered_references(old: Provision, new: Provision) -> list[tuple[str, str]]:
    """Old and new numbers of the rules that a provision refers to, where only these changed."""
    (_, cited), (_, cited_now) = (without_citations(joined(one.paragraphs, one.heading)) for one in (old, new))
    return [pair for pair in dict.fromkeys(zip(cited, cited_now, strict=True)) if pair[0] != pair[1]]


def change_order(change: Change) -> tuple[bool, tuple[int, str], tuple[int, str], str]:
    """Sort key: by place in the new edition, removals last."""
    return not change.new, sort_key(change.new), sort_key(change.old), change.kind


def _rounded(likeness: float) -> float:
    return round(likeness, 3)
