"""The states of a world as a graph."""

from typing import Any

from formal_rl.gridworlds.world import LETTERS, World, move, reachable


def state_graph(world: World) -> Any:
    """Return the graph of all states that can be reached, a `networkx.MultiDiGraph` without cycles.

    An edge for each move has its letter as ``action`` and what it collects as ``value``. States without a move left
    have no edge out of them.

    Ledger: T24-world
    """
    import networkx  # noqa: PLC0415 - slow to import, and only needed here

    graph = networkx.MultiDiGraph()
    for state in reachable(world):
        graph.add_node(state)
        for action, letter in enumerate(LETTERS if state.remaining else ""):
            after, value = move(world, state, action)
            graph.add_edge(state, after, key=letter, action=letter, value=value)
    return graph
