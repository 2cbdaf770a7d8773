"""Maximum flow through a small network (Edmonds-Karp).

{W/U}{W} from W U: two symbols flow to white and blue, and these to the two mana. {W/U} moves over to blue since {W}
needs white: the augmenting path runs back along an arc in use.
"""

from collections import deque
from collections.abc import Hashable
from itertools import pairwise

Node = Hashable

_SOURCE = ("source",)
_SINK = ("sink",)


class Network:
    """`supply` and `drain` connect a node to the source and the sink, `join` connects two nodes."""

    def __init__(self) -> None:
        self._residual: dict[Node, dict[Node, int]] = {_SOURCE: {}, _SINK: {}}
        self._capacity: dict[tuple[Node, Node], int] = {}

    def join(self, start: Node, end: Node, capacity: int) -> None:
        self._residual.setdefault(start, {})[end] = capacity
        self._residual.setdefault(end, {}).setdefault(start, 0)
        self._capacity[start, end] = capacity

    def supply(self, node: Node, amount: int) -> None:
        self.join(_SOURCE, node, amount)

    def drain(self, node: Node, capacity: int) -> None:
        self.join(node, _SINK, capacity)

    def run(self) -> int:
        """Augment the flow to its maximum; return the increase."""
        total = 0
        while path := self._path():
            pairs = list(pairwise(path))
            amount = min(self._residual[start][end] for start, end in pairs)
            for start, end in pairs:
                self._residual[start][end] -= amount
                self._residual[end][start] += amount
            total += amount
        return total

    def flow(self, start: Node, end: Node) -> int:
        return self._capacity[start, end] - self._residual[start][end]

    def _path(self) -> list[Node]:
        """Shortest augmenting path from source to sink; empty if there is none."""
        before: dict[Node, Node] = {_SOURCE: _SOURCE}
        queue: deque[Node] = deque([_SOURCE])
        while queue:
            node = queue.popleft()
            for following, left in self._residual[node].items():
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
