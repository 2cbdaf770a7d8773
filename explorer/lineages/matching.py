"""Match two editions: what became of each rule and glossary entry."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from explorer.document.tree import Completeness
from explorer.lineages.absorption import merged, split
from explorer.lineages.assignment import RuleAssignment
from explorer.lineages.normalizing import RENAMED, has_same_words, is_same_text, joined, without_citations
from explorer.lineages.provisions import ChangeKind, Provision, Snapshot, is_term, sort_key
from explorer.lineages.similarity import Node, Similarity, tree

Alike = tuple[str, str, float]

_OBSOLETE = re.compile(r"\s*\((?:obsolete|removed)\)\s*$", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(r",\s*")
# Minimum similarity under another name; less if both cite the same rules.
_MIN, _MIN_WITH_CITATIONS = 0.6, 0.4
_CITATION_BONUS = 0.3
# Minimum similarity of a removed entry and a changed one that it was merged into.
_MIN_TO_MERGE = 0.58
# Minimum similarity if one name begins with the other.
_MIN_WITH_NAME = 0.2
_ENDING = re.compile(r"(?<=\w{3})(?:s|(?<=e)d)$")


def match_terms(
    old: Sequence[Provision], new: Sequence[Provision], rules: Mapping[str, str]
) -> tuple[list[Alike], list[Alike]]:
    """Match the entries of two glossaries; `rules` is the new rule number by the old one.

    Returns keys and similarity of entries that are the same, and of those merged into others (“Sorcery Type” into
    “Spell Type”).
    """
    mine, yours = _nodes(old), _nodes(new)
    similarity = Similarity(list(mine.values()), list(yours.values()))
    same = list(_same(dict(mine), dict(yours), similarity, rules))
    to = {a: b for a, b, _ in same}
    gone = [a for key, a in mine.items() if key not in to]
    unchanged = {b for a, b in to.items() if mine[a].words == yours[b].words}
    hosts = [b for key, b in yours.items() if key not in unchanged]
    rated = [max((similarity(a, b), -b.place, a.key, b.key) for b in hosts) for a in gone if hosts]
    return same, [(a, b, alike) for alike, _, a, b in rated if alike >= _MIN_TO_MERGE]


def _same(
    mine: dict[str, Node], yours: dict[str, Node], similarity: Similarity, rules: Mapping[str, str]
) -> Iterator[Alike]:
    """Yield entries that are the same, removing them from both arguments."""
    for key in [key for key in mine if key in yours]:
        yield key, key, similarity(mine.pop(key), yours.pop(key))
    # “Converted Mana Cost” lives on as “Mana Value”, not as the note “Converted Mana Cost (Obsolete)”.
    for a, b in _by_text(list(mine.values()), list(yours.values()), similarity, rules):
        del mine[a.key], yours[b.key]
        yield a.key, b.key, similarity(a, b)
    for name in (_plain, _first):
        named = {name(b.heading): b for b in reversed(yours.values())}
        for a in list(mine.values()):
            if name(a.heading) in named:
                b = named.pop(name(a.heading))
                del mine[a.key], yours[b.key]
                yield a.key, b.key, similarity(a, b)
    for a, b in _by_part_of_name(list(mine.values()), list(yours.values()), similarity):
        yield a.key, b.key, similarity(a, b)


def _by_part_of_name(old: Sequence[Node], new: Sequence[Node], similarity: Similarity) -> Iterator[tuple[Node, Node]]:
    """Pair entries of which one's name begins with the other's: “Precombat”, “Precombat Main Phase”."""
    rated = []
    for b in new:
        named = [a for a in old if _have_beginning_in_common(a.heading, b.heading)]
        # Ambiguous otherwise: “Enchant” may be “Enchant Land” or “Enchant Creature”.
        if len(named) == 1 and similarity(named[0], b) >= _MIN_WITH_NAME:
            rated.append((-similarity(named[0], b), named[0].place, b.place, named[0], b))
    return _best_first(rated)


def _have_beginning_in_common(one: str, other: str) -> bool:
    pairs = product(_names(one), _names(other))
    return any(mine[: len(yours)] == yours or yours[: len(mine)] == mine for mine, yours in pairs)


def _names(heading: str) -> list[list[str]]:
    """The words of each name of an entry, with global renamings applied and endings removed."""
    plain = _plain(heading)
    for was, now in RENAMED:
        plain = plain.replace(was, now)
    return [[_ENDING.sub("", word) for word in name.split()] for name in _BETWEEN_NAMES.split(plain)]


def _by_text(
    old: Sequence[Node], new: Sequence[Node], similarity: Similarity, rules: Mapping[str, str]
) -> Iterator[tuple[Node, Node]]:
    """Pair entries with similar text under other names, the most similar first."""
    rated = []
    for a in old:
        cited = {rules.get(number) for number in a.cited} - {None}
        for b in new:
            alike = similarity(a, b)
            shared = cited.intersection(b.cited)
            if alike >= (_MIN_WITH_CITATIONS if shared else _MIN):
                rated.append((-alike - _CITATION_BONUS * bool(shared), a.place, b.place, a, b))
    return _best_first(rated)


def _best_first(rated: Iterable[tuple[float, int, int, Node, Node]]) -> Iterator[tuple[Node, Node]]:
    """Yield the best pairs, each entry once."""
    taken: set[Node] = set()
    for *_, a, b in sorted(rated, key=lambda found: found[:3]):
        if not taken & {a, b}:
            taken |= {a, b}
            yield a, b


def _nodes(provisions: Sequence[Provision]) -> dict[str, Node]:
    terms = (provision for provision in provisions if is_term(provision.key))
    return {provision.key: Node(provision, place) for place, provision in enumerate(terms)}


def _plain(name: str) -> str:
    return _OBSOLETE.sub("", name).replace("’", "'").casefold()


def _first(name: str) -> str:
    """The first of several names: “Tap” of “Tap, Untap”."""
    return _BETWEEN_NAMES.split(_plain(name))[0]


Corresponds = Callable[[str, str], bool]


class Change(NamedTuple):
    """What became of a provision.

    Attributes:
        kind: a merged rule gives one `merged` besides the change of the rule it was merged into; a rule split off gives
            one `split` besides the change of its origin.
        old: empty if created.
        new: empty if removed.
        similarity: from 0 to 1; of a merger or split, the share of the rule that is in the other text.
    """

    kind: ChangeKind
    old: str
    new: str
    similarity: float = 0.0


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
    linked = {a.key: (b.key, found.similarity(a, b)) for a, b in found.to.items()}
    numbers = {key: other for key, (other, _) in linked.items()}
    terms, merged_terms = match_terms(_terms(old, new), _terms(new, old), numbers)
    linked |= {a: (b, similarity) for a, b, similarity in terms}
    absorbed = [Change(ChangeKind.MERGED, one.rule.key, one.host.key, _rounded(one.share)) for one in absorbed_old]
    absorbed += [Change(ChangeKind.SPLIT, one.host.key, one.rule.key, _rounded(one.share)) for one in split(found)]
    absorbed += [Change(ChangeKind.MERGED, a, b, _rounded(similarity)) for a, b, similarity in merged_terms]
    also = {(change.old, change.new) for change in absorbed}

    def corresponds(cited: str, cited_now: str) -> bool:
        if cited not in old.by_key or cited_now not in new.by_key:
            return not (old.has_all_rules and new.has_all_rules)
        return numbers.get(cited) == cited_now or (cited, cited_now) in also

    changes = []
    for key, (other, similarity) in linked.items():
        kind = kind_of_change(old.by_key[key], new.by_key[other], corresponds)
        if kind is not ChangeKind.SAME:
            changes.append(Change(kind, key, other, _rounded(similarity)))
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
    """What happened to a provision that continues; `corresponds` compares cited numbers."""
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


def _rounded(similarity: float) -> float:
    return round(similarity, 3)
