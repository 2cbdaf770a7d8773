"""Counting announcements without listing them.

    {W/U}{U/B}   ->   four: {W}{U}, {W}{B}, {U}{U}, {U}{B}
    ten kinds of symbol, ten of each   ->   1,146,723,611

Choices over kinds of symbol are the integer points of a sum of simplices, one for each set of slots that a symbol
offers. Postnikov ("Permutohedra, associahedra, and beyond", 2009, theorem 11.3) counts them as a sum over draconian
sequences: with `y` symbols of each kind, every kind `i` gets a number `g_i` such that the kinds inside any set `S` of
slots have at most `|S| - 1` together, and each sequence weighs the product of the multiset coefficients
`C(y_i + g_i - 1, g_i)`.

Magic's symbols give that sum a closed form. Every kind is a pair of slots, or two colors and life. Make life the root
and the other slots the vertices of a graph: a pair of slots is a *plain* edge, two colors and life a *wild* edge, a
color and life a *loop*. A sequence is then a graph in which every component has at most one cycle, where a loop or a
doubled wild edge counts as a cycle, and in which no cycle is all plain edges. Such graphs split into components, so
the sum is over the partitions of the vertices, where each block weighs

    trees(block) * (1 + loops(block)) + sum over the cycles in it: cycle * forests that hang on the cycle

There are seven vertices at most. So the time depends on which kinds there are, not on how many symbols of each.
"""

from collections.abc import Iterator
from functools import lru_cache

from symbols.engine.costs.slots import Slot

_ROOT: Slot = "life"

PointSet = int

Weights = list[list[int]]
"""Weight of the edge between any two vertices: the number of symbols behind it."""


@lru_cache(maxsize=512)
def count_choices(kinds: tuple[tuple[tuple[Slot, ...], int], ...]) -> int:
    """Number of vectors of choices, for kinds (two slots, or two slots and life) with the number of symbols of each."""
    graph = _Graph(kinds)
    everything = (1 << graph.size) - 1
    blocks = graph.blocks()
    ways: dict[PointSet, int] = {0: 1}
    for points in _subsets(everything):
        ways[points] = sum(blocks[block] * ways[points ^ block] for block in _with_lowest(points))
    return ways[everything]


class _Graph:
    """Graph on the slots given by the kinds of symbol, with the weights of its connected components."""

    def __init__(self, kinds: tuple[tuple[tuple[Slot, ...], int], ...]) -> None:
        points = sorted({slot for kind, _ in kinds for slot in kind} - {_ROOT})
        self.size = len(points)
        self.plain: Weights = [[0] * self.size for _ in points]
        self.wild: Weights = [[0] * self.size for _ in points]
        self.loops = [0] * self.size
        for kind, number in kinds:
            ends = [points.index(slot) for slot in kind if slot != _ROOT]
            if len(ends) == 1:
                self.loops[ends[0]] += number
            else:
                weights = self.plain if len(kind) == 2 else self.wild
                for one, two in (ends, ends[::-1]):
                    weights[one][two] += number
        self.edges: Weights = [
            [plain + wild for plain, wild in zip(*rows, strict=True)]
            for rows in zip(self.plain, self.wild, strict=True)
        ]
        self.trees = self._trees()

    def _trees(self) -> list[int]:
        """Weight of the trees on each set of vertices, each rooted at its lowest."""
        self.trees = [0] * (1 << self.size)
        for point in reversed(range(self.size)):
            lowest = 1 << point
            above = (1 << self.size) - (lowest << 1)
            for others, weight in self.hanging(lowest, above).items():
                self.trees[lowest | others] = weight
        return self.trees

    def hanging(self, core: PointSet, among: PointSet) -> dict[PointSet, int]:
        """For each subset of `among`, the weight of the forests on it whose trees all hang on `core`."""
        pull = [sum(row[point] for point in _members(core)) for row in self.edges]
        planted: dict[PointSet, int] = {}
        forests = {0: 1}
        for points in _subsets(among):
            planted[points] = self.trees[points] * sum(pull[point] for point in _members(points))
            forests[points] = sum(
                planted[tree] * forests[points ^ tree] for tree in _with_lowest(points) if planted[tree]
            )
        return forests

    def blocks(self) -> list[int]:
        """For each set, the weight of the connected graphs on it with at most one cycle, which isn't all plain."""
        everything = (1 << self.size) - 1
        blocks = [
            tree and tree * (1 + sum(self.loops[point] for point in _members(points)))
            for points, tree in enumerate(self.trees)
        ]
        for cycle, weight in self.cycles().items():
            for others, forest in self.hanging(cycle, everything ^ cycle).items():
                blocks[cycle | others] += weight * forest
        return blocks

    def cycles(self) -> dict[PointSet, int]:
        """For each set, the weight of the cycles through all of it that have a wild edge."""
        if not any(map(any, self.wild)):
            return {}
        weights: dict[PointSet, int] = {}
        for one in range(self.size):
            for two in range(one):
                plain, wild = self.plain[one][two], self.wild[one][two]
                weights[1 << one | 1 << two] = plain * wild + wild * (wild + 1) // 2
        some, all_plain = _long_cycles(self.edges), _long_cycles(self.plain)
        weights |= {points: weight - all_plain.get(points, 0) for points, weight in some.items()}
        return {points: weight for points, weight in weights.items() if weight}


def _long_cycles(edges: Weights) -> dict[PointSet, int]:
    """For each set of three or more vertices, the weight of the cycles through all of it.

    Paths start at the lowest vertex of the set and close there; each cycle is found in both directions.
    """
    cycles: dict[PointSet, int] = {}
    for start, home in enumerate(edges):
        paths = {(1 << start, start): 1}
        while paths:
            longer: dict[tuple[PointSet, int], int] = {}
            for (points, end), weight in paths.items():
                if home[end] and points.bit_count() > 2:
                    cycles[points] = cycles.get(points, 0) + weight * home[end]
                for point in range(start + 1, len(edges)):
                    if edges[end][point] and not points >> point & 1:
                        key = (points | 1 << point, point)
                        longer[key] = longer.get(key, 0) + weight * edges[end][point]
            paths = longer
    return {points: weight // 2 for points, weight in cycles.items()}


def _members(points: PointSet) -> Iterator[int]:
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


def _subsets(points: PointSet) -> Iterator[PointSet]:
    """Yield the nonempty subsets, each after its own subsets."""
    subset = 0
    while subset != points:
        subset = (subset - points) & points
        yield subset


def _with_lowest(points: PointSet) -> Iterator[PointSet]:
    """Yield the subsets that contain the lowest member."""
    lowest = points & -points
    rest = points ^ lowest
    subset = rest
    while subset:
        yield subset | lowest
        subset = (subset - 1) & rest
    yield lowest
