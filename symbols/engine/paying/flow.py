"""Most that can flow from sources through a small network to a sink: Edmonds and Karp, along shortest paths.

{W/U}{W} from W U: two symbols flow to white and blue, and these to the two mana. {W/U} moves over to blue, since
{W} needs white: the path that does it goes back along an arc that was used.
"""

from collections import deque
from collections.abc import Hashable
from itertools import pairwise

Node = Hashable

_SOURCE = ("source",)
_SINK = ("sink",)


class Network:
    """Network of nodes, any hashable values, joined by arcs with whole capacities.

    `supply` and `drain` join a node to the source and the sink, `join` two nodes.
    """

    def __init__(self) -> None:
        self._left: dict[Node, dict[Node, int]] = {_SOURCE: {}, _SINK: {}}
        self._full: dict[tuple[Node, Node], int] = {}

    def join(self, start: Node, end: Node, capacity: int) -> None:
        """Let up to so much flow from one node to another."""
        self._left.setdefault(start, {})[end] = capacity
        self._left.setdefault(end, {}).setdefault(start, 0)
        self._full[start, end] = capacity

    def supply(self, node: Node, amount: int) -> None:
        """Have so much to bring from a node."""
        self.join(_SOURCE, node, amount)

    def drain(self, node: Node, capacity: int) -> None:
        """Let a node take up to so much."""
        self.join(node, _SINK, capacity)

    def run(self) -> int:
        """Let as much flow as can; return how much that is."""
        total = 0
        while path := self._path():
            pairs = list(pairwise(path))
            amount = min(self._left[start][end] for start, end in pairs)
            for start, end in pairs:
                self._left[start][end] -= amount
                self._left[end][start] += amount
            total += amount
        return total

    def flow(self, start: Node, end: Node) -> int:
        """Return how much flows along an arc."""
        return self._full[start, end] - self._left[start][end]

    def _path(self) -> list[Node]:
        """Find a shortest path along which more can flow, from the source to the sink; empty if there is none."""
        before: dict[Node, Node] = {_SOURCE: _SOURCE}
        queue: deque[Node] = deque([_SOURCE])
        while queue:
            node = queue.popleft()
            for following, left in self._left[node].items():
                if left and following not in before:
                    before[following] = node
                    if following == _SINK:
                        return _walk_back(before)
                    queue.append(following)
        return []


def _walk_back(before: dict[Node, Node]) -> list[Node]:
    path: list[Node] = [_SINK]
    while path[-1] != _SOURCE:
        path.append(before[path[-1]])
    return path[::-1]
