"""Trajectories: everything that can happen in one mini-episode, each with its probability."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.policies import UNIFORM, Markov, PlanPolicy
from formal_rl.gridworlds.world import GridState, Value, World, move
from formal_rl.histories import Action

LEDGER = ("T24-DD3",)


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
        gamma = Fraction(gamma)
        return sum((gamma**t * value for t, value in enumerate(self.collected) if value), Fraction(0))


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
    """Yield every trajectory of a world. Their number grows like 4 to the length."""
    return (trajectory for trajectory, _ in distribution(world, lambda world, state: UNIFORM))


def distribution(world: World, policy: Markov | PlanPolicy) -> Iterator[tuple[Trajectory, Fraction]]:
    """Yield every trajectory of positive probability under a policy, with it."""
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
        for action, chance in reversed([*enumerate(policy(world, state))]):  # the last one is looked at first
            if chance:
                after, value = move(world, state, action)
                waiting.append((after, (*actions, action), (*collected, value), probability * chance))
