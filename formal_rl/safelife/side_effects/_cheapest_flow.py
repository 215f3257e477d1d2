"""A cheapest flow of whole units from a few sources to a few targets, by the simplex method on trees."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

LEDGER = ("W19-eq3",)


class Flow(NamedTuple):
    """What goes from which source to which target, and prices of both: no pair's two cost more than it does together.

    Where something goes, they cost as much.
    """

    masses: dict[tuple[int, int], int]
    source_prices: list[int]
    target_prices: list[int]


def cheapest_flow(costs: NDArray[numpy.int64], supplies: Sequence[int], demands: Sequence[int]) -> Flow:
    """Return a flow of least cost from sources to targets, by whole costs for each pair, of at most 2**60.

    There is at least one of each; supplies and demands are positive and sum to the same.

    A tree of pairs carries the flow. As long as some pair costs less than its prices, it comes into the tree, and the
    pair of the circle that this closes on which the flow comes to nothing leaves it. So that it is one pair only, and
    every exchange is worth something, each unit is divided into parts, of which each source has one more.
    """
    parts = 2 * len(supplies) + 2
    left = [mass * parts + 1 for mass in supplies]
    wanted = [mass * parts for mass in demands]
    wanted[-1] += len(supplies)
    tree = _Tree(costs, left, wanted)
    while True:
        prices = numpy.array(tree.prices, dtype=numpy.int64)
        reduced = costs - prices[: len(left), None] - prices[None, len(left) :]
        best = int(reduced.argmin())
        source, target = divmod(best, len(wanted))
        if reduced[source, target] >= 0:
            break
        tree.exchange(source, len(left) + target)
    masses = {pair: (mass + parts // 2) // parts for pair, mass in tree.flow.items()}
    return Flow(
        {(source, target - len(left)): mass for (source, target), mass in masses.items() if mass},
        tree.prices[: len(left)],
        tree.prices[len(left) :],
    )


class _Tree:
    """A spanning tree of sources and targets, numbered on, that carries a flow; it changes with each exchange.

    The first source is its root, of price 0. On the tree a pair costs as much as the prices of its two ends together.
    """

    def __init__(self, costs: NDArray[numpy.int64], left: list[int], wanted: list[int]) -> None:
        """Begin with the cheapest pairs, each for as much as is left."""
        sources, nodes = len(left), len(left) + len(wanted)
        self.flow: dict[tuple[int, int], int] = {}
        self.prices = [0] * nodes
        self._costs = costs.tolist()
        self._sources = sources
        self._parent = [-1] * nodes
        self._depth = [0] * nodes
        self._near: list[set[int]] = [set() for _ in range(nodes)]
        for pair in costs.argsort(axis=None, kind="stable").tolist():
            source, target = divmod(pair, len(wanted))
            mass = min(left[source], wanted[target])
            if mass:
                left[source] -= mass
                wanted[target] -= mass
                self._join(source, sources + target, mass)
                if len(self.flow) == nodes - 1:
                    break
        self._hang(0, -1)

    def _join(self, source: int, target: int, mass: int) -> None:
        self.flow[source, target] = mass
        self._near[source].add(target)
        self._near[target].add(source)

    def _hang(self, node: int, parent: int) -> None:
        """Hang a node, and all that hangs on it, on another; price what is hung."""
        waiting = [(node, parent)]
        while waiting:
            node, parent = waiting.pop()
            self._parent[node] = parent
            if parent >= 0:
                self._depth[node] = self._depth[parent] + 1
                source, target = (node, parent) if node < parent else (parent, node)
                self.prices[node] = self._costs[source][target - self._sources] - self.prices[parent]
            waiting += [(other, node) for other in self._near[node] if other != parent]

    def exchange(self, source: int, target: int) -> None:
        """Let as much as can be flow from a source to a target, and less on the way between them in the tree."""
        ups, downs = [source], [target]
        while ups[-1] != downs[-1]:
            deeper = ups if self._depth[ups[-1]] >= self._depth[downs[-1]] else downs
            deeper.append(self._parent[deeper[-1]])
        way = ups + downs[-2::-1]
        less = list(zip(way[::2], way[1::2], strict=True))
        mass = min(self.flow[pair] for pair in less)
        leaving = next(pair for pair in less if self.flow[pair] == mass)
        for pair in less:
            self.flow[pair] -= mass
        for pair in zip(way[2::2], way[1:-1:2], strict=True):
            self.flow[pair] += mass
        del self.flow[leaving]
        self._near[leaving[0]].discard(leaving[1])
        self._near[leaving[1]].discard(leaving[0])
        self._join(source, target, mass)
        # The end that no longer hangs on the root is the one on whose side of the way the leaving pair was.
        if leaving in set(zip(ups[::2], ups[1::2], strict=False)):
            self._hang(source, target)
        else:
            self._hang(target, source)
