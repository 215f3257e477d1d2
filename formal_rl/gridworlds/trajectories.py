"""Trajectories: everything that can happen in one mini-episode, each with its probability; and the graph of states."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.policies import Markov, PlanPolicy
from formal_rl.gridworlds.world import LETTERS, MOVES, GridState, Value, World, move, reachable
from formal_rl.histories import Action


@frozen
class Trajectory:
    """One mini-episode: its actions, the values collected by them, and so its length and discounted total of coins.

    Source: Thornley et al. 2024, Section 3.
    Ledger: T24-world, T24-DD3
    """

    actions: tuple[Action, ...]
    collected: tuple[Value, ...]

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.actions)

    def coins(self, gamma: Value) -> Fraction:
        """Return the total value of the coins, each discounted by gamma to the number of moves before its own."""
        return sum((Fraction(gamma) ** t * value for t, value in enumerate(self.collected)), Fraction(0))


def walk(world: World, actions: tuple[Action, ...]) -> Trajectory:
    """Return the trajectory of a plan of actions.

    Raises `InvalidParameter` where the plan is shorter or longer than the trajectory it makes.
    """
    state, collected = world.start, []
    for done, action in enumerate(actions):
        if state.remaining == 0:
            raise InvalidParameter("the plan", actions, f"{done} actions, after which no move remains")
        state, value = move(world, state, action)
        collected.append(value)
    if state.remaining:
        raise InvalidParameter("the plan", actions, f"{state.remaining} actions more")
    return Trajectory(actions, tuple(collected))


def all_trajectories(world: World) -> Iterator[Trajectory]:
    """Yield every trajectory of a world. Their number grows like 4 to the length.

    Ledger: T24-DD3
    """
    waiting: list[tuple[GridState, tuple[Action, ...], tuple[Value, ...]]] = [(world.start, (), ())]
    while waiting:
        state, actions, collected = waiting.pop()
        if state.remaining == 0:
            yield Trajectory(actions, collected)
            continue
        for action in reversed(range(len(MOVES))):
            after, value = move(world, state, action)
            waiting.append((after, (*actions, action), (*collected, value)))


def distribution(world: World, policy: Markov | PlanPolicy) -> Iterator[tuple[Trajectory, Fraction]]:
    """Yield every trajectory of positive probability under a policy, with it.

    Ledger: T24-DD3
    """
    if isinstance(policy, PlanPolicy):
        for plan, probability in policy.plans:
            if probability:
                yield walk(world, plan), probability
        return
    waiting: list[tuple[GridState, tuple[Action, ...], tuple[Value, ...], Fraction]] = [
        (world.start, (), (), Fraction(1))
    ]
    while waiting:
        state, actions, collected, probability = waiting.pop()
        if state.remaining == 0:
            yield Trajectory(actions, collected), probability
            continue
        for action, chance in enumerate(policy(world, state)):
            if chance:
                after, value = move(world, state, action)
                waiting.append((after, (*actions, action), (*collected, value), probability * chance))


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
