"""Glossary entries matched: by name, by what they say and which rules they name, and by a part of the name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from explorer.lineages.likeness import Likeness
from explorer.lineages.nodes import Node
from explorer.lineages.normalizing import RENAMED
from explorer.lineages.provisions import Provision, is_term

Alike = tuple[str, str, float]

_OBSOLETE = re.compile(r"\s*\((?:obsolete|removed)\)\s*$", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(r",\s*")
# So much likeness is needed where the name is another; less where both name the same rules.
_LEAST, _LEAST_WITH_CITATIONS = 0.6, 0.4
_CITATIONS = 0.3
# An entry that is gone was merged into one that changed, if they are so much alike.
_LEAST_TO_MERGE = 0.58
# Where one name is the beginning of another, so little likeness is needed.
_LEAST_WITH_NAME = 0.2
_ENDING = re.compile(r"(?<=\w{3})(?:s|(?<=e)d)$")


def match_terms(
    old: Sequence[Provision], new: Sequence[Provision], rules: Mapping[str, str]
) -> tuple[list[Alike], list[Alike]]:
    """Return the keys of entries that are the same in two glossaries, and of those merged into others.

    With each pair comes how much the two are alike. “Sorcery Type” was merged into “Spell Type”.

    Args:
        old: the provisions of an edition.
        new: those of another.
        rules: the number there of each numbered rule here.
    """
    mine, yours = _nodes(old), _nodes(new)
    likeness = Likeness(list(mine.values()), list(yours.values()))
    same = list(_same(dict(mine), dict(yours), likeness, rules))
    to = {a: b for a, b, _ in same}
    gone = [a for key, a in mine.items() if key not in to]
    unchanged = {b for a, b in to.items() if mine[a].words == yours[b].words}
    hosts = [b for key, b in yours.items() if key not in unchanged]
    rated = [max((likeness(a, b), -b.place, a.key, b.key) for b in hosts) for a in gone if hosts]
    return same, [(a, b, alike) for alike, _, a, b in rated if alike >= _LEAST_TO_MERGE]


def _same(
    mine: dict[str, Node], yours: dict[str, Node], likeness: Likeness, rules: Mapping[str, str]
) -> Iterator[Alike]:
    """Yield the entries that are the same, and take them from their glossaries."""
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
    """Yield the entries of which one has a name that another begins with: “Precombat”, “Precombat Main Phase”."""
    rated = []
    for b in new:
        named = [a for a in old if _have_beginning_in_common(a.heading, b.heading)]
        # “Enchant” is no more “Enchant Land” than “Enchant Creature”.
        if len(named) == 1 and likeness(named[0], b) >= _LEAST_WITH_NAME:
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
    """Return each name of an entry as words, with words renamed throughout as they are now, and without endings."""
    plain = _plain(heading)
    for was, now in RENAMED:
        plain = plain.replace(was, now)
    return [[_ENDING.sub("", word) for word in name.split()] for name in _BETWEEN_NAMES.split(plain)]


def _by_text(
    old: Sequence[Node], new: Sequence[Node], likeness: Likeness, rules: Mapping[str, str]
) -> Iterator[tuple[Node, Node]]:
    """Yield the entries that say the same under another name, the most alike first."""
    rated = []
    for a in old:
        cited = {rules.get(number) for number in a.cited} - {None}
        for b in new:
            alike = likeness(a, b)
            shared = cited.intersection(b.cited)
            if alike >= (_LEAST_WITH_CITATIONS if shared else _LEAST):
                rated.append((-alike - _CITATIONS * bool(shared), a.place, b.place, a, b))
    return _best_first(rated)


def _best_first(rated: Iterable[tuple[float, int, int, Node, Node]]) -> Iterator[tuple[Node, Node]]:
    """Yield the best pairs in which each entry is once."""
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
    """Return the first name of an entry that has several, “Tap” of “Tap, Untap”."""
    return _BETWEEN_NAMES.split(_plain(name))[0]
