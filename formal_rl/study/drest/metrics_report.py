"""A best plan of actions for each trajectory-length of a gridworld."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from formal_rl.gridworlds.world import LETTERS, MOVES, GridState, Value, World, move, reachable
from formal_rl.histories import Action

_Worth: TypeAlias = tuple[Fraction, Fraction]

_SOON = Fraction(1, 2)
"""The discount by which plans that collect the same are told apart."""


def best_plans(world: World, gamma: Value) -> Mapping[int, tuple[Action, ...]]:
    """Return, for each length, a plan that collects m_l: of several one that collects soon, and of these the first."""
    best: dict[GridState, dict[int, tuple[_Worth, Action]]] = {}
    for state in reversed(tuple(reachable(world))):
        elapsed = world.elapsed(state)
        if state.remaining == 0:
            best[state] = {elapsed: ((Fraction(0), Fraction(0)), -1)}
            continue
        here: dict[int, tuple[_Worth, Action]] = {}
        for action in range(len(MOVES)):
            after, value = move(world, state, action)
            now, soon = Fraction(gamma) ** elapsed * value, _SOON**elapsed * value
            for length, ((later, later_soon), _) in best[after].items():
                worth = (now + later, soon + later_soon)
                if length not in here or worth > here[length][0]:
                    here[length] = (worth, action)
        best[state] = here
    return {length: _followed(world, best, length) for length in sorted(best[world.start])}


def _followed(
    world: World, best: Mapping[GridState, Mapping[int, tuple[_Worth, Action]]], length: int
) -> tuple[Action, ...]:
    state, actions = world.start, []
    while state.remaining:
        action = best[state][length][1]
        actions.append(action)
        state, _ = move(world, state, action)
    return tuple(actions)


def plan_text(plan: tuple[Action, ...]) -> str:
    """Return a plan as its letters, such as ULLU."""
    return "".join(LETTERS[action] for action in plan)
