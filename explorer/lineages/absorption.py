"""Find rules merged into others and rules split off: those without a counterpart, whose text is in a host rule."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from explorer.lineages.assignment import RuleAssignment, parent_of_most
from explorer.lineages.remains import Remains
from explorer.lineages.similarity import Node, Similarity, Words, index_by_word

_MIN_WORDS = 5
_MAX_HOSTS = 6
# Shared words count only in runs of at least this many.
_MIN_RUN = 2
# Shares of a rule: either this much is among the words that its host gained …
_GAINED = 0.5
# … or this much is in the host's whole text, this much isn't in the host's counterpart, and the host gained this much
# of that.
_CONTAINED, _UNLIKE, _NEWLY_CONTAINED = 0.6, 0.2, 0.25
# … or it is this similar to the host and may be one half of it, with the counterpart as the other (“spell or ability”
# became a rule on spells and one on abilities); then the host gained this much of what the counterpart lacks.
_HALF, _NEW_IN_HALF, _MUCH_ALIKE = 0.69, 0.1, 0.5
_SAME_PARENT_BONUS = 0.1
# Words in more rules than this don't suggest hosts.
_MAX_RULES_PER_WORD = 150
# A rule went where its subrules went: at least this many, this share of them, and this share of its own text.
_MIN_CHILDREN, _MIN_CHILD_SHARE, _MIN_OWN_SHARE = 2, 0.75, 0.2
# If a rule got this share of its text from its origin's lost words, this share of them must not be in a closer part.
_GOT, _OWN_PART = 0.4, 0.15
# Similarity of rules that became one when a section took in another.
_TWIN = 0.7


@dataclass(frozen=True, slots=True)
class Absorbed:
    """A rule without a counterpart, and the rule that has `share` of its text (0 to 1, by weight)."""

    rule: Node
    host: Node
    share: float


def merged(found: RuleAssignment) -> list[Absorbed]:
    """The old rules that were merged into new ones, the clearest first.

    If several only share a sentence with a host without a counterpart, the first becomes its counterpart.
    """
    absorbed = _absorbed(found.old, found.new, found.to, found.back, found.similarity)
    absorbed += _with_children(found.old, found.to, found.back, absorbed, found.similarity)
    known = {one.rule for one in absorbed}
    alone = [rule for rule in found.old if rule not in found.to and rule not in known and not rule.heading]
    remains = Remains(found, ((one.rule, one.host) for one in absorbed), _MIN_RUN)
    for rule, host in remains.hosts_of(alone).items():
        absorbed.append(Absorbed(rule, host, _kept_part(rule, host, found.similarity)))
    return sorted(absorbed, key=lambda one: (one.rule in remains.late, -one.share))


def _kept_part(rule: Node, host: Node, similarity: Similarity) -> float:
    """The share of a rule, by weight, that another has in runs of words."""
    return similarity.kept(rule.words, host.words, _MIN_RUN) / similarity.weight(rule.words)


def split(found: RuleAssignment) -> list[Absorbed]:
    absorbed = _absorbed(found.new, found.old, found.back, found.to, found.similarity)
    absorbed = list(_without_copies(absorbed, found))
    return absorbed + _with_children(found.new, found.back, found.to, absorbed, found.similarity)


def _without_copies(absorbed: Iterable[Absorbed], found: RuleAssignment) -> Iterator[Absorbed]:
    """Filter out rules whose shared words all went to another, closer part already.

    A rule modeled on another is as similar to the origin as that one is, without being a part of it.
    """
    parts: dict[Node, list[Absorbed]] = defaultdict(list)
    for one in absorbed:
        # A match of only the examples is no evidence.
        own = one.rule.own
        if found.similarity.kept(own, one.host.words, _MIN_RUN) >= _MIN_OWN_SHARE * found.similarity.weight(own):
            parts[one.host].append(one)
    for host, those in parts.items():
        went = found.to[host]
        given = found.similarity.added(went.words, host.words)
        weight = found.similarity.weight
        taken: dict[Node, set[int]] = {}
        for one in sorted(those, key=lambda one: (_steps_apart(one.rule, went), -one.share, one.rule.place)):
            rule = one.rule
            places = found.similarity.places(rule.words, given, _MIN_RUN)
            is_far = _section(rule) is not _section(went)
            left = places.difference(*(got for other, got in taken.items() if is_far or other.up is rule.up))
            least = _OWN_PART * weight([given[place] for place in places])
            if weight([given[place] for place in left]) >= least or least < _OWN_PART * _GOT * weight(rule.words):
                taken[rule] = places
                yield one


def _steps_apart(one: Node, other: Node) -> int:
    """0 under the same parent or one under the other, 1 in the same section, else 2."""
    if one.up is other.up or one.up is other or other.up is one:
        return 0
    return 1 if _section(one) is _section(other) else 2


def _absorbed(
    rules: Sequence[Node],
    hosts: Sequence[Node],
    to: Mapping[Node, Node],
    back: Mapping[Node, Node],
    similarity: Similarity,
) -> list[Absorbed]:
    alone = [rule for rule in rules if rule not in to and not rule.heading and len(rule.words) >= _MIN_WORDS]
    if not alone:
        return []
    gains: dict[Node, Words] = {}
    for host in hosts:
        partner = back.get(host)
        if partner is not None and partner.words != host.words:
            gains[host] = similarity.added(partner.words, host.words)
    having = index_by_word({host: set(gained) for host, gained in gains.items()})
    edited = index_by_word({host: host.bag for host in gains})
    # NUL separates rules, so that no run of words spans two.
    whole_text = "\0".join(similarity.spelled(host.words) for host in hosts)
    found = []
    twins = _Twins(to, back, similarity)
    for rule in alone:
        shared = similarity.shared(rule.bag, having)
        least = min(sorted(shared.values())[-_MAX_HOSTS:], default=0.0)
        near = [host for host, weight in shared.items() if weight >= least]
        beside = _beside(rule, near, to)
        # Many rules may share a sentence; prefer the one in the rule's own place.
        nearest = sorted(near, key=lambda host: (-shared[host], host not in beside, host.place))
        best: Absorbed | None = None
        alike = similarity.shared(rule.bag, edited, _MAX_RULES_PER_WORD)
        most_alike = sorted(alike, key=lambda host: (-alike[host], host.place))
        for host in (*nearest[:_MAX_HOSTS], *most_alike[:_MAX_HOSTS]):
            share = _share(rule, host, back[host], gains[host], similarity)
            if share and host in beside:
                share = min(1.0, share + _SAME_PARENT_BONUS)
            elif share and back[host] is not rule.up and _is_boilerplate(rule, host, whole_text, similarity):
                share = 0.0
            if share and (best is None or (share, similarity(rule, host)) > (best.share, similarity(rule, best.host))):
                best = Absorbed(rule, host, share)
        best = best or twins.of(rule)
        if best is not None:
            found.append(best)
    return found


def _with_children(
    rules: Sequence[Node],
    to: Mapping[Node, Node],
    back: Mapping[Node, Node],
    absorbed: Iterable[Absorbed],
    similarity: Similarity,
) -> list[Absorbed]:
    """Rules that went where most of their subrules went."""
    known = {one.rule for one in absorbed}
    found = []
    for rule in rules:
        if len(rule.children) < _MIN_CHILDREN or rule in to or rule in known or rule.heading:
            continue
        host, times = parent_of_most(rule.children, to)
        if host in back and host is not None and "." in host.key and times >= _MIN_CHILD_SHARE * len(rule.children):
            share = _kept_part(rule, host, similarity)
            if share >= _MIN_OWN_SHARE:
                found.append(Absorbed(rule, host, share))
    return found


def _beside(rule: Node, hosts: Iterable[Node], to: Mapping[Node, Node]) -> set[Node]:
    """Hosts that are the counterpart of the rule's parent, or that one's children."""
    up = to.get(rule.up) if rule.up is not None else None
    return {host for host in hosts if up is not None and up in (host, host.up)}


def _share(rule: Node, host: Node, partner: Node, gained: Words, similarity: Similarity) -> float:
    """The share of a rule that a host has, or 0 if too little of it is new there."""
    whole = similarity.weight(rule.words)
    # A cheap upper bound that rules out most pairs.
    common = similarity.in_common(rule.bag, host.bag)
    if common < _GAINED * whole:
        return 0.0
    among_gained = similarity.kept(rule.words, gained, _MIN_RUN) / whole
    if among_gained >= _GAINED:
        return among_gained
    contained = _kept_part(rule, host, similarity)
    if contained < _CONTAINED:
        return 0.0
    rest = similarity.added(partner.words, rule.words)
    unlike = similarity.weight(rest)
    new = similarity.kept(rest, gained)
    alike = similarity(rule, host)
    is_own = (unlike >= _UNLIKE * whole or alike >= _MUCH_ALIKE) and new >= _NEWLY_CONTAINED * unlike
    is_half = alike >= _HALF and new >= _NEW_IN_HALF * unlike
    return contained if new and (is_own or is_half) else 0.0


def _is_boilerplate(rule: Node, host: Node, whole_text: str, similarity: Similarity) -> bool:
    """Whether all that a host shares with a rule is also in other rules."""
    runs = {similarity.spelled(run) for run in similarity.runs(rule.words, host.words) if len(run) >= _MIN_RUN}
    return all(whole_text.count(run) > similarity.spelled(host.words).count(run) for run in runs)


class _Twins:
    """Finds what a rule became one with, in the section that took in most of the rule's own section."""

    def __init__(self, to: Mapping[Node, Node], back: Mapping[Node, Node], similarity: Similarity) -> None:
        self._to, self._back, self._similarity = to, back, similarity
        self._hosts: dict[Node, list[Node]] = {}

    def of(self, rule: Node) -> Absorbed | None:
        section = _section(rule)
        if section is rule or section in self._to:
            return None
        if section not in self._hosts:
            self._hosts[section] = self._hosts_of(section)
        least = _TWIN * self._similarity.weight(rule.words)
        best: tuple[float, Node] | None = None
        for host in self._hosts[section]:
            # A cheap upper bound of `kept`.
            if self._similarity.weight([word for word in rule.words if word in host.bag]) >= least:
                kept = self._similarity.kept(rule.words, host.words, _MIN_RUN)
                if kept >= least and (best is None or kept > best[0]):
                    best = kept, host
        return Absorbed(rule, best[1], best[0] * _TWIN / least) if best else None

    def _hosts_of(self, section: Node) -> list[Node]:
        partners = [self._to[sibling] for sibling in _below(section) if sibling in self._to]
        sections = Counter(_section(partner) for partner in partners).most_common(1)
        if not sections or 2 * sections[0][1] <= len(partners):
            return []
        return [host for host in _below(sections[0][0]) if host in self._back]


def _section(node: Node) -> Node:
    while node.up is not None and "." in node.key:
        node = node.up
    return node


def _below(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _below(child)
