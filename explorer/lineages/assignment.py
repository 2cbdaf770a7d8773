"""Find the best one-to-one assignment of the rules of one edition to those of another.

Rules with the same distinctive text are paired first. Every other pair gets a score for the similarity of the texts and
the fit of the places: parent, neighbors, children, title, number, and what other rules cite. Pairs are taken greedily,
the best first; each raises the scores of its neighbors.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import takewhile
from math import log
from operator import eq

from explorer.lineages.similarity import Node, Similarity, index_by_word

# Bonuses for a fitting place, added to the similarity of the texts, which is at most 1.
_PARENT, _BEFORE, _AFTER, _CHILDREN, _HEADING, _NUMBER = 0.22, 0.07, 0.07, 0.3, 0.12, 0.04
_GRANDPARENT, _SAME_LEVEL = 0.12, 0.02
_START, _BEGINNING = 0.3, 12
_CITED = 0.08
_MAX_CITATIONS, _MIN_AGAINST = 3, 2
_UNLIKE_PARENTS, _CITED_AS_OTHERS = -0.15, -0.1
# Minimum similarity; less in a fitting place, but never less than the second or, in a sure place, the third.
_MIN, _MIN_IN_PLACE, _MIN_IN_SURE_PLACE = 0.6, 0.3, 0.2
_SURE_PLACE = 0.6
_PLACE_FOR_SIMILARITY = 0.91
# For the minimum only: the best possible place of a rule that moved up or down by a level.
_OTHER_LEVEL = 0.1
# Minimum in a gap that nothing else can fill.
_MIN_IN_GAP = 0.225
# Minimum among rules left under one parent; with the same number, similarity of the first sentence suffices.
_MIN_UNDER_PARENT, _MIN_OPENING = 0.35, 0.395
# With this share of its children paired, a rule or section is the same, whatever its title.
_MIN_CHILD_SHARE = 0.5
# A rule less similar than the first is paired with another unpaired one instead, if that has much more of its beginning
# and isn't much less similar. The last is the share of the old counterpart that must come from it, to be split off.
_CHANGED, _MIN_BEGINNING, _BETTER_BEGINNING, _MIN_RELATIVE, _MIN_SPLIT_SHARE = 0.7, 0.7, 0.14, 0.5, 0.57
# Shared words count only in runs of at least this many.
_MIN_RUN = 2
# Minimum for rules with different symbols.
_MIN_OF_SYMBOLS = 0.5
_MIN_OF_PARENTS = 0.5

# Candidates per old rule. Words in more rules than the second suggest none, except for texts shorter than the third.
_MAX_CANDIDATES = 12
_MAX_RULES_PER_WORD = 400
_SHORT = 8
# Fewer words aren't distinctive, more aren't boilerplate.
_MIN_WORDS, _LONGEST_BOILERPLATE = 4, 30
_ROUNDS = 4
_EPSILON = 1e-9


class RuleAssignment:
    """Which rule of an old edition is which of a new one: `to` by old rule, `back` by new rule."""

    def __init__(self, old: Sequence[Node], new: Sequence[Node]) -> None:
        self.old, self.new = old, new
        self.similarity = Similarity(old, new)
        self.to: dict[Node, Node] = {}
        self.back: dict[Node, Node] = {}
        self._old_by_key = {node.key: node for node in old}
        self._new_by_key = {node.key: node for node in new}
        self._votes: dict[Node, Counter[Node]] = {}
        # Number of paired children by pair of parents.
        self._shared: Counter[tuple[Node, Node]] = Counter()
        self._common_titles = _repeated_titles(old) | _repeated_titles(new)
        self._pair_identical()
        self._fixed = dict(self.to)
        self._candidates = self._find_candidates()
        for step in range(_ROUNDS):
            before = dict(self.to)
            self._assign()
            if step == 0 and self._release_copies():
                self._candidates = self._find_candidates()
            elif self.to == before:
                break
            self._count_citations()
            self._widen_candidates()
        self._fill_gaps()
        self._pair_first()
        self._prefer_beginnings()
        self._pair_last()
        self._pair_in_place()

    def pair(self, a: Node, b: Node) -> None:
        self.to[a], self.back[b] = b, a
        if a.up is not None and b.up is not None:
            self._shared[a.up, b.up] += 1

    def _pair_identical(self) -> None:
        """Pair rules with the same text, if it is unique or in the same place."""
        times_old, times_new = (Counter(node.words for node in nodes) for nodes in (self.old, self.new))
        by_words = {node.words: node for node in self.new}
        for a in self.old:
            if times_old[a.words] == times_new[a.words] == 1 and len(a.words) >= _MIN_WORDS:
                self.pair(a, by_words[a.words])
        for a in self.old:
            b = self._new_by_key.get(a.key)
            if b is None or a in self.to or b in self.back or a.words != b.words or a.heading != b.heading:
                continue
            if a.up is None or b.up is None or self.to.get(a.up) is b.up:
                self.pair(a, b)

    def _release_copies(self) -> bool:
        """Release pairs of the same text under other parents; one may be a copy of an edited rule."""
        parted = [
            a
            for a, b in self._fixed.items()
            if a.up is not None
            and b.up is not None
            and (self.to.get(a.up, b.up) is not b.up or self.back.get(b.up, a.up) is not a.up)
        ]
        for a in parted:
            del self._fixed[a]
        return bool(parted)

    def _find_candidates(self) -> dict[Node, list[Node]]:
        """For each unpaired old rule, the new ones that share the most words, weighted by IDF."""
        self._taken = set(self._fixed.values())
        free = [b for b in self.new if b not in self._taken]
        index = index_by_word({b: b.bag for b in free})
        weight = {word: log(1 + len(free) / len(having)) for word, having in index.items()}
        size = {b: sum(map(weight.__getitem__, b.bag)) for b in free}
        found = {}
        for a in self.old:
            if a in self._fixed:
                continue
            shared: dict[Node, float] = defaultdict(float)
            mine = 0.0
            for word in a.bag:
                value = weight.get(word, 0.0)
                mine += value
                having = index.get(word, ())
                if len(having) <= _MAX_RULES_PER_WORD or len(a.words) < _SHORT:
                    for b in having:
                        shared[b] += value
            fits = [common / (1 + mine + size[b] - common) for b, common in shared.items()]
            least = min(sorted(fits)[-_MAX_CANDIDATES:], default=0.0)
            ranked = sorted((-fit, b.place, b) for b, fit in zip(shared, fits, strict=True) if fit >= least)
            found[a] = [b for _, _, b in ranked[:_MAX_CANDIDATES]]
            self._add_candidate(found[a], self._new_by_key.get(a.key))
        return found

    def _widen_candidates(self) -> None:
        """Add rules under the counterparts of parents and siblings, and those that citations suggest."""
        for a, best in self._candidates.items():
            siblings = a.up.children if a.up is not None else []
            above = {self.to[one].up for one in (*siblings, a.before, a.after) if one is not None and one in self.to}
            if a.up is not None:
                above.add(self.to.get(a.up))
            found = (b for node in above if node is not None for b in node.children)
            for b in sorted({*found, *self._votes.get(a, ())}, key=lambda node: node.place):
                self._add_candidate(best, b)

    def _add_candidate(self, candidates: list[Node], b: Node | None) -> None:
        if b is not None and b not in candidates and b not in self._taken:
            candidates.append(b)

    def _assign(self) -> None:
        """Pair the rest greedily; places are judged by these pairs and by the previous round's."""
        self._guessed, self._guessed_back = self.to, self.back
        self.to, self.back = {}, {}
        self._shared.clear()
        for a, b in self._fixed.items():
            self.pair(a, b)
        heap: list[tuple[float, int, int]] = []
        for a, best in self._candidates.items():
            self._push(heap, a, best)
        while heap:
            score, i, j = heappop(heap)
            a, b = self.old[i], self.new[j]
            if a in self.to or b in self.back:
                continue
            now = self._rate(a, b)
            if now is not None and now + score < -_EPSILON:
                heappush(heap, (-now, i, j))
            elif now is not None:
                self.pair(a, b)
                for near in (a.before, a.after, a.up, *a.children):
                    if near is not None and near not in self.to:
                        self._push(heap, near, self._candidates.get(near, ()))

    def _push(self, heap: list[tuple[float, int, int]], a: Node, candidates: Iterable[Node]) -> None:
        for b in candidates:
            if b not in self.back:
                score = self._rate(a, b)
                if score is not None:
                    heappush(heap, (-score, a.place, b.place))

    def _rate(self, a: Node, b: Node) -> float | None:
        similarity = self.similarity(a, b)
        # No place could make up for this.
        if similarity < _MIN_IN_SURE_PLACE and not (a.heading and b.heading):
            return None
        if self.are_strangers(a, b):
            return None
        place = self._fit(a, b)
        least = _MIN_IN_SURE_PLACE if place >= _SURE_PLACE else _MIN_IN_PLACE
        if a.heading and b.heading and self._shared_children(a, b) >= _MIN_CHILD_SHARE:
            return similarity + place
        for_similarity = place + _OTHER_LEVEL * ("." in a.key and "." in b.key and self._is_of_other_level(a.up, b.up))
        if similarity < max(least, _MIN - _PLACE_FOR_SIMILARITY * max(0.0, for_similarity)):
            return None
        return similarity + place

    def are_strangers(self, a: Node, b: Node) -> bool:
        """Whether two rules say the same of different things: “Multiple instances of … are redundant”."""
        if a.symbols and b.symbols and not a.symbols & b.symbols and self.similarity(a, b) < _MIN_OF_SYMBOLS:
            return True
        if a.words == b.words and a.words in self._common_titles and "." not in a.key:
            return not self._shared_children(a, b) and not self._correspond(a.up, b.up)
        if a.heading and b.heading and a.words != b.words and self._have_other_children(a, b):
            return True
        if max(len(a.words), len(b.words)) > _LONGEST_BOILERPLATE or self._correspond(a.up, b.up):
            return False
        mine, yours = a.topic, b.topic
        return bool(mine and yours) and not mine <= b.bag.keys() and not yours <= a.bag.keys()

    def _have_other_children(self, a: Node, b: Node) -> bool:
        """Whether the children of two titles are paired elsewhere, so that the titles are similar by chance."""
        there = [self._guessed[child].up for child in a.children if child in self._guessed]
        return bool(there) and b not in there and any(child in self._guessed_back for child in b.children)

    def _correspond(self, a: Node | None, b: Node | None) -> bool:
        """Whether two rules are paired, or both are missing."""
        if a is None or b is None:
            return a is b
        found = self.to.get(a)
        if found is None and b not in self.back:
            found = self._guessed.get(a)
        return found is b

    def _fit(self, a: Node, b: Node) -> float:
        score = _SAME_LEVEL * (a.key[-1].isalpha() == b.key[-1].isalpha() and ("." in a.key) == ("." in b.key))
        if a.up is not None and b.up is not None:
            score += self._fit_of_parents(a.up, b.up)
        if a.key == b.key:
            score += _NUMBER
        elif b.up is not None and a.key == b.up.key and b.up not in self.back:
            score -= _NUMBER
        for mine, yours, bonus in ((a.before, b.before, _BEFORE), (a.after, b.after, _AFTER)):
            if self._correspond(mine, yours):
                score += bonus if mine is not None else bonus / 2
        if a.heading and a.heading == b.heading:
            score += _HEADING
        score += _START * _begin_alike(a.words, b.words)
        score += _CHILDREN * self._shared_children(a, b)
        votes = self._votes.get(a)
        if votes and 2 * votes[b] >= votes.total():
            score += _CITED * min(votes[b], _MAX_CITATIONS)
        elif votes and votes.total() >= _MIN_AGAINST:
            score += _CITED_AS_OTHERS
        return score

    def _shared_children(self, a: Node, b: Node) -> float:
        """The share of the children of two rules that are paired with each other."""
        shared = self._shared.get((a, b))
        return shared / max(len(a.children), len(b.children)) if shared else 0.0

    def _fit_of_parents(self, a: Node, b: Node) -> float:
        """How well the parents of two rules fit; one rule may have moved up or down by a level."""
        if self._correspond(a, b):
            return _PARENT
        if self._is_of_other_level(a, b):
            return _GRANDPARENT
        siblings = self._shared_children(a, b)
        if siblings:
            return _PARENT * min(1.0, 2 * siblings)
        if a not in self.to and b not in self.back:
            return _PARENT / 2 if a.key == b.key and self.similarity(a, b) >= _MIN_OF_PARENTS else 0.0
        return _UNLIKE_PARENTS if a in self.to and b in self.back else 0.0

    def _is_of_other_level(self, a: Node | None, b: Node | None) -> bool:
        """Whether children of `a` have moved up or down by a level to be children of `b`."""
        if a is None or b is None:
            return False
        return (b.up is not None and self._correspond(a, b.up)) or (a.up is not None and self._correspond(a.up, b))

    def _count_citations(self) -> None:
        """Let pairs with equally many citations vote to pair what they cite, in order."""
        votes: dict[Node, Counter[Node]] = defaultdict(Counter)
        for a, b in self.to.items():
            if not a.cited or len(a.cited) != len(b.cited):
                continue
            for old, new in zip(a.cited, b.cited, strict=True):
                x, y = self._old_by_key.get(old), self._new_by_key.get(new)
                if x in self._candidates and y is not None and x is not None:
                    votes[x][y] += 1
        self._votes = votes

    def _fill_gaps(self) -> None:
        """Pair single rules left between paired neighbors under paired parents."""
        for a in self.old:
            if a in self.to:
                continue
            b: Node | None = None
            if a.before is not None:
                before = self.to.get(a.before)
                b = before.after if before is not None else None
            elif a.up is not None and a.up in self.to:
                b = next(iter(self.to[a.up].children), None)
            if b is None or b in self.back or self.are_strangers(a, b):
                continue
            around = ((a.up, b.up), (a.before, b.before), (a.after, b.after))
            if all(self._correspond(mine, yours) for mine, yours in around) and (
                self.similarity(a, b) >= _MIN_IN_GAP or self._is_renamed_section(a, b)
            ):
                self.pair(a, b)

    def _pair_first(self) -> None:
        """Pair the first rules of a section and of the one that took in most of its other rules."""
        for a in self.old:
            if a in self.to or a.before is not None or a.up is None or a.up in self.to:
                continue
            up, times = parent_of_most(a.up.children, self.to)
            if up is None or 2 * times <= len(a.up.children):
                continue
            b = up.children[0]
            if b not in self.back and self.similarity(a, b) >= _MIN_IN_PLACE and not self.are_strangers(a, b):
                self.pair(a, b)

    def _pair_last(self) -> None:
        """Pair the only rule left under a parent with the only similar one there, except boilerplate."""
        left: dict[Node, list[Node]] = defaultdict(list)
        for a in self.old:
            if a not in self.to and a.up in self.to and not a.heading:
                left[a.up].append(a)
        for up, (a, *more) in left.items():
            free = [b for b in self.to[up].children if b not in self.back and self.similarity(a, b) >= _MIN_IN_GAP]
            if more or len(free) != 1 or min(len(a.words), len(free[0].words)) <= _LONGEST_BOILERPLATE:
                continue
            if self.similarity(a, free[0]) >= _MIN_IN_PLACE and not self.are_strangers(a, free[0]):
                self.pair(a, free[0])

    def _pair_in_place(self) -> None:
        """Pair rules left under one parent: the most similar, or with the same number and opening."""
        for a in self.old:
            if a in self.to or a.heading or a.up is None or a.up not in self.to:
                continue
            free = [b for b in self.to[a.up].children if b not in self.back and not b.heading]
            b = max(free, key=lambda b: (self.similarity(a, b), -b.place), default=None)
            if b is not None and self.similarity(a, b) < _MIN_UNDER_PARENT:
                b = next((b for b in free if b.key == a.key and self._correspond(a.before, b.before)), None)
                if b is None or self.similarity(a, b) < _MIN_IN_SURE_PLACE:
                    continue
                if self.similarity.of_words(a.opening, b.opening) < _MIN_OPENING:
                    continue
            if b is not None and not self.are_strangers(a, b) and self._is_nearest(a, b):
                self.pair(a, b)

    def _is_nearest(self, a: Node, b: Node) -> bool:
        left = (other for other in a.up.children if other not in self.to) if a.up else ()
        return all(self.similarity(other, b) <= self.similarity(a, b) for other in left)

    def _is_renamed_section(self, a: Node, b: Node) -> bool:
        """Whether a section has a new title but some of its rules, or has been emptied."""
        if "." in a.key or "." in b.key:
            return False
        return self._shared_children(a, b) > 0 or (a.key == b.key and not b.children)

    def _prefer_beginnings(self) -> None:
        """If a rule was spread over several, pair it with the one that has its beginning."""
        above = {c.up for c in self.new if c not in self.back and not c.heading}
        for a, b in list(self.to.items()):
            if b.up is None or b.up not in above or a.heading or a.words == b.words or self._shared_children(a, b):
                continue
            similarity = self.similarity(a, b)
            if similarity >= _CHANGED:
                continue
            free = [c for c in b.up.children if c not in self.back and not c.heading]
            if not free or self.similarity.kept(a.words, b.words, _MIN_RUN) < _MIN_SPLIT_SHARE * self.similarity.weight(
                b.words
            ):
                continue
            least = max(_MIN_BEGINNING, self._opening(a, b) + _BETTER_BEGINNING)
            for c in sorted(free, key=lambda c: -self._opening(a, c)):
                if self._opening(a, c) >= least and self.similarity(a, c) >= _MIN_RELATIVE * similarity:
                    del self.back[b]
                    self.pair(a, c)
                    break

    def _opening(self, a: Node, b: Node) -> float:
        """Similarity of the first sentences, with a bonus for the same first words."""
        return self.similarity.of_words(a.opening, b.opening) + _begin_alike(a.words, b.words)


def parent_of_most(rules: Iterable[Node], to: Mapping[Node, Node]) -> tuple[Node | None, int]:
    """The most common parent of the counterparts of some rules, and how many have it."""
    above = Counter(to[rule].up for rule in rules if rule in to).most_common(1)
    return above[0] if above else (None, 0)


def _begin_alike(a: Sequence[str], b: Sequence[str]) -> float:
    """The share of the first words that are equal."""
    same: int = sum(takewhile(bool, map(eq, a[:_BEGINNING], b[:_BEGINNING])))
    return same / _BEGINNING


def _repeated_titles(nodes: Sequence[Node]) -> set[tuple[str, ...]]:
    """Titles of several sections of an edition: “General”."""
    times = Counter(node.words for node in nodes if "." not in node.key)
    return {words for words, count in times.items() if count > 1}
