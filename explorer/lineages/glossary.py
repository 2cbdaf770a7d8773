"""Match glossary entries of two editions by name, by text and citations, and by parts of the name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from explorer.lineages.likeness import Likeness
from explorer.lineages.nodes import Node
from explorer.lineages.normalizing import RENAMED
from explorer.lineages.provisions import Provision, is_term

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
    """Match the entries of two glossaries.

    Args:
        rules: new rule number by old one.

    Returns:
        Keys and similarity of entries that are the same, and of entries that were merged into others (“Sorcery Type”
        into “Spell Type”).
    """
    mine, yours = _nodes(old), _nodes(new)
    likeness = Likeness(list(mine.values()), list(yours.values()))
    same = list(_same(dict(mine), dict(yours), likeness, rules))
    to = {a: b for a, b, _ in same}
    gone = [a for key, a in mine.items() if key not in to]
    unchanged = {b for a, b in to.items() if mine[a].words == yours[b].words}
    hosts = [b for key, b in yours.items() if key not in unchanged]
    rated = [max((likeness(a, b), -b.place, a.key, b.key) for b in hosts) for a in gone if hosts]
    return same, [(a, b, alike) for alike, _, a, b in rated if alike >= _MIN_TO_MERGE]


def _same(
    mine: dict[str, Node], yours: dict[str, Node], likeness: Likeness, rules: Mapping[str, str]
) -> Iterator[Alike]:
    """Yield entries that are the same, removing them from both arguments."""
    for key in [key for key in mine if key in yours]:
        yield key, key, likeness(mine.pop(key), yours.pop(key))
    # “Converted Mana Cost” lives on as “Mana Value”, not as the note “Converted Mana Cost (Obsolete)”.
    for a, b in _by_text(list(mine.values()), list(yours.values()), likeness, rules):
        del mine[a.key], yours[b.key]
        yield a.key, b.key, likeness(a, b)
    for name in (_plain, _first):
        named = {name(b.heading): b for b in reversed(yours.values())}
        for a in list(mine.values()):
            if name(a.heading) in named:
                b = named.pop(name(a.heading))
                del mine[a.key], yours[b.key]
                yield a.key, b.key, likeness(a, b)
    for a, b in _by_part_of_name(list(mine.values()), list(yours.values()), likeness):
        yield a.key, b.key, likeness(a, b)


def _by_part_of_name(old: Sequence[Node], new: Sequence[Node], likeness: Likeness) -> Iterator[tuple[Node, Node]]:
    """Pair entries of which one's name begins with the other's: “Precombat”, “Precombat Main Phase”."""
    rated = []
    for b in new:
        named = [a for a in old if _have_beginning_in_common(a.heading, b.heading)]
        # Ambiguous otherwise: “Enchant” may be “Enchant Land” or “Enchant Creature”.
        if len(named) == 1 and likeness(named[0], b) >= _MIN_WITH_NAME:
            rated.append((-likeness(named[0], b), named[0].place, b.place, named[0], b))
    return _best_first(rated)


def _have_beginning_in_common(one: str, other: str) -> bool:
    for mine in _names(one):
        for yours in _names(other):
            shorter, longer = sorted((mine, yours), key=len)
            if longer[: len(shorter)] == shorter:
                return True
    return False


def _names(heading: str) -> list[list[str]]:
    """The words of each name of an entry, with global renamings applied and endings removed."""
    plain = _plain(heading)
    for was, now in RENAMED:
        plain = plain.replace(was, now)
    return [[_ENDING.sub("", word) for word in name.split()] for name in _BETWEEN_NAMES.split(plain)]


def _by_text(
    old: Sequence[Node], new: Sequence[Node], likeness: Likeness, rules: Mapping[str, str]
) -> Iterator[tuple[Node, Node]]:
    """Pair entries with similar text under other names, the most similar first."""
    rated = []
    for a in old:
        cited = {rules.get(number) for number in a.cited} - {None}
        for b in new:
            alike = likeness(a, b)
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
