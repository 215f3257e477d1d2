"""A cheapest flow of whole units from a few sources to a few targets, by the simplex method on trees."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

LEDGER = ("W19-eq3",)


MOST = 500
"""The most sources and targets, without one more for a surplus: with 512, prices might not fit in 64 bits."""


class Flow(NamedTuple):
    """The mass from each source to each target, and prices of both: no pair's two prices sum to more than its cost.

    Where mass goes, they sum to the cost.
    """

    masses: dict[tuple[int, int], int]
    source_prices: list[int]
    target_prices: list[int]


def cheapest_flow(costs: NDArray[numpy.int64], supplies: Sequence[int], demands: Sequence[int]) -> Flow:
    """Return a flow of least cost from sources to targets, by a whole cost from 0 to 2**55 for each pair.

    There are at least one source and one target, and of both no more than `MOST` and one; supplies and demands are
    positive and sum to the same.

    A tree of pairs carries the flow. As long as some pair costs less than its prices together, it comes into the tree;
    of the circle that this closes, the pair leaves on which the flow comes to nothing.
    """
    # Where two pairs came to nothing at once, the tree would keep one that carries nothing, an exchange over it would
    # gain nothing, and the exchanges could go round for ever. So each unit is divided into more parts than there are
    # sources, and each source has one part more, which the last target takes: then no proper part of the sources has as
    # much as a part of the targets wants, every pair of a tree carries something, and every exchange lowers the cost.
    parts = 2 * len(supplies) + 2
    left = [mass * parts + 1 for mass in supplies]
    wanted = [mass * parts for mass in demands]
    wanted[-1] += len(supplies)
    tree = _Tree(costs, left, wanted)
    while tree.exchange_worst(costs):
        pass
    number = len(left)
    masses = {pair: (mass + parts // 2) // parts for pair, mass in tree.flow.items()}
    return Flow(
        {(source, target - number): mass for (source, target), mass in masses.items() if mass},
        tree.prices[:number],
        tree.prices[number:],
    )


class _Tree:
    """A spanning tree of sources and targets, numbered on, that carries a flow; it changes with each exchange.

    The first source is its root, of price 0. On the tree a pair costs as much as the prices of its two ends together.
    """

    def __init__(self, costs: NDArray[numpy.int64], left: list[int], wanted: list[int]) -> None:
        """Begin with the cheapest pairs, each for as much as is left: a good first tree saves most exchanges."""
        sources, nodes = len(left), len(left) + len(wanted)
        self.flow: dict[tuple[int, int], int] = {}
        self.prices = [0] * nodes
        self._costs = costs.tolist()
        self._sources = sources
        self._parents = [-1] * nodes
        self._near: list[set[int]] = [set() for _ in range(nodes)]
        cheapest_first = numpy.divmod(costs.argsort(axis=None, kind="stable"), len(wanted))
        for source, target in zip(*(ends.tolist() for ends in cheapest_first), strict=True):
            if left[source] and wanted[target]:
                mass = min(left[source], wanted[target])
                left[source] -= mass
                wanted[target] -= mass
                self._join(source, sources + target, mass)
                if len(self.flow) == nodes - 1:
                    break
        for node in self._hang(0, -1)[1:]:
            parent = self._parents[node]
            self.prices[node] = self._cost(*sorted((node, parent))) - self.prices[parent]

    def exchange_worst(self, costs: NDArray[numpy.int64]) -> bool:
        """Let the pair of each source come in that costs least beside its prices; say whether any did.

        No price is more than half as many costs as there are nodes, so that all this is below 2**63.
        """
        prices = numpy.array(self.prices, dtype=numpy.int64)
        too_much = costs - prices[: self._sources, None] - prices[None, self._sources :]
        worst = too_much.argmin(axis=1)
        values = too_much[numpy.arange(self._sources), worst]
        candidates = numpy.argsort(values)[: numpy.count_nonzero(values < 0)]
        for source, target in zip(candidates.tolist(), (worst[candidates] + self._sources).tolist(), strict=True):
            lacking = self._cost(source, target) - self.prices[source] - self.prices[target]
            if lacking < 0:
                self._exchange(source, target, lacking)
        return len(candidates) > 0

    def _cost(self, source: int, target: int) -> int:
        cost: int = self._costs[source][target - self._sources]
        return cost

    def _join(self, source: int, target: int, mass: int) -> None:
        self.flow[source, target] = mass
        self._near[source].add(target)
        self._near[target].add(source)

    def _hang(self, node: int, parent: int) -> list[int]:
        """Hang a node on another, and on it all that was; return these, each after what it hangs on."""
        parents, near = self._parents, self._near
        parents[node] = parent
        hung = [node]
        for here in hung:
            above = parents[here]
            for other in near[here]:
                if other != above:
                    parents[other] = here
                    hung.append(other)
        return hung

    def _exchange(self, source: int, target: int, lacking: int) -> None:
        """Let as much as can be flow from a source to a target, and less on the way between them in the tree."""
        ups, downs = [source], [target]
        while (parent := self._parents[ups[-1]]) >= 0:
            ups.append(parent)
        places = {node: place for place, node in enumerate(ups)}
        while downs[-1] not in places:
            downs.append(self._parents[downs[-1]])
        meet = places[downs[-1]]
        way = ups[: meet + 1] + downs[-2::-1]
        flow = self.flow
        less = list(zip(way[::2], way[1::2], strict=True))
        masses = [flow[pair] for pair in less]
        mass = min(masses)
        place = masses.index(mass)
        for pair in less:
            flow[pair] -= mass
        for pair in zip(way[2::2], way[1:-1:2], strict=True):
            flow[pair] += mass
        leaving_source, leaving_target = less[place]
        del flow[leaving_source, leaving_target]
        near = self._near
        near[leaving_source].discard(leaving_target)
        near[leaving_target].discard(leaving_source)
        # What no longer hangs on the root is on the source's side of where the ways meet, or on the target's.
        ends = (source, target) if 2 * place < meet else (target, source)
        hung = self._hang(*ends)
        self._join(source, target, mass)
        prices, sources = self.prices, self._sources
        change = lacking if ends[0] == source else -lacking
        for node in hung:
            prices[node] += change if node < sources else -change
